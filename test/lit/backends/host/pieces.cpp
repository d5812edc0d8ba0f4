// Control functions without a recorded form: the call records commands, runs them where the host reads what they compute,
// and goes on.
// RUN: rm -rf %t && mkdir -p %t
// RUN: sed -e 's,^ *//.*,,' %s > %t/pieces.cpp
// RUN: vkmorph %t/pieces.cpp -o %t --remarks=pieces -- -std=c++17 2> %t.err
// RUN: FileCheck %s --input-file=%t/pieces_generated.cpp
// RUN: FileCheck %s --check-prefix=HEADER --input-file=%t/pieces_generated.h
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.err
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t/vkmorph.json
#include <chrono>
#include <cstdio>
#include <vector>

class Pieces {
public:
  virtual ~Pieces() {}

  // HEADER-NOT: Cmd(VkCommandBuffer cmd, int n, int key)
  // HEADER: static constexpr vkmorph::BufferUse kBufferUses[] = {
  // HEADER-NEXT: {"Plain", "a",
  // HEADER-NEXT: };
  // HEADER: protected:
  // HEADER-NEXT: // Functions that run in pieces have no recorded form: what they record goes by what kernels have
  // HEADER-NEXT: // computed.
  // HEADER-NEXT: void SetInOutFor_Find(VkBuffer a,

  // What returns before the first command comes before buffers are bound; the last read takes all results.
  // REMARK: pieces.cpp:{{[0-9]+}}:3: remark: control function 'Find' runs in pieces
  // CHECK: int Pieces_Generated::Find(const int *a, int n, int key) {
  // CHECK-NEXT: vkmorph::DropInCall call(m_vulkan, "Find");
  // CHECK-NEXT: if (n <= 0) {
  // CHECK-NEXT: return -1;
  // CHECK-NEXT: }
  virtual int Find([[vkmorph::size("n")]] const int *a, int n, int key) {
    if (n <= 0)
      return -1;
    // CHECK-NEXT: const VkBuffer aBuffer = call.In("a", a, n);
    // CHECK: const vkmorph::Restore callersSets(m_findSets);
    // CHECK-NEXT: SetInOutFor_Find(aBuffer);
    // CHECK-NEXT: return call.RunInPieces(SearchStages(), [&](VkCommandBuffer cmd) -> int {
    // CHECK: for (int begin = 0; begin < n; begin += 64) {
    // CHECK-NOT: BindSet
    // CHECK: vkmorph::Barrier(
    // CHECK-NEXT: m_vulkan.BindSet(cmd, m_searchLayout, m_findSets[0], "SetInOutFor_Find");
    // CHECK-NEXT: SearchCmd(cmd, begin, key);
    // CHECK-NEXT: // What has been recorded runs, for m_found.
    // CHECK-NEXT: m_vulkan.ReadMembers(cmd, SearchStages(), {{[{][{]}}[[FOUND:[0-9]+]], 4{{[}][}]}});
    // CHECK-NEXT: if (m_found >= 0) {
    // CHECK-NEXT: return m_found;
    for (int begin = 0; begin < n; begin += 64) {
      kernel1D_Search(a, begin, key);
      if (m_found >= 0)
        return m_found;
    }
    kernel1D_Search(a, 0, key + 1);
    // CHECK: // The last commands run, for m_found.
    // CHECK-NEXT: m_vulkan.ReadResults({{[{][{]}}[[FOUND]], 4{{[}][}]}});
    // CHECK-NEXT: return m_found - 1;
    // CHECK-NEXT: });
    return m_found - 1;
  }

  // A size comes back; so it does in a condition, and a const function changes the device's side of the object only.
  // CHECK: void Pieces_Generated::Drain(const int *a, int n) {
  // CHECK: while (true) {
  // CHECK-NEXT: // What has been recorded runs, for m_left.size().
  // CHECK-NEXT: m_vulkan.ReadMembers(
  // CHECK-NEXT: if (uint32_t(m_left.size()) == 0u) {
  // REMARK: pieces.cpp:{{[0-9]+}}:13: remark: control function 'Drain' reads 'm_left.size()' after kernel 'Collect'
  // REMARK: pieces.cpp:{{[0-9]+}}:3: remark: control function 'Drain' runs in pieces
  virtual void Drain([[vkmorph::size("n")]] const int *a, int n) {
    kernel1D_Collect(a, n);
    while (!m_left.empty())
      kernel1D_Collect(a, n);
  }

  // CHECK: float Pieces_Generated::Time(int *a, int n) const {
  // CHECK: auto &self = const_cast<Pieces_Generated &>(*this);
  // CHECK: return call.RunInPieces(self.ClearStages(), [&](VkCommandBuffer cmd) -> float {
  // CHECK: self.m_vulkan.BindSet(cmd, m_clearLayout, self.m_timeSets[0], "SetInOutFor_Time");
  // CHECK-NEXT: self.ClearCmd(cmd, n);
  // CHECK-NEXT: // What has been recorded runs, for the clock.
  // CHECK-NEXT: self.m_vulkan.ReadMembers(cmd, ClearStages(), {});
  // CHECK-NEXT: const auto between = std::chrono::steady_clock::now();
  virtual float Time([[vkmorph::size("n")]] int *a, int n) const {
    kernel1D_Clear(a, n);
    const auto between = std::chrono::steady_clock::now();
    kernel1D_Clear(a, n);
    return std::chrono::duration<float>(std::chrono::steady_clock::now() - between).count();
  }

  // JSON: "name": "Find",
  // JSON-NEXT: "identifier": "Find",
  // JSON-NEXT: "setter"
  // JSON-NEXT: "setterIsProtected": true,
  // JSON-NEXT: "inPieces": true,
  // JSON-NEXT: "dropIn": true,
  // JSON: "record": "PlainCmd"
  // CHECK: void Pieces_Generated::PlainCmd(VkCommandBuffer cmd, int n) {
  virtual void Plain([[vkmorph::size("n")]] int *a, int n) { kernel1D_Clear(a, n); }

protected:
  void kernel1D_Search(const int *a, int begin, int key) {
    m_found = -1;
    for (int i = begin; i < begin + 64; i++)
      if (a[i] == key && i > m_found)
        m_found = i;
  }
  void kernel1D_Collect(const int *a, int n) {
    m_left.clear();
    for (int i = 0; i < n; i++)
      if (a[i] > m_found)
        m_left.push_back(i);
  }
  void kernel1D_Clear(int *a, int n) const {
    for (int i = 0; i < n; i++)
      a[i] = 0;
  }
  int m_found = 0;
  std::vector<int> m_left;
};
