// Highlights the red pixels of a picture on the CPU and, by the class that vkmorph made of
// photo::RedFinder, on the GPU.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <string>
#include <tuple>

#include "main_meadow.h"
#include "main_program.h"
#include "red_finder.h"
#include "red_finder_generated.h"

static const char *const Help =
    R"(Turns a picture grey but for its red pixels, on the CPU and on the GPU.

usage: %s [PICTURE] [--size WxH]

  PICTURE     a PNG, JPEG or PPM; without one, a meadow with poppies is made up
  --size WxH  of the meadow (1920x1080)
  --help      this text

Writes red_pixels_before.png and red_pixels_after.png into the current folder.
Exit status: 0 CPU and GPU agree, 1 they do not, 2 wrong usage or input, 3 there is no usable device.
)";

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
    Arguments arguments(argc, argv, Help);
    int width = 1920, height = 1080;
    arguments.Size("--size", width, height);
    const std::string file = arguments.File();
    arguments.End();
    const Picture picture = file.empty() ? MakeMeadow(width, height) : ReadPicture(file);
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
    int found = 0;
    const double cpuTime = Milliseconds([&] {
      found =
          cpu.Highlight(picture.pixels.data(), byCpu.pixels.data(), picture.width, picture.height);
    });
    gpu.Highlight(picture.pixels.data(), byGpu.pixels.data(), picture.width, picture.height);
    const int again =
        gpu.Highlight(picture.pixels.data(), byGpu.pixels.data(), picture.width, picture.height);
    WritePng("red_pixels_before.png", picture);
    WritePng("red_pixels_after.png", byGpu);

    std::printf("%d x %d pixels, device: %s\n\n", picture.width, picture.height,
                context.DeviceName().c_str());
    std::printf("%-24s %14s %14s\n", "", "CPU", "GPU");
    bool agree = Near("red pixels", found, again, 0.0);
    agree &= Near("their middle column", cpu.MiddleColumn(), gpu.MiddleColumn(), 0.0);
    agree &= Near("their middle row", cpu.MiddleRow(), gpu.MiddleRow(), 0.0);
    agree &= Near("reddest", cpu.LargestShare(), gpu.LargestShare(), 1e-6);
    Alike("red_pixels_after.png", byCpu, byGpu);
    agree &= byCpu.pixels == byGpu.pixels && SameSpots(cpu.Spots(), gpu.Spots());
    const int status = Verdict(agree);
    PrintTimesHead();
    PrintTimes("Highlight", cpuTime, gpu.GetExecutionTimes("Highlight"));
    return status;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return failure;
  }
}
