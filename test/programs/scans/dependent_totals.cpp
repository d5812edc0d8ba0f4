// Origin: written as a user would, before its first translation.
// Totals that depend on a state, or on another total of the same loop.
// RUN: %check %s --class WordCounter,Tokens,Braces,Gate,Flight,Lexer,Edges,Account,Mean --size n=1,1300 -- -std=c++17
// RUN: %check %s --class Csv --size n=1,5000 -- -std=c++17
// RUN: %check %s --class Screen --size w=1,40 --size h=1,50 -- -std=c++17
#include <algorithm>
#include <vector>

/// Counts words, lines, and the letters of each word.
class WordCounter {
public:
  virtual ~WordCounter() = default;
  virtual int Count(const int *text, int n, [[vkmorph::size("n")]] int *wordOf) {
    m_words = m_lines = m_letters = 0;
    kernel1D_Count(text, n, wordOf);
    return m_words * 1000 + m_lines + m_letters;
  }

private:
  static bool isSpace(int c) { return c < -60 || c == 10; }
  void kernel1D_Count(const int *text, int n, int *wordOf) {
    bool inside = false;
    for (int i = 0; i < n; i++) {
      const int c = text[i];
      if (isSpace(c)) {
        inside = false;
        if (c == 10)
          m_lines++;
      } else if (!inside) {
        inside = true;
        m_words++;
      }
      if (inside)
        m_letters++;
      wordOf[i] = inside ? m_words : 0;
    }
  }
  int m_words = 0, m_lines = 0, m_letters = 0;
};

/// The number of the field that each character of a line of values belongs to.
class Csv {
public:
  virtual ~Csv() = default;
  virtual void Number(const int *text, int n, int *fields) { kernel1D_Number(text, n, fields); }

private:
  void kernel1D_Number(const int *text, int n, int *fields) {
    bool quoted = false;
    int field = 0;
    for (int i = 0; i < n; i++) {
      const int c = text[i] & 7;
      if (c == 0)
        quoted = !quoted;
      else if (c == 1 && !quoted)
        field++;
      fields[i] = field;
    }
  }
};

/// Where tokens start, and how long each one is.
class Tokens {
public:
  virtual ~Tokens() = default;
  virtual int Find(const int *text, int n, [[vkmorph::size("n")]] int *starts, [[vkmorph::size("n")]] int *kinds) {
    kernel1D_Find(text, n, starts, kinds);
    return m_count;
  }

private:
  enum Kind { Blank, Number, Name };
  void kernel1D_Find(const int *text, int n, int *starts, int *kinds) {
    m_count = 0;
    Kind kind = Blank;
    for (int i = 0; i < n; i++) {
      const int c = text[i] % 8;
      const Kind next = c < 0 ? Blank : c < 3 && kind != Name ? Number : Name;
      if (next != kind && next != Blank) {
        starts[m_count] = i;
        kinds[m_count] = next;
        m_count++;
      }
      kind = next;
    }
  }
  int m_count = 0;
};

/// The depth of braces that are not in strings; a backslash escapes a quote.
class Braces {
public:
  virtual ~Braces() = default;
  virtual int Nest(const int *text, int n, int *depths) {
    m_deepest = 0;
    kernel1D_Nest(text, n, depths);
    return m_deepest;
  }

private:
  enum class In { Code, String, Escape };
  void kernel1D_Nest(const int *text, int n, int *depths) {
    In in = In::Code;
    int depth = 0;
    for (int i = 0; i < n; i++) {
      const int c = text[i] & 7;
      switch (in) {
      case In::Code:
        if (c == 0)
          in = In::String;
        else if (c == 1)
          depth++;
        else if (c == 2 && text[i] > 0)
          depth--;
        break;
      case In::String:
        if (c == 0)
          in = In::Code;
        else if (c == 3)
          in = In::Escape;
        break;
      case In::Escape:
        in = In::String;
        break;
      }
      m_deepest = std::max(m_deepest, depth);
      depths[i] = depth;
    }
  }
  int m_deepest = 0;
};

/// Adds up samples while a gate with two thresholds is open, and begins again when it opens.
class Gate {
public:
  virtual ~Gate() = default;
  virtual void Measure(const int *levels, int n, int *energy, [[vkmorph::size("n")]] int *peaks) {
    kernel1D_Measure(levels, n, energy, peaks);
  }

private:
  void kernel1D_Measure(const int *levels, int n, int *energy, int *peaks) {
    for (int i = 0; i < n; i++) {
      const bool wasOpen = m_open;
      if (levels[i] > 40)
        m_open = true;
      else if (levels[i] < -40)
        m_open = false;
      if (m_open && !wasOpen) {
        m_sum = 0;
        m_peak = levels[i];
      }
      m_sum += m_open ? levels[i] : 0;
      if (m_open)
        m_peak = std::max(m_peak, levels[i]);
      energy[i] = m_sum;
      peaks[i] = m_peak;
    }
  }
  bool m_open = false;
  int m_sum = 0, m_peak = 0;
};

