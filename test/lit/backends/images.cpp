// Images in shaders and in the generated class: what is only read is sampled, what is written is stored to; formats of one,
// two and four channels, of floats, half floats and integers; a kernel that reads and writes one image.
// RUN: vkmorph %s --class Wave --emit=glsl --images=textures -- -std=c++17 >%t && FileCheck %s --input-file=%t --check-prefix=GLSL
// RUN: vkmorph %s --class Wave --emit=glsl --images=half-textures -- -std=c++17 | FileCheck %s --check-prefix=HALF
// RUN: vkmorph %s --class Wave --emit=host --images=textures -- -std=c++17 | FileCheck %s --check-prefix=HOST
// RUN: rm -rf %t.out && vkmorph %s --class Wave --images=textures --explain=barriers -o %t.out -- -std=c++17 2>&1 | FileCheck %s --check-prefix=WHY
// Nobody who does not ask gets any of it.
// RUN: vkmorph %s --class Wave --emit=glsl -- -std=c++17 | FileCheck %s --check-prefix=BUFFERS
// RUN: vkmorph %s --class Wave --emit=host -- -std=c++17 | FileCheck %s --check-prefix=BUFFERS
#include <algorithm>
#include <cstdint>
#include <vector>

#include <glm/glm.hpp>

class Wave {
public:
  virtual ~Wave() = default;
  virtual void Run(const glm::vec2 *wind, int *cells [[vkmorph::size("m_w * m_h")]]) {
    kernel2D_Blow(wind);
    kernel2D_Mark(cells);
  }

  void kernel2D_Blow(const glm::vec2 *wind) {
    for (int y = 0; y < m_h; y++)
      for (int x = 0; x < m_w; x++)
        m_height[y * m_w + x] += wind[y * m_w + std::max(x - 1, 0)].y;
  }
  void kernel2D_Mark(int *cells) {
    for (int y = 0; y < m_h; y++)
      for (int x = 0; x < m_w; x++)
        if (m_height[y * m_w + std::min(x + 1, m_w - 1)] > 1.0f)
          cells[y * m_w + x] = 1;
  }

protected:
  int m_w = 0, m_h = 0;
  std::vector<float> m_height;
};

// GLSL-LABEL: Wave::kernel2D_Blow
// GLSL: #extension GL_EXT_samplerless_texture_functions : require
// GLSL: layout(binding = 0) uniform texture2D wind;
// GLSL: layout(binding = 2, r32f) uniform image2D m_heightImage;
// GLSL: precise const float sum = imageLoad(m_heightImage, ivec2(x, y)).x +
// GLSL-NEXT: texelFetch(wind, ivec2(max(x - 1, 0), y), 0).y;
// GLSL-NEXT: imageStore(m_heightImage, ivec2(x, y), vec4(sum));
// GLSL-LABEL: Wave::kernel2D_Mark
// GLSL: writeonly buffer cellsBuffer
// GLSL: texelFetch(m_heightImage, ivec2(min(x + 1, m_w - 1), y), 0).x
// GLSL-LABEL: Wave::kernel1D_Vec2sToImage
// GLSL: layout(binding = 1, rg32f) uniform writeonly image2D image;
// GLSL: imageStore(image, ivec2(i % width, i / width), vec4(pixels[i], 0.0, 0.0));
// GLSL-LABEL: Wave::kernel1D_FloatsToImage
// GLSL: imageStore(image, ivec2(i % width, i / width), vec4(pixels[i]));
// GLSL-LABEL: Wave::kernel1D_ImageToFloats
// GLSL: pixels[i] = texelFetch(image, ivec2(i % width, i / width), 0).x;

// HALF: layout(binding = 2, r16f) uniform image2D m_heightImage;
// HALF: layout(binding = 1, rg16f) uniform writeonly image2D image;

// HOST: needs.shaderStorageImageExtendedFormats = true;
// HOST: m_vulkan.CreateImage("windImage", VK_FORMAT_R32G32_SFLOAT);
// HOST: m_vulkan.CreateImage("m_heightImage", VK_FORMAT_R32_SFLOAT);
// HOST: m_vulkan.CreateLayout("Blow",
// HOST-NEXT: {VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
// HOST-NEXT: VK_DESCRIPTOR_TYPE_STORAGE_IMAGE},
// HOST-LABEL: void Wave_Generated::RunCmd
// HOST: const uint32_t windWidth = uint32_t(std::max<int>(m_w, 1));
// HOST: m_vulkan.PrepareImage(cmd, "windImage", windWidth, windCount32, AllStages(), m_runSets);
// HOST: const uint32_t m_heightCount = uint32_t(m_height.size());
// HOST-NEXT: m_vulkan.PrepareImage(cmd, "m_heightImage", m_heightWidth, m_heightCount, AllStages(),
// No barrier at the entry is about an image.
// HOST-NOT: Earlier commands {{[^.]*}}Image
// HOST: Vec2sToImageCmd(cmd, windWidth, windCount32);
// HOST: Blow wrote m_heightImage, which Mark reads.
// HOST: ImageToFloatsCmd(cmd, m_heightWidth, m_heightCount);
// HOST-LABEL: vkmorph::KernelStages Wave_Generated::AllStages() const

// WHY: windImage (an image that vkmorph added): Blow ({{.*}}) reads what Vec2sToImage ({{.*}}) wrote (RAW)
// The host knows the arrays alone.
// WHY: host: a call with host arrays brings wind, m_height, m_h, m_w to the device before these commands and takes cells, m_height back

// BUFFERS-NOT: {{PrepareImage|image2D|texture2D|ToImage}}
// BUFFERS: {{BlowCmd|kernel2D_Blow}}
