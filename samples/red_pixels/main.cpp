// Highlights the red pixels of a picture on the CPU and, by the class that vkmorph made of
// photo::RedFinder, on the GPU.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>
#include <tuple>

#include "main_picture.h"
#include "red_finder.h"
#include "red_finder_generated.h"

static const char *const Help =
    R"(Turns a picture grey but for its red pixels, on the CPU and on the GPU.

usage: %s [PICTURE.ppm] [--size WxH]

  PICTURE.ppm  a binary PPM; without one, a meadow with poppies is made up
  --size WxH   of the meadow (1920x1080)
  --help       this text

Writes red_pixels_before.ppm and red_pixels_after.ppm into the current folder.
Exit status: 0 CPU and GPU agree, 1 they do not, 2 wrong usage or input, 3 there is no usable device.
)";

static Picture GetPicture(int argc, char **argv) {
  int width = 1920, height = 1080;
  std::string path;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--help" || argument == "-h") {
      std::printf(Help, argv[0]);
      std::exit(0);
    }
    char rest = 0;
    if (argument == "--size" && i + 1 < argc) {
      if (std::sscanf(argv[++i], "%dx%d%c", &width, &height, &rest) != 2 || width < 1 ||
          height < 1 || width > 32768 || height > 32768)
        throw std::runtime_error(std::string("--size: '") + argv[i] +
                                 "' is no size like 1920x1080");
    } else if (argument[0] == '-' || !path.empty()) {
      throw std::runtime_error("unknown argument '" + argument + "', see --help");
    } else {
      path = argument;
    }
  }
  return path.empty() ? MakePicture(width, height) : ReadPicture(path);
}

/// The same spots, in whatever order.
static bool SameSpots(std::vector<photo::RedSpot> a, std::vector<photo::RedSpot> b) {
  const auto before = [](const photo::RedSpot &s, const photo::RedSpot &t) {
    return std::tie(s.row, s.column) < std::tie(t.row, t.column);
  };
  std::sort(a.begin(), a.end(), before);
  std::sort(b.begin(), b.end(), before);
  return a.size() == b.size() &&
         std::equal(a.begin(), a.end(), b.begin(), [](const auto &s, const auto &t) {
           // Vulkan divides within 2.5 units in the last place.
           return s.row == t.row && s.column == t.column && std::fabs(s.share - t.share) < 1e-6f;
         });
}

int main(int argc, char **argv) {
  int failure = 2;
  try {
    const Picture picture = GetPicture(argc, argv);
    const uint32_t leastPercent = 50;

    failure = 3;
    using photo::RedFinder_Generated;
    const vkmorph::Context context =
        vkmorph::CreateContext(RedFinder_Generated::RequiredFeatures());
    RedFinder_Generated gpu(leastPercent);
    gpu.InitVulkanObjects(context);

    failure = 1;
    photo::RedFinder cpu(leastPercent);
    Picture byCpu = picture, byGpu = picture;
    const auto start = std::chrono::steady_clock::now();
    const int found =
        cpu.Highlight(picture.pixels.data(), byCpu.pixels.data(), picture.width, picture.height);
    const std::chrono::duration<double, std::milli> cpuTime =
        std::chrono::steady_clock::now() - start;
    gpu.Highlight(picture.pixels.data(), byGpu.pixels.data(), picture.width, picture.height);
    const int again =
        gpu.Highlight(picture.pixels.data(), byGpu.pixels.data(), picture.width, picture.height);
    WritePicture("red_pixels_before.ppm", picture);
    WritePicture("red_pixels_after.ppm", byGpu);

    std::printf("%d x %d pixels, device: %s\n\n", picture.width, picture.height,
                context.DeviceName().c_str());
    std::printf("%-14s %12s %12s\n", "", "CPU", "GPU");
    std::printf("%-14s %12d %12d\n", "red pixels", found, again);
    std::printf("%-14s %12.2f %12.2f\n", "their middle x", cpu.MiddleColumn(), gpu.MiddleColumn());
    std::printf("%-14s %12.2f %12.2f\n", "their middle y", cpu.MiddleRow(), gpu.MiddleRow());
    std::printf("%-14s %12.5f %12.5f\n", "reddest", cpu.LargestShare(), gpu.LargestShare());
    const bool agree = SameSpots(cpu.Spots(), gpu.Spots()) && byCpu.pixels == byGpu.pixels &&
                       cpu.MiddleColumn() == gpu.MiddleColumn() &&
                       cpu.MiddleRow() == gpu.MiddleRow();
    std::printf("\n%s\n", agree ? "agree" : "DIFFER");

    const vkmorph::ExecutionTimes times = gpu.GetExecutionTimes("Highlight");
    std::printf("CPU time:  %8.3f ms\n", cpuTime.count());
    std::printf("GPU time:  %8.3f ms, %.3f ms with all copies\n", times.kernels, times.host);
    std::printf("pictures:  red_pixels_before.ppm, red_pixels_after.ppm\n");
    return agree ? 0 : 1;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return failure;
  }
}
