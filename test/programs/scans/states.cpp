// Origin: written as a user would, before its first translation.
// State machines: a loop over a sequence, whose state has few values, and decides on what comes next.
// RUN: %check %s --class Comments,Words,Turnstile,Escapes --size n=1,2,257,300,3000 -- -std=c++17
// With more than 65536 iterations, workgroups of 16 threads take several blocks each.
// RUN: %check %s --class Quotes,TwoBits,Debouncer,Divisible,Hysteresis,Phases --option=--workgroup-size=16 --size n=1,2,257,70000 -- -std=c++17
// RUN: %check %s --class Lights --size w=1,60 --size h=1,50 -- -std=c++17
#include <algorithm>

/// Which characters of a C-like source belong to comments.
class Comments {
public:
  virtual ~Comments() = default;
  virtual void Mark(const int *text, int n, int *inside) { kernel1D_Mark(text, n, inside); }

private:
  enum State { Code, Slash, Comment, Star };
  void kernel1D_Mark(const int *text, int n, int *inside) {
    State state = Code;
    for (int i = 0; i < n; i++) {
      const int c = text[i] & 3; // 0 is '/', 1 is '*'
      switch (state) {
      case Code:
        if (c == 0)
          state = Slash;
        break;
      case Slash:
        state = c == 1 ? Comment : c == 0 ? Slash : Code;
        break;
      case Comment:
        if (c == 1)
          state = Star;
        break;
      case Star:
        if (c == 0)
          state = Code;
        else if (c != 1)
          state = Comment;
        break;
      }
      inside[i] = state == Comment || state == Star;
    }
  }
};

/// Fields of a table: separators count outside of quotes only.
class Quotes {
public:
  virtual ~Quotes() = default;
  virtual int Split(const int *text, int n, int *ends) {
    m_fields = 0;
    kernel1D_Split(text, n, ends);
    return m_fields;
  }

private:
  void kernel1D_Split(const int *text, int n, int *ends) {
    bool isQuoted = false;
    for (int i = 0; i < n; i++) {
      const int c = text[i] & 7;
      if (c == 0)
        isQuoted = !isQuoted;
      const bool isEnd = !isQuoted && c == 1;
      ends[i] = isEnd ? 1 : 0;
      if (isEnd)
        m_fields++;
    }
  }
  int m_fields = 0;
};

/// A branch predictor of two bits, as a table of states.
class TwoBits {
public:
  virtual ~TwoBits() = default;
  virtual int Run(const bool *taken, int n) {
    m_wrong = 0;
    kernel1D_Run(taken, n);
    return m_wrong;
  }

private:
  void kernel1D_Run(const bool *taken, int n) {
    for (int i = 0; i < n; i++) {
      if (taken[i] != (m_counter > 1))
        m_wrong++;
      if (taken[i]) {
        if (m_counter == 0)
          m_counter = 1;
        else if (m_counter == 1)
          m_counter = 2;
        else
          m_counter = 3;
      } else {
        m_counter = m_counter == 3 ? 2 : m_counter == 2 ? 1 : 0;
      }
    }
  }
  int m_counter = 1;
  int m_wrong = 0;
};

/// A button that bounces: it counts as pressed from the third sample on.
class Debouncer {
public:
  virtual ~Debouncer() = default;
  virtual void Filter(const float *volts, int n, [[vkmorph::size("n")]] int *pressed) {
    kernel1D_Filter(volts, n, pressed);
  }

private:
  enum class Phase : unsigned { Up, Rising, Rising2, Down, Falling };
  void kernel1D_Filter(const float *volts, int n, int *pressed) {
    for (int i = 0; i < n; i++) {
      const bool high = volts[i] > 0.5f;
      if (m_phase == Phase::Up) {
        if (high)
          m_phase = Phase::Rising;
      } else if (m_phase == Phase::Rising) {
        m_phase = high ? Phase::Rising2 : Phase::Up;
      } else if (m_phase == Phase::Rising2) {
        m_phase = high ? Phase::Down : Phase::Up;
      } else if (m_phase == Phase::Down) {
        if (!high)
          m_phase = Phase::Falling;
      } else {
        m_phase = high ? Phase::Down : Phase::Up;
      }
      pressed[i] = m_phase == Phase::Down || m_phase == Phase::Falling;
    }
  }
  Phase m_phase = Phase::Up;
};

/// Where words begin; letters follow each other.
class Words {
public:
  virtual ~Words() = default;
  virtual void Find(const int *text, int n, int *begins) { kernel1D_Find(text, n, begins); }

private:
  void kernel1D_Find(const int *text, int n, int *begins) {
    bool inWord = false;
    for (int i = 0; i < n; i++) {
      const bool isLetter = text[i] > 10;
      begins[i] = isLetter && !inWord;
      inWord = isLetter || (inWord && text[i] == 3);
    }
  }
};

