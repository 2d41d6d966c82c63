# Flags that every target of the project shares. `graze_settings` is private: users never inherit it.
add_library(graze_settings INTERFACE)
target_compile_features(graze_settings INTERFACE cxx_std_20)

# Every error bound in src/exact and src/elementary counts roundings one by one: no contraction into fused
# operations, no reassociation.
target_compile_options(graze_settings INTERFACE -ffp-contract=off)

target_compile_options(graze_settings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor)
# `&` of comparisons is meant where a branch would be mispredicted.
if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
  target_compile_options(graze_settings INTERFACE -Wno-bitwise-instead-of-logical)
endif()
if(GRAZE_WERROR)
  target_compile_options(graze_settings INTERFACE -Werror)
endif()

if(GRAZE_SANITIZE)
  # One instruction set is enough to see what memory is touched, and takes a fifth of the time to compile.
  add_compile_definitions(HWY_COMPILE_ONLY_STATIC)
  add_compile_options(-fsanitize=${GRAZE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${GRAZE_SANITIZE})
endif()

if(PROJECT_IS_TOP_LEVEL)
  set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
  find_program(CCACHE ccache)
  if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    # What a precompiled header defines is part of it here: no file defines macros before it.
    set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE})
  endif()
endif()

# For the command line, which spends its time in the library: most of what it compiles is headers of other libraries, and at -O3 that
# takes as long as all of src. Of inline functions that it shares with the library the linker may take either copy.
function(graze_compile_quickly target)
  if(CMAKE_BUILD_TYPE STREQUAL "Release")
    target_compile_options(${target} PRIVATE -O1)
  elseif(GRAZE_SANITIZE)
    target_compile_options(${target} PRIVATE -O0)
  endif()
endfunction()

# Reading Eigen and the standard library is half of the time that most files take to compile. Files name what they use all the
# same: tools/determinism compiles them without this.
function(graze_precompile target)
  if(GRAZE_PRECOMPILE)
    target_precompile_headers(${target} PRIVATE <Eigen/Geometry> <algorithm> <array> <cmath> <functional> <map> <memory>
      <optional> <span> <string> <vector> ${ARGN})
  endif()
endfunction()
