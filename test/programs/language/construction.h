#pragma once

namespace garden {

struct Point {
    int x, y;
    Point() : x(1), y(-1) {}
    explicit Point(int both) : Point(both, both) {}
    Point(int px, int py) : x(px), y(py) {}
    Point(const Point& p, int dx) : x(p.x + dx), y(p.y) {}
};

struct Plant {
    Point where{2, 3};
    float height = 0.25f;
    int leaves[3] = {1, 2};
    bool alive{true};

    Plant() = default;
    Plant(float h, int count) : height(h), alive(h > 0.0f) {
        leaves[2] = count;
        if (!alive)
            where = Point(0);
    }
};

// Counts what grows around a centre; where it is depends on how the bed was made.
class Bed {
public:
    Bed(int width, float growth) : Bed(Point(width & 31), growth, 3) { m_calls = 7; }
    Bed(Point centre, float growth, int step)
        : m_centre(centre), m_corner(m_centre, step), m_first(growth, step), m_scale{growth * 2.0f} {}
    virtual ~Bed() = default;

    virtual void Grow(const int* seeds, int* distance, float* heights, int count);

protected:
    void kernel1D_Distance(const int* seeds, int* distance, int count);
    void kernel1D_Heights(const int* seeds, float* heights, int count);

    Point m_centre;
    Point m_corner;
    Point m_gate;
    Plant m_first;
    Plant m_pair[2] = {{1.5f, 4}, Plant()};
    const float m_scale;
    float m_rain = 0.5f, m_sun{3.0f};
    int m_calls = 1;
};

} // namespace garden
