// Reads, writes and makes up pictures.
#include "main_picture.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <random>
#include <stdexcept>

/// The next number of the header; comments may stand before it.
static int ReadNumber(std::istream &file, const std::string &path) {
  while (file >> std::ws && file.peek() == '#')
    file.ignore(1 << 20, '\n');
  int number = 0;
  if (!(file >> number) || number < 1 || number > 32768)
    throw std::runtime_error(path + ": no binary PPM of at most 32768 x 32768 pixels");
  return number;
}

Picture ReadPicture(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  if (!file)
    throw std::runtime_error(path + ": " + std::strerror(errno));
  char magic[2] = {};
  file.read(magic, 2);
  if (std::string(magic, 2) != "P6")
    throw std::runtime_error(path + ": no binary PPM, which begins with P6");
  Picture picture;
  picture.width = ReadNumber(file, path);
  picture.height = ReadNumber(file, path);
  if (ReadNumber(file, path) != 255)
    throw std::runtime_error(path + ": its largest value is not 255");
  file.ignore(1);
  const size_t count = size_t(picture.width) * size_t(picture.height);
  std::vector<unsigned char> bytes(3 * count);
  if (!file.read(reinterpret_cast<char *>(bytes.data()), std::streamsize(bytes.size())))
    throw std::runtime_error(path + ": ends before its last pixel");
  picture.pixels.resize(count);
  for (size_t i = 0; i < count; i++)
    picture.pixels[i] = bytes[3 * i] | uint32_t(bytes[3 * i + 1]) << 8 |
                        uint32_t(bytes[3 * i + 2]) << 16 | 0xff000000;
  return picture;
}

void WritePicture(const std::string &path, const Picture &picture) {
  std::ofstream file(path, std::ios::binary);
  file << "P6\n" << picture.width << " " << picture.height << "\n255\n";
  std::vector<unsigned char> bytes;
  for (uint32_t pixel : picture.pixels)
    for (int channel = 0; channel < 3; channel++)
      bytes.push_back(static_cast<unsigned char>(pixel >> (8 * channel)));
  file.write(reinterpret_cast<const char *>(bytes.data()), std::streamsize(bytes.size()));
  if (!file.flush())
    throw std::runtime_error(path + ": " + std::strerror(errno));
}

static uint32_t Colour(double red, double green, double blue) {
  const auto channel = [](double value) {
    return uint32_t(std::clamp(value, 0.0, 1.0) * 255.0 + 0.5);
  };
  return channel(red) | channel(green) << 8 | channel(blue) << 16 | 0xff000000;
}

Picture MakePicture(int width, int height) {
  Picture picture;
  picture.width = width;
  picture.height = height;
  picture.pixels.resize(size_t(width) * size_t(height));
  const double horizon = 0.4 * height;
  std::mt19937 random(1);
  const auto unit = [&] { return double(random()) / 4294967296.0; };
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) {
      const double depth = y / double(height), grain = 0.08 * unit();
      picture.pixels[size_t(y) * width + x] =
          y < horizon ? Colour(0.5 + 0.6 * depth, 0.65 + 0.5 * depth, 0.95)
                      : Colour(0.15 + grain, 0.3 + 0.4 * depth + grain, 0.1 + grain);
    }
  for (int flower = 0; flower < 400; flower++) {
    const double depth = unit() * unit();
    const double centreX = unit() * width,
                 centreY = horizon + (0.02 + 0.98 * depth) * (height - horizon);
    const double radius = (0.002 + 0.02 * depth) * width, turn = 6.3 * unit();
    for (int y = std::max(int(centreY - radius), 0);
         y < std::min(int(centreY + radius) + 1, height); y++)
      for (int x = std::max(int(centreX - radius), 0);
           x < std::min(int(centreX + radius) + 1, width); x++) {
        const double dx = x - centreX, dy = 1.4 * (y - centreY),
                     distance = std::hypot(dx, dy) / radius;
        const double edge = 0.8 + 0.2 * std::cos(4.0 * std::atan2(dy, dx) + turn);
        if (distance < 0.2)
          picture.pixels[size_t(y) * width + x] = Colour(0.1, 0.08, 0.1);
        else if (distance < edge)
          picture.pixels[size_t(y) * width + x] = Colour(0.95 - 0.3 * distance, 0.12, 0.08);
      }
  }
  return picture;
}
