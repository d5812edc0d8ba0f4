// Origin: written as a user would, before its first translation.
// Hough transform: each bright pixel votes for all lines through it; then the line with the most votes.
// RUN: %check %s --class HoughLines --variants=default,vulkan10,scatter-atomic,scatter-shared,scatter-ordered --size w=1,30 --size h=1,22 --arg threshold=0.5 -- -std=c++17
#include <cmath>

class HoughLines {
public:
  virtual ~HoughLines() = default;

  virtual void Find(const float *picture, int w, int h, float threshold) {
    kernel2D_Clear();
    kernel2D_Vote(picture, w, h, threshold);
    kernel2D_Best();
  }

  int bestVotes = 0, bestAngle = 0, bestDistance = 0;

private:
  static constexpr int kAngles = 36, kDistances = 128;

  void kernel2D_Clear() {
    for (int a = 0; a < kAngles; a++)
      for (int d = 0; d < kDistances; d++)
        m_votes[a][d] = 0;
  }

  void kernel2D_Vote(const float *picture, int w, int h, float threshold) {
    for (int y = 0; y < h; y++) {
      for (int x = 0; x < w; x++) {
        if (picture[y * w + x] > threshold) {
          for (int a = 0; a < kAngles; a++) {
            // In whole steps, so that all devices round alike.
            const int along = x * (kAngles / 2 - a) + y * a;
            const int d = (along / 8) & (kDistances - 1);
            m_votes[a][d] += 1;
          }
        }
      }
    }
  }

  void kernel2D_Best() {
    bestVotes = 0;
    for (int a = 0; a < kAngles; a++)
      for (int d = 0; d < kDistances; d++)
        if (m_votes[a][d] > bestVotes) {
          bestVotes = m_votes[a][d];
          bestAngle = a;
          bestDistance = d;
        }
  }

  int m_votes[kAngles][kDistances] = {};
};
