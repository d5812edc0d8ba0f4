#pragma once
#include <glm/glm.hpp>

namespace scene {

struct Vertex {
    glm::vec3 position;
    float weight;
    glm::vec2 uv;
};

class Transformer {
public:
    explicit Transformer(float angle);
    virtual ~Transformer() = default;

    virtual void Transform(const Vertex *vertices, glm::vec4 *clip, glm::vec3 *normals, glm::vec2 *uvs, int count);
    virtual void Pick(const glm::ivec3 *cells, const glm::uvec4 *masks, glm::ivec2 *keys, glm::uvec4 *mixed, int count);
    virtual void Matrices(const glm::mat3 *in, glm::mat3 *out, glm::mat4 *chain, int count);

private:
    void kernel1D_Clip(const Vertex *vertices, glm::vec4 *clip, int count);
    void kernel1D_Normals(const Vertex *vertices, glm::vec3 *normals, glm::vec2 *uvs, int count);
    void kernel1D_Pick(const glm::ivec3 *cells, glm::ivec2 *keys, int count);
    void kernel1D_Masks(const glm::uvec4 *masks, glm::uvec4 *mixed, int count);
    void kernel1D_Matrices(const glm::mat3 *in, glm::mat3 *out, int count);
    void kernel1D_Chain(const glm::mat3 *in, glm::mat4 *chain, int count);

    glm::mat4 m_world;
    glm::mat3 m_rotation{1.0f};
    glm::vec3 m_light{0.5f, 0.25f, 2.0f};
    glm::ivec3 m_grid = glm::ivec3(4, 8, 16);
};

} // namespace scene
