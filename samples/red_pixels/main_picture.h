// Pictures in files (PPM, which every viewer shows), and one that is made up.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

struct Picture {
  int width = 0, height = 0;
  std::vector<uint32_t> pixels; ///< 8 bits each of red, green, blue and alpha, red lowest
};

/// A binary PPM with 255 as its largest value. Throws std::runtime_error.
Picture ReadPicture(const std::string &path);
void WritePicture(const std::string &path, const Picture &picture);
/// A meadow with poppies under a sky.
Picture MakePicture(int width, int height);
