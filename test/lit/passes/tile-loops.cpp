// Loops in which all threads of a workgroup read the same elements, and what comes near.
// RUN: vkmorph %s --class Fields --emit=planned --remarks=decisions -- -std=c++17 2>%t.remarks | FileCheck %s --check-prefix=PLANNED
// RUN: FileCheck %s --check-prefix=REMARKS --input-file %t.remarks
// RUN: vkmorph %s --class Fields --emit=glsl -- -std=c++17 | FileCheck %s --check-prefix=GLSL
// RUN: vkmorph %s --class Fields --emit=planned --tiles=never -- -std=c++17 | FileCheck %s --check-prefix=NEVER
// RUN: not vkmorph %s --class Fields --emit=planned --tiles=always -- -std=c++17 2>&1 | FileCheck %s --check-prefix=VALUES
// RUN: echo '{"shared_memory_bytes": 32768, "software_device": true}' > %t.json
// RUN: vkmorph %s --class Fields --emit=planned --target=%t.json -- -std=c++17 | FileCheck %s --check-prefix=NEVER
// RUN: %check %s --class Fields --size n=1,300 --size m=0,256,301 --arg first=0..3 --variants=default,vulkan10 -- -std=c++17
// Where a workgroup does not take an iteration together any more: each thread sums in order, as the CPU does.
// RUN: %check %s --class Fields --control Drift --control Weigh --size n=8200 --variants=default --tolerance=0,0 -- -std=c++17
// RUN: vkmorph %s --class Fields --emit=host -- -std=c++17 | FileCheck %s --check-prefix=HEADER
// HEADER: decisions: {{.*}}, tiles of 256
// As many workgroups as find work.
// RUN: vkmorph %s --class Fields --emit=host -- -std=c++17 | FileCheck %s --check-prefix=HOST
#include <cmath>
#include <vector>

struct Body {
  float x, y, z, mass;
};
struct Star {
  float position[3];
  float mass;
  double velocity[3];
  int alive;
};
struct Wide {
  double parts[20];
};

class Fields {
public:
  virtual ~Fields() = default;

  virtual void Attract(const Body *bodies, Body *pulls, int n) { kernel1D_Attract(bodies, pulls, n); }
  virtual void Drift(Star *stars, int n) { kernel1D_Drift(stars, n); }
  virtual void Nearest([[vkmorph::size("n")]] const float *x, [[vkmorph::size("m + 3")]] const float *centres,
                       int *labels, unsigned n, unsigned m, unsigned first) {
    kernel1D_Nearest(x, centres, labels, n, m, first);
  }
  virtual float Spread(const float *x, const double *corners, float *out, int n, int m) {
    kernel1D_Spread(x, corners, out, n, m);
    return m_widest;
  }
  virtual void Weigh(const float *x, float *out, int n) { kernel1D_Weigh(x, out, n); }
  virtual void Misses([[vkmorph::size("n")]] const float *a, float *out, const Wide *wide, int n, int m) {
    kernel1D_Leaves(a, out, n);
    kernel1D_Skips(a, out, n);
    kernel1D_Sometimes(a, out, n, m);
    kernel1D_Triangle(a, out, n);
    kernel1D_Neighbours(a, out, n);
    kernel1D_Writes(a, out, n);
    kernel1D_Few(a, out, n);
    kernel1D_Large(wide, out, n);
  }

protected:
  void kernel1D_Attract(const Body *bodies, Body *pulls, int n) {
    for (int i = 0; i < n; i++) {
      const Body self = bodies[i];
      float ax = 0, ay = 0, az = 0;
      // All others.
      for (int j = 0; j < n; j++) {
        const float dx = bodies[j].x - self.x, dy = bodies[j].y - self.y, dz = bodies[j].z - self.z;
        const float pull = bodies[j].mass / (dx * dx + dy * dy + dz * dz + 0.5f);
        ax += pull * dx;
        ay += pull * dy;
        az += pull * dz;
      }
      pulls[i] = {ax, ay, az, self.mass};
    }
  }
  /// The elements that others read are written as well, in another member.
  void kernel1D_Drift(Star *stars, int n) {
    for (int i = 0; i < n; i++) {
      double pull = 0;
      for (int k = 0; k < n; k++) {
        if (stars[k].mass > 0)
          pull += stars[k].mass * (stars[k].position[i % 3] - stars[i].position[0]);
      }
      stars[i].velocity[1] += pull;
      stars[i].alive = pull > 0;
    }
  }
  /// No reduction that is known, and another place to begin.
  void kernel1D_Nearest(const float *x, const float *centres, int *labels, unsigned n, unsigned m, unsigned first) {
    for (unsigned i = 0; i < n; ++i) {
      float best = 1e30f;
      int label = -1;
      for (unsigned j = 0; j < m; ++j) {
        const float distance = std::fabs(x[i] - centres[first + j]);
        if (distance < best) {
          best = distance;
          label = int(j);
        }
      }
      labels[i] = label;
    }
  }
  /// Two loops one after the other, numbers side by side, and a reduction behind them.
  void kernel1D_Spread(const float *x, const double *corners, float *out, int n, int m) {
    for (int i = 0; i < n; ++i) {
      double sum = 0;
      for (int j = 0; j < m; ++j)
        sum += corners[2 * j] * x[i] + corners[2 * j + 1];
      float most = 0;
      for (int j = 0; j < n; ++j) {
        if (std::fabs(x[j]) < 0.5f)
          continue;
        most = std::fmax(most, float(sum) * x[j]);
      }
      out[i] = most;
    }
  }
  /// A vector, and a bound that is a member.
  void kernel1D_Weigh(const float *x, float *out, int n) {
    for (int i = 0; i < n; ++i) {
      float sum = 0;
      for (int j = 0; j < m_count; ++j)
        sum += m_weights[j] * x[i];
      out[i] = sum;
    }
  }

