# What the samples' programs have in common, as the target sample_program.
if(TARGET sample_program)
  return()
endif()
find_path(STB_INCLUDE_DIR stb_image.h PATH_SUFFIXES stb REQUIRED DOC "The headers of stb (Debian: libstb-dev)")
add_library(sample_program STATIC ${CMAKE_CURRENT_LIST_DIR}/main_pictures.cpp
                                  ${CMAKE_CURRENT_LIST_DIR}/main_program.cpp)
target_include_directories(sample_program PUBLIC ${CMAKE_CURRENT_LIST_DIR})
target_include_directories(sample_program SYSTEM PRIVATE ${STB_INCLUDE_DIR})
target_link_libraries(sample_program PUBLIC vkmorph::runtime)
