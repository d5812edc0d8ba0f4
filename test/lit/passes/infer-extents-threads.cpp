// How long arrays are that threads use: where an access may be left out, a multiple of the threads; where a subscript that is
// written is not understood, one element for each thread. Reads at such subscripts say nothing. Rows may be longer than those
// of the threads.
// RUN: vkmorph-translate --import-cpp %s --class Threads -- -std=c++17 | vkmorph-opt --vkm-normalise --vkm-recognise 2> %t.err | FileCheck %s
// RUN: FileCheck --check-prefix=WARNING %s < %t.err

class Threads {
public:
  virtual ~Threads() = default;

  virtual void CastBlock(const int *pixels, int *out_flags, float *out_color, int *out_list, const float *table, int w, int h) {
    for (int y = 0; y < h; ++y)
      for (int x = 0; x < w; ++x)
        Cast(y * w + x, pixels, out_flags, out_color, out_list, table);
  }

  void Cast(int tid, const int *pixels, int *out_flags, float *out_color, int *out_list, const float *table) {
    if (!kernel_Hit(tid, pixels))
      return;
    kernel_Write(tid, pixels, out_flags, out_color, out_list, table);
  }
  bool kernel_Hit(int tid, const int *pixels) { return pixels[tid] > 0; }
  void kernel_Write(int tid, const int *pixels, int *out_flags, float *out_color, int *out_list, const float *table) {
    out_flags[tid] = 1;
    for (int c = 0; c < 3; ++c)
      out_color[3 * tid + c] = table[pixels[tid]];
    out_list[pixels[tid]] = tid;
  }

  virtual void MarkBlock(int *out_rows, unsigned w, unsigned h) {
    for (unsigned y = 0; y < h; ++y)
      for (unsigned x = 0; x < w; ++x)
        Mark(x, y, out_rows);
  }
  void Mark(unsigned tidX, unsigned tidY, int *out_rows) {
    if (tidX > m_least)
      kernel_Mark(tidX, tidY, out_rows);
  }
  void kernel_Mark(unsigned tidX, unsigned tidY, int *out_rows) {
    out_rows[tidY * m_pitch + tidX] = 1;
  }

private:
  unsigned m_pitch = 64, m_least = 3;
};

// WARNING: warning: cannot prove that iterations of kernel 'Cast' are independent: one writes 'out_list'
// WARNING: warning: the number of elements of 'table' is unknown
// WARNING-NOT: warning:

// CHECK: vkm.control @CastBlock
// CHECK: vkm.extent %pixels
// CHECK: vkm.extent %out_flags
// CHECK: vkm.extent %out_color
// CHECK: vkm.constant 3
// CHECK: vkm.extent %out_list
// CHECK-NOT: vkm.extent %table
// CHECK: vkm.launch
// CHECK: vkm.control @MarkBlock
// CHECK: vkm.extent %out_rows
// CHECK: vkm.field_ref @m_pitch
// CHECK: vkm.launch
