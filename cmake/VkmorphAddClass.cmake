# vkmorph_add_class: translates a C++ class as part of a user's build.
#
#   vkmorph_add_class(
#     TARGET program              # gets the generated class, its include folder and vkmorph::runtime
#     CLASS linalg::Numbers
#     SOURCES numbers.cpp         # what defines the class; relative to the current source folder
#     [HEADER numbers.h]          # what declares it; without: as the first source, whatever its extension
#     [OPTIONS --reduction=tree]  # options of vkmorph
#     [CLANG_OPTIONS -DX=1]       # options of clang, beside the target's own includes, definitions and standard
#     [OUTPUT_DIR folder])        # where the generated files go; without: <class>_generated in the build folder
#
# vkmorph names its files after the header that declares the class: from numbers.h numbers_generated.h and
# numbers_generated.cpp. The sources themselves are not added to the target: the CPU's implementation is the base
# class, so the program lists them as ever. The class is translated again when a source, a header that one of them
# includes, or vkmorph itself changes.

function(vkmorph_add_class)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "TARGET;CLASS;HEADER;OUTPUT_DIR" "SOURCES;OPTIONS;CLANG_OPTIONS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "vkmorph_add_class: unknown arguments: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  foreach(needed TARGET CLASS SOURCES)
    if(NOT arg_${needed})
      message(FATAL_ERROR "vkmorph_add_class: ${needed} is missing")
    endif()
  endforeach()
  if(NOT TARGET ${arg_TARGET})
    message(FATAL_ERROR "vkmorph_add_class: there is no target '${arg_TARGET}'; add the program first")
  endif()
  if(NOT TARGET vkmorph::vkmorph)
    message(FATAL_ERROR "vkmorph_add_class: this installation of vkmorph has the runtime only, not the compiler")
  endif()

  # The generated files are named after the header's stem.
  if(NOT arg_HEADER)
    list(GET arg_SOURCES 0 arg_HEADER)
  endif()
  get_filename_component(stem ${arg_HEADER} NAME_WLE)
  if(NOT arg_OUTPUT_DIR)
    string(REGEX REPLACE "[^A-Za-z0-9_]+" "_" folder ${arg_CLASS})
    set(arg_OUTPUT_DIR ${CMAKE_CURRENT_BINARY_DIR}/${folder}_generated)
  endif()
  get_filename_component(output ${arg_OUTPUT_DIR} ABSOLUTE BASE_DIR ${CMAKE_CURRENT_BINARY_DIR})

  set(sources)
  foreach(source IN LISTS arg_SOURCES)
    get_filename_component(source ${source} ABSOLUTE BASE_DIR ${CMAKE_CURRENT_SOURCE_DIR})
    list(APPEND sources ${source})
  endforeach()

  # Clang reads the sources as the target's compiler does.
  set(includes $<TARGET_PROPERTY:${arg_TARGET},INCLUDE_DIRECTORIES>)
  set(definitions $<TARGET_PROPERTY:${arg_TARGET},COMPILE_DEFINITIONS>)
  set(clang_options
      "$<$<BOOL:${includes}>:-I$<JOIN:${includes},$<SEMICOLON>-I>>"
      "$<$<BOOL:${definitions}>:-D$<JOIN:${definitions},$<SEMICOLON>-D>>")
  get_target_property(standard ${arg_TARGET} CXX_STANDARD)
  if(NOT standard)
    set(standard 17)
  endif()
  list(PREPEND clang_options -std=c++${standard})

  # Kernels in OpenCL C become SPIR-V by clspv.
  set(compiler $<TARGET_FILE:vkmorph::vkmorph>)
  if("--shaders=openclc" IN_LIST arg_OPTIONS)
    find_program(VKMORPH_CLSPV clspv DOC "clspv, which compiles kernels in OpenCL C for Vulkan")
    if(VKMORPH_CLSPV)
      list(PREPEND compiler ${CMAKE_COMMAND} -E env CLSPV=${VKMORPH_CLSPV})
    else()
      message(WARNING "vkmorph_add_class: clspv is not installed. ${arg_CLASS} is generated with the text of its kernels, "
                      "which no driver of Vulkan takes: build clspv (https://github.com/google/clspv), and put it into PATH "
                      "or set VKMORPH_CLSPV to it.")
    endif()
  endif()

  # vkmorph leaves a file that would not change as it is, old time included, so the time of the last translation is
  # that of a stamp: without it everything would be translated in every build after the first change.
  set(stamp ${output}/${stem}.stamp)
  set(generated ${output}/${stem}_generated.cpp ${output}/${stem}_generated.h)
  file(MAKE_DIRECTORY ${output})
  add_custom_command(
    OUTPUT ${stamp}
    BYPRODUCTS ${generated}
    COMMAND ${compiler} ${sources} --class ${arg_CLASS} -o ${output}
            -MD -MF ${stamp}.d -MT ${stamp} ${arg_OPTIONS} -- ${clang_options} ${arg_CLANG_OPTIONS}
    COMMAND ${CMAKE_COMMAND} -E touch ${stamp}
    DEPENDS ${sources} $<TARGET_FILE:vkmorph::vkmorph>
    DEPFILE ${stamp}.d
    COMMENT "Translating class ${arg_CLASS}"
    COMMAND_EXPAND_LISTS VERBATIM)

  target_sources(${arg_TARGET} PRIVATE ${generated} ${stamp})
  set_source_files_properties(${generated} PROPERTIES GENERATED ON OBJECT_DEPENDS ${stamp})
  # The generated header includes the user's by the name it has in the source folder.
  target_include_directories(${arg_TARGET} PRIVATE ${output} ${CMAKE_CURRENT_SOURCE_DIR})
  target_link_libraries(${arg_TARGET} PRIVATE vkmorph::runtime)
endfunction()
