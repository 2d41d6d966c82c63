# Tests that are commands: the command line, a user's project, and the checks of tools/.
# Label `once`: tells nothing new under a sanitizer. Exit code 77: skipped, with the reason printed.
find_program(PYTHON3 python3)
if(NOT PYTHON3)
  message(STATUS "python3 not found: without the tests of the command line and the checks")
  return()
endif()

foreach(check includes format text readme guarantees)
  add_test(NAME checks.${check} COMMAND ${PYTHON3} ${PROJECT_SOURCE_DIR}/tools/check_${check})
  set_tests_properties(checks.${check} PROPERTIES LABELS "checks;once")
endforeach()

if(GRAZE_BUILD_APPS)
  foreach(area help check check_frames check_distance check_input inspect demo selftest_options)
    add_test(NAME cli.${area} COMMAND ${PYTHON3} ${CMAKE_CURRENT_SOURCE_DIR}/cli/${area}_test.py)
    set_tests_properties(cli.${area} PROPERTIES LABELS cli ENVIRONMENT GRAZE=$<TARGET_FILE:graze_cli>)
  endforeach()
  # Sanitizers need more address space than --memory leaves.
  if(NOT GRAZE_SANITIZE)
    add_test(NAME cli.limits COMMAND ${PYTHON3} ${CMAKE_CURRENT_SOURCE_DIR}/cli/limits_test.py)
    set_tests_properties(cli.limits PROPERTIES LABELS "cli;once" ENVIRONMENT GRAZE=$<TARGET_FILE:graze_cli>)
  endif()
  # Two minutes of random scenes on all cores, always the same ones.
  add_test(NAME cli.selftest COMMAND graze_cli selftest --seconds 120 --seed 1 --out ${PROJECT_BINARY_DIR}/selftest-found)
  set_tests_properties(cli.selftest PROPERTIES
    LABELS "cli;once" PROCESSORS 2 TIMEOUT 400 FIXTURES_REQUIRED selftest_folder)
  # What an earlier run found would be refused.
  add_test(NAME cli.selftest_folder COMMAND ${CMAKE_COMMAND} -E rm -rf ${PROJECT_BINARY_DIR}/selftest-found)
  set_tests_properties(cli.selftest_folder PROPERTIES LABELS "cli;once" FIXTURES_SETUP selftest_folder)
  add_test(NAME cli.golden COMMAND ${PYTHON3} ${CMAKE_CURRENT_SOURCE_DIR}/cli/golden_test.py)
  set_tests_properties(cli.golden PROPERTIES LABELS "cli;once" ENVIRONMENT GRAZE=$<TARGET_FILE:graze_cli>)
  add_test(NAME cli.cases COMMAND ${PYTHON3} ${CMAKE_CURRENT_SOURCE_DIR}/cli/cases.py)
  set_tests_properties(cli.cases PROPERTIES
    LABELS "cli;once" ENVIRONMENT GRAZE=$<TARGET_FILE:graze_cli> SKIP_RETURN_CODE 77)
endif()

if(GRAZE_INSTALL)
  add_test(NAME consumer COMMAND ${PYTHON3} ${CMAKE_CURRENT_SOURCE_DIR}/consumer/run.py
    ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR} ${PROJECT_BINARY_DIR}/consumer ${CMAKE_CXX_COMPILER})
  set_tests_properties(consumer PROPERTIES LABELS "consumer;once")
endif()
