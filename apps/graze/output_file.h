// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Files that options such as --dump and --repair name. A program never writes over what is there, whatever it is: an
// input, a link, somebody else's file.
#pragma once

#include <filesystem>
#include <initializer_list>
#include <string_view>

namespace graze::cli {

/// To be asked before any work is done. Throws Error unless the file has one of these endings, of which the case does
/// not matter, and its name is free. `option` is for the message.
void require_new_file(std::string_view option, const std::filesystem::path& file,
                      std::initializer_list<std::string_view> endings);

/// The same for a folder: throws Error if there is something but an empty folder.
void require_new_folder(std::string_view option, const std::filesystem::path& folder);

/// Makes a folder for files of ours alone. Throws Error if there is something but an empty folder.
void make_new_folder(std::string_view option, const std::filesystem::path& folder);

/// A file that is new at the first `write` and replaced by later ones.
class OutputFile {
 public:
  OutputFile() = default;  ///< not wanted: `write` does nothing
  OutputFile(std::string_view option, std::filesystem::path file,
             std::initializer_list<std::string_view> endings);

  /// Appears whole or not at all. Throws Error.
  void write(std::string_view bytes);

 private:
  std::filesystem::path file_;
  bool written_ = false;
};

}  // namespace graze::cli
