// Textures with samplers in shaders and in the generated class: one to three dimensions, texels of one, three and four floats,
// coordinates as floats, as a struct and as a vector, two filters of one texture, mip levels.
// RUN: rm -rf %t.out && vkmorph %s --class Scene --config=%S/Inputs/textures.yaml --textures=samplers -o %t.out -- -std=c++17
// RUN: cat %t.out/shaders/*.comp | FileCheck %s --check-prefix=GLSL
// RUN: FileCheck %s --input-file=%t.out/textures_generated.cpp --check-prefix=HOST
// RUN: FileCheck %s --input-file=%t.out/vkmorph.json --check-prefix=JSON
// Nobody who does not ask gets any of it.
// RUN: vkmorph %s --class Scene --config=%S/Inputs/textures.yaml --emit=glsl -- -std=c++17 | FileCheck %s --check-prefix=BUFFERS
#include <cstdint>
#include <vector>

#include <glm/glm.hpp>

struct Place {
  float x, y, z;
};

struct Place2 {
  float u, v;
};

struct Gradient {
  glm::vec4 Color(float t) const { return glm::vec4(t); }
};

// What it hides is not meant.
struct Ramp : Gradient {
  unsigned n = 1;
  std::vector<glm::vec4> colors;
  glm::vec4 Color(float t) const { return colors[int(t * float(n))]; }
};

struct Map {
  int w = 1, h = 1;
  std::vector<float> heights;
  float Smooth(glm::vec2 at) const { return heights[int(at.y) * w + int(at.x)]; }
  float Raw(glm::vec2 at) const { return heights[int(at.x) * h + int(at.y)]; }
};

struct Fog {
  short nx = 1, ny = 1, nz = 1;
  std::vector<Place> winds;
  Place Wind(const Place &at) const { return winds[int(at.x) + int(at.y) + int(at.z)]; }
};

struct Decal {
  int w = 1, h = 1, edge = 0;
  std::vector<float> shades;
  float Shade(float u, float v) const { return shades[int(v) * w + int(u)]; }
  float Dot(float u, float v) const { return shades[int(u) * h + int(v)]; }
};

struct Ring {
  int w = 1, h = 1;
  std::vector<float> values;
};

struct Target {
  int edge = 0;
  std::vector<Ring> rings;
  float Hit(const Place2 &at, float lod) const { return rings[int(lod)].values[int(at.v) * rings[int(lod)].w + int(at.u)]; }
};

struct Mist {
  int w = 1, h = 1;
  std::vector<std::uint16_t> bits;
  float Thick(float u, float v) const { return float(bits[int(v) * w + int(u)]); }
};

class Scene {
public:
  virtual ~Scene() = default;
  virtual void Run(glm::vec4 *out, int n) { kernel1D_Run(out, n); }
  virtual void Stick(const int *which, float *out, int n) { kernel1D_Stick(which, out, n); }

  void kernel1D_Stick(const int *which, float *out, int n) {
    for (int i = 0; i < n; i++)
      out[i] = m_decals[which[i]].Shade(0.5f, 0.25f) + m_decals[which[i]].Dot(0.5f, 0.25f);
  }

  virtual void Shoot(const int *which, float *out, int n) { kernel1D_Shoot(which, out, n); }
  void kernel1D_Shoot(const int *which, float *out, int n) {
    for (int i = 0; i < n; i++)
      out[i] = m_targets[which[i]].Hit({0.5f, 0.25f}, 1.5f) + m_target.Hit({0.25f, 0.5f}, 0.5f) + m_mist.Thick(0.5f, 0.5f);
  }

  void kernel1D_Run(glm::vec4 *out, int n) {
    for (int i = 0; i < n; i++) {
      const float t = float(i) / float(n);
      const Place wind = m_fog.Wind({t, t, 0.5f});
      out[i] = m_ramp.Color(t) * (m_map.Smooth(glm::vec2(t, wind.x)) + m_map.Raw(glm::vec2(wind.y, t))) + wind.z;
    }
  }

protected:
  Ramp m_ramp;
  Map m_map;
  Fog m_fog;
  std::vector<Decal> m_decals;
  Target m_target;
  Mist m_mist;
  std::vector<Target> m_targets;
};

