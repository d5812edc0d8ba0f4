// Origin: written as a user would, before its first translation.
// Arrays of 3-vectors in structs with narrow members around them, in buffers, class and locals; swizzles by hand; a minimum.
// RUN: %check %s --class GlmQuads -- -std=c++17
#include "glm_quads.h"

void GlmQuads::kernel1D_Move(Quad* quads, unsigned count, float step)
{
    for (unsigned i = 0; i < count; ++i)
    {
        Quad& quad = quads[i];
        for (int k = 0; k < 4; ++k)
        {
            glm::vec3& corner = quad.corner[k];
            corner += m_axes[k % 2] * step;
            corner.y = -corner.y;
            quad.uv[k / 2][k % 2] *= glm::vec2(corner.z, 0.5f);
        }
        quad.cell += glm::ivec2(int(i) % 3, -1);
        quad.material ^= 1;
        quad.hidden = quad.corner[0].x > quad.corner[1].x;
        if (quad.hidden)
            quad.corner[3] = m_template.corner[3];
    }
}

void GlmQuads::kernel1D_Measure(const Quad* quads, glm::vec4* normals, unsigned count)
{
    m_low = glm::vec3(100.0f);
    for (unsigned i = 0; i < count; ++i)
    {
        const Quad copy = quads[i];
        const auto& [material, corner, cell, hidden, uv] = copy;
        const glm::vec3 normal = glm::cross(corner[1] - corner[0], corner[2] - corner[0]);
        normals[i] = glm::vec4(normal, float(material)) + (hidden ? glm::vec4(uv[0][1], uv[1][0]) : glm::vec4(0.0f));
        normals[i].w += float(cell.x - cell.y);
        m_low = glm::min(m_low, corner[3]);
    }
}

void GlmQuads::Move(Quad* quads, unsigned count, float step)
{
    kernel1D_Move(quads, count, step);
}

void GlmQuads::Measure(const Quad* quads, glm::vec4* normals, unsigned count)
{
    kernel1D_Measure(quads, normals, count);
}
