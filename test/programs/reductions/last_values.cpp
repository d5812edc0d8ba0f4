// Origin: written as a user would, before its first translation.
// Members that keep what the last iteration gave them: under conditions, several at once, from several statements, in grids
// of two and three dimensions, structs and their parts, behind inner loops, beside reductions.
// RUN: %check %s --class LastMatch,LastOfTwo --size n=0,1,255,3000 -- -std=c++17 -Wno-unknown-attributes
// RUN: %check %s --class LastPixel --size w=1,33 --size h=1,19 -- -std=c++17 -Wno-unknown-attributes
// RUN: %check %s --class LastVoxel --arg a=98..102 --size n=0,300 --size w=1,33 --size h=1,9 --size d=2 -- -std=c++17 -Wno-unknown-attributes
// RUN: %check %s --class LastEvent --size n=0,1,3000 --variant="dispatches=--finish=extra-dispatches --workgroup-size=16" -- -std=c++17 -Wno-unknown-attributes
#include <cstdint>

/// Where the last large element stands.
class LastMatch {
public:
  virtual ~LastMatch() = default;
  virtual void Find(const float *a, int n) { kernel1D_Find(a, n); }

  float value = -1.0f;
  int where = -1;
  float limit = 0.25f;

private:
  void kernel1D_Find(const float *a, int n) {
    for (int i = 0; i < n; i++) {
      if (a[i] > limit) {
        value = a[i];
        where = i;
      }
    }
  }
};

/// Two statements set one member; a third one is set at the end, always.
class LastOfTwo {
public:
  virtual ~LastOfTwo() = default;
  virtual void Run(const int *a, int n) { kernel1D_Run(a, n); }

  int state = 7, peak = 0;
  int64_t newest = -5;

private:
  void kernel1D_Run(const int *a, int n) {
    for (int i = 0; i < n; i++) {
      if (a[i] % 3 == 0)
        state = 1;
      else if (a[i] % 5 == 0)
        state = 2;
      if (a[i] < 0)
        continue;
      newest = int64_t(a[i]) * 2;
      if (a[i] > peak)
        peak = a[i];
    }
  }
};

/// Rows and columns.
class LastPixel {
public:
  virtual ~LastPixel() = default;
  virtual void Scan([[vkmorph::size("w*h")]] const uint32_t *image, int w, int h) { kernel2D_Scan(image, w, h); }

  int x = -1, y = -1;
  uint32_t color = 0, count = 0;

private:
  void kernel2D_Scan(const uint32_t *image, int w, int h) {
    for (int row = 0; row < h; row++) {
      for (int column = 0; column < w; column++) {
        if ((image[row * w + column] & 3) == 0) {
          x = column;
          y = row;
          color = image[row * w + column];
          count++;
        }
      }
    }
  }
};

/// Counts down, and in three dimensions.
class LastVoxel {
public:
  virtual ~LastVoxel() = default;
  virtual void Down(const uint8_t *a, int n) { kernel1D_Down(a, n); }
  virtual void Box([[vkmorph::size("w*h*d")]] const uint8_t *a, int w, int h, int d) { kernel3D_Box(a, w, h, d); }

  int lowest = -1;
  uint8_t kind = 0;
  uint32_t number = 0;

private:
  void kernel1D_Down(const uint8_t *a, int n) {
    for (int i = n - 1; i >= 0; i--)
      if (a[i] > 100)
        lowest = i;
  }
  void kernel3D_Box(const uint8_t *a, int w, int h, int d) {
    for (int z = 0; z < d; z++)
      for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
          if (a[(z * h + y) * w + x] % 7 == 1) {
            kind = a[(z * h + y) * w + x];
            number = (z * h + y) * w + x;
          }
  }
};

/// Structs as wholes and in parts, and what an inner loop finds.
class LastEvent {
public:
  struct Event {
    float time;
    uint32_t sender;
    int16_t level;
  };
  virtual ~LastEvent() = default;
  virtual void Log(const float *times, const uint32_t *senders, int n) {
    kernel1D_Log(times, senders, n);
    kernel1D_Parts(times, n);
    kernel1D_Inner(senders, n);
    kernel1D_Twice(senders, n);
  }

  Event last = {0.0f, 0, -1}, part = {};
  uint32_t digit = 0, step = 0, sum = 0;
  float history[3] = {};
  uint32_t twice = 3;

private:
  void kernel1D_Log(const float *times, const uint32_t *senders, int n) {
    for (int i = 0; i < n; i++) {
      Event event = {times[i], senders[i], int16_t(i & 255)};
      if (event.sender % 4 == 1)
        last = event;
      sum += event.sender;
    }
  }
  void kernel1D_Parts(const float *times, int n) {
    for (int i = 0; i < n; i++) {
      if (times[i] > 0.0f) {
        part.time = times[i];
        history[1] = times[i] * 0.5f;
      }
      if (times[i] < -0.5f)
        part.level = int16_t(i % 300);
    }
  }
  void kernel1D_Inner(const uint32_t *senders, int n) {
    for (int i = 0; i < n; i++) {
      for (uint32_t j = 0; j < senders[i] % 6; j++) {
        if (((senders[i] >> j) & 1) != 0) {
          digit = j;
          step = i;
        }
      }
    }
  }
  /// One iteration may set it twice.
  void kernel1D_Twice(const uint32_t *senders, int n) {
    for (int i = 0; i < n; i++) {
      if (senders[i] % 2 == 0)
        twice = senders[i];
      if (senders[i] % 3 == 0)
        twice = i;
    }
  }
};
