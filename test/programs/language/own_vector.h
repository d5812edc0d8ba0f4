#pragma once
#include <cmath>

namespace sim {

// The user's own vector: nothing of a library's.
struct float3 {
    float x, y, z;

    float3() : x(0.0f), y(0.0f), z(0.0f) {}
    explicit float3(float all) : x(all), y(all), z(all) {}
    float3(float px, float py, float pz) : x(px), y(py), z(pz) {}

    static const float3 Up;
    static constexpr int Dimensions = 3;
    static float3 Axis(int index) { return float3(index == 0, index == 1, index == 2); }

    float3 operator-() const { return float3(-x, -y, -z); }
    float3& operator+=(const float3& o) {
        x += o.x;
        y += o.y;
        z += o.z;
        return *this;
    }
    float3& operator*=(float s) { return *this = float3(x * s, y * s, z * s); }
    float& operator[](int i) { return i == 0 ? x : i == 1 ? y : z; }
    float operator[](int i) const { return i == 0 ? x : i == 1 ? y : z; }
    bool operator==(const float3& o) const { return x == o.x && y == o.y && z == o.z; }
    float Norm2() const { return x * x + y * y + z * z; }
};

inline float3 operator+(float3 a, const float3& b) { return a += b; }
inline float3 operator-(const float3& a, const float3& b) { return a + -b; }
inline float3 operator*(const float3& a, const float3& b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
inline float3 operator*(float s, float3 v) { return v *= s; }
inline float3 operator*(const float3& v, float s) { return s * v; }
inline float dot(const float3& a, const float3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline float3 cross(const float3& a, const float3& b) {
    return float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
inline float length(const float3& v) { return std::sqrt(v.Norm2()); }

struct Particle {
    float3 position, velocity;
    int bounces;
};

class Swarm {
public:
    explicit Swarm(float gravity) : m_pull(gravity * -float3::Up) {}
    virtual ~Swarm() = default;
    virtual void Step(Particle* particles, int count);
    virtual void Measure(const float3* points, float* sizes, float3* normals, int count);

private:
    void kernel1D_Step(Particle* particles, int count);
    void kernel1D_Sizes(const float3* points, float* sizes, int count);
    void kernel1D_Normals(const float3* points, float3* normals, int count);
    static void Reflect(Particle& p, int axis);

    float3 m_pull;
    float3 m_box = float3(4.0f);
    float m_dt = 0.125f;
    float3 m_corners[2] = {{1.0f, 0.5f, -0.5f}, float3(0.25f)};
};

} // namespace sim
