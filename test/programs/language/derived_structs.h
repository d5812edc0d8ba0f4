#pragma once
#include <vector>

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

struct Unit
{
};

// Shares the name of a member with its base.
struct Star : Unit, Body
{
    double mass = 2.5;
    int spots[2] = {1, 2};
};

template <class T> struct Range
{
    T from{}, to{};
    T Middle() const { return (from + to) / 2; }
};

struct Orbit : Range<float>, Named
{
};

struct Belt : Orbit
{
    int id = 9;
};

// Control functions pass structs with bases, and parts of them.
class Observations
{
public:
    virtual ~Observations() = default;
    virtual float Watch(Planet planet, Star star, float* light, int n);
    virtual int Count(Belt belt, const Orbit& inner, float* light, int n);

protected:
    void kernel1D_Shine(Star star, float* light, int n);
    void kernel1D_Cover(const Body& body, Planet planet, float* light, int n);

    void kernel1D_Dim(Belt belt, float* light, int n);
    void kernel1D_Cross(const Orbit& orbit, float* light, int n);

    Planet m_nearest{};
    Orbit m_last;
    std::vector<Orbit> m_orbits = std::vector<Orbit>(4);
};

template <int Direction> struct Lane
{
    int value;
};

// Names that are alike once they are identifiers.
struct Both : Lane<1>, Lane<-1>
{
    int Lane_1;
};

namespace left
{
struct Side
{
    int width;
};
} // namespace left

namespace right
{
struct Side
{
    int width;
};
} // namespace right

struct Twins : left::Side, right::Side
{
    int Sum() const { return left::Side::width + 3 * right::Side::width; }
};

struct Depth : Planet
{
    int levels;
};

// Base classes with one name, and base classes of base classes.
class Lanes
{
public:
    virtual ~Lanes() = default;
    virtual int Add(Both both, Twins twins, Depth depth, float* light, int n);

protected:
    void kernel1D_Sum(const Both& both, const Twins& twins, Depth depth, float* light, int n);
};
