// Origin: written as a user would, before its first translation.
// One object behind an interface each: a plain pointer, an owned one and a shared one, made by setters and factories.
// RUN: %check %s --class Skies --setup 'object.SetNight(true);' -- -std=c++17
#include <cmath>
#include <cstdint>
#include <memory>

struct Direction {
  float x, y, z;
};
struct Radiance {
  float r = 0.0f, g = 0.0f, b = 0.0f;
};

class ISky {
public:
  virtual ~ISky() = default;
  virtual Radiance Look(const Direction &d) const = 0;
  virtual bool IsNight() const { return false; }
};

class ClearSky : public ISky {
public:
  explicit ClearSky(float haze) : m_haze(haze) {}
  Radiance Look(const Direction &d) const override {
    const float up = d.y > 0.0f ? d.y : 0.0f;
    return {m_haze + 0.25f * up, m_haze + 0.5f * up, 0.75f};
  }

private:
  float m_haze;
};

class StarrySky : public ISky {
public:
  Radiance Look(const Direction &d) const override {
    const int cell = int(d.x * 32.0f) * 7 + int(d.z * 32.0f) * 13;
    const float star = m_levels[cell & 3];
    return {star, star, star};
  }
  bool IsNight() const override { return true; }

private:
  float m_levels[4] = {0.0f, 0.125f, 0.0f, 1.0f};
};

class ICamera {
public:
  virtual ~ICamera() = default;
  virtual Direction Ray(float u, float v) const = 0;
};

class Pinhole final : public ICamera {
public:
  explicit Pinhole(float zoom) : m_zoom(zoom) {}
  Direction Ray(float u, float v) const override { return {u * m_zoom, v * m_zoom, 1.0f}; }

private:
  float m_zoom;
};

class Orthographic final : public ICamera {
public:
  Direction Ray(float u, float) const override { return {0.0f, 0.5f * u, 1.0f}; }
};

struct IToneMap {
  virtual ~IToneMap() = default;
  virtual float Map(float x) const = 0;
  /// All three by the same curve.
  virtual void MapAll(Radiance &color) const {
    color.r = Map(color.r);
    color.g = Map(color.g);
    color.b = Map(color.b);
  }
};

struct Reinhard : IToneMap {
  float white = 4.0f;
  float Map(float x) const override { return x * (1.0f + x / (white * white)) / (1.0f + x); }
};

struct Cut : IToneMap {
  float Map(float x) const override { return x > 1.0f ? 1.0f : x; }
};

/// What a camera sees of a sky.
class Skies {
public:
  Skies() : m_camera(std::make_unique<Pinhole>(1.5f)), m_tone(MakeTone(true)) { SetNight(false); }
  virtual ~Skies() = default;

  void SetNight(bool isNight) {
    if (isNight)
      m_sky = &m_night;
    else
      m_sky = &m_day;
  }
  void SetCamera(std::unique_ptr<ICamera> camera) { m_camera = std::move(camera); }
  static std::shared_ptr<IToneMap> MakeTone(bool isSoft) {
    if (isSoft)
      return std::make_shared<Reinhard>();
    return std::make_shared<Cut>();
  }

  virtual void Render(uint32_t w, uint32_t h, float exposure, Radiance *out) { kernel2D_Render(w, h, exposure, out); }

  void kernel2D_Render(uint32_t w, uint32_t h, float exposure, Radiance *out) {
    for (uint32_t y = 0; y < h; ++y)
      for (uint32_t x = 0; x < w; ++x) {
        const float u = float(x) / float(w) - 0.5f, v = float(y) / float(h) - 0.5f;
        const Direction d = m_camera->Ray(u, v);
        Radiance color = m_sky->Look(d);
        if (m_tone) {
          color.r *= exposure;
          m_tone->MapAll(color);
        }
        if (m_sky->IsNight())
          color.b += 0.0625f;
        if (m_ground != nullptr && v < 0.0f)
          color = m_ground->Look(d);
        out[y * w + x] = color;
      }
  }

private:
  ClearSky m_day{0.125f};
  StarrySky m_night;
  ISky *m_sky = nullptr;
  const ISky *m_ground = nullptr;
  std::unique_ptr<ICamera> m_camera;
  std::shared_ptr<IToneMap> m_tone;
};
