// Origin: written as a user would.
// GLM: vectors and matrices in buffers of their own sizes, in members and locals; operators, functions, columns.
// RUN: %check %s --class Transformer -- -std=c++17
#include "glm_vectors.h"

namespace scene {

using glm::vec2;
using glm::vec3;
using glm::vec4;

Transformer::Transformer(float angle) : m_world(2.0f) {
    m_world[3] = vec4(1.0f, -2.0f, 0.5f, 1.0f);
    m_world[0][1] = angle * 0.25f;
    m_rotation[1] = vec3(0.5f, 1.0f, angle);
}

void Transformer::kernel1D_Clip(const Vertex *vertices, vec4 *clip, int count) {
    for (int i = 0; i < count; ++i) {
        const Vertex &v = vertices[i];
        vec4 p = m_world * vec4(v.position, 1.0f);
        p += vec4(v.uv, v.uv.y, v.weight) * m_world;
        p.w = -p.w;
        p[1] *= 0.5f;
        clip[i] = glm::clamp(p, vec4(-20.0f), vec4(20.0f)) + glm::mix(p, vec4(1.0f), 0.25f);
    }
}

void Transformer::kernel1D_Normals(const Vertex *vertices, vec3 *normals, vec2 *uvs, int count) {
    for (int i = 0; i < count; ++i) {
        const vec3 edge = vertices[i].position - m_light;
        const vec3 away(vertices[i].uv, 9.0f);
        const vec3 normal = glm::normalize(away) * glm::length(edge) + glm::cross(edge, m_light) * 0.5f;
        normals[i] = m_rotation * normal + normal * glm::transpose(m_rotation);
        vec2 uv = vertices[i].uv;
        uv = glm::max(uv, vec2(0.0f)) - glm::min(uv, vec2(0.5f, 1.0f));
        uv -= 1.0f;
        uvs[i] = -uv / 4.0f + vec2(glm::dot(away, m_light), uv == vec2(-1.0f) ? 1.0f : 0.0f);
    }
}

void Transformer::kernel1D_Pick(const glm::ivec3 *cells, glm::ivec2 *keys, int count) {
    for (int i = 0; i < count; ++i) {
        const glm::ivec3 cell = glm::clamp(cells[i], glm::ivec3(0), m_grid - 1);
        const glm::ivec3 step = cells[i] / 3 * glm::ivec3(1, -2, 3);
        keys[i] = glm::ivec2((cell.z * m_grid.y + cell.y) * m_grid.x + cell.x, step.x + step.y - step.z);
        keys[i].y += glm::ivec2(vec2(1.75f, -1.75f)).y;
    }
}

void Transformer::kernel1D_Masks(const glm::uvec4 *masks, glm::uvec4 *mixed, int count) {
    for (int i = 0; i < count; ++i) {
        glm::uvec4 m = masks[i] * 2654435761u;
        m ^= m >> 15u;
        m.x = m.y & m.z;
        mixed[i] = glm::max(m, glm::uvec4(1u << 20)) | glm::uvec4(glm::uvec2(1u, 2u), 4u, m.w % 7u);
    }
}

void Transformer::kernel1D_Matrices(const glm::mat3 *in, glm::mat3 *out, int count) {
    for (int i = 0; i < count; ++i) {
        glm::mat3 m = in[i] * m_rotation + glm::mat3(2.0f);
        m[2][1] += m[0].z;
        m[1] = m * vec3(1.0f, 0.5f, -1.0f);
        out[i] = glm::transpose(m) * 0.5f - in[i];
    }
}

void Transformer::kernel1D_Chain(const glm::mat3 *in, glm::mat4 *chain, int count) {
    for (int i = 0; i < count; ++i) {
        const glm::mat4 steep = glm::mat4(in[i] * 0.125f) + glm::mat4(8.0f);
        chain[i] = m_world * steep * glm::mat4(vec4(1.0f), vec4(2.0f, 0.0f, 0.0f, 1.0f), m_world[3], steep[2]);
        chain[i][0] = glm::inverse(steep) * vec4(in[i][1], 1.0f);
    }
}

void Transformer::Transform(const Vertex *vertices, vec4 *clip, vec3 *normals, vec2 *uvs, int count) {
    kernel1D_Clip(vertices, clip, count);
    kernel1D_Normals(vertices, normals, uvs, count);
}

void Transformer::Pick(const glm::ivec3 *cells, const glm::uvec4 *masks, glm::ivec2 *keys, glm::uvec4 *mixed,
                       int count) {
    kernel1D_Pick(cells, keys, count);
    kernel1D_Masks(masks, mixed, count);
}

void Transformer::Matrices(const glm::mat3 *in, glm::mat3 *out, glm::mat4 *chain, int count) {
    kernel1D_Matrices(in, out, count);
    kernel1D_Chain(in, chain, count);
}

} // namespace scene
