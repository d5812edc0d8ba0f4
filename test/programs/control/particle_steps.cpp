// Origin: written as a user would, before its first translation.
// Particles in vectors of the class: forces, speeds, positions and walls, each a kernel; several steps in a loop.
// RUN: %check %s --class ParticleSteps --size n=0,1,300 --size steps=0,1,3 -- -std=c++17
#include <cstdint>
#include <vector>

struct Point
{
    float x, y;
};

class ParticleSteps
{
public:
    ParticleSteps() : m_dt(0.125f), m_gravity(-1.0f) {}

    void Run(const Point *start, Point *result, uint32_t n, int steps)
    {
        m_places.resize(n);
        m_speeds.resize(n);
        kernel1D_Start(start, n);
        for (int step = 0; step < steps; step++)
        {
            kernel1D_Fall(n);
            kernel1D_Move(n);
            kernel1D_Bounce(n);
        }
        kernel1D_Copy(result, n);
    }

    // Speeds of one particle depend on the place of the next one.
    void Follow(Point *places, Point *speeds, uint32_t n)
    {
        kernel1D_Shift(places, speeds, n);
        kernel1D_Lead(places, speeds, n);
    }

    void kernel1D_Start(const Point *start, uint32_t n)
    {
        for (uint32_t i = 0; i < n; i++)
        {
            m_places[i] = start[i];
            m_speeds[i].x = 0.5f;
            m_speeds[i].y = 0.0f;
        }
    }

    void kernel1D_Fall(uint32_t n)
    {
        for (uint32_t i = 0; i < n; i++)
            m_speeds[i].y += m_gravity * m_dt;
    }

    void kernel1D_Move(uint32_t n)
    {
        for (uint32_t i = 0; i < n; i++)
        {
            m_places[i].x += m_speeds[i].x * m_dt;
            m_places[i].y += m_speeds[i].y * m_dt;
        }
    }

    void kernel1D_Bounce(uint32_t n)
    {
        for (uint32_t i = 0; i < n; i++)
        {
            if (m_places[i].y >= 0.0f)
                continue;
            m_places[i].y = -m_places[i].y;
            m_speeds[i].y = -m_speeds[i].y;
        }
    }

    void kernel1D_Copy(Point *result, uint32_t n)
    {
        for (uint32_t i = 0; i < n; i++)
            result[i] = m_places[i];
    }

    void kernel1D_Shift(Point *places, const Point *speeds, uint32_t n)
    {
        for (uint32_t i = 0; i < n; i++)
            places[i].x += speeds[i].x;
    }

    void kernel1D_Lead(const Point *places, Point *speeds, uint32_t n)
    {
        for (uint32_t i = 0; i < n; i++)
            speeds[i].x = places[i + 1 < n ? i + 1 : 0].x * 0.25f;
    }

private:
    float m_dt;
    float m_gravity;
    std::vector<Point> m_places;
    std::vector<Point> m_speeds;
};
