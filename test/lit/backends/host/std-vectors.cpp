// std::vector members in the generated class: tables that reach private ones, buffers that the runtime owns, transfers.
// RUN: vkmorph %s -o %t -- -std=c++17
// RUN: FileCheck %s --input-file=%t/std-vectors_generated.cpp
// RUN: FileCheck %s --check-prefix=HEADER --input-file=%t/std-vectors_generated.h
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t/vkmorph.json
// RUN: g++ -std=c++17 -Wall -Wextra -Werror -fsyntax-only -I%S -I%src_root/runtime/include %t/std-vectors_generated.cpp
// RUN: %cxx -std=c++17 -Wall -Wextra -Werror -fsyntax-only -I%S -I%src_root/runtime/include %t/std-vectors_generated.cpp

#include <cstddef>
#include <vector>

// CHECK: vkmorph::VectorSize<&Mixer::m_taps, 0>
// CHECK: vkmorph::VectorTable<
// CHECK-NEXT: Mixer_Generated, vkmorph::VectorMember<&Mixer::m_taps, 4>
// CHECK: vkmorph::VectorMember<&Mixer::m_items, 12, vkmorph::MemberUse::Written>
class Mixer {
  struct Item {
    float left, right;
    int id;
  };

public:
  virtual ~Mixer() {}
  // CHECK: m_vulkan.CreateClassData(kClassDataBytes, this, vkmorph::MembersOf(this),
  // CHECK-NEXT: {"m_taps", "m_items"});
  // CHECK: m_vulkan.CreateVectors(this, vkmorph::VectorsOf(this), {"m_taps", "m_items"});
  // CHECK: std::size_t Mixer_Generated::Mix(float gain) {
  // CHECK: call.UploadVectors({"m_taps", "m_items"});
  // CHECK-NEXT: call.UploadMembers({{[{][{]}}0, 8}}); // m_taps.size(), m_items.size()
  // CHECK-NEXT: call.DownloadVectors({"m_items"});
  // CHECK: call.Run(MixStages(), record, gain, (this->*kItems).size());
  // CHECK: return (this->*kItems).size();
  // HEADER: /// Members and vectors -> GPU.
  // HEADER: /// One member or vector, by its name; of arrays and vectors `count` elements from `first` on.
  // HEADER-NEXT: void UpdateMember(vkmorph::ICopyEngine &copy, const char *member, size_t first = 0,
  virtual std::size_t Mix(float gain) {
    kernel1D_Mix(gain);
    return m_items.size();
  }

private:
  // CHECK: m_vulkan.CoarsenedGroupCount(uint32_t((this->*kItems).size()), kMixPerGroup, kMixCoarsening);
  void kernel1D_Mix(float gain) {
    for (std::size_t i = 0; i < m_items.size(); i++)
      m_items[i].left *= gain * m_taps[i % m_taps.size()];
  }
  // JSON: "uploads": [
  // JSON-NEXT: "m_taps.size()",
  // JSON-NEXT: "m_items.size()",
  // JSON-NEXT: "m_taps",
  // JSON-NEXT: "m_items"
  // JSON: "downloads": [
  // JSON-NEXT: "m_items"
  // JSON: "kind": "vector",
  // JSON-NEXT: "name": "m_taps",
  // JSON: "vectors": [
  // JSON: "name": "m_items",
  // JSON-NEXT: "elementType": "Mixer::Item",
  // JSON-NEXT: "elementBytes": 12,
  // JSON-NEXT: "written": true
  std::vector<float> m_taps;
  std::vector<Item> m_items;
};
