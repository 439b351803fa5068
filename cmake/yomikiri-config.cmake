# find_package(yomikiri CONFIG): yomikiri::yomikiri is the archive, yomikiri::shared the shared
# library where it is installed.
get_filename_component(yomikiri_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

if(NOT TARGET yomikiri::yomikiri)
  add_library(yomikiri::yomikiri STATIC IMPORTED)
  set_target_properties(yomikiri::yomikiri PROPERTIES
    IMPORTED_LOCATION "${yomikiri_prefix}/lib/libyomikiri.a"
    INTERFACE_INCLUDE_DIRECTORIES "${yomikiri_prefix}/include")
endif()

if(NOT TARGET yomikiri::shared AND EXISTS "${yomikiri_prefix}/lib/libyomikiri.so")
  add_library(yomikiri::shared SHARED IMPORTED)
  set_target_properties(yomikiri::shared PROPERTIES
    IMPORTED_LOCATION "${yomikiri_prefix}/lib/libyomikiri.so"
    INTERFACE_INCLUDE_DIRECTORIES "${yomikiri_prefix}/include")
endif()
