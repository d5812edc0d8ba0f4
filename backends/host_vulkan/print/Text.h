//===- Text.h - What all generated files of the host side share: layout, header, hash --------===//

#ifndef VKMORPH_BACKENDS_HOST_VULKAN_PRINT_TEXT_H
#define VKMORPH_BACKENDS_HOST_VULKAN_PRINT_TEXT_H

#include "backends/host_vulkan/Host.h"

namespace vkmorph::host {

/// The lines that every generated file begins with, each after `prefix` ("//" or "#"): what it is,
/// target, decisions, and a hash that sealFile fills in.
std::string fileHeader(llvm::StringRef title, const HostOptions &options, llvm::StringRef prefix);

/// The sources as the files name them: "numbers.h, numbers.cpp".
std::string listSources(const HostOptions &options);

} // namespace vkmorph::host

#endif // VKMORPH_BACKENDS_HOST_VULKAN_PRINT_TEXT_H
