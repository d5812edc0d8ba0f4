// Origin: written as a user with C habits would, before its first translation.
// Dynamic programming by diagonals: the longest common subsequence, and the distance of two words.
// RUN: %check %s --class Subsequence --size n=0,1,13 --size m=1,7 -- -std=c++17 -Wno-unknown-attributes

class Subsequence {
public:
  virtual ~Subsequence() {}
  virtual void Compare(const unsigned char *s, const unsigned char *t,
                       [[vkmorph::size("(n + 1) * (m + 1)")]] int *best, [[vkmorph::size("(n + 1) * (m + 1)")]] int *steps, int n, int m) {
    int d;
    kernel1D_Borders(best, steps, n, m);
    for (d = 2; d <= n + m; d++)
      kernel1D_Diagonal(s, t, best, steps, n, m, d);
  }

protected:
  int i, j; /* row and column */

  void kernel1D_Borders(int *best, int *steps, int n, int m) {
    for (i = 0; i <= n; i++) {
      best[i * (m + 1)] = 0;
      steps[i * (m + 1)] = i;
    }
    for (j = 1; j <= m; j++) {
      best[j] = 0;
      steps[j] = j;
    }
  }

  void kernel1D_Diagonal(const unsigned char *s, const unsigned char *t, int *best, int *steps, int n, int m, int d) {
    int row, column, w, same, longest, fewest;
    w = m + 1;
    for (row = 1; row <= n; row++) {
      column = d - row;
      if (column < 1 || column > m)
        continue;
      same = s[row - 1] % 3 == t[column - 1] % 3;
      longest = best[(row - 1) * w + column];
      if (best[row * w + column - 1] > longest)
        longest = best[row * w + column - 1];
      if (same)
        longest = best[(row - 1) * w + column - 1] + 1;
      best[row * w + column] = longest;

      fewest = steps[(row - 1) * w + column] + 1;
      if (steps[row * w + column - 1] + 1 < fewest)
        fewest = steps[row * w + column - 1] + 1;
      if (steps[(row - 1) * w + column - 1] + !same < fewest)
        fewest = steps[(row - 1) * w + column - 1] + !same;
      steps[row * w + column] = fewest;
    }
  }
};
