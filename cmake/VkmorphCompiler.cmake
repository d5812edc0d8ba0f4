# How the compiler's own components are built: vkmorph_add_library, vkmorph_add_tool, precompiled headers, warnings.

option(VKMORPH_PCH "Precompile the headers of MLIR, of the dialect and of clang's AST (clang only)" ON)
set(VKMORPH_JOINED_FILES 20)
# Half of the time of a build is what each file instantiates of MLIR's and clang's templates. OFF suits those who change
# one file again and again, and editors that look up files in compile_commands.json.
option(VKMORPH_JOIN_SOURCES "Compile the files of a folder together, up to ${VKMORPH_JOINED_FILES} at once" ON)
set(VKMORPH_SANITIZE "" CACHE STRING "Sanitizers to build everything with, as -fsanitize= takes them")

set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
# Installed tools find LLVM's libraries where they were linked from.
set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)

# Line numbers in backtraces (-g1) would take an eighth of the time of a build; those of Debug have them.
set(CMAKE_CXX_FLAGS_RELEASE "-O1 -DNDEBUG")
set(CMAKE_CXX_FLAGS_DEBUG "-O0 -g")

add_compile_options(-Wall -Wextra -Werror)
add_compile_options($<$<CXX_COMPILER_ID:Clang>:-fcolor-diagnostics>)
# g++ sees null pointers and uninitialized optionals in what it inlines from the headers of clang and LLVM, which are
# system headers to no avail.
add_compile_options($<$<CXX_COMPILER_ID:GNU>:-Wno-nonnull> $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)

if(VKMORPH_SANITIZE)
  # The shared libraries of LLVM are not instrumented: vptr and function checks across that border report what is
  # not there, and the ends of containers that the libraries filled are unknown.
  set(CMAKE_CXX_FLAGS_DEBUG "-O1 -g1")
  add_compile_options(-fsanitize=${VKMORPH_SANITIZE} -fno-sanitize=vptr,function -fno-sanitize-recover=all
                      -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${VKMORPH_SANITIZE})
endif()

include(CheckLinkerFlag)
check_linker_flag(CXX -fuse-ld=lld-${VKMORPH_LLVM_VERSION} VKMORPH_HAS_LLD)
if(VKMORPH_HAS_LLD)
  add_link_options(-fuse-ld=lld-${VKMORPH_LLVM_VERSION})
endif()

# The two sets of precompiled headers. Only headers that most files of the components in question include anyway: MLIR's,
# and the dialect, whose operations take a compiler longer than most files that use them.
set(VKMORPH_PCH_mlir
    <map> <optional> <string> <vector>
    <ir/VkmDialect.h>
    <mlir/IR/Builders.h> <mlir/IR/BuiltinAttributes.h> <mlir/IR/BuiltinOps.h> <mlir/IR/BuiltinTypes.h>
    <mlir/IR/Diagnostics.h> <mlir/IR/Dialect.h> <mlir/IR/IRMapping.h> <mlir/IR/MLIRContext.h>
    <mlir/IR/OpImplementation.h> <mlir/IR/PatternMatch.h> <mlir/IR/SymbolTable.h>
    <mlir/Interfaces/SideEffectInterfaces.h> <mlir/Pass/Pass.h> <mlir/Support/LLVM.h>
    <llvm/ADT/MapVector.h> <llvm/ADT/SetVector.h> <llvm/ADT/STLExtras.h> <llvm/ADT/StringExtras.h>
    <llvm/ADT/StringMap.h> <llvm/ADT/StringRef.h> <llvm/ADT/StringSet.h> <llvm/ADT/TypeSwitch.h>
    <llvm/Support/raw_ostream.h>)
set(VKMORPH_PCH_clang
    ${VKMORPH_PCH_mlir}
    <clang/AST/ASTConsumer.h> <clang/AST/ASTContext.h> <clang/AST/Decl.h> <clang/AST/DeclCXX.h>
    <clang/AST/DeclTemplate.h> <clang/AST/Expr.h> <clang/AST/ExprCXX.h>
    <clang/AST/Stmt.h> <clang/AST/StmtCXX.h> <clang/AST/Type.h> <clang/Basic/SourceManager.h>
    <clang/Lex/Lexer.h>)

