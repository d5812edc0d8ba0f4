//===- vkmorph-probe.cpp - The present device as a target description -------------------------===//
//
// Exit status: 0 where the description was written; 1 where there is no device or the file cannot
// be written; 2 for wrong usage.
//
//===------------------------------------------------------------------------------------------===//

#include "vkmorph/description.h"
#include "vkmorph/error.h"
#include "vkmorph/version.h"

#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>

namespace {

const char kHelp[] = R"(Describes the present Vulkan device as vkmorph's --target takes it.

  vkmorph-probe [-o FILE] [--device=NAME]

  -o FILE        write the description to this file instead of the standard output
  --device=NAME  the device's index, or part of its name; without it VKMORPH_DEVICE says so, else it
                 is the one that programs take by themselves
  --help         print this
  --version      print the version
)";

/// As a string of JSON. Names go into comments of generated files: what could end one is left out.
std::string Quoted(const std::string &text) {
  std::string quoted = "\"";
  for (const char c : text) {
    const bool plain = c >= ' ' && c <= '~' && c != '\\';
    quoted += c == '"' ? "'" : plain ? std::string(1, c) : "?";
  }
  return quoted + "\"";
}

std::string Version(uint32_t version) {
  return std::to_string(VK_API_VERSION_MAJOR(version)) + "." +
         std::to_string(VK_API_VERSION_MINOR(version));
}

std::string PrintDescription(const vkmorph::DeviceDescription &device) {
  std::string text = "{";
  const auto add = [&](const char *key, const std::string &value) {
    text += std::string(text.size() > 1 ? "," : "") + "\n  \"" + key + "\": " + value;
  };
  const auto flag = [&](const char *key, bool value) { add(key, value ? "true" : "false"); };
  const auto number = [&](const char *key, uint32_t value) { add(key, std::to_string(value)); };
  add("name", Quoted(device.name));
  add("description",
      Quoted("What this device said to vkmorph-probe" +
             (device.driver.empty() ? std::string() : "; its driver: " + device.driver)));
  add("api_version", Quoted(Version(device.apiVersion)));
  flag("subgroup_arithmetic", device.subgroupArithmetic);
  flag("subgroup_ballot", device.subgroupBallot);
  flag("subgroup_shuffle", device.subgroupShuffle);
  number("min_subgroup_size", device.minSubgroupSize);
  number("max_subgroup_size", device.maxSubgroupSize);
  number("max_workgroup_invocations", device.maxWorkgroupInvocations);
  const uint32_t(&size)[3] = device.maxWorkgroupSize;
  add("max_workgroup_size", "[" + std::to_string(size[0]) + ", " + std::to_string(size[1]) + ", " +
                                std::to_string(size[2]) + "]");
  number("shared_memory_bytes", device.sharedMemoryBytes);
  number("storage_buffers", device.storageBuffers);
  number("push_constant_bytes", device.pushConstantBytes);
  flag("float32_atomic_add", device.float32AtomicAdd);
  flag("int64_atomics", device.int64Atomics);
  flag("int64", device.int64);
  flag("float64", device.float64);
  flag("storage_8bit", device.storage8Bit);
  flag("storage_16bit", device.storage16Bit);
  flag("scalar_block_layout", device.scalarBlockLayout);
  flag("float_controls", device.floatControls);
  flag("ray_tracing_pipeline", device.rayTracingPipeline);
  flag("software_device", device.softwareDevice);
  flag("nonuniform_sampling", device.nonuniformSampling);
  flag("exact_rounding", device.exactRounding);
  return text + "\n}\n";
}

/// Written beside the file and renamed, so that there is never half of one.
bool WriteFile(const std::string &file, const std::string &text) {
  const std::string part = file + ".part";
  std::ofstream stream(part, std::ios::binary | std::ios::trunc);
  stream << text;
  stream.close();
  if (stream && std::rename(part.c_str(), file.c_str()) == 0)
    return true;
  std::remove(part.c_str());
  return false;
}

} // namespace

int main(int argc, char **argv) {
  std::string file, device;
  for (int i = 1; i < argc; i++) {
    const std::string argument = argv[i];
    if (argument == "--help" || argument == "-h") {
      std::cout << kHelp;
      return 0;
    }
    if (argument == "--version") {
      std::cout << "vkmorph-probe " << VKMORPH_RUNTIME_VERSION_STRING << "\n";
      return 0;
    }
    if (argument == "-o" && i + 1 < argc) {
      file = argv[++i];
    } else if (argument.rfind("--device=", 0) == 0) {
      device = argument.substr(9);
    } else {
      std::cerr << "vkmorph-probe: unknown argument '" << argument << "' (see --help)\n";
      return 2;
    }
  }
  std::string text;
  try {
    text = PrintDescription(vkmorph::DescribePresentDevice(device));
  } catch (const vkmorph::Error &error) {
    std::cerr << "vkmorph-probe: error: " << error.what() << "\n";
    return 1;
  }
  if (!file.empty() && !WriteFile(file, text)) {
    std::cerr << "vkmorph-probe: error: cannot write '" << file << "'\n";
    return 1;
  }
  if (file.empty() && !(std::cout << text << std::flush)) {
    std::cerr << "vkmorph-probe: error: cannot write to the standard output\n";
    return 1;
  }
  return 0;
}
