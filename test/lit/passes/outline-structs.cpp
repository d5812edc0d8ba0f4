// Structs that a control function builds in several statements: what it assigns from them to members is computed by a
// kernel that has a variable like the host's, and is given its numbers.
// RUN: vkmorph-translate --import-cpp --no-comments %s -- -std=c++17 | vkmorph-opt -vkm-inline-controls -vkm-bind-references -vkm-name-launches -vkm-outline-members | FileCheck %s
// RUN: vkmorph %s -o %t -- -std=c++17
// RUN: FileCheck %s --check-prefix=HOST --input-file=%t/outline-structs_generated.cpp
struct Tile {
  int x;
  int size[2];
};

class Built {
public:
  virtual ~Built() {}

  // CHECK: vkm.kernel @kernel1D_Run_members(%tileX: si32 {{.*}}, %tileSize0: si32 {{.*}}, %tileSize1: si32 {{.*}}) attributes
  // CHECK: vkm.once
  // CHECK: %tile = vkm.var "tile" : <!vkm.record<@Tile>>
  // CHECK: vkm.assign %{{.*}}, %tileX
  // CHECK: vkm.assign %{{.*}}, %tileSize0
  // CHECK: vkm.assign %{{.*}}, %tileSize1
  // CHECK: %[[TILE:.*]] = vkm.load %tile
  // CHECK: vkm.assign %{{.*}}, %[[TILE]]
  // HOST: void Built_Generated::RunCmd(VkCommandBuffer cmd, int n) {
  // HOST: tile.size[0] = 2 * n;
  // HOST: Run_membersCmd(cmd, tile.x, tile.size[0], tile.size[1]);
  virtual void Run(float *a, int n) {
    Tile tile{};
    tile.x = n;
    tile.size[0] = 2 * n;
    m_tile = tile;
    kernel1D_K(a, n);
  }

  // A variable that changes in between: one kernel before the change, one behind it.
  // CHECK: vkm.control @Twice
  // CHECK: vkm.launch @kernel1D_Twice_members
  // CHECK: vkm.launch @kernel1D_Twice_members2
  // CHECK: vkm.launch @kernel1D_K
  virtual void Twice(float *a, int n) {
    Tile tile = {n, {1, 2}};
    m_tile = tile;
    tile.x = 3;
    m_other = tile;
    kernel1D_K(a, n);
  }

  void kernel1D_K(float *a, int n) {
    for (int i = 0; i < n; i++)
      a[i] += m_tile.size[0];
  }

protected:
  Tile m_tile{}, m_other{};
};
