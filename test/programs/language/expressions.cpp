// Origin: written as a user would.
// Expressions: nested ternaries, comma, compound assignment on every lvalue, ++ and -- on both sides, chains, x ?: y.
// RUN: %check %s --class Scoring -- -std=gnu++17
#include "expressions.h"

void Scoring::kernel1D_Score(const unsigned *cards, unsigned *scores, int hands)
{
    for (int h = 0; h < hands; h++)
    {
        Card card = {cards[h] & 15u, (cards[h] >> 4) & 3u};
        unsigned table[4] = {1, 2, 3, 4}, black = 0, red = 0, k = 0;
        (card.suit < 2 ? black : red) += card.value;
        (card.suit == 1 ? card.value : table[card.suit]) *= 3;
        table[k++] += 5, table[++k] <<= 2;
        table[k--]--;
        --table[k];
        unsigned &second = table[1];
        second ^= card.value ? card.value > 9 ? 40u : card.value > 4 ? 20u : 10u : 0u;
        unsigned a, b, c;
        a = b = c = card.value % 7;
        (a += 2) *= 3;
        ++(b |= 8);
        c = (a++, b--, a + b);
        scores[h] = black ?: red + bonus;
        scores[h] += (table[0] + 2 * table[1] + 4 * table[2] + 8 * table[3]) * 16;
        scores[h] -= a * 3 + b * 5 + c + k;
        card.suit %= 3;
        card.suit |= card.value & 1 ? 4u : (card.value >>= 1, 8u);
        scores[h] ^= card.suit << 20;
    }
}

void Scoring::kernel1D_Mark(unsigned *scores, int *marks, int hands)
{
    for (int h = 0; h < hands; ++h)
    {
        int mark = int(scores[h] % 100u), old = mark--;
        marks[h] = mark++ - old--;
        marks[h] += ++mark;
        marks[h] *= -(old < 50 ? +1 : -1) + !mark + ~old;
        marks[h] %= 1000;
        scores[h]++;
    }
}

void Scoring::Score(const unsigned *cards, unsigned *scores, int *marks, int hands)
{
    kernel1D_Score(cards, scores, hands);
    kernel1D_Mark(scores, marks, hands);
}
