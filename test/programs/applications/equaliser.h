#pragma once

#include <cstddef>

// A bank of filters over blocks of samples: each block and band is a job of its own.
template <typename Sample> struct Biquad {
  Sample b0, b1, b2, a1, a2;

  struct Memory {
    Sample x1{}, x2{}, y1{}, y2{};
  };

  Sample Run(Sample x, Memory &m) const {
    const Sample y = b0 * x + b1 * m.x1 + b2 * m.x2 - a1 * m.y1 - a2 * m.y2;
    m.x2 = m.x1;
    m.x1 = x;
    m.y2 = m.y1;
    m.y1 = y;
    return y;
  }
};

template <typename Sample, std::size_t Bands> class FilterBank {
public:
  using Filter = Biquad<Sample>;

  FilterBank() {
    for (std::size_t band = 0; band < Bands; ++band)
      bank_[band] = Filter{Sample(1) / Sample(band + 2), Sample(0.25), Sample(0), Sample(-0.5), Sample(0.125)};
  }
  virtual ~FilterBank() = default;

  virtual void Analyse(const Sample *samples, Sample *levels, std::size_t blocks, std::size_t block_size) {
    Sample loudest_of_all = Sample(0);
    kernel2D_Levels(samples, levels, blocks, block_size);
    kernel1D_Loudest(levels, blocks * Bands, loudest_of_all);
    loudest_ = loudest_of_all;
  }

  virtual void Tune(std::size_t band, Sample gain) { bank_[band].b0 *= gain; }

  Sample Loudest() const { return loudest_; }

protected:
  template <typename Weight> static Sample Level(const Filter &filter, const Sample *block, std::size_t size, Weight weight) {
    typename Filter::Memory memory;
    Sample level{};
    for (std::size_t k = 0; k < size; ++k) {
      const Sample y = filter.Run(block[k], memory);
      level += weight(y, k);
    }
    return level;
  }

  void kernel2D_Levels(const Sample *samples, Sample *levels, std::size_t blocks, std::size_t block_size) {
    for (std::size_t block = 0; block < blocks; ++block)
      for (std::size_t band = 0; band < Bands; ++band) {
        const Sample *first = &samples[block * block_size];
        const auto energy = [](Sample y, std::size_t) { return y * y; };
        const auto late = [block_size](Sample y, std::size_t k) { return 2 * k >= block_size ? y : Sample(0); };
        levels[block * Bands + band] = band % 2 == 0 ? Level(bank_[band], first, block_size, energy)
                                                     : Level(bank_[band], first, block_size, late);
      }
  }

  void kernel1D_Loudest(const Sample *levels, std::size_t count, Sample &loudest) {
    for (std::size_t i = 0; i < count; ++i)
      if (levels[i] > loudest)
        loudest = levels[i];
  }

private:
  Filter bank_[Bands];
  Sample loudest_{};
};
