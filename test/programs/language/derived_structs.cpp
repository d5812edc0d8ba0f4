// Origin: written as a user would, before its first translation.
// Structs with bases: hidden methods, conversions of references and pointers to a base, slices, static_cast back down.
// RUN: %check %s --class DerivedStructs -- -std=c++17
// RUN: %check %s --class Observations,Lanes --size n=1,70 -- -std=c++17
#include "derived_structs.h"

namespace
{
float gravity(const Body& a, const Body& b)
{
    const float dx = a.position[0] - b.position[0], dy = a.position[1] - b.position[1];
    return a.mass * b.mass / (dx * dx + dy * dy + 1.0f);
}

void push(Body* body, float by)
{
    body->Shift(by);
    body->position[1] -= by;
}

int number(const Named& named)
{
    return named.Even() ? named.id : -1;
}
} // namespace

void DerivedStructs::kernel1D_Move(Planet* planets, Body* bodies, float* weights, int n)
{
    for (int i = 0; i < n; ++i)
    {
        Planet& planet = planets[i];
        Body& body = planet;
        push(&planet, 0.5f);
        planet.Shift(gravity(planet, m_sun) > 1.0f ? 1.0f : -1.0f);
        body.mass += 0.25f;
        static_cast<Named&>(planet).id += number(planet);
        static_cast<Planet&>(body).moons ^= 2;
        const Body slice = planet;
        bodies[i] = slice;
        static_cast<Body&>(planet) = bodies[i];
        weights[i] = planet.Weight() + body.Weight() + slice.position[0];
    }
}

void DerivedStructs::Move(Planet* planets, Body* bodies, float* weights, int n)
{
    kernel1D_Move(planets, bodies, weights, n);
}

void Observations::kernel1D_Shine(Star star, float* light, int n)
{
    for (int i = 0; i < n; ++i)
        light[i] += float(star.mass) * star.spots[i % 2] + star.Body::mass * star.position[0];
}

void Observations::kernel1D_Cover(const Body& body, Planet planet, float* light, int n)
{
    for (int i = 0; i < n; ++i)
        light[i] -= body.Weight() + planet.Weight() * planet.id;
}

float Observations::Watch(Planet planet, Star star, float* light, int n)
{
    kernel1D_Shine(star, light, n);
    planet.id &= 7;
    planet.position[1] = star.position[0];
    if (planet.Even() && star.mass > star.Body::mass)
        kernel1D_Cover(planet, planet, light, n);
    const Body slice = planet;
    m_nearest = planet;
    m_nearest.mass += slice.mass;
    const Planet second{{star.Body::mass, {1.0f, slice.position[1]}}, {3}, 4};
    kernel1D_Cover(star, second, light, n);
    const Star third{{}, slice, 1.5, {n, 4}};
    kernel1D_Shine(third, light, n);
    return m_nearest.mass + m_nearest.position[1];
}

void Observations::kernel1D_Dim(Belt belt, float* light, int n)
{
    for (int i = 0; i < n; ++i)
        light[i] += belt.Middle() * (belt.id + belt.Named::id) + m_last.from + m_orbits[i & 3].id;
}

void Observations::kernel1D_Cross(const Orbit& orbit, float* light, int n)
{
    for (int i = 0; i < n; ++i)
        light[i] -= orbit.Middle() * orbit.id;
}

int Observations::Count(Belt belt, const Orbit& inner, float* light, int n)
{
    kernel1D_Dim(belt, light, n);
    if (inner.Middle() > belt.from && belt.Even())
        kernel1D_Cross(inner, light, n);
    m_last.id += belt.Named::id;
    m_last.from = belt.to;
    Orbit orbit;
    for (int k = 1; k < 4; ++k)
    {
        orbit.to += 0.5f;
        orbit.id = k + belt.id;
        kernel1D_Cross(orbit, light, n);
        m_orbits[k] = orbit;
    }
    m_orbits[0].id = m_orbits[2].id + 1;
    kernel1D_Dim(belt, light, n);
    return m_last.id + m_orbits[1].id;
}

void Lanes::kernel1D_Sum(const Both& both, const Twins& twins, Depth depth, float* light, int n)
{
    for (int i = 0; i < n; ++i)
        light[i] += both.Lane<1>::value * 3 + both.Lane<-1>::value + both.Lane_1 + twins.Sum() + depth.Weight() * depth.id;
}

static void grow(Body& body, float by)
{
    body.mass = by;
    body.position[1] += by;
}

int Lanes::Add(Both both, Twins twins, Depth depth, float* light, int n)
{
    both.Lane<-1>::value += 2;
    both.Lane<1>::value -= both.Lane_1;
    twins.left::Side::width = twins.right::Side::width + n;
    grow(depth, 2.5f);
    depth.Body::Shift(1.5f);
    const Body part = depth;
    static_cast<Body&>(depth) = Body{part.position[0], {part.mass, 1.0f}};
    kernel1D_Sum(both, twins, depth, light, n);
    return both.Lane<1>::value + twins.Sum();
}
