// Counts what is submitted to queues: the program's own vkQueueSubmit, found before the loader's.
#include <dlfcn.h>

#include "test_support.h"

static int submissions = 0;

int vkmorph::test::Submissions() { return submissions; }

extern "C" VKAPI_ATTR VkResult VKAPI_CALL vkQueueSubmit(VkQueue queue, uint32_t count,
                                                        const VkSubmitInfo *infos, VkFence fence) {
  static const auto next = reinterpret_cast<PFN_vkQueueSubmit>(dlsym(RTLD_NEXT, "vkQueueSubmit"));
  submissions += static_cast<int>(count);
  return next(queue, count, infos, fence);
}
