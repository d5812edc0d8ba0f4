#pragma once

struct Body
{
    float mass;
    float position[2];
    float Weight() const { return mass * 9.5f; }
    void Shift(float dx) { position[0] += dx; }
};

struct Named
{
    int id = 0;
    bool Even() const { return id % 2 == 0; }
};

struct Planet : Body, Named
{
    unsigned char moons;
    float Weight() const { return Body::Weight() + moons; }
    void Shift(float dx)
    {
        Body::Shift(dx * 2.0f);
        ++moons;
    }
};

class DerivedStructs
{
public:
    virtual ~DerivedStructs() = default;
    virtual void Move(Planet* planets, Body* bodies, float* weights, int n);

protected:
    void kernel1D_Move(Planet* planets, Body* bodies, float* weights, int n);
    Planet m_sun{{4.0f, {1.0f, 2.0f}}, {}, 3};
};
