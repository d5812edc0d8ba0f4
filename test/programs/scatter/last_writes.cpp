// Origin: written as a user would, before its first translation.
// Elements that many iterations write, of which the last one stays: delay lines, logs, latest values, decimation, buffers in turn.
// RUN: %check %s --class DelayLine,RingLog,BucketTail,Decimator,LatestRow --size n=1,2,7,64,65,1000 --size w=1,5,40 --size h=1,3,30 -- -std=c++17
// RUN: %check %s --class TwoBuffers,Telemetry,PageMarks,FrameRing,Odometer --size n=1,2,7,64,65,1000 --size frames=1,2,9 --size m=1,17 -- -std=c++17
#include <algorithm>
#include <cstdint>

/// A block of audio goes into the delay line, whose write head moves on by its length.
class DelayLine {
public:
  virtual ~DelayLine() = default;
  virtual void Process(const float *input, float *output, int n, float gain) {
    kernel1D_Read(input, output, n, gain);
    kernel1D_Write(input, n);
    m_head = (m_head + n) % Length;
  }

private:
  static constexpr int Length = 48;
  float m_line[Length] = {};
  int m_head = 0;

  void kernel1D_Read(const float *input, float *output, int n, float gain) {
    for (int i = 0; i < n; i++)
      output[i] = input[i] + gain * m_line[(m_head + i) % Length];
  }
  void kernel1D_Write(const float *input, int n) {
    for (int i = 0; i < n; i++)
      m_line[(m_head + i) % Length] = input[i];
  }
};

/// What has happened most recently, with a mask for the remainder.
struct Event {
  uint32_t time;
  int32_t code;
};
class RingLog {
public:
  virtual ~RingLog() = default;
  virtual uint32_t Append(const int *codes, uint32_t n, uint32_t begin) {
    kernel1D_Append(codes, n, begin);
    m_written += n;
    return m_written;
  }

private:
  Event m_log[32] = {};
  uint32_t m_written = 0;

  void kernel1D_Append(const int *codes, uint32_t n, uint32_t begin) {
    for (uint32_t i = 0; i < n; i++) {
      Event &slot = m_log[(m_written + i) & 31];
      slot.time = begin + 3 * i;
      slot.code = codes[i];
    }
  }
};

/// The last sample of each bucket of equal length.
class BucketTail {
public:
  virtual ~BucketTail() = default;
  virtual void Take(const float *samples, int n, [[vkmorph::size("(n + 9) / 10")]] float *tails) {
    kernel1D_Take(samples, n, tails);
  }

private:
  void kernel1D_Take(const float *samples, int n, float *tails) {
    for (int i = 0; i < n; i++)
      tails[i / 10] = samples[i];
  }
};

/// Each fourth value stays, and how many negative ones there were is counted on the way.
class Decimator {
public:
  virtual ~Decimator() = default;
  virtual int Run(const int *a, int n, [[vkmorph::size("n / 4 + 1")]] int *kept) {
    m_negative = 0;
    kernel1D_Run(a, n, kept);
    return m_negative;
  }

private:
  int m_negative = 0;

  void kernel1D_Run(const int *a, int n, int *kept) {
    for (int i = 0; i < n; i++) {
      const int value = std::max(a[i], 0) + 2;
      kept[i >> 2] = value;
      if (a[i] < 0)
        m_negative++;
    }
  }
};

/// The values of the last row that was seen, column by column.
class LatestRow {
public:
  virtual ~LatestRow() = default;
  virtual void Keep(const int *rows, int w, int h, [[vkmorph::size("w")]] int *latest) {
    kernel2D_Keep(rows, w, h, latest);
  }

private:
  void kernel2D_Keep(const int *rows, int w, int h, int *latest) {
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++)
        latest[x] = rows[y * w + x] * 2 - y;
  }
};

/// Two buffers in turn, of which each time step fills one.
class TwoBuffers {
public:
  virtual ~TwoBuffers() = default;
  virtual void Play(const int *steps, int frames) { kernel2D_Play(steps, frames); }

private:
  static constexpr int Width = 24;
  int m_buffer[2][Width] = {};

  void kernel2D_Play(const int *steps, int frames) {
    for (int t = 0; t < frames; t++)
      for (int x = 0; x < Width; x++)
        m_buffer[t % 2][x] = steps[t * Width + x] + t;
  }
};

/// All numbers go to the output, the most recent ones stay in a window of a length that is set.
class Telemetry {
public:
  virtual ~Telemetry() = default;
  virtual void Feed(const float *raw, float *scaled, int n, int window) {
    m_window = std::clamp(window, 1, 100);
    kernel1D_Feed(raw, scaled, n);
  }

private:
  float m_recent[100] = {};
  int m_window = 1;
  float m_scale = 0.5f;

  void kernel1D_Feed(const float *raw, float *scaled, int n) {
    for (int i = 0; i < n; i++) {
      const float value = raw[i] * m_scale;
      scaled[i] = value;
      m_recent[i % m_window] = value;
    }
  }
};

/// Which line of the text was the last of each page, and how long it was; every page has m lines.
class PageMarks {
public:
  virtual ~PageMarks() = default;
  virtual void Mark(const int *lengths, int n, int m, [[vkmorph::size("n")]] int *line, [[vkmorph::size("n")]] int *length) {
    if (m > 0)
      kernel1D_Mark(lengths, n, m, line, length);
  }

private:
  void kernel1D_Mark(const int *lengths, int n, int m, int *line, int *length) {
    for (int i = 0; i < n; i++) {
      const int page = i / m;
      line[page] = i;
      length[page] = lengths[i];
    }
  }
};

/// The three frames that came last, in whole.
class FrameRing {
public:
  virtual ~FrameRing() = default;
  virtual void Push(const uint8_t *video, int frames) { kernel2D_Push(video, frames); }

private:
  static constexpr int Pixels = 36;
  int m_frames[3 * Pixels] = {};
  int m_first = 1;

  void kernel2D_Push(const uint8_t *video, int frames) {
    for (int f = 0; f < frames; f++)
      for (int p = 0; p < Pixels; p++)
        m_frames[(m_first + f) % 3 * Pixels + p] = video[f * Pixels + p];
  }
};

/// The last reading goes to a slot that the caller chooses, the last five to a ring.
class Odometer {
public:
  virtual ~Odometer() = default;
  virtual void Read(const int *ticks, int n, [[vkmorph::size("4")]] int *last) {
    m_slot = (m_slot + 1) & 3;
    kernel1D_Read(ticks, n, last);
  }

private:
  int m_ring[5] = {};
  int m_slot = 0;

  void kernel1D_Read(const int *ticks, int n, int *last) {
    for (int i = 0; i < n; i++) {
      last[m_slot] = ticks[i] + 1;
      m_ring[(3 * i + 1) % 5] = ticks[i];
    }
  }
};
