// Origin: written as a user with C habits would, before its first translation.
// Rounds of k-means: the nearest centre of each point, then the new centres.
// RUN: %check %s --class KMeans --size n=0,1,50 --size k=1,4 --size dims=1,3 --arg rounds=0..2 -- -std=c++17 -Wno-unknown-attributes

class KMeans {
public:
  virtual ~KMeans() {}
  virtual void Cluster(const float *points, [[vkmorph::size("k * dims")]] float *centres, int *label, int n, int k, int dims,
                       int rounds) {
    int r;
    for (r = 0; r < rounds; ++r) {
      kernel1D_Nearest(points, centres, label, n, k, dims);
      kernel2D_Centres(points, centres, label, n, k, dims);
    }
    kernel1D_Nearest(points, centres, label, n, k, dims);
  }

  int changed;
  float farthest;

protected:
  void kernel1D_Nearest(const float *points, const float *centres, int *label, int n, int k, int dims) {
    int i, c, d, nearest;
    float distance, least, diff;
    const float *point, *centre;

    changed = 0;
    farthest = 0.0f;
    for (i = 0; i < n; i++) {
      point = &points[i * dims];
      least = 1e30f;
      nearest = 0;
      for (c = 0; c < k; c++) {
        centre = &centres[c * dims];
        distance = 0.0f;
        for (d = 0; d < dims; d++) {
          diff = point[d] - centre[d];
          distance += diff * diff;
        }
        if (distance < least) {
          least = distance;
          nearest = c;
        }
      }
      if (label[i] != nearest)
        changed++;
      if (least > farthest)
        farthest = least;
      label[i] = nearest;
    }
  }

  void kernel2D_Centres(const float *points, float *centres, const int *label, int n, int k, int dims) {
    int c, d, i, count;
    float sum;
    for (c = 0; c < k; c++)
      for (d = 0; d < dims; d++) {
        sum = 0.0f;
        count = 0;
        for (i = 0; i < n; i++) {
          if (label[i] != c)
            continue;
          sum += points[i * dims + d];
          count++;
        }
        if (count > 0)
          centres[c * dims + d] = sum / count;
      }
  }
};
