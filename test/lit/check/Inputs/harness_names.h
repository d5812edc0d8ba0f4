// A class all of whose names a program around it may want to use itself.
#pragma once

#include <cstdint>
#include <vector>

// Macros.
#define Arguments 3
#define kParameters (Arguments + 1)
#define value(x) (x)
#define describe value
#define kInt32 int
#define Part struct
#define extents kParameters

namespace Object {
struct record {
  float Original = 1.0f;
  int counts[2] = {};
};
struct subject {
  int cmd;
};
} // namespace Object

struct Generated {
  float call;
};
enum class Type { one, two };
using memory = int;
using Subject = unsigned;

namespace Rules {

struct a {
  int object;
  float b;
};

class Checked {
public:
  struct bind {
    int run;
  };
  virtual ~Checked() = default;

  virtual void call(const a *argv, Object::record *record, unsigned argc);
  virtual int bind_(const struct bind *result, Generated *index, memory memory, Type Type);
  virtual void Access(const float *pointer, float *make, unsigned Original, Subject Subject);
  virtual void setUp(float gain) { m_gain = gain; }

protected:
  void kernel1D_extend(const a *argv, Object::record *record, unsigned argc);
  void kernel1D_main(const struct bind *result, Generated *index, int memory, Type type);
  void kernel2D_record(const float *pointer, float *make, unsigned Original, unsigned Subject);

private:
  float m_gain = 1.0f;
  int controls = 0;
  a members[2] = {{1, 2.0f}, {3, 4.0f}};
  Object::subject fields = {4};
};

} // namespace Rules
