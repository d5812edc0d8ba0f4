// Origin: written as a user would, before its first translation.
// Launches in the cases of a switch, some of which fall through; sizes by shifts.
// RUN: %check %s --class Blend,Table --size n=1,64,200 --arg mode=0..6 --arg bits=0..8

// How two pictures are blended.
class Blend {
public:
  virtual ~Blend() = default;
  virtual void Run(const int *a, int *b, int n, int mode) {
    switch (mode) {
    case 0:
      kernel1D_Add(a, b, n);
      break;
    case 1:
      kernel1D_Scale(b, n / 2, 3);
      [[fallthrough]];
    case 5:
      kernel1D_Add(a, b, n);
      kernel1D_Scale(b, n, 5);
      break;
    default:
      kernel1D_Copy(a, b, n);
    }
  }
  virtual void Some(int *b, int n, int mode) {
    switch (mode) {
    case 2:
      kernel1D_Scale(b, n, 2);
      break;
    case 3:
      kernel1D_Scale(b, n / 3, 3);
      break;
    }
  }

protected:
  void kernel1D_Add(const int *a, int *b, int n) {
    for (int i = 0; i < n; i++)
      b[i] += a[i];
  }
  void kernel1D_Copy(const int *a, int *b, int n) {
    for (int i = 0; i < n; i++)
      b[i] = a[i];
  }
  void kernel1D_Scale(int *b, int n, int k) {
    for (int i = 0; i < n; i++)
      b[i] = (b[i] & 1023) * k;
  }
};

// A table with a power of two of entries.
class Table {
public:
  virtual ~Table() = default;
  virtual void Fill([[vkmorph::size("1 << bits")]] unsigned *table, [[vkmorph::size("n >> 1")]] unsigned *half, int bits, int n) {
    kernel1D_Fill(table, 1 << bits);
    kernel1D_Fill(half, n / 2);
  }

protected:
  void kernel1D_Fill(unsigned *table, int count) {
    for (int i = 0; i < count; i++)
      table[i] = i * 2654435761u;
  }
};
