#ifndef SCANNER_H
#define SCANNER_H

#include <cstddef>
#include <cstdint>

// Looks at bytes of text: lower case, hexadecimal, checksums of lines.
class Scanner {
public:
  enum class Kind : int { Space, Letter, Digit, Other };

  struct Line {
    uint32_t words;
    uint32_t crc;
    char first;
    bool blank;
  };

  virtual ~Scanner() = default;

  virtual void Lower(const char *text, char *lower, size_t length);
  virtual void Dump(const unsigned char *bytes, char *hex, size_t length);
  virtual size_t Count(const char *text, size_t length);
  virtual void Lines(const char *text, Line *lines, int number);
  virtual void Caesar(char *text, size_t length, int shift = 13);

  size_t letters() const { return m_letters; }

protected:
  void kernel1D_Lower(const char *text, char *lower, size_t length);
  void kernel1D_Dump(const unsigned char *bytes, char *hex, size_t length);
  void kernel1D_Count(const char *text, size_t length);
  void kernel1D_Lines(const char *text, Line *lines, int number);
  void kernel1D_Caesar(char *text, size_t length, int shift);

private:
  static Kind KindOf(char c);
  static bool IsIn(char c, const char (&set)[4]);

  static const int kWidth = 16;
  size_t m_letters = 0, m_digits = 0, m_others = 0;
  unsigned char m_highest = 0;
};

#endif
