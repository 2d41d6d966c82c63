// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "memory_option.h"

#include <fmt/format.h>
#include <graze/error.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <limits>
#include <new>
#include <optional>
#include <string_view>

namespace graze::cli {
namespace {

std::string given;  // the size as it was given, if it was

/// "500M": bytes, or K, M or G of them (2^10, 2^20, 2^30).
std::optional<rlim_t> bytes_of(std::string_view text) {
  rlim_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  const int shift = unit.empty() ? 0 : unit == "K" ? 10 : unit == "M" ? 20 : unit == "G" ? 30 : -1;
  if (error != std::errc() || shift < 0 || count == 0) return std::nullopt;
  if (count > std::numeric_limits<rlim_t>::max() >> (shift + 1)) return std::nullopt;
  return count << shift;
}

/// Of the address space, what the program takes now. 0 where the system does not tell.
rlim_t bytes_taken() {
  unsigned long pages = 0;
  if (std::FILE* file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%lu", &pages) != 1) pages = 0;
    std::fclose(file);
  }
  return static_cast<rlim_t>(pages) * static_cast<rlim_t>(sysconf(_SC_PAGESIZE));
}

void limit_memory(const std::string& text) {
  rlimit limit = {};
  getrlimit(RLIMIT_AS, &limit);
  const rlim_t bytes = *bytes_of(text);
  if (bytes < bytes_taken())
    throw Error(fmt::format("out of memory: --memory allows {}, and the program itself takes {} bytes", text,
                            bytes_taken()));
  if (limit.rlim_max != RLIM_INFINITY && bytes > limit.rlim_max) return;  // held to less already
  limit.rlim_cur = bytes;
  if (setrlimit(RLIMIT_AS, &limit) != 0)
    throw Error(fmt::format("--memory {}: {}", text, std::strerror(errno)));
  given = text;
}

}  // namespace

void add_memory_option(CLI::App& verb) {
  verb.add_option_function<std::string>(
          "--memory", limit_memory,
          "Memory for the whole program, its own code and libraries included, such as 500M or 2G: beyond it, "
          "an error")
      ->option_text("SIZE")
      ->check([](const std::string& text) {
        return bytes_of(text) ? std::string()
                              : fmt::format("{} is no size, such as 1000000, 800K, 500M or 2G", text);
      });
}

std::string text_of(const std::exception& error) {
  const std::string allowed = given.empty() ? "" : ": --memory allows " + given;
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr) return "out of memory" + allowed;
  try {
    std::rethrow_if_nested(error);
  } catch (const std::bad_alloc&) {
    return error.what() + allowed;
  } catch (...) {  // the message of what was thrown last says it all
  }
  return error.what();
}

}  // namespace graze::cli
