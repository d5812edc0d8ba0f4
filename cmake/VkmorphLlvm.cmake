# LLVM, MLIR and clang as the components link them: vkmorph_llvm, vkmorph_clang.

option(VKMORPH_ARCHIVES "Link programs of users with the archives of LLVM, MLIR and clang, where they are installed" ON)

# A program has all of it from the shared libraries, or all of it from archives. An archive (MLIRIR, clangAST,
# LLVMSupport, ...) beside the shared libraries would link without an error and give the program two copies of every
# registry. Archives make a program start in a fifth of the time, most of which is relocating what it never calls;
# plugins need the shared libraries, which they share with the program. No linker but lld takes archives in any order.
set(VKMORPH_HAS_ARCHIVES OFF)
if(VKMORPH_ARCHIVES AND VKMORPH_HAS_LLD AND NOT VKMORPH_SANITIZE)
  file(GLOB clang_archives ${LLVM_LIBRARY_DIR}/libclang[A-Z]*.a)
  file(GLOB mlir_archives ${LLVM_LIBRARY_DIR}/libMLIR*.a)
  file(GLOB llvm_archives ${LLVM_LIBRARY_DIR}/libLLVM*.a)
  find_library(VKMORPH_ZLIB z)
  find_library(VKMORPH_ZSTD zstd)
  mark_as_advanced(VKMORPH_ZLIB VKMORPH_ZSTD)
  if(clang_archives AND mlir_archives AND llvm_archives AND VKMORPH_ZLIB AND VKMORPH_ZSTD)
    set(VKMORPH_HAS_ARCHIVES ON)
  endif()
endif()

# The property is that of the program: vkmorph_add_tool(... ARCHIVES).
set(uses_archives "$<BOOL:$<TARGET_PROPERTY:VKMORPH_USES_ARCHIVES>>")

add_library(vkmorph_llvm INTERFACE)
target_include_directories(vkmorph_llvm SYSTEM INTERFACE ${MLIR_INCLUDE_DIRS} ${LLVM_INCLUDE_DIRS})
target_link_libraries(vkmorph_llvm INTERFACE
  "$<IF:${uses_archives},${mlir_archives};${llvm_archives};${VKMORPH_ZLIB};${VKMORPH_ZSTD},MLIR;LLVM>")

add_library(vkmorph_clang INTERFACE)
target_include_directories(vkmorph_clang SYSTEM INTERFACE ${CLANG_INCLUDE_DIRS})
target_link_libraries(vkmorph_clang INTERFACE "$<IF:${uses_archives},${clang_archives},clang-cpp>" vkmorph_llvm)
