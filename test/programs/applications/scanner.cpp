// Origin: written by a newcomer from README.md and docs/Language.md alone.
// Strings of bytes: characters as numbers, tables that are string literals, a CRC, lines of fixed width walked by pointers.
// RUN: %check %s --class Scanner -- -std=c++17
#include "scanner.h"

static const char kHex[] = "0123456789abcdef";

namespace {

inline char ToLower(char c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; }

uint32_t Crc(uint32_t crc, unsigned char byte) {
  crc ^= byte;
  for (int bit = 0; bit < 8; bit++) {
    const uint32_t mask = -(crc & 1);
    crc = (crc >> 1) ^ (0xEDB88320u & mask);
  }
  return crc;
}

} // namespace

Scanner::Kind Scanner::KindOf(char c) {
  switch (c) {
  case ' ':
  case '\t':
  case '\n':
    return Kind::Space;
  case '0' ... '9':
    return Kind::Digit;
  default:
    c = ToLower(c);
    return 'a' <= c && c <= 'z' ? Kind::Letter : Kind::Other;
  }
}

bool Scanner::IsIn(char c, const char (&set)[4]) {
  for (char each : set)
    if (each == c)
      return true;
  return false;
}

void Scanner::kernel1D_Lower(const char *text, char *lower, size_t length) {
  for (size_t i = 0; i < length; i++)
    lower[i] = ToLower(text[i]);
}

void Scanner::kernel1D_Dump(const unsigned char *bytes, char *hex, size_t length) {
  for (size_t i = 0; i < length; ++i) {
    char *out = hex + 3 * i;
    *out++ = kHex[bytes[i] >> 4];
    *out++ = kHex[bytes[i] & 15];
    *out = i % 16 == 15 ? '\n' : ' ';
  }
}

void Scanner::kernel1D_Count(const char *text, size_t length) {
  m_letters = m_digits = m_others = 0;
  m_highest = 0;
  for (size_t i = 0; i < length; ++i) {
    const Kind kind = KindOf(text[i]);
    if (kind == Kind::Letter)
      m_letters++;
    else if (kind == Kind::Digit)
      m_digits++;
    else if (kind == Kind::Other)
      m_others++;
    const unsigned char byte = text[i];
    if (byte > m_highest)
      m_highest = byte;
  }
}

void Scanner::kernel1D_Lines(const char *text, Line *lines, int number) {
  const char punctuation[4] = {'.', ',', ';', '!'};
  for (int l = 0; l < number; l++) {
    const char *const begin = text + l * kWidth;
    const char *const end = begin + kWidth;
    Line line = {};
    line.first = begin[0];
    line.blank = true;
    bool inWord = false;
    uint32_t crc = ~0u;
    const char *c = begin;
    while (c != end) {
      const bool letter = KindOf(*c) == Kind::Letter && !IsIn(*c, punctuation);
      line.words += letter && !inWord;
      inWord = letter;
      line.blank = line.blank && KindOf(*c) == Kind::Space;
      crc = Crc(crc, *c++);
    }
    line.crc = ~crc;
    lines[l] = line;
  }
}

void Scanner::kernel1D_Caesar(char *text, size_t length, int shift) {
  for (size_t i = 0; i < length; ++i) {
    char &c = text[i];
    const char base = c >= 'a' && c <= 'z' ? 'a' : c >= 'A' && c <= 'Z' ? 'A' : '\0';
    if (!base)
      continue;
    int place = (c - base + shift) % 26;
    if (place < 0)
      place += 26;
    c = char(base + place);
  }
}

void Scanner::Lower(const char *text, char *lower, size_t length) { kernel1D_Lower(text, lower, length); }

void Scanner::Dump(const unsigned char *bytes, char *hex, size_t length) { kernel1D_Dump(bytes, hex, length); }

size_t Scanner::Count(const char *text, size_t length) {
  kernel1D_Count(text, length);
  return m_letters + m_digits;
}

void Scanner::Lines(const char *text, Line *lines, int number) { kernel1D_Lines(text, lines, number); }

void Scanner::Caesar(char *text, size_t length, int shift) { kernel1D_Caesar(text, length, shift); }
