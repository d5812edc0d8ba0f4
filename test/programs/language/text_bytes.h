#pragma once
#include <cstddef>

// Text as bytes: letters turned, lines counted, words hashed.
class TextBytes
{
public:
    virtual ~TextBytes() = default;
    virtual void Turn(const char* in, char* out, std::size_t length, int by);
    virtual std::size_t Lines(const char* text, std::size_t length);
    virtual void Hash([[vkmorph::size("count*12")]] const char* fields, unsigned long* hashes, std::size_t count);

private:
    void kernel1D_Turn(const char* in, char* out, std::size_t length, int by);
    void kernel1D_Lines(const char* text, std::size_t length);
    void kernel1D_Hash(const char* fields, unsigned long* hashes, std::size_t count);

    static constexpr std::size_t kWidth = 12;
    char m_separator = '\n';
    unsigned long m_lines = 0;
    char m_first[4] = {'a', 'b', 'c', '\0'};
};
