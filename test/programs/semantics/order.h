#pragma once

namespace vm {

// A tape that counts who touched it when.
struct Tape {
  int cells[4];
  int head, log;

  int Next() {
    head = (head + 1) & 3;
    log = (log * 5 + head) % 10007;
    return head;
  }
  int &Cell() {
    log = (log * 3 + 1) % 10007;
    return cells[head];
  }
  Tape &Add(int v) {
    cells[head] += v;
    log = (log * 7 + 2) % 10007;
    return *this;
  }
  Tape &operator<<(int v) {
    log = (log * 11 + (v & 15)) % 10007;
    return Add(v);
  }
};

struct Triple {
  int a, b, c;
};

class Machine {
public:
  virtual ~Machine() {}
  virtual void Execute(const int *program, int *results, int *logs, int n);

private:
  void kernel1D_Execute(const int *program, int *results, int *logs, int n);
};

} // namespace vm
