# find_package(graze), pkg-config and the headers. The targets are graze::core, graze::io, and graze::graze for both.
if(NOT GRAZE_INSTALL)
  return()
endif()
include(CMakePackageConfigHelpers)

set(libraries graze_core graze_graze)
if(GRAZE_BUILD_IO)
  list(APPEND libraries graze_io)
endif()
install(TARGETS ${libraries} EXPORT graze-targets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY include/graze TYPE INCLUDE)

# A static library leaves its private dependencies to whoever links it.
set(GRAZE_LINKED_PACKAGES "")
set(GRAZE_PC_REQUIRES "eigen3 >= 3.4")
find_package(Threads REQUIRED)
set(GRAZE_PC_LIBS "-lgraze_core ${CMAKE_THREAD_LIBS_INIT}")
if(NOT BUILD_SHARED_LIBS)
  list(APPEND GRAZE_LINKED_PACKAGES HWY Threads)
  string(APPEND GRAZE_PC_REQUIRES ", libhwy")
endif()
if(GRAZE_BUILD_IO)
  string(PREPEND GRAZE_PC_LIBS "-lgraze_io ")
  get_target_property(io_links graze_io LINK_LIBRARIES)
  if("assimp::assimp" IN_LIST io_links AND NOT BUILD_SHARED_LIBS)
    list(APPEND GRAZE_LINKED_PACKAGES assimp)
    string(APPEND GRAZE_PC_REQUIRES ", assimp")
  endif()
endif()

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/graze)
install(EXPORT graze-targets NAMESPACE graze:: DESTINATION ${package_dir})
configure_package_config_file(cmake/graze-config.cmake.in ${PROJECT_BINARY_DIR}/graze-config.cmake
  INSTALL_DESTINATION ${package_dir} NO_SET_AND_CHECK_MACRO)
# Before 1.0 a minor version may break its users.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/graze-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/graze-config.cmake ${PROJECT_BINARY_DIR}/graze-config-version.cmake
  DESTINATION ${package_dir})

# Found from the .pc file's own place, so that the installed tree can be moved.
file(RELATIVE_PATH GRAZE_PC_PREFIX ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
configure_file(cmake/graze.pc.in ${PROJECT_BINARY_DIR}/graze.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/graze.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
