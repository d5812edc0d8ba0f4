// Origin: written as a user would.
// Pointers and references to objects that go through functions and variables, templates and nested classes behind an interface.
// RUN: %check %s --class Nearest,Tones -- -std=c++17
// RUN: %check %s --class Filters --variants=default,virtual-callable -- -std=c++17
#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

class Site {
public:
  Site(float x, float y, float weight) : m_x(x), m_y(y), m_weight(weight) {}
  virtual ~Site() = default;
  virtual float Distance(float x, float y) const {
    return m_weight * std::sqrt((x - m_x) * (x - m_x) + (y - m_y) * (y - m_y));
  }
  virtual unsigned Color() const { return 0x202020u; }
  float Weight() const { return m_weight; }

protected:
  float m_x, m_y;

private:
  float m_weight;
};

class Taxi : public Site {
public:
  using Site::Site;
  float Distance(float x, float y) const override {
    return Weight() * (std::fabs(x - m_x) + std::fabs(y - m_y));
  }
  unsigned Color() const override { return m_color; }

private:
  unsigned m_color = 0xff8000u;
};

class Hill : public Taxi {
public:
  Hill(float x, float y, float height) : Taxi(x, y, 1.0f), m_height(height) {}
  float Distance(float x, float y) const final {
    return Taxi::Distance(x, y) + Site::Distance(x, y) + m_height;
  }

private:
  float m_height;
};

/// The nearest site, by a pointer that moves.
class Nearest {
public:
  Nearest() : m_site(2.0f, 3.0f, 1.0f), m_taxi(9.0f, 5.0f, 0.75f), m_hill(4.0f, 11.0f, 0.5f) {
    m_sites.push_back(&m_taxi);
    m_sites.push_back(&m_hill);
    m_sites.push_back(&m_site);
  }
  virtual ~Nearest() = default;

  virtual void Map(int w, int h, unsigned *colors, float *distances) {
    kernel2D_Map(w, h, colors, distances);
  }

  void kernel2D_Map(int w, int h, unsigned *colors, float *distances) {
    for (int y = 0; y < h; ++y)
      for (int x = 0; x < w; ++x) {
        const Site *best = m_sites[0];
        float least = Measure(best, float(x), float(y));
        for (int i = 1; i < Count(); ++i) {
          const float d = MeasureTo(At(i), float(x), float(y));
          if (d < least) {
            least = d;
            best = m_sites[i];
          }
        }
        colors[y * w + x] = best->Color();
        distances[y * w + x] = least;
      }
  }

private:
  int Count() const { return int(m_sites.size()); }
  const Site &At(int i) const { return *m_sites[i]; }
  static float Measure(const Site *site, float x, float y) { return site->Distance(x, y); }
  static float MeasureTo(const Site &site, float x, float y) { return Measure(&site, x, y); }

  Site m_site;
  Taxi m_taxi;
  Hill m_hill;
  std::vector<Site *> m_sites;
};

struct IFilter {
  virtual ~IFilter() = default;
  virtual int Apply(int value) const = 0;
};

template <class T> struct Scale : IFilter {
  explicit Scale(T by) : factor(by) {}
  int Apply(int value) const override { return int(T(value) * factor); }
  T factor;
};

template <int Low, int High> struct Clamp : IFilter {
  int Apply(int value) const override { return value < Low ? Low : (value > High ? High : value); }
};

namespace rough {
struct Step : IFilter {
  int size = 16;
  int Apply(int value) const override { return value / size * size; }
};
} // namespace rough

namespace fine {
struct Step : IFilter {
  int size = 3;
  int Apply(int value) const override { return (value + size / 2) / size * size; }
};
} // namespace fine

/// Instances of templates, and classes of one name.
class Filters {
public:
  Filters() {
    m_filters.emplace_back(new Scale<float>(1.5f));
    m_filters.emplace_back(new rough::Step);
    m_filters.emplace_back(new Clamp<-100, 1000>);
    m_filters.emplace_back(new Scale<int>(3));
    m_filters.emplace_back(new fine::Step);
    m_filters.emplace_back(new Clamp<0, 500>);
  }
  virtual ~Filters() = default;

  virtual void Run(const short *in, int *out, unsigned n) { kernel1D_Run(in, out, n); }

  void kernel1D_Run(const short *in, int *out, unsigned n) {
    for (unsigned i = 0; i < n; ++i) {
      int value = in[i];
      for (const auto &filter : m_filters)
        value = filter->Apply(value);
      out[i] = value;
    }
  }

private:
  std::vector<std::unique_ptr<IFilter>> m_filters;
};

/// Classes that only this one can name.
class Tones {
  enum Kind : uint8_t { kSine, kSaw };
  struct Envelope {
    float attack = 0.25f, decay = 0.5f;
  };
  class Tone {
  public:
    Tone(Kind kind, float pitch) : m_pitch(pitch), m_kind(kind) {}
    virtual ~Tone() = default;
    float At(float t) const { return Level(t) * Wave(t * m_pitch); }

  protected:
    virtual float Wave(float phase) const = 0;
    virtual float Level(float t) const { return t < m_envelope.attack ? t : m_envelope.decay; }
    float m_pitch;
    Envelope m_envelope;
    Kind m_kind;
  };
  class Saw : public Tone {
  public:
    explicit Saw(float pitch) : Tone(kSaw, pitch) {}

  private:
    float Wave(float phase) const override { return phase - float(int(phase)); }
  };
  class Pulse : public Tone {
  public:
    Pulse(float pitch, float width) : Tone(kSine, pitch), m_width(width) {
      m_envelope.decay = 1.0f;
    }

  private:
    float Wave(float phase) const override {
      return phase - float(int(phase)) < m_width ? m_gains[m_kind] : m_gains[1];
    }
    float Level(float) const override { return 1.0f; }
    float m_width;
    float m_gains[2] = {1.0f, -1.0f};
  };

public:
  Tones() {
    m_tones.push_back(std::make_unique<Saw>(3.0f));
    m_tones.push_back(std::make_unique<Pulse>(2.0f, 0.25f));
  }
  virtual ~Tones() = default;

  virtual void Play(float *out, int n, int voice) { kernel1D_Play(out, n, voice); }

  void kernel1D_Play(float *out, int n, int voice) {
    for (int i = 0; i < n; ++i) {
      const Tone &tone = *m_tones[voice & 1];
      out[i] = tone.At(float(i) * 0.03125f);
    }
  }

private:
  std::vector<std::unique_ptr<Tone>> m_tones;
};
