#pragma once

// Marks rows and columns of a chessboard-like pattern.
class Pattern
{
  public:
    Pattern(int from, int to) : first(from & 3), last(to & 15) {}
    virtual ~Pattern() = default;
    virtual void Draw(const int *in, int *a, int *b, int *c, unsigned *d, int n, int step);

  private:
    void kernel1D_Closed(const int *in, int *a, int n);
    void kernel1D_NotEqual(const int *in, int *b, int n);
    void kernel1D_Every(const int *in, int *c, int n, int step);
    void kernel1D_Third(unsigned *d, int n);
    void kernel2D_Members(int *a, int n);

    int first, last;
    static constexpr int Margin = 2;
};
