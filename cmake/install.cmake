# find_package(graze), pkg-config and the headers: see graze-config.cmake.in.
if(NOT GRAZE_INSTALL)
  return()
endif()
include(CMakePackageConfigHelpers)

set(GRAZE_COMPONENTS core)
if(GRAZE_BUILD_IO)
  list(APPEND GRAZE_COMPONENTS io)
endif()
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/graze)
foreach(component IN LISTS GRAZE_COMPONENTS)
  install(TARGETS graze_${component} EXPORT graze-${component}-targets
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(EXPORT graze-${component}-targets NAMESPACE graze:: DESTINATION ${package_dir})
endforeach()
install(DIRECTORY include/graze TYPE INCLUDE)

# A static library leaves its private dependencies to whoever links it.
set(GRAZE_CORE_PACKAGES Eigen3)
set(GRAZE_IO_PACKAGES "")
set(core_pc_requires "eigen3 >= 3.4")
set(io_pc_requires "graze-core = ${PROJECT_VERSION}")
if(NOT BUILD_SHARED_LIBS)
  list(APPEND GRAZE_CORE_PACKAGES HWY Threads)
  string(APPEND core_pc_requires ", libhwy")
  if(GRAZE_BUILD_IO)
    get_target_property(io_links graze_io LINK_LIBRARIES)
    if("assimp::assimp" IN_LIST io_links)
      list(APPEND GRAZE_IO_PACKAGES assimp)
      string(APPEND io_pc_requires ", assimp")
    endif()
  endif()
endif()

configure_package_config_file(cmake/graze-config.cmake.in ${PROJECT_BINARY_DIR}/graze-config.cmake
  INSTALL_DESTINATION ${package_dir} NO_SET_AND_CHECK_MACRO NO_CHECK_REQUIRED_COMPONENTS_MACRO)
# Before 1.0 a minor version may break its users.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/graze-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/graze-config.cmake ${PROJECT_BINARY_DIR}/graze-config-version.cmake
  DESTINATION ${package_dir})

# pkg-config: graze-core, and graze for all there is. Found from the .pc file's own place, so that the installed tree
# can be moved. -pthread stands in both lines: some systems need it to compile, some to link.
file(RELATIVE_PATH GRAZE_PC_PREFIX ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
function(install_pc GRAZE_PC_NAME GRAZE_PC_WHAT GRAZE_PC_REQUIRES GRAZE_PC_LIBS)
  configure_file(cmake/graze.pc.in ${PROJECT_BINARY_DIR}/${GRAZE_PC_NAME}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${GRAZE_PC_NAME}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endfunction()
install_pc(graze-core " (without files)" "${core_pc_requires}" "-lgraze_core -pthread")
if(GRAZE_BUILD_IO)
  install_pc(graze "" "${io_pc_requires}" "-lgraze_io")
else()
  install_pc(graze "" "graze-core = ${PROJECT_VERSION}" "")
endif()
