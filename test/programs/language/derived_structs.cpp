// Origin: written as a user would, before its first translation.
// Structs with bases: hidden methods, conversions of references and pointers to a base, slices, static_cast back down.
// RUN: %check %s --class DerivedStructs -- -std=c++17
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
