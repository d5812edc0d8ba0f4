// What a harness's main does.
#include "harness.h"
#include "session.h"
#include "shaders.h"
#include "subgroups.h"
#include "unrolling.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <exception>
#include <set>
#include <stdexcept>
#include <string>

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

// Of clang's runtime: in harnesses, whose class is compiled to count what runs.
extern "C" [[gnu::weak]] void __llvm_profile_set_filename(const char *);

namespace vkmorph::check {

/// With fractions of how many bits the device's samplers weigh texels and levels. Asked in another
/// process: the original is to run in copies of one without a device.
static std::array<uint32_t, 2> findFractionBits(const Subject &subject) {
  int ends[2];
  if (pipe(ends) != 0)
    throw std::runtime_error("cannot make a pipe");
  const pid_t child = fork();
  if (child == 0) {
    try {
      ContextOptions options;
      options.validation = false;
      const Context context(subject.requirements(), options);
      VkPhysicalDeviceProperties properties;
      vkGetPhysicalDeviceProperties(context.Device().physicalDevice, &properties);
      const std::array<uint32_t, 2> bits = {properties.limits.subTexelPrecisionBits,
                                            properties.limits.mipmapPrecisionBits};
      _exit(write(ends[1], &bits, sizeof(bits)) == ssize_t(sizeof(bits)) ? 0 : 1);
    } catch (const std::exception &) {
      _exit(1); // the caller makes a context as well, and says so
    }
  }
  close(ends[1]);
  constexpr std::array<uint32_t, 2> least = {4, 4}; // that Vulkan allows
  std::array<uint32_t, 2> bits = least;
  const bool isRead = read(ends[0], &bits, sizeof(bits)) == ssize_t(sizeof(bits));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  return isRead ? bits : least;
}

/// A device in software is asked not to unroll, and to run subgroups in another order.
static void adjustShaders(VkPhysicalDevice device) {
  VkPhysicalDeviceSubgroupProperties subgroups = {};
  subgroups.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES;
  VkPhysicalDeviceProperties2 properties = {};
  properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
  properties.pNext = &subgroups;
  vkGetPhysicalDeviceProperties2(device, &properties);
  const bool isSoftware = properties.properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
  setUnrolling(!isSoftware);
  setSwappedSubgroups(isSoftware ? subgroups.subgroupSize : 0);
}

/// 0: everything was run, whatever came out; 1: it could not be; 3: no device has what the class
/// needs; 4: what was rehearsed is not what this run needs.
int run(const Subject &subject, int argc, char **argv) {
  std::multiset<std::string> words(argv + std::min(argc, 5), argv + argc);
  const bool inOrder = words.erase("in-order") != 0;
  const bool isRehearsed = words.erase("rehearsed") != 0;
  if (argc < 5 || !words.empty()) {
    std::fprintf(stderr, "usage: %s PLAN RESULTS PROFILE INTERFACE [in-order] [rehearsed]\n",
                 argv[0]);
    return 1;
  }
  // Nobody reads what is found when vkmorph-check has ended, however it did.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (__llvm_profile_set_filename)
    __llvm_profile_set_filename(argv[3]);
  try {
    Plan plan = readPlan(argv[1]);
    plan.inOrder = inOrder;
    plan.isRehearsed = isRehearsed;
    ResultWriter results(argv[2]);
    replaceShaders(plan.shaders);
    readShares(argv[4]);
    if (plan.samples) {
      const std::array<uint32_t, 2> bits = findFractionBits(subject);
      plan.fractionBits = bits[0];
      plan.levelBits = bits[1];
    }
    Rehearsal rehearsal(subject, plan);
    ContextOptions options;
    options.applicationName = "vkmorph-check";
    options.validation = plan.validation;
    std::unique_ptr<Context> context;
    try {
      context = std::make_unique<Context>(subject.requirements(), options);
    } catch (const Error &error) {
      results.unavailable(error.what());
      return 3;
    }
    adjustShaders(context->Device().physicalDevice);
    results.device(context->DeviceName(), context->Validation());
    Session(subject, plan, results, rehearsal, *context).run();
    // What is not destroyed is reported when the device is.
    const uint64_t before = context->ValidationMessages().size();
    context.reset();
    if (const uint64_t leaks = TotalValidationMessages() - before; leaks > 0)
      results.validation(nullptr, "",
                         std::to_string(leaks) +
                             " messages when the device was destroyed (see above)");
    results.done();
    return 0;
  } catch (const OtherRehearsal &) {
    return 4;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "vkmorph-check: %s\n", error.what());
    return 1;
  }
}

} // namespace vkmorph::check
