// Reads and writes pictures by the stb libraries.
#include "main_pictures.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <stdexcept>

#define STB_IMAGE_IMPLEMENTATION
#include <stb_image.h>
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb_image_write.h>

static const int LargestSide = 32768;

/// What a function of stb_image returned, once it is known to be a picture.
template <class T>
static std::unique_ptr<T, void (*)(void *)> Loaded(T *data, int width, int height,
                                                   const std::string &path) {
  std::unique_ptr<T, void (*)(void *)> owner(data, stbi_image_free);
  if (!data)
    throw std::runtime_error(path + ": " + stbi_failure_reason());
  if (width > LargestSide || height > LargestSide)
    throw std::runtime_error(path + ": more than 32768 x 32768 pixels");
  return owner;
}

Picture ReadPicture(const std::string &path) {
  Picture picture;
  int channels = 0;
  const auto data = Loaded(stbi_load(path.c_str(), &picture.width, &picture.height, &channels, 4),
                           picture.width, picture.height, path);
  const size_t count = size_t(picture.width) * size_t(picture.height);
  for (size_t i = 0; i < count; i++) {
    const stbi_uc *bytes = data.get() + 4 * i;
    picture.pixels.push_back(bytes[0] | uint32_t(bytes[1]) << 8 | uint32_t(bytes[2]) << 16 |
                             uint32_t(bytes[3]) << 24);
  }
  return picture;
}

HdrPicture ReadHdr(const std::string &path) {
  HdrPicture picture;
  int channels = 0;
  const auto data = Loaded(stbi_loadf(path.c_str(), &picture.width, &picture.height, &channels, 3),
                           picture.width, picture.height, path);
  picture.pixels.assign(data.get(),
                        data.get() + 3 * size_t(picture.width) * size_t(picture.height));
  return picture;
}

void WritePng(const std::string &path, const Picture &picture) {
  std::vector<stbi_uc> bytes;
  for (uint32_t pixel : picture.pixels)
    for (int channel = 0; channel < 3; channel++)
      bytes.push_back(static_cast<stbi_uc>(pixel >> (8 * channel)));
  if (!stbi_write_png(path.c_str(), picture.width, picture.height, 3, bytes.data(), 0))
    throw std::runtime_error(path + ": cannot be written");
}

void WriteHdr(const std::string &path, const HdrPicture &picture) {
  if (!stbi_write_hdr(path.c_str(), picture.width, picture.height, 3, picture.pixels.data()))
    throw std::runtime_error(path + ": cannot be written");
}

uint32_t Pixel(double red, double green, double blue) {
  const auto channel = [](double value) {
    return uint32_t(std::clamp(value, 0.0, 1.0) * 255.0 + 0.5);
  };
  return channel(red) | channel(green) << 8 | channel(blue) << 16 | 0xff000000;
}

double Psnr(const Picture &a, const Picture &b) {
  if (a.width != b.width || a.pixels.size() != b.pixels.size() || a.pixels.empty())
    throw std::runtime_error("pictures of two sizes, or empty ones, cannot be compared");
  double squares = 0.0;
  for (size_t i = 0; i < a.pixels.size(); i++)
    for (int shift = 0; shift < 24; shift += 8) {
      const double difference =
          double(a.pixels[i] >> shift & 0xff) - double(b.pixels[i] >> shift & 0xff);
      squares += difference * difference;
    }
  return squares == 0.0
             ? std::numeric_limits<double>::infinity()
             : 10.0 * std::log10(255.0 * 255.0 * 3.0 * double(a.pixels.size()) / squares);
}
