// Pictures in files, for all samples.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

/// What a screen shows.
struct Picture {
  int width = 0, height = 0;
  std::vector<uint32_t> pixels; ///< 8 bits each of red, green, blue and alpha, red lowest
};

/// What a scene sends out: its brightest light may be a thousand times as bright as its paper.
struct HdrPicture {
  int width = 0, height = 0;
  std::vector<float> pixels; ///< red, green and blue of each pixel, as amounts of light
};

// Rows come from top to bottom. All of these throw std::runtime_error.

/// PNG, JPEG, PPM and what else stb_image reads.
Picture ReadPicture(const std::string &path);
/// Radiance HDR; of the other formats the light that a screen would send out.
HdrPicture ReadHdr(const std::string &path);
void WritePng(const std::string &path, const Picture &picture);
void WriteHdr(const std::string &path, const HdrPicture &picture);

/// The pixel of that many parts of 255 (0 to 1) of each colour.
uint32_t Pixel(double red, double green, double blue);

/// How alike two pictures of one size are, in decibels: 40 and more no eye tells apart, equal ones
/// give infinity.
double Psnr(const Picture &a, const Picture &b);