// GLSL-NOT: GL_EXT_samplerless_texture_functions
// GLSL-DAG: #extension GL_EXT_nonuniform_qualifier : require
// GLSL-DAG: uniform sampler2D DecalTextures[];
// GLSL-DAG: return textureLod(DecalTextures[nonuniformEXT(self.shades_first)], vec2(u, v), 0.0).x;
// Two arrays are read with numbers of their own (Mesa takes one for the other otherwise).
// GLSL-DAG: uniform sampler2D DecalTexturesNearest[];
// GLSL-DAG: return textureLod(DecalTexturesNearest[nonuniformEXT(self.shades_first + 1u)], vec2(u, v), 0.0).x;
// GLSL-DAG: uniform sampler1D m_ramp;
// GLSL-DAG: uniform sampler2D m_map;
// GLSL-DAG: uniform sampler2D m_mapNearest;
// GLSL-DAG: uniform sampler3D m_fog;
// GLSL-DAG: return textureLod(m_ramp, t, 0.0);
// GLSL-DAG: return textureLod(m_map, vec2(at.x, at.y), 0.0).x;
// GLSL-DAG: return textureLod(m_mapNearest, vec2(at.x, at.y), 0.0).x;
// GLSL-DAG: const vec3 texel = textureLod(m_fog, vec3(at.x, at.y, at.z), 0.0).xyz;
// GLSL-DAG: return Place(texel.x, texel.y, texel.z);
// GLSL-DAG: uniform sampler2D m_target;
// GLSL-DAG: uniform sampler2D TargetTextures[];
// GLSL-DAG: return textureLod(m_target, vec2(at.u, at.v), lod).x;
// GLSL-DAG: return textureLod(TargetTextures[nonuniformEXT(self.rings_first)], vec2(at.u, at.v), lod).x;
// GLSL-DAG: uniform sampler2D m_mist;
// GLSL-DAG: return textureLod(m_mist, vec2(u, v), 0.0).x;
// BUFFERS-NOT: sampler

// HOST: vkmorph::TextureTable<
// HOST: vkmorph::Texture<1,
// HOST: vkmorph::HalfTexels<&Mist::bits, 2>>,
// HOST: vkmorph::TextureArray<2, 0, Decal,
// HOST: vkmorph::LeveledTexture<
// HOST-NEXT: 2, vkmorph::Within<&Scene::m_target, vkmorph::LevelsMember<&Target::rings>>,
// HOST-NEXT: vkmorph::VectorMember<&Ring::values, 4>, vkmorph::TextureNumber<&Ring::w>,
// HOST-NEXT: vkmorph::TextureNumber<&Ring::h>,
// HOST-NEXT: vkmorph::Within<&Scene::m_target, vkmorph::TextureNumber<&Target::edge>>>,
// HOST: vkmorph::LeveledTextureArray<2, 1, Target, vkmorph::LevelsMember<&Target::rings>,
// HOST: needs.shaderSampledImageArrayNonUniformIndexing = true;
// HOST: needs.runtimeDescriptorArray = true;
// HOST: m_vulkan.CreateTextures(
// HOST: "m_ramp",
// HOST-NEXT: VK_FILTER_LINEAR,
// HOST-NEXT: VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
// HOST-NEXT: {"m_ramp.colors", "m_ramp.n"}},
// HOST: "DecalTexturesNearest",
// HOST: {1, VK_SAMPLER_ADDRESS_MODE_REPEAT}},
// HOST-NEXT: 1},
// HOST-NEXT: {"DecalTextures",
// HOST: {"m_target",
// HOST: VK_SAMPLER_MIPMAP_MODE_LINEAR},
// HOST-NEXT: {"TargetTextures",
// HOST: VK_SAMPLER_MIPMAP_MODE_LINEAR}});
// HOST: VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER
// HOST: m_vulkan.UseTextures("RunCmd", {"m_ramp", "m_mapNearest", "m_map", "m_fog"});
// HOST: call.UploadTextures({"m_ramp", "m_mapNearest", "m_map", "m_fog"});

// HOST: call.UploadTextures({"DecalTexturesNearest", "DecalTextures"});

// HOST: call.UploadTextures({"m_mist", "m_target", "TargetTextures"});

// JSON: "textures": [
// JSON: "betweenLevels": "VK_SAMPLER_MIPMAP_MODE_LINEAR"