  void kernel1D_Leaves(const float *a, float *out, int n) {
    for (int i = 0; i < n; ++i) {
      int found = -1;
      for (int j = 0; j < n; ++j)
        if (a[j] > a[i]) {
          found = j;
          break;
        }
      out[i] = float(found);
    }
  }
  void kernel1D_Skips(const float *a, float *out, int n) {
    for (int i = 0; i < n; ++i) {
      if (a[i] < 0)
        continue;
      float sum = 0;
      for (int j = 0; j < n; ++j)
        sum += a[j];
      out[i] = sum;
    }
  }
  void kernel1D_Sometimes(const float *a, float *out, int n, int m) {
    for (int i = 0; i < n; ++i) {
      int many = 0;
      for (int j = 0; j < m; ++j)
        if (j < n)
          many += a[j] < a[i];
      out[i] = float(many);
    }
  }
  void kernel1D_Triangle(const float *a, float *out, int n) {
    for (int i = 0; i < n; ++i) {
      int many = 0;
      for (int j = 0; j < i; ++j)
        many += a[j] < a[i];
      out[i] = float(many);
    }
  }
  void kernel1D_Neighbours(const float *a, float *out, int n) {
    for (int i = 0; i < n / 2; ++i) {
      int many = 0;
      for (int j = 0; j < n / 2; ++j)
        many += a[i + j] > 0;
      out[i] = float(many);
    }
  }
  void kernel1D_Writes(const float *a, float *out, int n) {
    for (int i = 0; i < n; ++i) {
      out[i] = 1;
      int many = 0;
      for (int j = 0; j < n; ++j)
        many += a[j] < a[i];
      out[i] += float(many);
    }
  }
  void kernel1D_Few(const float *a, float *out, int n) {
    for (int i = 0; i < n; ++i) {
      int many = 0;
      for (int j = 0; j < (n < 8 ? 0 : 8); ++j)
        many += a[j] < a[i];
      for (int j = 0; j < 8 && n >= 8; ++j)
        many += a[j] < a[i];
      out[i] = float(many);
    }
  }
  void kernel1D_Large(const Wide *wide, float *out, int n) {
    for (int i = 0; i < n; ++i) {
      double sum = 0;
      for (int j = 0; j < n; ++j)
        for (int k = 0; k < 20; ++k)
          sum += wide[j].parts[k];
      out[i] = float(sum) * 0;
    }
  }

  int m_count = 200;
  std::vector<float> m_weights = std::vector<float>(200, 0.25f);
  float m_widest = 0;
};

