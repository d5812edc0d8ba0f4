// Origin: written as a user would.
// Loops inside of grids that do not run alike for all rows, or end early: rows that are as long as their number, searches,
// jumps, and loops that come one after the other and pass variables on.
// RUN: %check %s --class UnevenLoops --variants=default --size rows=0,1,6,45 --size columns=1,33 --size depth=0,1,17 -- -std=c++17 -Wno-unknown-attributes
// RUN: %check %s --class UnevenLoops --variant="small=--workgroup-size=16" --size rows=1030 --size columns=41 --size depth=5 -- -std=c++17 -Wno-unknown-attributes

class UnevenLoops {
public:
  virtual ~UnevenLoops() {}
  virtual void Triangle([[vkmorph::size("rows * 12")]] const float *a, [[vkmorph::size("columns * 12")]] const float *b, float *c,
                        int rows, int columns) {
    kernel2D_Triangle(a, b, c, rows, columns);
  }
  virtual void First(const int *limits, [[vkmorph::size("columns * depth")]] const int *values, int *found, int rows, int columns, int depth) {
    kernel2D_First(limits, values, found, rows, columns, depth);
  }
  virtual void Normalised(const float *a, const float *b, float *c, int rows, int columns, int depth) {
    kernel2D_Normalised(a, b, c, rows, columns, depth);
  }
  virtual void Steps(const unsigned *seeds, const unsigned *table, unsigned *out, int rows, int columns, int depth) {
    kernel2D_Steps(seeds, table, out, rows, columns, depth);
  }

protected:
  void kernel2D_Triangle(const float *a, const float *b, float *c, int rows, int columns) {
    for (int i = 0; i < rows; i++)
      for (int j = 0; j < columns; j++) {
        float sum = 0;
        for (int k = 0; k <= i && k < 12; k++)
          sum += a[i * 12 + k] * b[k * columns + j];
        c[i * columns + j] = sum;
      }
  }

  void kernel2D_First(const int *limits, const int *values, int *found, int rows, int columns, int depth) {
    for (int i = 0; i < rows; i++)
      for (int j = 0; j < columns; j++) {
        int at = -1;
        int passed = 0;
        for (int k = 0; k < depth; k++) {
          passed += values[k * columns + j];
          if (passed > limits[i]) {
            at = k;
            break;
          }
        }
        found[i * columns + j] = at;
      }
  }

  // Two loops: the second one needs what the first one found.
  void kernel2D_Normalised(const float *a, const float *b, float *c, int rows, int columns, int depth) {
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        float largest = 0;
        int odd = 0;
        for (int k = 0; k < depth; k++) {
          float product = a[i * depth + k] * b[k * columns + j];
          if (product > largest)
            largest = product;
          if (k % 2 == 1)
            odd++;
        }
        float sum = float(odd);
        const float scale = 1.0f / (1.0f + largest);
        for (int k = depth - 1; k >= 0; k--) {
          float product = a[i * depth + k] * b[k * columns + j];
          sum += product * scale;
        }
        c[i * columns + j] = sum;
      }
    }
  }

  // A loop in a loop, of which the inner one runs as the row says.
  void kernel2D_Steps(const unsigned *seeds, const unsigned *table, unsigned *out, int rows, int columns, int depth) {
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        unsigned state = seeds[i];
        unsigned most = 0;
        for (int k = 0; k < depth; k++) {
          unsigned entry = table[k * columns + j];
          unsigned turns = (state + entry) % 5u;
          while (turns > 0u) {
            state = state * 1664525u + entry;
            turns--;
          }
          most = state > most ? state : most;
        }
        out[i * columns + j] = most ^ state;
      }
    }
  }
};
