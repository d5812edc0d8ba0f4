// Origin: written as a user would, before its first translation.
// Text: char with its sign, character literals, ranges of letters, early ends, unsigned long hashes.
// RUN: %check %s --class TextBytes --arg in=32..126 --arg text=8..14 --arg fields=-20..120 -- -std=gnu++17 -Wno-unknown-attributes
#include "text_bytes.h"

static bool isLower(char c)
{
    return 'a' <= c && c <= 'z';
}

static char turned(char c, int by)
{
    if (isLower(c))
        return char('a' + ((c - 'a' + by) % 26 + 26) % 26);
    switch (c)
    {
    case 'A' ... 'Z':
        return c + ('a' - 'A');
    case '\t':
    case ' ':
        return '_';
    case '\\':
        return '/';
    }
    return c;
}

void TextBytes::kernel1D_Turn(const char* in, char* out, std::size_t length, int by)
{
    for (std::size_t i = 0; i < length; ++i)
        out[i] = turned(in[i], by);
}

void TextBytes::kernel1D_Lines(const char* text, std::size_t length)
{
    m_lines = 0;
    for (std::size_t i = 0; i < length; ++i)
        m_lines += text[i] == m_separator;
}

void TextBytes::kernel1D_Hash(const char* fields, unsigned long* hashes, std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i)
    {
        unsigned long hash = 5381ul;
        for (const char *c = fields + i * kWidth, *end = c + kWidth; c != end && *c; ++c)
            hash = (hash << 5) + hash + static_cast<unsigned char>(*c) + (*c < 0);
        hashes[i] = hash ^ static_cast<unsigned long>(m_first[i % sizeof m_first]);
    }
}

void TextBytes::Turn(const char* in, char* out, std::size_t length, int by)
{
    kernel1D_Turn(in, out, length, by);
}

std::size_t TextBytes::Lines(const char* text, std::size_t length)
{
    kernel1D_Lines(text, length);
    return m_lines;
}

void TextBytes::Hash(const char* fields, unsigned long* hashes, std::size_t count)
{
    kernel1D_Hash(fields, hashes, count);
}