/// A turnstile: coins open it, and the one who goes through closes it. It may be out of order.
class Turnstile {
public:
  virtual ~Turnstile() = default;
  void Repair() { m_state = Locked; }
  virtual void Run(const int *events, int n, int *states) { kernel1D_Run(events, n, states); }

private:
  enum { Locked = 10, Open = 20, Broken = 99 };
  void kernel1D_Run(const int *events, int n, int *states) {
    for (int i = 0; i < n; i++) {
      if (m_state == Broken) {
        if (events[i] == 7)
          m_state = Locked;
        states[i] = -1;
        continue;
      }
      switch (events[i] & 3) {
      case 0:
        m_state = Open;
        break;
      case 1:
        if (m_state == Locked && events[i] > 40)
          m_state = Broken;
        else
          m_state = Locked;
        break;
      default:
        break;
      }
      states[i] = m_state;
    }
  }
  int m_state = Locked;
};

/// Remainders by 5 of all prefixes of a binary number.
class Divisible {
public:
  virtual ~Divisible() = default;
  virtual void Check(const unsigned *digits, int n, unsigned *remainders) { kernel1D_Check(digits, n, remainders); }

private:
  void kernel1D_Check(const unsigned *digits, int n, unsigned *remainders) {
    unsigned rest = 0;
    for (int i = 0; i < n; i++) {
      rest = (rest * 2u + (digits[i] & 1u)) % 5u;
      remainders[i] = rest;
    }
  }
};

/// A heater with two thresholds.
class Hysteresis {
public:
  virtual ~Hysteresis() = default;
  virtual void Control(const float *degrees, int n, int *heats) { kernel1D_Control(degrees, n, heats); }

private:
  void kernel1D_Control(const float *degrees, int n, int *heats) {
    for (int i = 0; i < n; i++) {
      const float limit = m_isOn ? m_high : m_low;
      m_isOn = degrees[i] < limit;
      heats[i] = m_isOn ? 1 : 0;
    }
  }
  bool m_isOn = false;
  float m_low = 5.0f, m_high = 40.0f;
};

/// Traffic lights along a road of pixels, row by row; a request makes the next one come early.
class Lights {
public:
  virtual ~Lights() = default;
  virtual void Run(const int *requests, int w, int h, [[vkmorph::size("w*h")]] int *lights) {
    kernel2D_Run(requests, w, h, lights);
  }

private:
  static constexpr int Red = 0, Amber = 1, Green = 2;
  void kernel2D_Run(const int *requests, int w, int h, int *lights) {
    int light = Red;
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++) {
        for (int k = 0; k < 2; k++)
          if (requests[y * w + x] > 60 * k)
            light = light == Red ? Green : light == Green ? Amber : Red;
        lights[y * w + x] = light;
      }
  }
};

/// Characters that a backslash in front of them makes plain, in texts between two kinds of quotes.
class Escapes {
public:
  virtual ~Escapes() = default;
  virtual int Count(const int *text, int n, [[vkmorph::size("n")]] int *plain) {
    m_plain = 0;
    kernel1D_Count(text, n, plain);
    return m_plain + m_mode;
  }

private:
  void kernel1D_Count(const int *text, int n, int *plain) {
    m_mode = 0;
    for (int i = 0; i < n; i++) {
      const int c = text[i] % 5;
      plain[i] = 0;
      if (m_mode >= 3) { // behind a backslash
        plain[i] = 1;
        m_plain++;
        if (m_mode == 3)
          m_mode = 1;
        else
          m_mode = 2;
      } else if (m_mode == 0) {
        if (c == 1)
          m_mode = 1;
        if (c == 2)
          m_mode = 2;
      } else if (c == 4) {
        m_mode = m_mode == 1 ? 3 : 4;
      } else if (c == m_mode) {
        m_mode = 0;
      }
    }
  }
  int m_mode = 0;
  int m_plain = 0;
};

/// A state that never comes back to what it is at first, and a loop with two machines, a sum, a total
/// between bounds and a small type.
class Phases {
public:
  virtual ~Phases() = default;
  virtual void Run([[vkmorph::size("n")]] const int *a, int n, int *phases) { kernel1D_Run(a, n, phases); }
  virtual void Several(const int *a, int n, [[vkmorph::size("n")]] int *sums, [[vkmorph::size("n")]] int *states) {
    kernel1D_Several(a, n, sums, states);
  }

private:
  void kernel1D_Run(const int *a, int n, int *phases) {
    for (int i = 0; i < n; i++) {
      if (m_phase < 1 && a[i] > 97)
        m_phase = 1;
      else if (m_phase == 1 && a[i] < -97)
        m_phase = 2;
      else if (m_phase == 2 && a[i] == 50)
        m_phase = 1;
      phases[i] = m_phase * 10 + (m_phase < 0 ? 1 : 0);
    }
  }
  void kernel1D_Several(const int *a, int n, int *sums, int *states) {
    int sum = 0, level = 3;
    bool isOdd = false;
    for (int i = 0; i < n; i++) {
      sum += a[i];
      if (a[i] == 7)
        continue;
      level = std::max(level - 1, a[i] % 16);
      if (a[i] & 1)
        isOdd = !isOdd;
      if (m_turn == 4)
        m_turn = 5;
      else if (a[i] > 0)
        m_turn = m_turn == 5 ? 6 : 4;
      sums[i] = sum;
      states[i] = m_turn * 100 + level * 2 + (isOdd ? 1 : 0);
    }
  }
  int m_phase = -5;
  signed char m_turn = 6;
};
