// Denoises a picture on the CPU and, by the class that vkmorph made of render::Denoiser, on the
// GPU.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <vector>

#include "denoiser.h"
#include "denoiser_generated.h"
#include "main_program.h"
#include "main_scene.h"

static const char *const Help =
    R"(Takes the noise out of a picture, on the CPU and on the GPU.

usage: %s [NOISY GUIDE] [--size WxH] [--samples N] [--search N] [--patch N] [--noise X]

  NOISY GUIDE  two pictures of one size: what has noise, and colours without it that show where one
               surface ends; without them, a scene is rendered
  --size WxH   of the scene (320x240)
  --samples N  light paths for a pixel of the scene (4)
  --search N   how far away alike pixels are looked for (6)
  --patch N    how far around they are compared (1)
  --noise X    its standard deviation, 1 is white (0.2)
  --help       this text

Writes nlm_noisy.png and nlm_clean.png into the current folder.
Exit status: 0 CPU and GPU agree, 1 they do not, 2 wrong usage or input, 3 there is no usable device.
)";

/// What there is to denoise.
struct Input {
  int width, height;
  std::vector<glm::vec3> noisy, ideal; ///< the latter where it is known
  std::vector<render::Feature> features;
};

static Input ReadInput(const std::string &noisyFile, const std::string &guideFile) {
  const HdrPicture noisy = ReadHdr(noisyFile), guide = ReadHdr(guideFile);
  if (noisy.width != guide.width || noisy.height != guide.height)
    throw std::runtime_error(guideFile + ": not as large as " + noisyFile);
  Input input = {noisy.width, noisy.height, {}, {}, {}};
  for (size_t i = 0; i < noisy.pixels.size(); i += 3) {
    input.noisy.emplace_back(noisy.pixels[i], noisy.pixels[i + 1], noisy.pixels[i + 2]);
    const glm::vec3 albedo(guide.pixels[i], guide.pixels[i + 1], guide.pixels[i + 2]);
    input.features.push_back({albedo, glm::vec3(0.0f), 1.0f});
  }
  return input;
}

static Input MakeInput(const Scene &scene, int samples) {
  return {scene.width, scene.height, scene.Render(samples), scene.Render(16 * samples),
          scene.Features()};
}

static Picture Shown(const Input &input, const std::vector<glm::vec3> &light) {
  Picture picture;
  picture.width = input.width;
  picture.height = input.height;
  const auto shown = [](float amount) {
    return std::pow(std::max(double(amount), 0.0), 1.0 / 2.2);
  };
  for (const glm::vec3 &l : light)
    picture.pixels.push_back(Pixel(shown(l.x), shown(l.y), shown(l.z)));
  return picture;
}

int main(int argc, char **argv) {
  int failure = 2;
  try {
    Arguments arguments(argc, argv, Help);
    Scene scene = {320, 240};
    arguments.Size("--size", scene.width, scene.height);
    const int samples = arguments.Number("--samples", 4, 1, 10000);
    const int search = arguments.Number("--search", 6, 0, 100);
    const int patch = arguments.Number("--patch", 1, 0, 20);
    const float noise = float(arguments.Number("--noise", 0.2, 1e-3, 1e3));
    const std::string noisyFile = arguments.File(), guideFile = arguments.File();
    arguments.End();
    if (guideFile.empty() != noisyFile.empty())
      throw std::runtime_error("the guide is missing, see --help");
    const Input input =
        noisyFile.empty() ? MakeInput(scene, samples) : ReadInput(noisyFile, guideFile);

    failure = 3;
    using render::Denoiser_Generated;
    const vkmorph::Context context = vkmorph::CreateContext(Denoiser_Generated::RequiredFeatures());
    Denoiser_Generated gpu(search, patch, noise);
    gpu.InitVulkanObjects(context);

    failure = 1;
    render::Denoiser cpu(search, patch, noise);
    std::vector<glm::vec3> byCpu(input.noisy.size()), byGpu(input.noisy.size());
    const auto denoise = [&](render::Denoiser &denoiser, std::vector<glm::vec3> &clean) {
      denoiser.Denoise(input.noisy.data(), input.features.data(), clean.data(), input.width,
                       input.height);
    };
    const double cpuTime = Milliseconds([&] { denoise(cpu, byCpu); });
    // The first call allocates buffers, and some drivers compile in it.
    for (int call = 0; call < 2; call++)
      denoise(gpu, byGpu);
    const Picture noisy = Shown(input, input.noisy), clean = Shown(input, byGpu);
    WritePng("nlm_noisy.png", noisy);
    WritePng("nlm_clean.png", clean);

    std::printf("%d x %d pixels, device: %s\n\n", input.width, input.height,
                context.DeviceName().c_str());
    if (!input.ideal.empty()) {
      const Picture ideal = Shown(input, input.ideal);
      std::printf("%-24s %.1f dB before, %.1f dB after\n", "likeness without noise",
                  Psnr(noisy, ideal), Psnr(clean, ideal));
    }
    const int status = Verdict(Alike("nlm_clean.png", Shown(input, byCpu), clean));
    PrintTimesHead();
    PrintTimes("Denoise", cpuTime, gpu.GetExecutionTimes("Denoise"));
    return status;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return failure;
  }
}
