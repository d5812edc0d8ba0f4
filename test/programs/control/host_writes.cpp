// Origin: written with the part of the compiler that it tests.
// What control functions do to arrays and members around their kernels, in helpers and by
// themselves, happens where it stands; what they take from arrays and members is what was there.
// RUN: %check %s --class HostWrites --size n=2,5,300 --size rounds=0,1,3 -- -std=c++17
#include <utility>

class HostWrites {
public:
  virtual ~HostWrites() = default;

  virtual void Before([[vkmorph::size("n")]] int *out, int n) {
    Put(out, 0);
    kernel1D_Number(out + 1, n - 1);
  }
  virtual void Chain([[vkmorph::size("n")]] int *out, int n) {
    PutScaled(out, 1);
    kernel1D_Double(out, n);
    PutScaled(out, 0);
  }
  virtual void Between(int *out, int n) {
    kernel1D_Number(out, n);
    Put(out, n - 1);
    out[0] = out[n - 1] + m_scale;
    kernel1D_Double(out, n);
  }
  virtual void Loops([[vkmorph::size("n")]] int *out, int n, int rounds) {
    for (int round = 0; round < rounds; round++) {
      kernel1D_Double(out, n);
      out[round % n] = round;
    }
    for (int i = 1; i < n; i++)
      out[i] += out[i - 1];
  }
  virtual void Branches([[vkmorph::size("n")]] int *out, int n, int rounds) {
    kernel1D_Number(out, n);
    if (rounds > 1)
      Put(out, 1);
    else if (n > 2)
      Swap(out[0], out[1]);
    switch (rounds) {
    case 0:
      Put(out, 0);
      break;
    default:
      m_scale = out[0];
    }
  }
  virtual void Jumps([[vkmorph::size("n")]] int *out, int n) {
    kernel1D_Double(out, n);
    for (int i = 0; i < n; i++) {
      if (out[i] == 0)
        continue;
      if (i > 3)
        break;
      out[i] = -out[i];
    }
  }
  virtual int Elements([[vkmorph::size("n")]] int *out, int n) {
    const int first = out[0];
    kernel1D_Double(out, n);
    if (out[1] > first)
      kernel1D_Number(out, n);
    kernel1D_Add(out, n, first);
    return out[n - 1] - first;
  }
  virtual int Results([[vkmorph::size("n")]] int *out, int n) {
    const int old = Exchange(out, 0, n);
    kernel1D_Add(out, n, Next());
    kernel1D_Add(out, n, Next() + old);
    return Next();
  }
  virtual void OldMembers(int *out, int n) {
    const int saved = m_scale;
    m_scale = n;
    kernel1D_Scale(out, n);
    m_scale = saved;
    kernel1D_Scale(out, n);
    int before = std::exchange(m_next, 7);
    kernel1D_Add(out, n, before);
    kernel1D_Add(out, n, m_next++);
  }
  virtual void Both(int *out, int n) {
    auto mark = [&](int i) { out[i] = m_next++; };
    kernel1D_Double(out, n);
    mark(0);
    mark(1);
  }

protected:
  void Put(int *out, int i) { out[i] = 7; }
  void PutScaled(int *out, int i) { PutMember(out, i); }
  void PutMember(int *out, int i) { out[i] = m_scale; }
  static void Swap(int &a, int &b) {
    const int old = a;
    a = b;
    b = old;
  }
  int Exchange(int *out, int i, int value) {
    const int old = out[i];
    out[i] = value;
    return old;
  }
  int Next() { return m_next = m_next * 5 + 1; }

  void kernel1D_Number(int *out, int n) {
    for (int i = 0; i < n; i++)
      out[i] = i;
  }
  void kernel1D_Double(int *out, int n) {
    for (int i = 0; i < n; i++)
      out[i] *= 2;
  }
  void kernel1D_Scale(int *out, int n) {
    for (int i = 0; i < n; i++)
      out[i] = out[i] * m_scale + 1;
  }
  void kernel1D_Add(int *out, int n, int value) {
    for (int i = 0; i < n; i++)
      out[i] += value;
  }
  int m_scale = 3, m_next = 2;
};
