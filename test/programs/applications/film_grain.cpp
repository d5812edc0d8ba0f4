// Origin: written by a newcomer from README.md and docs/Language.md alone.
// An image filter: std::array, lambdas, algorithms, stated sizes, one kernel launched twice between two buffers.
// RUN: %check %s --class FilmGrain -- -std=c++17
#include "film_grain.h"
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

void FilmGrain::kernel2D_Smooth(const float *a_from, float *a_to, int a_width, int a_height) {
  for (int y = 0; y < a_height; y++) {
    for (int x = 0; x < a_width; x++) {
      auto sample = [&](int dx, int dy) {
        const int column = std::clamp(x + dx, 0, a_width - 1);
        const int row = std::clamp(y + dy, 0, a_height - 1);
        return a_from[row * a_width + column];
      };
      std::array<float, 5> across{}, down{};
      for (int k = 0; k < int(across.size()); k++) {
        across[k] = sample(k - 2, 0);
        down[k] = sample(0, k - 2);
      }
      const float horizontal = std::inner_product(across.begin(), across.end(), m_taps.begin(), 0.0f);
      std::transform(down.begin(), down.end(), m_taps.begin(), down.begin(),
                     [](float value, float tap) { return value * tap; });
      const float vertical = std::accumulate(down.begin(), down.end(), 0.0f);
      a_to[y * a_width + x] = m_gain * 0.5f * (horizontal + vertical);
    }
  }
}

void FilmGrain::kernel2D_Grade(const float *a_image, uint8_t *a_levels, int a_width, int a_height) {
  m_brightest = std::numeric_limits<float>::lowest();
  for (int y = 0; y < a_height; y++) {
    for (int x = 0; x < a_width; x++) {
      const int at = y * a_width + x;
      std::array<float, 3> window = {a_image[y * a_width + std::max(x - 1, 0)], a_image[at],
                                     a_image[y * a_width + std::min(x + 1, a_width - 1)]};
      std::sort(window.begin(), window.end());
      const auto [low, middle, high] = window;
      const auto toLevel = [scale = 8.0f](float value) -> uint8_t {
        return static_cast<uint8_t>(std::clamp(std::floor(std::abs(value) * scale), 0.0f, 255.0f));
      };
      a_levels[at] = high - low > 100.0f ? uint8_t(255) : toLevel(middle);
      m_brightest = std::max(m_brightest, a_image[at]);
    }
  }
}

void FilmGrain::Develop(float *a_image, float *a_scratch, int a_width, int a_height) {
  kernel2D_Smooth(a_image, a_scratch, a_width, a_height);
  kernel2D_Smooth(a_scratch, a_image, a_width, a_height);
}

void FilmGrain::Grade(const float *a_image, uint8_t *a_levels, int a_width, int a_height) {
  kernel2D_Grade(a_image, a_levels, a_width, a_height);
}
