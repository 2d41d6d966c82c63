// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/io.h>

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string_view>

namespace graze::io {

/// The bytes of a file.
class FileBytes {
 public:
  FileBytes(std::unique_ptr<char[]> bytes, std::size_t size) : bytes_(std::move(bytes)), size_(size) {}
  std::string_view view() const { return {bytes_.get(), size_}; }

 private:
  std::unique_ptr<char[]> bytes_;
  std::size_t size_;
};

/// Throws Error unless there is a regular file.
void require_readable(const std::filesystem::path& file);

/// Read whole, not mapped: a file that another program shortens meanwhile must not end in a signal.
/// Throws Error for anything but a readable regular file. If there is no memory for it, std::bad_alloc is nested in the Error.
FileBytes read_file(const std::filesystem::path& file);

/// Throws Error if anything has that name, be it a link that leads nowhere.
void require_free_name(const std::filesystem::path& file);

/// Written beside under another name and then given its own, so that the file appears whole or not at all. Throws
/// Error.
void write_file(const std::filesystem::path& file, std::string_view bytes, IfExists existing);

}  // namespace graze::io