/// Where a body is whose speed is a sum of its own.
class Flight {
public:
  virtual ~Flight() = default;
  virtual void Fly(const int *thrust, int n, long *places, [[vkmorph::size("n")]] float *heights,
                   [[vkmorph::size("n")]] const float *lift) {
    kernel1D_Fly(thrust, n, places, heights, lift);
  }

private:
  void kernel1D_Fly(const int *thrust, int n, long *places, float *heights, const float *lift) {
    long place = 5;
    float climb = 0.0f;
    for (int i = 0; i < n; i++) {
      place += m_speed;
      m_speed += thrust[i];
      climb = 0.5f * climb + lift[i];
      m_height += climb * 0.125f;
      places[i] = place;
      heights[i] = m_height;
    }
  }
  int m_speed = -3;
  float m_height = 1.0f;
};

/// Appends tokens: where each one begins.
class Lexer {
public:
  struct Token {
    int start;
    int kind;
  };
  explicit Lexer(int n = 6000) { m_tokens.reserve(n); }
  virtual ~Lexer() = default;
  virtual void Lex(const int *text, int n) { kernel1D_Lex(text, n); }
  virtual void Get(int *numbers) { kernel1D_Get(numbers); }

protected:
  void kernel1D_Lex(const int *text, int n) {
    m_tokens.clear();
    int state = 0;
    for (int i = 0; i < n; i++) {
      const int next = text[i] > 20 ? 1 : text[i] > -20 ? (state == 1 ? 1 : 2) : 0;
      if (next != state && next != 0)
        m_tokens.push_back({i, next});
      state = next;
    }
  }
  void kernel1D_Get(int *numbers) {
    for (int i = 0; i < 1; i++)
      numbers[i] = (int)m_tokens.size();
  }
  std::vector<Token> m_tokens;
};

/// Numbers the edges of a signal with hysteresis, and measures the distance from the last one.
class Edges {
public:
  virtual ~Edges() = default;
  virtual int Number(const float *x, int n, int *edges, [[vkmorph::size("n")]] int *distance) {
    kernel1D_Number(x, n, edges, distance);
    return m_edges;
  }

private:
  void kernel1D_Number(const float *x, int n, int *edges, int *distance) {
    bool high = false;
    int since = 0;
    m_edges = 0;
    for (int i = 0; i < n; i++) {
      since++;
      if (high ? x[i] < 0.25f : x[i] > 0.75f) {
        high = !high;
        m_edges++;
        since = 0;
      }
      edges[i] = m_edges;
      distance[i] = since + (m_edges & 1);
    }
  }
  int m_edges = 0;
};

/// Interest that depends on how many bookings there have been, and on whether the account is blocked.
class Account {
public:
  virtual ~Account() = default;
  virtual long Book(const int *amounts, int n, [[vkmorph::size("n")]] long *balances) {
    kernel1D_Book(amounts, n, balances);
    return m_fees;
  }

private:
  void kernel1D_Book(const int *amounts, int n, long *balances) {
    int count = 0;
    bool blocked = false;
    long balance = 100;
    for (int i = 0; i < n; i++) {
      if (amounts[i] == 0)
        blocked = !blocked;
      if (blocked)
        continue;
      count++;
      const int fee = count > 20 ? 2 : 5;
      balance += amounts[i] - fee;
      m_fees += fee + (balance < 0 ? 1 : 0);
      balances[i] = balance;
    }
  }
  long m_fees = 0;
};

/// Spans of a picture, row by row: each one has a number, and pixels add up to a total in it.
class Screen {
public:
  virtual ~Screen() = default;
  virtual void Scan(const int *pixels, int w, int h, [[vkmorph::size("w*h")]] int *spans) {
    kernel2D_Scan(pixels, w, h, spans);
  }

private:
  void kernel2D_Scan(const int *pixels, int w, int h, int *spans) {
    bool inside = false;
    int span = 0, sum = 0;
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++) {
        const int p = pixels[y * w + x];
        if (x == 0 || p > 50)
          inside = false;
        else if (p < -50 && !inside) {
          inside = true;
          span++;
          sum = 0;
        }
        if (inside)
          sum += p;
        spans[y * w + x] = inside ? span * 100000 + sum : -1;
      }
  }
};

/// The mean of all numbers so far, which how many there are makes.
class Mean {
public:
  virtual ~Mean() = default;
  virtual float Take(const float *x, int n) {
    m_count = 0;
    m_mean = 0.0f;
    kernel1D_Take(x, n);
    return m_mean;
  }

private:
  void kernel1D_Take(const float *x, int n) {
    for (int i = 0; i < n; i++) {
      m_count++;
      m_mean += (x[i] - m_mean) / m_count;
    }
  }
  int m_count = 0;
  float m_mean = 0.0f;
};
