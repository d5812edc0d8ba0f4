#pragma once
#include <cstdint>
#include <glm/glm.hpp>

struct Quad
{
    uint8_t material;
    glm::vec3 corner[4];
    glm::ivec2 cell;
    bool hidden;
    glm::vec2 uv[2][2];
};

class GlmQuads
{
public:
    virtual ~GlmQuads() = default;
    virtual void Move(Quad* quads, unsigned count, float step);
    virtual void Measure(const Quad* quads, glm::vec4* normals, unsigned count);

protected:
    void kernel1D_Move(Quad* quads, unsigned count, float step);
    void kernel1D_Measure(const Quad* quads, glm::vec4* normals, unsigned count);

    glm::vec3 m_axes[2] = {glm::vec3(1.0f, 0.5f, 0.0f), glm::vec3(0.0f, 0.25f, -1.0f)};
    glm::vec3 m_low = glm::vec3(100.0f);
    Quad m_template = {};
};
