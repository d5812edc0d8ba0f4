# Prefers the compiler, linker and compiler cache that vkmorph is built fastest with. Included before project().
#
# Whatever the user names (CMAKE_CXX_COMPILER, CXX, CMAKE_CXX_COMPILER_LAUNCHER, CMAKE_EXE_LINKER_FLAGS) wins.

if(NOT DEFINED CMAKE_C_COMPILER AND NOT DEFINED ENV{CC} AND NOT DEFINED CMAKE_CXX_COMPILER AND
   NOT DEFINED ENV{CXX})
  find_program(VKMORPH_CLANG clang-19)
  find_program(VKMORPH_CLANGXX clang++-19)
  mark_as_advanced(VKMORPH_CLANG VKMORPH_CLANGXX)
  if(VKMORPH_CLANG AND VKMORPH_CLANGXX)
    set(CMAKE_C_COMPILER ${VKMORPH_CLANG})
    set(CMAKE_CXX_COMPILER ${VKMORPH_CLANGXX})
  endif()
endif()

if(NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER AND NOT DEFINED ENV{CMAKE_CXX_COMPILER_LAUNCHER})
  find_program(VKMORPH_CCACHE ccache)
  mark_as_advanced(VKMORPH_CCACHE)
  if(VKMORPH_CCACHE)
    # The base directory gives hits across build folders; the sloppiness is what ccache's manual asks for with
    # precompiled headers. What a file includes is known from the compilation itself, not from preprocessing it before,
    # which is a twentieth of the time of a build from nothing.
    set(CMAKE_CXX_COMPILER_LAUNCHER
        ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${CMAKE_CURRENT_SOURCE_DIR} CCACHE_NOHASHDIR=1 CCACHE_DEPEND=1
        CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${VKMORPH_CCACHE})
  endif()
endif()

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, Release, RelWithDebInfo or MinSizeRel" FORCE)
endif()
