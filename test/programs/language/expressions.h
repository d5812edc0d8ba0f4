#ifndef SCORING_H
#define SCORING_H

struct Card { unsigned value, suit; };

// Scores hands of a card game with as few statements as possible.
class Scoring
{
public:
    virtual ~Scoring() {}
    virtual void Score(const unsigned *cards, unsigned *scores, int *marks, int hands);
    unsigned bonus = 3;

private:
    void kernel1D_Score(const unsigned *cards, unsigned *scores, int hands);
    void kernel1D_Mark(unsigned *scores, int *marks, int hands);
};

#endif
