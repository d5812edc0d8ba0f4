// Origin: written as a user would, before its first translation.
// Three classes whose kernels call methods of one of several objects for each element, in ways that let workgroups sort their iterations.
// RUN: %check %s --class Weather --variants=virtual-workgroup,default --size width=1,33,70 --size height=1,41 -- -std=c++17
// RUN: %check %s --class Tracks --variants=virtual-workgroup --size n=0,1,1500,5000 -- -std=c++17
// RUN: %check %s --class Volume --variants=virtual-workgroup --size width=5,35 --size height=3,33 --size depth=2,5 -- -std=c++17
#include <cstdint>
#include <memory>
#include <vector>

//===--- A map of the weather: each cell's climate says how warm it becomes. ---===//

class Climate {
public:
  virtual ~Climate() = default;
  virtual float Warm(float latitude, float height) const = 0;
};
class Desert : public Climate {
public:
  float Warm(float latitude, float height) const override { return 40.0f - 0.25f * latitude - 0.5f * height; }
};
class Forest : public Climate {
public:
  explicit Forest(float damp) : m_damp(damp) {}
  float Warm(float latitude, float height) const override {
    float warmth = 25.0f;
    for (int i = 0; i < 6; ++i)
      warmth = 0.5f * warmth + m_damp - 0.125f * latitude;
    return warmth - height;
  }

private:
  float m_damp;
};
class Ocean : public Climate {
public:
  float Warm(float latitude, float) const override { return latitude > 20.0f ? 4.0f : 18.0f; }
};

class Weather {
public:
  Weather() {
    m_climates.push_back(std::make_unique<Ocean>());
    m_climates.push_back(std::make_unique<Forest>(3.0f));
    m_climates.push_back(std::make_unique<Desert>());
    m_climates.push_back(std::make_unique<Forest>(1.5f));
  }
  virtual ~Weather() = default;
  virtual void Forecast([[vkmorph::size("width * height")]] const uint8_t *kinds,
                        [[vkmorph::size("width * height")]] const float *heights,
                        [[vkmorph::size("width * height")]] float *warmth, uint32_t width, uint32_t height) {
    kernel2D_Forecast(kinds, heights, warmth, width, height);
  }

protected:
  void kernel2D_Forecast(const uint8_t *kinds, const float *heights, float *warmth, uint32_t width, uint32_t height) {
    for (uint32_t y = 0; y < height; ++y)
      for (uint32_t x = 0; x < width; ++x) {
        const uint32_t at = y * width + x;
        const float latitude = 0.5f * float(y);
        const float above = heights[at] < 0.0f ? 0.0f : heights[at];
        warmth[at] = 0.25f + m_climates[kinds[at] % 4u]->Warm(latitude, above);
      }
  }
  std::vector<std::unique_ptr<Climate>> m_climates;
};

//===--- Vehicles on tracks: a method changes position and speed by references. ---===//

struct Motor {
  virtual ~Motor() = default;
  virtual void Drive(float &position, float &speed, int steps) const = 0;
};
struct Diesel final : Motor {
  void Drive(float &position, float &speed, int steps) const override {
    for (int i = 0; i < steps; ++i) {
      speed = 0.75f * speed + 0.5f;
      position += 0.25f * speed;
    }
  }
};
struct Electric final : Motor {
  float m_power = 1.5f;
  void Drive(float &position, float &speed, int) const override {
    speed += m_power;
    position += speed;
  }
};
struct Coasting final : Motor {
  void Drive(float &position, float &speed, int steps) const override {
    position += float(steps) * speed;
    speed *= 0.5f;
  }
};

class Tracks {
public:
  Tracks() {
    for (int i = 0; i < 7; ++i) {
      if (i % 3 == 0)
        m_motors.push_back(std::make_unique<Diesel>());
      else if (i % 3 == 1)
        m_motors.push_back(std::make_unique<Electric>());
      else
        m_motors.push_back(std::make_unique<Coasting>());
    }
  }
  virtual ~Tracks() = default;
  virtual void Move([[vkmorph::size("n")]] float *positions, [[vkmorph::size("n")]] float *speeds,
                    [[vkmorph::size("n")]] const uint32_t *motors, uint32_t n) {
    kernel1D_Move(positions, speeds, motors, n);
  }

protected:
  void kernel1D_Move(float *positions, float *speeds, const uint32_t *motors, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
      // Those that stand still have nothing to do.
      if (motors[i] % 5u == 4u)
        continue;
      float position = positions[i], speed = speeds[i];
      int steps = 1;
      for (uint32_t bits = motors[i] & 15u; bits != 0u; bits >>= 1)
        steps += int(bits & 1u);
      m_motors[motors[i] % 7u]->Drive(position, speed, steps);
      if (speed > 8.0f)
        speed = 8.0f;
      positions[i] = position;
      speeds[i] = speed;
    }
  }
  std::vector<std::unique_ptr<Motor>> m_motors;
};

//===--- Voxels of tissue, in three dimensions. ---===//

class Tissue {
public:
  virtual ~Tissue() = default;
  virtual float Absorb(float energy, int depth) const { return energy * (depth > 2 ? 0.5f : 0.75f); }
};
class Bone : public Tissue {
public:
  float Absorb(float energy, int depth) const override { return Tissue::Absorb(energy, depth + 2) * 0.25f; }
};
class Air : public Tissue {
public:
  float Absorb(float energy, int) const override { return energy; }
};

class Volume {
public:
  Volume() : m_tissues{&m_soft, &m_bone, &m_air} {}
  Volume(const Volume &) = delete;
  virtual ~Volume() = default;
  virtual void Expose([[vkmorph::size("width * height * depth")]] const int *kinds,
                      [[vkmorph::size("width * height * depth")]] float *energy, int width, int height, int depth) {
    kernel3D_Expose(kinds, energy, width, height, depth);
  }

protected:
  void kernel3D_Expose(const int *kinds, float *energy, int width, int height, int depth) {
    for (int z = 0; z < depth; ++z)
      for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
          const int voxel = (z * height + y) * width + x;
          const int kind = kinds[voxel] & 3;
          const float left = m_tissues[kind == 3 ? 0 : kind]->Absorb(energy[voxel], z);
          energy[voxel] = left + 0.5f;
        }
  }
  Tissue m_soft;
  Bone m_bone;
  Air m_air;
  std::vector<Tissue *> m_tissues;
};
