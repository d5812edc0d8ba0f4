// Origin: written as a user would, before its first translation.
// Choices with ?: of structs, lvalues, references and mixed types; as arguments, targets, operands, and void.
// RUN: %check %s --class Choices -- -std=c++17 -Wno-sign-compare
#include "choices.h"

static void add(Choice& choice, float x)
{
    choice.score += x;
}

static float best(const Choice& a, const Choice& b)
{
    return (a.score < b.score ? b : a).score;
}

void Choices::kernel1D_Vote(const int* votes, Choice* left, Choice* right, float* out, int n)
{
    m_ties = 0;
    for (int i = 0; i < n; ++i)
    {
        const int vote = votes[i];
        Choice& l = left[i];
        Choice& r = right[i];
        int up = 0, down = 0;
        ++(vote > 0 ? up : down);
        (vote % 2 == 0 ? l : r).score = float(vote);
        add(vote > 10 ? l : r, 0.5f);
        const Choice winner = l.score > r.score ? l : l.score < r.score ? r : m_none;
        vote == 7 ? (void)++down : (void)(up += 2, down -= 1);
        const auto mixed = vote > 50 ? vote : 1.5f;
        const auto sign = vote < 0 ? -1 : 2u;
        const auto wide = vote > 3 ? int64_t(vote) << 33 : vote;
        float& target = vote & 1 ? l.score : r.score;
        target += mixed;
        (up > down ? up : down) += 4;
        if (winner.id == m_none.id ? vote == 0 : false)
            m_ties++;
        out[i] = best(winner, vote > 20 ? l : m_none) + float(sign > 100 ? up : down) + float(wide >> 33);
    }
}

void Choices::Vote(const int* votes, Choice* left, Choice* right, float* out, int n)
{
    kernel1D_Vote(votes, left, right, out, n);
}
