#pragma once
#include <cstdint>

struct Choice
{
    int id;
    float score;
};

class Choices
{
public:
    virtual ~Choices() = default;
    virtual void Vote(const int* votes, Choice* left, Choice* right, float* out, int n);

protected:
    void kernel1D_Vote(const int* votes, Choice* left, Choice* right, float* out, int n);
    int m_ties = 0;
    const Choice m_none = {-1, 0.5f};
};
