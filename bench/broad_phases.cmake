# bench_broad_phases: each peer is a library of its own, as for bench_mesh_pairs, whose packages it uses.
add_executable(bench_broad_phases broad_phases.cpp broad_race.cpp broad_procedures.cpp race.cpp plot.cpp
  broad_peers/peers.cpp broad_peers/graze.cpp ${PROJECT_SOURCE_DIR}/apps/graze/terminal.cpp)
target_include_directories(bench_broad_phases PRIVATE
  ${CMAKE_CURRENT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/apps/graze)
target_link_libraries(bench_broad_phases PRIVATE graze_core graze_scenes CLI11::CLI11 fmt::fmt
  nlohmann_json::nlohmann_json Threads::Threads graze_settings)

# add_broad_peer(NAME FOUND HEADERS LIBRARY…)
function(add_broad_peer name found headers)
  string(TOUPPER ${name} upper)
  if(NOT found)
    message(STATUS "bench_broad_phases: without ${name}, which was not found")
    return()
  endif()
  add_library(bench_broad_${name} STATIC broad_peers/${name}.cpp)
  target_include_directories(bench_broad_${name} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  if(headers)
    target_include_directories(bench_broad_${name} SYSTEM PRIVATE ${headers})
  endif()
  target_link_libraries(bench_broad_${name} PRIVATE ${ARGN} graze_scenes fmt::fmt graze_settings)
  target_link_libraries(bench_broad_phases PRIVATE bench_broad_${name})
  target_compile_definitions(bench_broad_phases PRIVATE GRAZE_WITH_${upper})
endfunction()

add_broad_peer(fcl "${fcl_FOUND}" "" fcl)
add_broad_peer(bullet ${bullet_found} "${BULLET_HEADERS}" ${BULLET_COLLISION} ${BULLET_MATH})
add_broad_peer(ode ${ode_found} "${ODE_HEADERS}" ${ODE_LIBRARY})
add_broad_peer(cgal "${CGAL_FOUND}" "" CGAL::CGAL)