# Compiles the sources of a target that stand in one folder together, in parts of similar numbers of files. Parts end at
# folders, so that a new file meets only the names of its own folder.
function(vkmorph_join_sources name)
  if(NOT VKMORPH_JOIN_SOURCES)
    return()
  endif()
  get_target_property(sources ${name} SOURCES)
  set(folders "")
  foreach(source IN LISTS sources)
    if(source MATCHES "\\.cpp$" AND NOT IS_ABSOLUTE "${source}")
      get_filename_component(folder "${source}" DIRECTORY)
      string(MAKE_C_IDENTIFIER "in_${folder}" folder)
      list(APPEND folders ${folder})
      list(APPEND files_${folder} "${source}")
    endif()
  endforeach()
  list(REMOVE_DUPLICATES folders)
  foreach(folder IN LISTS folders)
    list(LENGTH files_${folder} count)
    math(EXPR parts "(${count} + ${VKMORPH_JOINED_FILES} - 1) / ${VKMORPH_JOINED_FILES}")
    set(index 0)
    foreach(source IN LISTS files_${folder})
      math(EXPR part "${index} * ${parts} / ${count}")
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder}_${part})
      math(EXPR index "${index} + 1")
    endforeach()
  endforeach()
  set_target_properties(${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

# Makes the target that owns the precompiled headers of one set.
function(vkmorph_add_pch set libs)
  set(source ${PROJECT_BINARY_DIR}/pch/${set}.cpp)
  file(CONFIGURE OUTPUT ${source} CONTENT "// Owns the precompiled headers of the set '${set}'.\n")
  add_library(vkmorph_pch_${set} STATIC ${source})
  vkmorph_component(vkmorph_pch_${set} PUBLIC VkmorphIRIncGen "${libs}")
  target_precompile_headers(vkmorph_pch_${set} PRIVATE ${VKMORPH_PCH_${set}})
  # ccache can only share what does not carry the time at which it was made.
  target_compile_options(vkmorph_pch_${set} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
endfunction()

# vkmorph_add_library(NAME SRCS file... [DEPENDS target...] [LINK_LIBS lib...] [PCH mlir|clang|none])
#
# A component of the compiler: a static library. Headers are included from the top of the tree ("ir/VkmDialect.h"),
# generated ones likewise from the top of the build folder ("ir/VkmOps.h.inc"). DEPENDS names tablegen targets.
# MLIR and LLVM are always linked; the front end adds vkmorph_clang, the GLSL back end vkmorph_glslang.
function(vkmorph_add_library name)
  cmake_parse_arguments(arg "" "PCH" "SRCS;DEPENDS;LINK_LIBS" ${ARGN})
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "vkmorph_add_library(${name}): unknown arguments: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  add_library(${name} STATIC ${arg_SRCS})
  vkmorph_component(${name} PUBLIC "${arg_DEPENDS}" "${arg_LINK_LIBS}")
  vkmorph_use_pch(${name} "${arg_PCH}")
  vkmorph_join_sources(${name})
endfunction()

# vkmorph_add_tool(NAME SRCS file... [DEPENDS target...] [LINK_LIBS lib...] [PCH mlir|clang|none] [NO_INSTALL] [ARCHIVES])
#
# A program in bin/ of the build folder and of the installation. ARCHIVES: it loads no plugins, and has LLVM in itself
# where its archives are installed.
function(vkmorph_add_tool name)
  cmake_parse_arguments(arg "NO_INSTALL;ARCHIVES" "PCH" "SRCS;DEPENDS;LINK_LIBS" ${ARGN})
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "vkmorph_add_tool(${name}): unknown arguments: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  add_executable(${name} ${arg_SRCS})
  vkmorph_component(${name} PRIVATE "${arg_DEPENDS}" "${arg_LINK_LIBS}")
  vkmorph_use_pch(${name} "${arg_PCH}")
  vkmorph_join_sources(${name})
  if(arg_ARCHIVES AND VKMORPH_HAS_ARCHIVES)
    set_target_properties(${name} PROPERTIES VKMORPH_USES_ARCHIVES ON)
    # Addresses that are known when it is linked need no relocation, of which there are 200,000, at each start.
    target_link_options(${name} PRIVATE -Wl,--gc-sections -no-pie)
  endif()
  if(NOT arg_NO_INSTALL)
    install(TARGETS ${name} EXPORT vkmorphTools RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT compiler)
    set_property(GLOBAL APPEND PROPERTY VKMORPH_TOOLS ${name})
  endif()
endfunction()

# What libraries and tools share. SCOPE is PUBLIC for a library; PRIVATE for a tool, which is exported without them.
function(vkmorph_component name scope depends libs)
  target_include_directories(${name} ${scope} ${PROJECT_SOURCE_DIR})
  # As a system folder: what mlir-tblgen writes is not held to our warnings.
  target_include_directories(${name} SYSTEM ${scope} ${PROJECT_BINARY_DIR})
  target_link_libraries(${name} ${scope} ${libs} vkmorph_llvm)
  if(depends)
    add_dependencies(${name} ${depends})
  endif()
endfunction()

# Lets the sources of a target begin with one of the sets; that of MLIR where none is named.
function(vkmorph_use_pch name set)
  if(NOT set)
    set(set mlir)
  endif()
  if(NOT VKMORPH_USE_PCH OR set STREQUAL "none")
    return()
  endif()
  target_precompile_headers(${name} REUSE_FROM vkmorph_pch_${set})
  target_compile_options(${name} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
  # Programs are compiled as what the headers were compiled for.
  get_target_property(type ${name} TYPE)
  if(type STREQUAL "EXECUTABLE")
    set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
    target_compile_options(${name} PRIVATE -fPIC)
  endif()
endfunction()

if(VKMORPH_PCH AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  set(VKMORPH_USE_PCH ON)
  vkmorph_add_pch(mlir "")
  vkmorph_add_pch(clang vkmorph_clang)
else()
  set(VKMORPH_USE_PCH OFF)
endif()
