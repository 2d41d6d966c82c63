# bench_broad_phases: each peer is a library of its own, as for bench_mesh_pairs, whose packages it uses.
add_executable(bench_broad_phases broad_phases.cpp broad_race.cpp broad_procedures.cpp world_procedures.cpp
  broad_peers/peers.cpp broad_peers/graze.cpp)
target_link_libraries(bench_broad_phases PRIVATE bench_program graze_scenes Threads::Threads graze_settings)

add_peer(bench_broad_phases broad_peers fcl "${fcl_FOUND}" "" fcl)
add_peer(bench_broad_phases broad_peers bullet ${bullet_found} "${BULLET_HEADERS}" ${BULLET_COLLISION} ${BULLET_MATH})
add_peer(bench_broad_phases broad_peers ode ${ode_found} "${ODE_HEADERS}" ${ODE_LIBRARY})
add_peer(bench_broad_phases broad_peers cgal "${CGAL_FOUND}" "" CGAL::CGAL)
