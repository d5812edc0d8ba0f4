# Finds what the compiler is built on: LLVM, MLIR and Clang 19, glslang and SPIRV-Tools, nlohmann-json; Vulkan and
# GoogleTest for the runtime and its tests.

set(VKMORPH_LLVM_VERSION 19)
set(VKMORPH_LLVM_ROOT "/usr/lib/llvm-${VKMORPH_LLVM_VERSION}" CACHE PATH
    "Where LLVM, MLIR and Clang ${VKMORPH_LLVM_VERSION} are installed")

# No default path leads to Debian's MLIR, and the default paths lead to an older clang.
find_package(MLIR REQUIRED CONFIG HINTS ${VKMORPH_LLVM_ROOT}/lib/cmake/mlir)
find_package(Clang REQUIRED CONFIG PATHS ${VKMORPH_LLVM_ROOT}/lib/cmake/clang NO_DEFAULT_PATH)
if(NOT LLVM_VERSION_MAJOR EQUAL VKMORPH_LLVM_VERSION)
  message(FATAL_ERROR "vkmorph needs LLVM ${VKMORPH_LLVM_VERSION}; found ${LLVM_PACKAGE_VERSION} in ${LLVM_DIR}")
endif()
list(APPEND CMAKE_MODULE_PATH ${MLIR_CMAKE_DIR} ${LLVM_CMAKE_DIR})
include(TableGen)
include(AddLLVM)
include(AddMLIR)

# Order matters: glslang's exported targets name those of SPIRV-Tools and of Threads.
find_package(Threads REQUIRED)
find_package(SPIRV-Tools REQUIRED CONFIG)
find_package(SPIRV-Tools-opt REQUIRED CONFIG)
find_package(glslang REQUIRED CONFIG)

find_package(nlohmann_json REQUIRED CONFIG)
find_package(Vulkan REQUIRED)
find_package(GTest REQUIRED CONFIG)
find_package(Python3 REQUIRED COMPONENTS Interpreter)
# A version manager's script in front of the interpreter takes longer than most of what tests ask Python for.
execute_process(COMMAND ${Python3_EXECUTABLE} -c "import sys; print(sys.executable)"
                OUTPUT_VARIABLE VKMORPH_PYTHON OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
set(Python3_EXECUTABLE ${VKMORPH_PYTHON})

# The folder of clang's own headers: what the compiler falls back to when it is not installed beside a clang.
find_path(VKMORPH_CLANG_RESOURCE_DIR include/stddef.h
          HINTS ${VKMORPH_LLVM_ROOT}/lib/clang/${VKMORPH_LLVM_VERSION}
                /usr/lib/clang/${VKMORPH_LLVM_VERSION} NO_DEFAULT_PATH)
mark_as_advanced(VKMORPH_CLANG_RESOURCE_DIR)
if(NOT VKMORPH_CLANG_RESOURCE_DIR)
  message(FATAL_ERROR "clang's own headers (libclang-common-19-dev) were not found below ${VKMORPH_LLVM_ROOT}")
endif()

# GLSL -> SPIR-V in process, and the validator.
add_library(vkmorph_glslang INTERFACE)
target_link_libraries(vkmorph_glslang INTERFACE glslang::glslang glslang::SPIRV
                      glslang::glslang-default-resource-limits SPIRV-Tools-opt SPIRV-Tools)