// PLANNED-LABEL: vkm.kernel @kernel1D_Attract
// PLANNED: tile = 256 : i64, tile_turns = 16
// PLANNED-LABEL: vkm.kernel @kernel1D_Spread
// PLANNED: tile = 256
// PLANNED-LABEL: vkm.kernel @kernel1D_Weigh
// NEVER: vkm.kernel @kernel1D_Attract
// NEVER-NOT: {{tile(_turns)?}} =
// VALUES: vkmorph: --tiles has no value 'always'; it takes auto, never

// HOST-DAG: kAttractPerGroup = 256;
// HOST: m_vulkan.GroupCountOrNone(iCount < 8192u ? iCount * 256u : iCount,
// HOST-NEXT: kAttractPerGroup, 0, kAttractMaxGroups);

// REMARKS-COUNT-5: vkm2220
// REMARKS-NOT: vkm2220

// GLSL-LABEL: shaders/kernel1D_Attract.comp
// GLSL: shared Body bodiesTile[256];
// The workgroup's own loop has no tiles.
// GLSL: for (int j = int(lid); j < n; j += 256) {
// GLSL-NEXT: const float dx = bodies[j].x - self.x;
// GLSL: return;
// GLSL: for (int first = int(gl_WorkGroupID.x * 256u); first < n; first += int(gl_NumWorkGroups.x * gl_WorkGroupSize.x)) {
// GLSL-NEXT: // Threads behind the end repeat the last iteration, and write nothing.
// GLSL-NEXT: const int i = min(first + int(lid), n - 1);
// GLSL-NEXT: const Body self = bodies[i];
// GLSL: // All others.
// GLSL-NEXT: for (int tile = 0; tile < n; tile += 256) {
// GLSL-NEXT: if (tile + int(lid) < n) {
// GLSL-NEXT: bodiesTile[lid] = bodies[tile + int(lid)];
// GLSL-NEXT: }
// GLSL-NEXT: barrier();
// GLSL-NEXT: const uint inTile = min(256u, uint(n - tile));
// GLSL-NEXT: for (uint block = 0u; block + 16u <= inTile; block += 16u) {
// GLSL-NEXT: for (uint turn = 0u; turn < 16u; turn++) {
// GLSL-NEXT: const float dx = bodiesTile[block + turn].x - self.x;
// GLSL: }
// GLSL-NEXT: }
// GLSL-EMPTY:
// GLSL-NEXT: // What is left of the tile.
// GLSL-NEXT: for (uint slot = inTile - inTile % 16u; slot < inTile; slot++) {
// GLSL-NEXT: const float dx = bodiesTile[slot].x - self.x;
// GLSL: }
// GLSL-NEXT: barrier();
// GLSL-NEXT: }
// GLSL-NEXT: if (first + int(lid) < n) {
// GLSL-NEXT: pulls[i] = Body(ax, ay, az, self.mass);

// What is written elsewhere in the elements is not read, and what is read under a condition stays where it is.
// GLSL-LABEL: shaders/kernel1D_Drift.comp
// GLSL: shared float starsMassTile[256];
// GLSL: starsMassTile[lid] = stars[tile + int(lid)].mass;
// GLSL-NEXT: }
// GLSL: for (uint slot = 0u; slot < inTile; slot++) {
// GLSL-NEXT: const int k = tile + int(slot);
// GLSL-NEXT: if (starsMassTile[slot] > 0.0) {
// GLSL-NEXT: starsMassTile[slot] *
// GLSL-NEXT: (stars[k].position[

// GLSL-LABEL: shaders/kernel1D_Nearest.comp
// GLSL: centresTile[lid] = centres[first + (tile + lid)];
// GLSL: abs(x[i] - centresTile[slot]);

// GLSL-LABEL: shaders/kernel1D_Spread.comp
// GLSL: cornersTile[lid] = corners[2 * (tile + int(lid))];
// GLSL-NEXT: cornersTile2[lid] = corners[2 * (tile + int(lid)) + 1];
// The second loop may skip what it reads.
// GLSL: if (first + int(lid) < n) {
// GLSL-NEXT: float most = 0.0;
// GLSL-NEXT: for (int j = 0; j < n; j++) {

// GLSL-LABEL: shaders/kernel1D_Weigh.comp
// GLSL: m_weightsTile[lid] = m_weights[tile + int(lid)];
// GLSL: sum += m_weightsTile[block + turn] * x[i];
// GLSL: sum += m_weightsTile[slot] * x[i];
// GLSL-NOT: Tile[
