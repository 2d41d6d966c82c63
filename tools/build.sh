# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
# shellcheck shell=bash
#
# Sourced by ./graze and ./test: finds what is missing, installs it, configures and builds.
: "${root:?the folder of the project}"

stop() {
  printf 'graze: %s\n' "$*" >&2
  exit 2
}

# The packages of the lists "$@" whose command or header is not there, one a line. Asking for what is used, and not for
# the package, lets a compiler or library from elsewhere do.
missing_packages() {
  local lists=" $* " list package probe found=''
  local -a headers=()
  while read -r list package probe; do
    [[ $probe == *[./]* && $lists == *" $list "* ]] && headers+=("$probe")
  done < <(grep -v '^#' "$root/tools/packages")
  found=$(found_headers "${headers[@]}")
  while read -r list package probe; do
    [[ $lists == *" $list "* ]] || continue
    if [[ $probe == *[./]* ]]; then
      [[ $found == *"<$probe>"* ]] || printf '%s\n' "$package"
    else
      command -v "$probe" >/dev/null || printf '%s\n' "$package"
    fi
  done < <(grep -v '^#' "$root/tools/packages")
}

# Those of the headers "$@" that a compiler finds, as <header>, in one run of it. Some belong to clang alone.
found_headers() {
  local compiler header
  for compiler in "${CXX:-c++}" clang++; do
    command -v "$compiler" >/dev/null || continue
    for header in "$@"; do
      printf '#if __has_include(<%s>)\n"<%s>"\n#endif\n' "$header" "$header"
    done | "$compiler" -E -x c++ -I/usr/include/eigen3 -I/usr/local/include/eigen3 - 2>/dev/null || true
  done
}

# Installs what is missing of the lists "$@" (see tools/packages). A stamp remembers the answer for as long as the
# lists stay the same.
need_packages() {
  local stamp="$root/build/packages-${*// /-}" list missing
  list=$(<"$root/tools/packages")
  [[ -e $stamp && $(<"$stamp") == "$list" ]] && return
  missing=$(missing_packages "$@" | tr '\n' ' ')
  [[ -z $missing ]] || install_packages "$missing"
  missing=$(missing_packages "$@" | tr '\n' ' ')
  [[ -z $missing ]] || stop "still missing after installing: $missing"
  mkdir -p "$root/build"
  printf '%s\n' "$list" >"$stamp"
}

install_packages() {
  local missing=$1 log="$root/build/packages.log"
  local -a as_root=()
  command -v apt-get >/dev/null || stop "please install (these are Debian's names): $missing"
  if ((EUID != 0)); then
    command -v sudo >/dev/null || stop "please install, as root: apt-get install $missing"
    as_root=(sudo)
  fi
  mkdir -p "$root/build"
  progress "installing $missing"
  # shellcheck disable=SC2086  # a list of words
  if ! "${as_root[@]}" apt-get update >"$log" 2>&1 ||
    ! "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
      apt-get install -y --no-install-recommends $missing >>"$log" 2>&1; then
    progress_done
    tail -n 20 "$log" >&2
    stop "cannot install $missing"
  fi
  progress_done
}

# One line on a terminal, overwritten by the next; nothing elsewhere.
progress() {
  [[ -t 2 ]] || return 0
  local width=${COLUMNS:-$(tput cols 2>/dev/null || echo 80)}
  local line="graze: $*"
  printf '\r\033[K%s' "${line:0:width-1}" >&2
}

progress_done() {
  [[ -t 2 ]] || return 0
  printf '\r\033[K' >&2
}

# configure PRESET KIND [OPTION…]: KIND `tests` has the tests, `bench` the benchmarks with every peer that is installed,
# `app` needs neither. Done again only where the folder was moved, or for a kind that it was not yet configured for; what
# was there before stays.
configure() {
  local preset=$1 kind=$2 folder="$root/build/$1" before=''
  shift 2
  [[ -e $folder/configured && -e $folder/build.ninja ]] && before=$(<"$folder/configured")
  [[ -z $before || $before == "$root "* ]] || { rm -rf "$folder" && before=''; }
  local kinds=" ${before#"$root "} "
  [[ $kinds == *" $kind "* || ($kind == app && -n $before) ]] && return
  [[ $kinds == *' bench '* ]] && set -- "$@" -DGRAZE_BUILD_BENCH=ON
  [[ $kinds == *' tests '* ]] && set -- "$@" -DGRAZE_WERROR=ON
  mkdir -p "$folder"
  local tests=OFF
  [[ $kind == tests || $kinds == *' tests '* ]] && tests=ON
  progress "configuring $preset"
  if ! (cd "$root" && cmake --preset "$preset" -DGRAZE_BUILD_TESTS=$tests "$@") >"$folder/configure.log" 2>&1; then
    progress_done
    cat "$folder/configure.log" >&2
    stop "cannot configure build/$preset"
  fi
  progress_done
  printf '%s' "$root ${before:+${before#"$root "} }$kind" >"$folder/configured"
}

# build PRESET [TARGET…]: quiet, but for a line of progress on a terminal, and for what went wrong.
build() {
  local preset=$1 folder="$root/build/$1" failed=0
  shift
  if [[ -t 2 ]]; then
    ninja -C "$folder" "$@" 2>&1 | tee "$folder/build.log" | build_progress "$preset" || failed=$?
  else
    ninja -C "$folder" "$@" >"$folder/build.log" 2>&1 || failed=$?
  fi
  ((failed)) || return 0
  grep -v '^\[' "$folder/build.log" >&2 || true
  stop "cannot build build/$preset"
}

build_progress() {
  local line
  while read -r line; do
    if [[ $line == \[* ]]; then progress "building $1 ${line%%\]*}]"; fi
  done
  progress_done
}

# Runs "$@" while no other ./graze or ./test of this folder builds.
alone() {
  mkdir -p "$root/build"
  if command -v flock >/dev/null; then
    exec 9>"$root/build/lock"
    flock 9
    "$@" 9>&-
    exec 9>&-
  else
    "$@"
  fi
}
