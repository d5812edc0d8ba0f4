// Origin: written as a user would, before its first translation.
// Shortest paths between all pairs, a middle vertex per step.
// RUN: %check %s --class Floyd --arg path=1..100 --size path=26 -- -std=c++17
#define V 26

class Floyd {
public:
  void Run(int (*path)[V]) {
    int k;
    for (k = 0; k < V; k++)
      kernel2D_Via(path, k);
  }

protected:
  void kernel2D_Via(int (*path)[V], int k) {
    int i, j;
    for (i = 0; i < V; i++)
      for (j = 0; j < V; j++)
        path[i][j] = path[i][j] < path[i][k] + path[k][j] ? path[i][j] : path[i][k] + path[k][j];
  }
};
