// Origin: written as a user would.
// A user's own vector type: constructors, operators, static members, functions beside it, in buffers of 12 bytes each.
// RUN: %check %s --class Swarm -- -std=c++17
#include "own_vector.h"

namespace sim {

const float3 float3::Up(0.0f, 0.0f, 1.0f);

void Swarm::Reflect(Particle& p, int axis) {
    p.velocity[axis] = -p.velocity[axis];
    p.position += 0.5f * p.velocity[axis] * float3::Axis(axis);
    p.bounces++;
}

void Swarm::kernel1D_Step(Particle* particles, int count) {
    for (int i = 0; i < count; i++) {
        Particle p = particles[i];
        p.velocity += m_pull * m_dt;
        p.velocity *= 0.5f;
        p.position = p.position * 0.75f + m_dt * p.velocity;
        for (int axis = 0; axis < float3::Dimensions; axis++)
            if (p.position[axis] > m_box[axis] || p.position[axis] < -1.0f)
                Reflect(p, axis);
        if (p.velocity == float3())
            p.velocity = float3::Up - m_corners[i & 1];
        p.bounces %= 1000;
        particles[i] = p;
    }
}

void Swarm::kernel1D_Sizes(const float3* points, float* sizes, int count) {
    for (int i = 0; i < count; i++) {
        const float3& point = points[i];
        sizes[i] = length(point - m_corners[0]) + dot(point, m_corners[1] * float3::Up);
    }
}

void Swarm::kernel1D_Normals(const float3* points, float3* normals, int count) {
    for (int i = 0; i < count; i++) {
        float3 n = cross(points[i], points[count - 1 - i]);
        n = n + cross(n, float3::Up) - float3(float(i & 3));
        normals[i] = -n;
        normals[i].y += n[2];
    }
}

void Swarm::Step(Particle* particles, int count) { kernel1D_Step(particles, count); }

void Swarm::Measure(const float3* points, float* sizes, float3* normals, int count) {
    kernel1D_Sizes(points, sizes, count);
    kernel1D_Normals(points, normals, count);
}

} // namespace sim
