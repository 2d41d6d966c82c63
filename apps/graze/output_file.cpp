// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "output_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <graze/error.h>

#include <algorithm>

#include "io/file.h"
#include "io/text.h"

namespace graze::cli {

namespace fs = std::filesystem;

void require_new_file(std::string_view option, const fs::path& file,
                      std::initializer_list<std::string_view> endings) {
  const std::string ending = file.extension().string();
  if (std::none_of(endings.begin(), endings.end(),
                   [&](std::string_view known) { return io::same_word(known, ending); })) {
    throw Error(fmt::format("{}: {} writes a file that ends with {}", file.string(), option,
                            fmt::join(endings, " or ")));
  }
  io::require_free_name(file);
}

void require_new_folder(std::string_view option, const fs::path& folder) {
  std::error_code error;
  if (fs::symlink_status(folder, error).type() == fs::file_type::not_found) return;
  if (!fs::is_directory(folder, error)) {
    throw Error(fmt::format("{}: {} cannot make this folder: {}", folder.string(), option,
                            error ? error.message() : "there is something else"));
  }
  if (!fs::is_empty(folder, error) || error) {
    throw Error(
        fmt::format("{}: {} writes into a new folder, and this one is not empty", folder.string(), option));
  }
}

void make_new_folder(std::string_view option, const fs::path& folder) {
  require_new_folder(option, folder);
  std::error_code error;
  fs::create_directory(folder, error);
  if (error) {
    throw Error(fmt::format("{}: {} cannot make this folder: {}", folder.string(), option, error.message()));
  }
}

OutputFile::OutputFile(std::string_view option, fs::path file,
                       std::initializer_list<std::string_view> endings)
    : file_(std::move(file)) {
  require_new_file(option, file_, endings);
}

void OutputFile::write(std::string_view bytes) {
  if (file_.empty()) return;
  io::write_file(file_, bytes, written_ ? IfExists::replace : IfExists::fail);
  written_ = true;
}

}  // namespace graze::cli
