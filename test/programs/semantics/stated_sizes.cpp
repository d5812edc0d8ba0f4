// Origin: written for claims of docs/Semantics.md.
// Compilers warn of attributes that they do not know. One flag keeps them silent where the class is compiled; the generated
// files need none, and a program that includes them is warned of its own attributes as before.
// RUN: rm -rf %t && vkmorph %s -o %t -- -std=c++17 -Wno-attributes
// RUN: g++ -std=c++17 -Wall -Wextra -Werror -Wno-attributes -fsyntax-only %s
// RUN: %cxx -std=c++17 -Wall -Wextra -Werror -Wno-attributes -fsyntax-only %s
// RUN: not g++ -std=c++17 -Wall -Wextra -Werror -fsyntax-only %s
// RUN: g++ -std=c++17 -Wall -Wextra -Werror -fsyntax-only -I%S -I%src_root/runtime/include %t/stated_sizes_generated.cpp
// RUN: %cxx -std=c++17 -Wall -Wextra -Werror -fsyntax-only -I%S -I%src_root/runtime/include %t/stated_sizes_generated.cpp
// RUN: echo '#include "stated_sizes_generated.h"' > %t/program.cpp
// RUN: g++ -std=c++17 -Wall -Wextra -Werror -fsyntax-only -I%S -I%t -I%src_root/runtime/include %t/program.cpp
// RUN: echo 'void own([[nobody::knows]] int);' >> %t/program.cpp
// RUN: not g++ -std=c++17 -Wall -Wextra -Werror -fsyntax-only -I%S -I%t -I%src_root/runtime/include %t/program.cpp 2>&1 | FileCheck %s --check-prefix=OWN
// OWN: program.cpp:2:{{.*}}nobody::knows
// RUN: not grep "size(" %t/stated_sizes_generated.h
#ifndef STATED_SIZES
#define STATED_SIZES
class StatedSizes {
public:
  virtual ~StatedSizes() {}
  virtual void Look([[vkmorph::size("m_entries")]] const int *table, [[size("w", "h")]] int *out, int w, int h) {
    kernel1D_Look(table, out, w, h);
  }
  virtual void Mark(int *flags __attribute__((size("n"))), int n) { kernel1D_Mark(flags, n); }

protected:
  void kernel1D_Look(const int *table, int *out, int w, int h) {
    for (int i = 0; i < w * h; ++i)
      if (out[i] >= 0 && out[i] < m_entries)
        out[i] = table[out[i]];
  }
  void kernel1D_Mark(int *flags, int n) {
    for (int i = 0; i < n; ++i)
      if (i % 3 == 0)
        flags[i] = 1;
  }
  int m_entries = 10;
};
#endif
