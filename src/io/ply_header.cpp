// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "io/ply_header.h"

#include <algorithm>
#include <array>
#include <utility>

#include "io/text.h"

namespace graze::io {
namespace {

PlyType read_type(TextReader& text) {
  using enum PlyType;
  constexpr auto types = std::to_array<std::pair<std::string_view, PlyType>>({{"char", int8},
                                                                              {"int8", int8},
                                                                              {"uchar", uint8},
                                                                              {"uint8", uint8},
                                                                              {"short", int16},
                                                                              {"int16", int16},
                                                                              {"ushort", uint16},
                                                                              {"uint16", uint16},
                                                                              {"int", int32},
                                                                              {"int32", int32},
                                                                              {"uint", uint32},
                                                                              {"uint32", uint32},
                                                                              {"float", float32},
                                                                              {"float32", float32},
                                                                              {"double", float64},
                                                                              {"float64", float64}});
  const char* const place = text.at();
  const std::string_view word = text.word();
  for (const auto& [name, type] : types) {
    if (name == word) return type;
  }
  text.fail(place, in_quotes(word), " is no type of PLY");
}

PlyFormat read_format(TextReader& text) {
  const char* const place = text.at();
  const std::string_view word = text.word();
  const std::string_view version = text.word();
  if (version != "1.0") text.fail(place, "PLY version is ", in_quotes(version), ", but only 1.0 is known");
  if (word == "ascii") return PlyFormat::text;
  if (word == "binary_little_endian") return PlyFormat::little_endian;
  if (word == "binary_big_endian") return PlyFormat::big_endian;
  text.fail(place, in_quotes(word), " is no format of PLY");
}

PlyElement read_element(TextReader& text, const std::vector<PlyElement>& earlier) {
  PlyElement element;
  const char* const place = text.at();
  element.name = text.word();
  const std::int64_t count = text.integer("number of elements");
  if (count < 0) text.fail(place, "element ", in_quotes(element.name), " has the count ", count);
  element.count = static_cast<std::uint64_t>(count);
  for (const PlyElement& other : earlier) {
    if (other.name == element.name)
      text.fail(place, "element ", in_quotes(element.name), " is declared twice");
  }
  return element;
}

PlyProperty read_property(TextReader& text) {
  PlyProperty property;
  const char* const place = text.at();
  if (text.word() == "list") {
    property.count_type = read_type(text);
  } else {
    text.go_to(place);
  }
  property.type = read_type(text);
  property.name = text.word();
  if (property.name.empty()) text.fail(place, "property has no name");
  return property;
}

}  // namespace

std::size_t PlyElement::find(std::string_view property) const {
  const auto found = std::find_if(properties.begin(), properties.end(),
                                  [&](const PlyProperty& p) { return p.name == property; });
  return found == properties.end() ? npos : static_cast<std::size_t>(found - properties.begin());
}

PlyHeader read_ply_header(std::string_view bytes, std::string_view name) {
  TextReader text(bytes, name);
  PlyHeader header;
  const std::string_view magic = text.word();
  if (magic != "ply") text.fail(text.at(), "'ply' is needed, not ", in_quotes(magic));
  text.skip_line();
  bool has_format = false;
  while (text.find_word()) {
    const char* const place = text.at();
    const std::string_view keyword = text.word();
    text.line_is_done();  // so that places in messages are those of words
    if (keyword == "end_header") {
      if (!has_format) text.fail(place, "header has no format");
      text.skip_line();
      header.bytes = text.offset();
      return header;
    }
    if (keyword == "format") {
      header.format = read_format(text);
      has_format = true;
    } else if (keyword == "element") {
      header.elements.push_back(read_element(text, header.elements));
    } else if (keyword == "property") {
      if (header.elements.empty()) text.fail(place, "property before the first element");
      header.elements.back().properties.push_back(read_property(text));
    } else if (keyword != "comment" && keyword != "obj_info") {
      text.fail(place, in_quotes(keyword), " is no keyword of a PLY header");
    }
    text.skip_line();
  }
  text.fail(text.at(), "the file ends within the header");
}

}  // namespace graze::io
