// Pictures in arrays as images (--images=textures): which ones, and why others stay buffers.
// RUN: vkmorph %s --class Pictures --emit=planned --without-locations --images=textures --remarks=decisions -- -std=c++17 2>&1 >%t.planned | FileCheck %s --check-prefix=WHY
// RUN: FileCheck %s --input-file=%t.planned --check-prefix=PLANNED
// PLANNED: vkm.image_conversion = {coarsening = 4 : i64, workgroup_size = array<i32: 256, 1, 1>}
// PLANNED: vkm.image = !vkm.texel<f32>
// PLANNED-NOT: vkm.pixel
// RUN: vkmorph-opt %t.planned -vkm-rewrite >%t
// RUN: FileCheck %s --input-file=%t
// RUN: FileCheck %s --input-file=%t --check-prefix=LAUNCHES
// RUN: vkmorph %s --class Pictures --emit=host --images=textures -- -std=c++17 | FileCheck %s --check-prefix=HEADER
// HEADER: images: {{.*}}Image
// Without the option nothing changes, whatever there is.
// RUN: vkmorph %s --class Pictures --emit=planned --without-locations --remarks=decisions -- -std=c++17 2>&1 | FileCheck %s --check-prefix=BUFFERS
// RUN: vkmorph %s --class Pictures --emit=planned --without-locations --images=half-textures --remarks=decisions -- -std=c++17 2>&1 | FileCheck %s --check-prefix=HALF
// RUN: not vkmorph %s --class Pictures --emit=planned --without-locations --images=films -- -std=c++17 2>&1 | FileCheck %s --check-prefix=USAGE
// RUN: vkmorph %s --class Pictures --emit=recognised --without-locations -- -std=c++17 | not vkmorph-opt --pass-pipeline='builtin.module(vkm-plan-images{images=films})' 2>&1 | FileCheck %s --check-prefix=OPTION
#include <algorithm>
#include <cstdint>
#include <vector>

class Pictures {
public:
  virtual ~Pictures() = default;
  virtual void Run(const float *grey [[vkmorph::size("w * h")]], float *soft, const uint32_t *marks [[vkmorph::size("w * h")]],
                   double *wide, float *own, float *crooked, float *twice, int w, int h) {
    kernel2D_Soften(grey, soft, marks, w, h);
    kernel2D_Wide(wide, w, h);
    kernel2D_Own(own, w, h);
    kernel1D_Crooked(crooked, w * h);
    kernel2D_Halve(twice, w, h);
    kernel2D_Step(m_pitch, h);
    m_pitch = w;
  }

  void kernel2D_Soften(const float *grey, float *soft, const uint32_t *marks, int w, int h) {
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++) {
        const int left = std::max(x - 1, 0);
        const uint32_t near = marks[y * w + left];
        soft[y * w + x] = near != 0 ? grey[y * w + x] : grey[std::clamp(y + 1, 0, h - 1) * w + x];
      }
  }
  void kernel2D_Wide(double *wide, int w, int h) {
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++)
        wide[y * w + x] *= 0.5;
  }
  void kernel2D_Own(float *own, int w, int h) {
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++)
        own[y * w + x] *= 0.5f;
  }
  void kernel1D_Crooked(float *crooked, int n) {
    for (int i = 0; i < n; i++)
      crooked[i] = float(i);
  }
  void kernel2D_Halve(float *twice, int w, int h) {
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w / 2; x++)
        twice[y * (w / 2) + x] = 1.0f;
  }
  void kernel2D_Step(int w, int h) {
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++)
        m_heat[y * w + x] += 1.0f;
  }

protected:
  int m_pitch = 4;
  std::vector<float> m_heat;
};

