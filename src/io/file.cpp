// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "io/file.h"

#include <graze/error.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <random>
#include <system_error>

#include "math/message.h"

namespace graze::io {
namespace {

namespace fs = std::filesystem;

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

std::string reason(int error) {
  return std::generic_category().message(error);
}

/// Removes the file at the end of its life unless it was renamed.
class TemporaryFile {
 public:
  explicit TemporaryFile(const fs::path& final_file) : final_(final_file) {
    constexpr int attempts = 16;
    std::random_device random;
    for (int i = 0; i < attempts && !stream_; ++i) {
      path_ = final_;
      path_ += message(".", random(), ".part");
      stream_.reset(std::fopen(path_.c_str(), "wbx"));  // x: never someone else's file
      if (!stream_ && errno != EEXIST) break;
    }
    if (!stream_) throw Error(message(final_.string(), ": cannot be written: ", reason(errno)));
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    if (!stream_ && path_.empty()) return;
    stream_.reset();
    std::error_code ignored;
    fs::remove(path_, ignored);
  }

  void write(std::string_view bytes) {
    const std::size_t written = std::fwrite(bytes.data(), 1, bytes.size(), stream_.get());
    if (written != bytes.size() || std::fflush(stream_.get()) != 0) fail();
  }

  void commit(IfExists existing) {
    if (std::fclose(stream_.release()) != 0) fail();
    if (existing == IfExists::fail) return take_free_name();
    std::error_code error;
    fs::rename(path_, final_, error);
    if (error) throw Error(message(final_.string(), ": cannot be written: ", error.message()));
    path_.clear();
  }

 private:
  /// A second name for the file, which the system gives only if it is free; then the first is removed.
  void take_free_name() {
    if (link(path_.c_str(), final_.c_str()) == 0) return;
    if (errno == EEXIST) require_free_name(final_);
    // A file system without second names: make an empty file, which fails if there is something, and replace that.
    const File claim(std::fopen(final_.c_str(), "wbx"));
    if (!claim) fail();
    std::error_code error;
    fs::rename(path_, final_, error);
    if (error) throw Error(message(final_.string(), ": cannot be written: ", error.message()));
    path_.clear();
  }

  [[noreturn]] void fail() const {
    throw Error(message(final_.string(), ": cannot be written: ", reason(errno)));
  }

  fs::path final_;
  fs::path path_;
  File stream_;
};

}  // namespace

void require_readable(const fs::path& file) {
  const std::string name = file.empty() ? "''" : file.string();
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (status.type() == fs::file_type::not_found) throw Error(message(name, ": there is no such file"));
  if (error) throw Error(message(name, ": cannot be read: ", error.message()));
  if (fs::is_directory(status)) throw Error(message(name, ": is a directory, a file is needed"));
  if (!fs::is_regular_file(status)) throw Error(message(name, ": is not a regular file"));
}

FileBytes read_file(const fs::path& file) {
  require_readable(file);
  const std::string name = file.string();
  std::error_code error;
  const File stream(std::fopen(file.c_str(), "rb"));
  if (!stream) throw Error(message(name, ": cannot be read: ", reason(errno)));
  std::size_t capacity = fs::file_size(file, error);
  if (error) throw Error(message(name, ": cannot be read: ", error.message()));
  ++capacity;  // one more than there should be, so that a full buffer means that the file has grown

  std::size_t size = 0;
  try {
    auto bytes = std::make_unique_for_overwrite<char[]>(capacity);
    for (;;) {
      size += std::fread(bytes.get() + size, 1, capacity - size, stream.get());
      if (std::ferror(stream.get())) throw Error(message(name, ": cannot be read: ", reason(errno)));
      if (size < capacity) return {std::move(bytes), size};
      auto more = std::make_unique_for_overwrite<char[]>(2 * capacity);
      std::memcpy(more.get(), bytes.get(), size);
      bytes = std::move(more);
      capacity *= 2;
    }
  } catch (const std::bad_alloc&) {
    std::throw_with_nested(Error(message(name, ": has ", capacity - 1, " bytes: out of memory")));
  }
}

void require_free_name(const fs::path& file) {
  std::error_code error;
  const fs::file_status status = fs::symlink_status(file, error);
  if (status.type() == fs::file_type::not_found) return;
  if (error) throw Error(message(file.string(), ": cannot be written: ", error.message()));
  throw Error(
      message(file.string(), ": is there already, and is not overwritten: remove it, or give another name"));
}

void write_file(const fs::path& file, std::string_view bytes, IfExists existing) {
  if (existing == IfExists::fail) require_free_name(file);
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    throw Error(message(file.string(), ": cannot be written: there is something else than a regular file"));
  }
  TemporaryFile temporary(file);
  temporary.write(bytes);
  temporary.commit(existing);
}

}  // namespace graze::io
