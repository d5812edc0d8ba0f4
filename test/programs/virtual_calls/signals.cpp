// Origin: written as a user would, before its first translation.
// Stages of a signal chain behind interfaces that grow, shrink and change between calls.
// RUN: %check %s --class Chain --setup 'object.AddGain(0.5f); object.AddClip(1.0f);' -- -std=c++17
// RUN: %check %s --class Chain --setup 'object.AddClip(0.25f); object.AddGain(2.0f); object.AddGain(0.75f); object.RemoveLast();' -- -std=c++17
// RUN: %check %s --class Automata,Blends -- -std=c++17
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

class Stage {
public:
  virtual ~Stage() = default;
  virtual float Process(float sample, uint32_t index) const = 0;
  virtual const char *Name() const { return "stage"; }
};

class Gain : public Stage {
public:
  explicit Gain(float gain) : m_gain(gain) {}
  float Process(float sample, uint32_t) const override { return sample * m_gain; }
  const char *Name() const override { return "gain"; }
  void Set(float gain) { m_gain = gain; }

private:
  float m_gain;
};

class Clip : public Stage {
public:
  explicit Clip(float limit) : m_limit(limit) {}
  float Process(float sample, uint32_t) const override {
    return std::min(std::max(sample, -m_limit), m_limit);
  }

private:
  float m_limit;
  std::vector<float> m_history; // of the host
};

class Tremolo : public Stage {
public:
  float Process(float sample, uint32_t index) const override {
    return sample * m_levels[(index / 16) % m_levels.size()];
  }

private:
  std::array<float, 5> m_levels = {1.0f, 0.75f, 0.5f, 0.25f, 0.5f};
};

/// The chain is made by calls; a sum of what comes out.
class Chain {
public:
  Chain() { m_stages.push_back(std::make_unique<Tremolo>()); }
  virtual ~Chain() = default;

  void AddGain(float gain) { m_stages.push_back(std::make_unique<Gain>(gain)); }
  void AddClip(float limit) { m_stages.push_back(std::make_unique<Clip>(limit)); }
  void RemoveLast() { m_stages.pop_back(); }

  virtual double Run(const float *in, float *out, uint32_t n) {
    m_energy = 0.0;
    kernel1D_Run(in, out, n);
    return m_energy;
  }

  void kernel1D_Run(const float *in, float *out, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
      float sample = in[i];
      for (auto &stage : m_stages)
        sample = stage->Process(sample, i);
      out[i] = sample;
      m_energy += double(sample * sample);
    }
  }

private:
  std::vector<std::unique_ptr<Stage>> m_stages;
  double m_energy = 0.0;
};

struct IRule {
  virtual int next(int left, int self, int right) const = 0;
  virtual ~IRule() {}
};
struct TableRule : IRule {
  uint8_t table[8];
  explicit TableRule(int number) {
    for (int i = 0; i < 8; ++i)
      table[i] = uint8_t((number >> i) & 1);
  }
  int next(int left, int self, int right) const override {
    return table[((left & 1) << 2) | ((self & 1) << 1) | (right & 1)];
  }
};
struct MajorityRule : IRule {
  int next(int left, int self, int right) const override { return (left & 1) + (self & 1) + (right & 1) >= 2; }
};

/// Cells follow the rule of their zone, and rules may be missing.
class Automata {
public:
  Automata() : m_a(30), m_b(110), m_rules{&m_a, nullptr, &m_majority, &m_b} {}
  virtual ~Automata() = default;

  virtual void Generations(const int *cells, int *next, int n, int zone) {
    kernel1D_Next(cells, next, n, zone);
  }

  void kernel1D_Next(const int *cells, int *next, int n, int zone) {
    for (int i = 0; i < n; ++i) {
      const IRule *rule = m_rules[(unsigned(i) / (unsigned(zone) % 7u + 1u)) % unsigned(m_rules.size())];
      const int left = i > 0 ? cells[i - 1] : 0, right = i + 1 < n ? cells[i + 1] : 0;
      if (rule != nullptr)
        next[i] = rule->next(left, cells[i], right);
      else
        next[i] = cells[i];
    }
  }

private:
  TableRule m_a, m_b;
  MajorityRule m_majority;
  std::vector<IRule *> m_rules;
};

struct Pixel {
  uint8_t r, g, b, a;
};

/// Two hierarchies in one class.
class Blends {
public:
  struct Mode {
    virtual ~Mode() = default;
    virtual int mix(int a, int b) const = 0;
  };
  struct Multiply : Mode {
    int mix(int a, int b) const override { return a * b / 255; }
  };
  struct Screen : Mode {
    int mix(int a, int b) const override { return 255 - (255 - a) * (255 - b) / 255; }
  };
  struct Over : Mode {
    int alpha = 96;
    int mix(int a, int b) const override { return (a * alpha + b * (255 - alpha)) / 255; }
  };
  struct Mask {
    virtual ~Mask() = default;
    virtual bool covers(int x, int y) const = 0;
  };
  struct Disc : Mask {
    int cx = 8, cy = 6, r = 5;
    bool covers(int x, int y) const override { return (x - cx) * (x - cx) + (y - cy) * (y - cy) <= r * r; }
  };
  struct Everything : Mask {
    bool covers(int, int) const override { return true; }
  };

  Blends() {
    m_modes.push_back(std::make_shared<Over>());
    m_modes.push_back(std::make_shared<Screen>());
    m_modes.push_back(std::make_shared<Multiply>());
    m_masks.push_back(std::make_shared<Disc>());
    m_masks.push_back(std::make_shared<Everything>());
  }
  virtual ~Blends() = default;

  virtual void Blend(int w, int h, const Pixel *a, const Pixel *b, Pixel *out) {
    kernel2D_Blend(w, h, a, b, out);
  }

  void kernel2D_Blend(int w, int h, const Pixel *a, const Pixel *b, Pixel *out) {
    for (int y = 0; y < h; ++y)
      for (int x = 0; x < w; ++x) {
        Pixel p = a[y * w + x];
        const Pixel q = b[y * w + x];
        for (size_t k = 0; k < m_masks.size(); ++k) {
          if (!m_masks[k]->covers(x, y))
            continue;
          const auto &mode = m_modes[(x / 4 + k) % m_modes.size()];
          p.r = uint8_t(mode->mix(p.r, q.r));
          p.g = uint8_t(mode->mix(p.g, q.g));
          p.b = uint8_t(mode->mix(p.b, q.b));
        }
        out[y * w + x] = p;
      }
  }

private:
  std::vector<std::shared_ptr<Mode>> m_modes;
  std::vector<std::shared_ptr<Mask>> m_masks;
};
