// Origin: written as a user would, before its first translation.
// Base pairs of a folded string, by growing spans, C style.
// RUN: %check %s --class Nussinov --arg seq=-1..4 --size seq=28 --size table=28 -- -std=c++17
#define N 28
#define max_score(a, b) ((a) >= (b) ? (a) : (b))
#define match(a, b) (((a) + (b)) == 3 ? 1 : 0)

typedef char base;

class Nussinov {
public:
  void Fold(base *seq, int (*table)[N]) {
    int span;
    kernel2D_Zero(table);
    for (span = 1; span < N; span++)
      kernel1D_Span(seq, table, span);
  }

protected:
  void kernel2D_Zero(int (*table)[N]) {
    int i, j;
    for (i = 0; i < N; i++)
      for (j = 0; j < N; j++)
        table[i][j] = 0;
  }

  void kernel1D_Span(base *seq, int (*table)[N], int span) {
    int i, j, k;
    for (i = 0, j = span; j < N; i++, j++) {
      table[i][j] = max_score(table[i][j], table[i][j - 1]);
      table[i][j] = max_score(table[i][j], table[i + 1][j]);
      if (i < j - 1)
        table[i][j] = max_score(table[i][j], table[i + 1][j - 1] + match(seq[i], seq[j]));
      for (k = i + 1; k < j; k++)
        table[i][j] = max_score(table[i][j], table[i][k] + table[k + 1][j]);
    }
  }
};
