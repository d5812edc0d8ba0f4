//===- CMakePrinter.cpp - Prints CMakeLists.txt: the generated class as a library ------------===//

#include "backends/common/FileHash.h"
#include "backends/host_vulkan/print/Printers.h"
#include "backends/host_vulkan/print/Text.h"

#include "llvm/ADT/StringExtras.h"

using namespace vkmorph;
using namespace vkmorph::host;

/// What is an identifier in CMake: "my-class" -> "my_class".
static std::string targetName(const ClassInfo &info) {
  std::string name = info.stem + "_generated";
  for (char &c : name)
    if (!llvm::isAlnum(c))
      c = '_';
  return name;
}

std::string host::printCMake(const ClassInfo &info, const HostOptions &options) {
  std::string target = targetName(info);
  std::string variable = llvm::StringRef(target).upper() + "_INCLUDE_DIR";
  std::string text = fileHeader(info.qualifiedName + " as a library", options, "#");
  llvm::raw_string_ostream os(text);
  os << "#\n# In a program's CMakeLists.txt:\n#\n"
     << "#   add_subdirectory(<this folder>)\n"
     << "#   target_link_libraries(program PRIVATE " << target << ")\n\n"
     << "cmake_minimum_required(VERSION 3.16)\n"
     << "if(CMAKE_SOURCE_DIR STREQUAL CMAKE_CURRENT_SOURCE_DIR)\n"
     << "  project(" << target << " LANGUAGES CXX)\n"
     << "endif()\n\n"
     << "set(" << variable << " \"\" CACHE PATH \"The folder of " << info.header << "\")\n"
     << "if(NOT " << variable << " AND NOT EXISTS ${CMAKE_CURRENT_LIST_DIR}/" << info.header
     << ")\n"
     << "  message(FATAL_ERROR \"Set " << variable << " to the folder of " << info.header << "\")\n"
     << "endif()\n"
     << "if(NOT TARGET vkmorph::runtime)\n"
     << "  find_package(vkmorph REQUIRED)\n"
     << "endif()\n\n"
     << "# The class that it is derived from is the program's own: its sources are not listed "
        "here.\n"
     << "add_library(" << target << " STATIC " << info.stem << "_generated.cpp)\n"
     << "target_compile_features(" << target << " PUBLIC cxx_std_17)\n"
     << "target_include_directories(" << target << " PUBLIC\n"
     << "  ${CMAKE_CURRENT_LIST_DIR} ${" << variable << "})\n"
     << "target_link_libraries(" << target << " PUBLIC vkmorph::runtime)\n";
  os.flush();
  return sealFile(text);
}
