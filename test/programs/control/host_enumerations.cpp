// Origin: written with the part of the compiler that it tests.
// Enumerations in structs, members and variables of control functions.
// RUN: %check %s --class Enums --size n=1,33 --arg filter=1..2 --arg plain=3 -- -std=c++17
#include <vector>
enum class Filter : unsigned char { Box = 1, Tent = 2 };
class Enums {
public:
  enum Plain { Low = 3, High = 9 };
  struct Step {
    Filter filter = Filter::Tent;
    Plain plain = Low;
    float gain = 1.0f;
    bool on = true;
    enum { Idle, Busy } state = Idle;
  };
  struct Two {
    Step step[2];
    int n;
  };
  virtual ~Enums() = default;
  virtual void Run(float *x, int n, Filter filter, Plain plain) {
    Step step;
    step.filter = filter;
    Step other{Filter::Box, High, 2.0f, false};
    if (step.filter == Filter::Box)
      step.plain = High;
    if (other.plain == High && plain == Low)
      other.filter = step.filter;
    if (plain == Low)
      other.state = Step::Busy;
    Two two{{step, other}, 2};
    for (int i = 0; i < two.n; ++i)
      if (two.step[i].filter != m_filter)
        kernel1D_Scale(x, n, two.step[i].gain, two.step[i].state == Step::Busy ? two.step[i].plain : Low,
                       two.step[i].filter);
    Plain local = plain;
    Filter mine = filter == Filter::Box ? Filter::Tent : m_filter;
    switch (mine) {
    case Filter::Box: local = High; break;
    case Filter::Tent: local = Plain(local + 1); break;
    }
    kernel1D_Scale(x, n, 0.5f, local, mine);
  }
  void set(Filter f) { m_filter = f; }

protected:
  void kernel1D_Scale(float *x, int n, float gain, Plain plain, Filter filter) {
    for (int i = 0; i < n; ++i)
      x[i] = filter == Filter::Tent ? x[i] * gain + plain : x[i] - gain;
  }
  Filter m_filter = Filter::Box;
};
