#include "harness_names.h"

namespace Rules {

void Checked::kernel1D_extend(const a *argv, Object::record *record, unsigned argc) {
  for (unsigned i = 0; i < argc; i++) {
    record[i].Original = argv[i].b * m_gain + members[i % 2].b;
    record[i].counts[0] = argv[i].object + members[1].object;
    record[i].counts[1] = kParameters;
  }
}

void Checked::call(const a *argv, Object::record *record, unsigned argc) {
  kernel1D_extend(argv, record, argc);
}

void Checked::kernel1D_main(const struct bind *result, Generated *index, int memory, Type type) {
  controls = 0;
  for (int i = 0; i < memory; i++) {
    index[i].call = type == Type::one ? 1.0f : float(fields.cmd);
    controls += result[i].run;
  }
}

int Checked::bind_(const struct bind *result, Generated *index, memory memory, enum Type Type) {
  kernel1D_main(result, index, memory, Type);
  return controls;
}

void Checked::kernel2D_record(const float *pointer, float *make, unsigned Original,
                              unsigned Subject) {
  for (unsigned y = 0; y < Subject; y++)
    for (unsigned x = 0; x < Original; x++)
      make[y * Original + x] = pointer[y * Original + x] + value(m_gain);
}

void Checked::Access(const float *pointer, float *make, unsigned Original, ::Subject Subject) {
  kernel2D_record(pointer, make, Original, Subject);
}

} // namespace Rules
