// Reduces an environment to spherical harmonics on the CPU and, by the class that vkmorph made of
// lighting::EnvironmentLight, on the GPU.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <vector>

#include "environment_light.h"
#include "environment_light_generated.h"
#include "main_program.h"
#include "main_sky.h"

static const char *const Help =
    R"(Reduces the light of an environment to 27 numbers, on the CPU and on the GPU.

usage: %s [MAP.hdr] [--size WxH] [--ball N] [--exposure X]

  MAP.hdr       a map of all directions (equirectangular); without one, a sky is made up
  --size WxH    of the sky (1024x512)
  --ball N      pixels of the side of the ball's picture (400)
  --exposure X  of the pictures (0.6)
  --help        this text

Writes spherical_harmonics_ball.png, a matt ball under that light, and the map as
spherical_harmonics_map.png and, if it was made up, spherical_harmonics_map.hdr into the current folder.
Exit status: 0 CPU and GPU agree, 1 they do not, 2 wrong usage or input, 3 there is no usable device.
)";

/// Prints the coefficients, and returns whether they are near. Vulkan's sine is within 2^-11; n
/// floats that are added one after another are off by n roundings in the worst case, of which a
/// tenth is allowed.
static bool Report(const lighting::EnvironmentLight &cpu, const lighting::EnvironmentLight &gpu,
                   size_t directions) {
  float largest = 0.0f, difference = 0.0f;
  std::printf("%-12s %10s %10s %10s\n", "coefficient", "red", "green", "blue");
  for (size_t k = 0; k < lighting::EnvironmentLight::Terms; k++) {
    const glm::vec3 ours = gpu.Coefficients()[k], theirs = cpu.Coefficients()[k];
    std::printf("%-12zu %10.5f %10.5f %10.5f\n", k, double(ours.x), double(ours.y), double(ours.z));
    for (int channel = 0; channel < 3; channel++) {
      largest = std::max(largest, std::fabs(theirs[channel]));
      difference = std::max(difference, std::fabs(ours[channel] - theirs[channel]));
    }
  }
  const float bound = (0.001f + 0.1f * float(directions) / 16777216.0f) * largest;
  const bool near = difference <= bound;
  std::printf("\n%-24s %s by %.3g, %.3g is allowed\n", "coefficients",
              near ? "apart" : "TOO FAR APART", double(difference), double(bound));
  return near;
}

int main(int argc, char **argv) {
  int failure = 2;
  try {
    Arguments arguments(argc, argv, Help);
    int width = 1024, height = 512;
    arguments.Size("--size", width, height);
    const int size = arguments.Number("--ball", 400, 1, 8192);
    const double exposure = arguments.Number("--exposure", 0.6, 1e-6, 1e6);
    const std::string file = arguments.File();
    arguments.End();
    const HdrPicture environment = file.empty() ? MakeSky(width, height) : ReadHdr(file);
    std::vector<glm::vec3> map;
    for (size_t i = 0; i < environment.pixels.size(); i += 3)
      map.emplace_back(environment.pixels[i], environment.pixels[i + 1], environment.pixels[i + 2]);
    Picture byCpu;
    byCpu.width = byCpu.height = size;
    byCpu.pixels.resize(size_t(size) * size_t(size));
    Picture byGpu = byCpu;

    failure = 3;
    using lighting::EnvironmentLight_Generated;
    const vkmorph::Context context =
        vkmorph::CreateContext(EnvironmentLight_Generated::RequiredFeatures());
    EnvironmentLight_Generated gpu;
    gpu.InitVulkanObjects(context);

    failure = 1;
    lighting::EnvironmentLight cpu;
    const double projectTime =
        Milliseconds([&] { cpu.Project(map.data(), environment.width, environment.height); });
    const double ballTime =
        Milliseconds([&] { cpu.DrawBall(byCpu.pixels.data(), size, float(exposure)); });
    // The first call allocates buffers, and some drivers compile in it.
    for (int call = 0; call < 2; call++) {
      gpu.Project(map.data(), environment.width, environment.height);
      gpu.DrawBall(byGpu.pixels.data(), size, float(exposure));
    }
    if (file.empty())
      WriteHdr("spherical_harmonics_map.hdr", environment);
    WritePng("spherical_harmonics_map.png", Develop(environment, exposure));
    WritePng("spherical_harmonics_ball.png", byGpu);

    std::printf("%d x %d directions, device: %s\n\n", environment.width, environment.height,
                context.DeviceName().c_str());
    bool agree = Report(cpu, gpu, map.size());
    agree &= Alike("the ball", byCpu, byGpu);
    const int status = Verdict(agree);
    PrintTimesHead();
    PrintTimes("Project", projectTime, gpu.GetExecutionTimes("Project"));
    PrintTimes("DrawBall", ballTime, gpu.GetExecutionTimes("DrawBall"));
    return status;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return failure;
  }
}
