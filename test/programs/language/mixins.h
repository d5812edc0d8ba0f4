#pragma once
#include <vector>

// Three parts that make one machine.
class Clock
{
public:
    virtual ~Clock() = default;
    void Advance(float dt) { m_time += dt; }

protected:
    float Phase() const { return m_time * 0.5f; }
    float m_time = 1.5f;
    int m_state = 3;
};

class Noise
{
protected:
    void kernel1D_Seed(int n)
    {
        for (int i = 0; i < n; ++i)
            m_noise[i] = (i * 7 + m_state) % 13;
    }
    std::vector<int> m_noise = std::vector<int>(300);
    int m_state = 5;
};

struct Limits
{
    float low = -1.0f, high = 2.0f;
    float Clip(float x) const { return x < low ? low : x > high ? high : x; }
};

class Machine2 : public Clock, protected Noise, private Limits
{
public:
    virtual void Run(const float* in, float* out, int n);
    virtual void Again(float* out, int n);

protected:
    void kernel1D_Mix(const float* in, float* out, int n);
};
