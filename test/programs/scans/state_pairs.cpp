// Origin: written as a user would, before its first translation.
// Several variables that are the state of one machine together: each decides on what the other ones become.
// RUN: %check %s --class Strings,Comments,Latch,Gray,Door,Clock --size n=1,1300 -- -std=c++17

/// Which characters are in strings; a backslash in one escapes what follows.
class Strings {
public:
  virtual ~Strings() = default;
  virtual int Mark(const int *text, int n, [[vkmorph::size("n")]] int *marks) {
    m_strings = 0;
    kernel1D_Mark(text, n, marks);
    return m_strings;
  }

private:
  void kernel1D_Mark(const int *text, int n, int *marks) {
    bool inString = false, escaped = false;
    for (int i = 0; i < n; i++) {
      const int c = text[i] & 3;
      marks[i] = 0;
      if (escaped) {
        escaped = false;
        continue;
      }
      if (inString && c == 1) {
        escaped = true;
      } else if (c == 0) {
        inString = !inString;
        if (inString)
          m_strings++;
      }
      marks[i] = inString ? m_strings : 0;
    }
  }
  int m_strings = 0;
};

/// Comments to the end of the line, and texts, in which there are none.
class Comments {
public:
  virtual ~Comments() = default;
  virtual void Count(const int *text, int n, int *lengths) { kernel1D_Count(text, n, lengths); }

private:
  void kernel1D_Count(const int *text, int n, int *lengths) {
    int length = 0;
    for (int i = 0; i < n; i++) {
      const int c = text[i] & 7;
      if (c == 0) { // a new line ends both
        m_comment = false;
        m_text = false;
        length = 0;
      } else if (c == 1 && !m_comment) {
        m_text = !m_text;
      } else if (c == 2 && !m_text) {
        m_comment = true;
      }
      if (m_comment)
        length++;
      lengths[i] = length;
    }
  }
  bool m_comment = false, m_text = true;
};

/// A mode of three values, and whether it is locked.
class Latch {
public:
  virtual ~Latch() = default;
  virtual void Run(const int *keys, int n, int *modes) { kernel1D_Run(keys, n, modes); }

private:
  enum Mode { Off, Low, High };
  void kernel1D_Run(const int *keys, int n, int *modes) {
    Mode mode = Off;
    bool locked = false;
    for (int i = 0; i < n; i++) {
      const int key = keys[i] % 6;
      if (key == 5 && mode != Off)
        locked = !locked;
      if (!locked) {
        if (key == 0)
          mode = Off;
        else if (key == 1)
          mode = mode == Low ? High : Low;
      } else if (key == 2) {
        mode = High;
      }
      modes[i] = mode + (locked ? 10 : 0);
    }
  }
};

/// A counter of two bits in Gray code that may be held.
class Gray {
public:
  virtual ~Gray() = default;
  virtual int Step(const int *a, int n, int *bits) {
    kernel1D_Step(a, n, bits);
    return (m_low ? 1 : 0) + (m_high ? 2 : 0);
  }

private:
  void kernel1D_Step(const int *a, int n, int *bits) {
    for (int i = 0; i < n; i++) {
      bits[i] = m_low != m_high;
      const bool low = m_low;
      if (a[i] > 0)
        m_low = !m_high;
      if (a[i] > -50)
        m_high = low;
    }
  }
  bool m_low = true, m_high = false;
};

/// A door that opens a few times before somebody has to wind it up.
class Door {
public:
  virtual ~Door() = default;
  virtual int Use(const int *events, int n, int *opened) {
    kernel1D_Use(events, n, opened);
    return m_left;
  }

private:
  void kernel1D_Use(const int *events, int n, int *opened) {
    int count = 0;
    for (int i = 0; i < n; i++) {
      if (events[i] > 60) {
        m_left = 2;
      } else if (events[i] < 0 && !m_open && m_left != 0) {
        m_open = true;
        m_left = m_left == 2 ? 1 : 0;
        count++;
      } else if (events[i] > 20) {
        m_open = false;
      }
      opened[i] = count;
    }
  }
  bool m_open = false;
  int m_left = 2;
};

/// The hand of a clock: the hours are a state of twelve values, which the seconds turn and set.
class Clock {
public:
  virtual ~Clock() = default;
  virtual unsigned Turn(const int *events, int n, [[vkmorph::size("n")]] unsigned *hours) {
    m_days = 0;
    kernel1D_Turn(events, n, hours);
    return m_days;
  }

private:
  void kernel1D_Turn(const int *events, int n, unsigned *hours) {
    for (int i = 0; i < n; i++) {
      const unsigned before = m_hour;
      if (events[i] > 90)
        m_hour = 11;
      else if (m_hour < 6 || events[i] < 0)
        m_hour = (m_hour + 5u) % 12u;
      if (m_hour < before)
        m_days++;
      hours[i] = m_days * 100 + m_hour;
    }
  }
  unsigned m_hour = 40, m_days = 0;
};
