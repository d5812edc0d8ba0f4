// Three drops fall on a pond; what is seen after sixty frames is written as pond.ppm.
#include <chrono>
#include <cstdio>
#include <exception>
#include <vector>

#include "pond.h"
#include "pond_generated.h"

constexpr int kWidth = 320, kHeight = 200;
using Picture = std::vector<uint32_t>;

/// It is all the same to this function which class it is given. Returns milliseconds.
static double Show(Pond &pond, Picture &picture) {
  const auto start = std::chrono::steady_clock::now();
  for (int frame = 0; frame < 60; frame++)
    pond.Frame(picture.data(), 2);
  const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
  return time.count();
}

static void Rain(Pond &pond) {
  pond.Drop(80, 60);
  pond.Drop(200, 140);
  pond.Drop(260, 50);
}

static void Write(const char *name, const Picture &picture) {
  std::FILE *file = std::fopen(name, "wb");
  if (!file)
    throw vkmorph::Error(std::string(name) + " cannot be written");
  std::fprintf(file, "P6 %d %d 255\n", kWidth, kHeight);
  for (uint32_t pixel : picture)
    std::fwrite(&pixel, 1, 3, file);
  std::fclose(file);
}

int main() {
  try {
    Picture onCpu(kWidth * kHeight), onGpu(kWidth * kHeight);
    Pond cpu(kWidth, kHeight);
    Rain(cpu);
    const double cpuTime = Show(cpu, onCpu);

    const vkmorph::Context context = vkmorph::CreateContext(Pond_Generated::RequiredFeatures());
    Pond_Generated gpu(kWidth, kHeight);
    gpu.InitVulkanObjects(context);
    Rain(gpu);
    const double gpuTime = Show(gpu, onGpu);
    Write("pond.ppm", onGpu);

    // Once more, with the water on the device all the time.
    vkmorph::CopyEngine copy(context);
    Pond_Generated resident(kWidth, kHeight);
    resident.InitVulkanObjects(context);
    Rain(resident);
    resident.SetResident(true);
    resident.UpdateAll(copy);
    Picture again(kWidth * kHeight);
    const double residentTime = Show(resident, again);
    resident.ReadAll(copy);

    int different = again == onGpu ? 0 : -1;
    for (size_t i = 0; i < onCpu.size() && different >= 0; i++)
      different += onCpu[i] != onGpu[i];
    std::printf("60 frames on %s\n", context.DeviceName().c_str());
    std::printf("motion: CPU %.4f, GPU %.4f, resident %.4f\n", double(cpu.Motion()),
                double(gpu.Motion()), double(resident.Motion()));
    std::printf("pixels that differ: %d\n", different);
    std::printf("time: CPU %.0f ms, GPU %.0f ms, resident %.0f ms\n", cpuTime, gpuTime,
                residentTime);
    return 0;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "pond: %s\n", error.what());
    return 1;
  }
}