// WHY-DAG: remark: 'grey': of format r32f on the device, with rows of w pixels [vkm2230, decisions]
// WHY-DAG: remark: 'marks': of format r32ui on the device, with rows of w pixels [vkm2230, decisions]
// WHY-DAG: remark: 'wide': a buffer on the device: its elements are no floats or 32-bit integers, nor vectors of them [vkm2231, decisions]
// WHY-DAG: remark: 'own': a buffer on the device: no iteration reads other pixels than its own, so that an image would cost its conversion and give nothing [vkm2231, decisions]
// WHY-DAG: remark: 'crooked': a buffer on the device: an index is not row * pitch + column, with a pitch that stays what it is [vkm2231, decisions]
// WHY-DAG: remark: 'twice': a buffer on the device: an index is not row * pitch + column, with a pitch that stays what it is [vkm2231, decisions]
// WHY-DAG: remark: 'm_heat': a buffer on the device: an index is not row * pitch + column, with a pitch that stays what it is [vkm2231, decisions]

// HALF-DAG: remark: 'grey': of format r16f on the device, with rows of w pixels
// HALF-DAG: remark: 'marks': a buffer on the device: half of an integer is no integer; images of those are textures

// BUFFERS-NOT: vkm2230
// BUFFERS-NOT: vkm.pixel
// USAGE: vkmorph: --images has no value 'films'; it takes buffers, textures, half-textures
// OPTION: error: option images has no value 'films' [vkm2202]

// Each array that became an image has one, of texels; what meets no such array stays as it was.
// CHECK-DAG: vkm.field @greyImage : !vkm.dynarray<!vkm.texel<f32>>
// CHECK-DAG: vkm.field @marksImage : !vkm.dynarray<!vkm.texel<ui32>>
// CHECK: vkm.kernel @kernel2D_Soften(%grey: !vkm.ptr<const !vkm.texel<f32>> {{.*}}, %soft: !vkm.ptr<f32> {{.*}}, %marks: !vkm.ptr<const !vkm.texel<ui32>>
// A column that the proof follows, behind a variable that keeps its value.
// CHECK: %[[LEFT:.*]] = vkm.load %left : <si32>
// CHECK: vkm.pixel %marks[%[[LEFT]], %y] : <const !vkm.texel<ui32>>, si32, si32 -> <ui32>
// CHECK: vkm.pixel %grey[%x, %{{.*}}] : <const !vkm.texel<f32>>, si32, si32 -> <f32>

// What fills an image, with a row of at least one pixel.
// CHECK-LABEL: vkm.kernel @kernel1D_FloatsToImage
// CHECK-SAME: (%pixels: !vkm.ptr<const f32> {vkm.name = "pixels"}, %image: !vkm.ptr<!vkm.texel<f32>> {vkm.name = "image"}
// CHECK: vkm.grid (%i: ui32 "i") = (%{{.*}}) lt (%count : ui32)
// CHECK: %[[COLUMN:.*]] = vkm.binary rem %i, %width : ui32
// CHECK: %[[ROW:.*]] = vkm.binary div %i, %width : ui32
// CHECK: %[[PIXEL:.*]] = vkm.pixel %image[%[[COLUMN]], %[[ROW]]]
// CHECK: vkm.assign %[[PIXEL]], %{{.*}} : <f32>

// It is launched once before the kernels; nothing that is only read is written back.
// LAUNCHES-LABEL: vkm.control @Run
// LAUNCHES: %[[WIDTH:.*]] = vkm.cast %{{.*}} : si32 to ui32 {vkm.name = "greyWidth"}
// LAUNCHES: vkm.prepare_image @greyImage, %[[WIDTH]], %[[COUNT:.*]] : ui32, ui32
// LAUNCHES: vkm.prepare_image @marksImage
// LAUNCHES: %[[IMAGE:.*]] = vkm.vector_data @greyImage
// LAUNCHES-NEXT: vkm.launch @kernel1D_FloatsToImage(%grey, %[[IMAGE]], %[[WIDTH]], %[[COUNT]])
// LAUNCHES: vkm.launch @kernel1D_UintsToImage(%marks
// LAUNCHES: vkm.launch @kernel2D_Soften(%{{.*}}, %soft, %{{.*}}, %w, %h)
// LAUNCHES-NOT: ImageTo
