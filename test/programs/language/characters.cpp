// Origin: written as a user would.
// Letters and digits by <cctype>, in conditions and as numbers.
// RUN: %check --largest-size=300 %s -- -std=c++17
#include <cctype>
#include <cstdint>

class Characters
{
public:
    virtual ~Characters() = default;

    virtual int Tidy(const int16_t* text, uint8_t* out, uint8_t* kinds, int n)
    {
        kernel1D_Tidy(text, out, kinds, n);
        return m_words;
    }

protected:
    void kernel1D_Tidy(const int16_t* text, uint8_t* out, uint8_t* kinds, int n)
    {
        m_words = 0;
        for (int i = 0; i < n; ++i)
        {
            const int c = text[i] & 127;
            out[i] = static_cast<uint8_t>(i % 2 == 0 ? std::toupper(c) : tolower(c));
            int kind = std::isdigit(c) ? 1 : 0;
            if (isalpha(c))
                kind += std::islower(c) ? 2 : 4;
            if (!std::isspace(c) && !(std::isalnum(c)))
                kind += 8;
            const bool capital = std::isupper(c);
            kinds[i] = static_cast<uint8_t>(kind + (capital ? 16 : 0));
            if (capital || std::isdigit(c))
                m_words++;
        }
    }

    int m_words = 0;
};
