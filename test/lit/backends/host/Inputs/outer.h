// Nested classes, enumerations and names that collide, for the tests of the host printer.
#pragma once

#include <cstdint>

namespace deep {

enum class Mode : uint32_t { Slow, Fast };

struct Outer {
  class Inner {
  public:
    explicit Inner(int first) : m_first(first) {}
    virtual ~Inner() = default;
    virtual Mode Choose(uint32_t n, Mode mode);
    virtual int Twice(int call, int record, int m_first);
    int Twice(float only_on_the_cpu) { return int(only_on_the_cpu); }

  protected:
    int m_first;
    int m_second = 0;
  };
};

} // namespace deep
