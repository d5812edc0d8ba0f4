// A few numbers of the workgroups are combined by the first subgroup of the last one, many by the whole workgroup (plan.mlir: so are all where the target has no ballots).
// RUN: vkmorph %s --emit=glsl -- -std=c++17 | FileCheck %s --check-prefix=GLSL
// RUN: vkmorph %s --emit=planned --reduction=tree -- -std=c++17 | FileCheck %s --check-prefix=TREE
// RUN: %check %s --size n=0,1,257,8191,8192,70000 --variant="sums=" --variant="same=--deterministic" -- -std=c++17

class Totals {
public:
  virtual ~Totals() = default;
  virtual void Sum(const float *a, unsigned n) { kernel1D_Sum(a, n); }
  virtual void Bounds(const float *a, unsigned n) { kernel1D_Bounds(a, n); }
  virtual void Many(const float *a, unsigned n) { kernel1D_Many(a, n); }

  float sum = 0, least = 0, most = 0, mean = 0;
  bool any = false;
  unsigned bits = 0;
  float five[5] = {};

private:
  // TREE-LABEL: vkm.kernel @kernel1D_Sum
  // TREE: plan = #vkm.reduction<tree, last_workgroup>
  // GLSL-LABEL: {{^}}//--- shaders/kernel1D_Sum.comp
  // GLSL-NOT: isLastGroup
  // GLSL: {{^}}  if (gl_SubgroupID != 0u) {
  // GLSL-NEXT: return;
  // GLSL: {{^}}  uint done = 0u;
  // GLSL-NEXT: if (lane == 0u) {
  // GLSL-NEXT: sumPartials[gl_WorkGroupID.x] = sumLocal;
  // GLSL-NEXT: memoryBarrierBuffer();
  // GLSL-NEXT: done = atomicAdd(groupsDone, 1u);
  // GLSL-NEXT: }
  // GLSL-NEXT: if (subgroupBroadcastFirst(done) != gl_NumWorkGroups.x - 1u) {
  // GLSL-NEXT: return;
  // GLSL-NEXT: }
  // GLSL-NEXT: memoryBarrierBuffer();
  // GLSL-NEXT: subgroupBarrier();
  // GLSL: {{^}}  for (uint group = lane; group < gl_NumWorkGroups.x; group += 4u * lanes) {
  // GLSL-NEXT: [{{\[}}unroll]] for (uint turn = 0u; turn < 4u; turn++) {
  // GLSL-NEXT: const uint other = group + turn * lanes;
  // GLSL-NEXT: const float share = sumPartials[min(other, gl_NumWorkGroups.x - 1u)];
  // GLSL-NEXT: if (other < gl_NumWorkGroups.x) {
  // GLSL-NEXT: sumLocal += share;
  // GLSL-NEXT: }
  // GLSL-NEXT: }
  // GLSL-NEXT: }
  // GLSL-NEXT: sumLocal = subgroupAdd(sumLocal);
  // GLSL-NEXT: if (lane == 0u) {
  // GLSL-NEXT: groupsDone = 0u;
  // The source's statements around the loop, in one thread.
  // GLSL: mean = sum / float(n);
  void kernel1D_Sum(const float *a, unsigned n) {
    sum = 0;
    for (unsigned i = 0; i < n; i++)
      sum += a[i];
    if (n > 0)
      mean = sum / float(n);
  }
  // GLSL-LABEL: {{^}}//--- shaders/kernel1D_Bounds.comp
  // GLSL: leastPartials[gl_WorkGroupID.x] = leastLocal;
  // GLSL: anyPartials[gl_WorkGroupID.x] = uint(anyLocal);
  // GLSL: done = atomicAdd(groupsDone, 1u);
  // GLSL: anyLocal = subgroupOr(anyLocal
  void kernel1D_Bounds(const float *a, unsigned n) {
    least = 1000;
    most = -1000;
    any = false;
    bits = 0;
    for (unsigned i = 0; i < n; i++) {
      if (a[i] < least)
        least = a[i];
      if (a[i] > most)
        most = a[i];
      any |= a[i] > 0.5f;
      bits |= i;
    }
  }
  // GLSL-LABEL: {{^}}//--- shaders/kernel1D_Many_loop2.comp
  // GLSL: isLastGroup = atomicAdd(groupsDone, 1u) == gl_NumWorkGroups.x - 1u;
  void kernel1D_Many(const float *a, unsigned n) {
    for (int k = 0; k < 5; k++)
      five[k] = 0;
    for (unsigned i = 0; i < n; i++)
      for (int k = 0; k < 5; k++)
        five[k] += a[i] * float(k);
  }
};
