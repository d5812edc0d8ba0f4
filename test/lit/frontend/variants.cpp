// A std::variant is a record: the number of the alternative and all alternatives side by side.
// RUN: vkmorph %s --class Book --emit=imported --without-locations -- -std=c++17 | FileCheck %s
#include <variant>
#include <vector>

struct Forward {
  float strike;
};
struct Call {
  float strike;
  int lots;
};
struct None {};
// CHECK: vkm.record @Forward size 4
// CHECK: vkm.record @Call size 8
// CHECK: vkm.record @Instrument size 16 align 4 [#vkm.member<"type" : ui32 at 0>, #vkm.member<"forward" : !vkm.record<@Forward> at 4>, #vkm.member<"call" : !vkm.record<@Call> at 8>] {vkm.alternatives = ["forward", "call", ""]}
using Instrument = std::variant<Forward, Call, None>;

struct Dated {
  int day;
};
// A struct that holds some is laid out likewise, whatever C++ does, with what the host calls its members.
// CHECK: vkm.record @Dated size 4
// CHECK: vkm.record @"Position::fee" size 12 align 4 [#vkm.member<"type" : ui32 at 0>, #vkm.member<"value0" : si32 at 4>, #vkm.member<"value1" : f32 at 8>] {vkm.alternatives = ["value0", "value1"]}
// CHECK: vkm.record @Position size 48 align 4 [#vkm.member<"Dated" : !vkm.record<@Dated> at 0>, #vkm.member<"fee" : !vkm.record<@"Position::fee"> at 4>, #vkm.member<"legs" : !vkm.array<2 x !vkm.record<@Instrument>> at 16>]
// CHECK-SAME: vkm.bases = ["Dated"],{{.*}} vkm.parts = {{\[\[}}"Dated", "Dated", "day"], ["Position", "fee"], ["Position", "legs"]]
struct Position : Dated {
  std::variant<int, float> fee;
  Instrument legs[2];
};

template <class... Ts> struct overloaded : Ts... {
  using Ts::operator()...;
};
template <class... Ts> overloaded(Ts...) -> overloaded<Ts...>;

class Book {
public:
  virtual ~Book() = default;
  virtual void Value(float *values, int n) { kernel1D_Value(values, n); }
  // CHECK: vkm.field @m_book : !vkm.dynarray<!vkm.record<@Instrument>>
  // CHECK: vkm.field @m_pair : !vkm.array<2 x !vkm.record<@Instrument>>
  void kernel1D_Value(float *values, int n) {
    // CHECK: vkm.kernel @kernel1D_Value
    for (int i = 0; i < n; ++i) {
      // CHECK: %[[BOOK:.*]] = vkm.vector_data @m_book
      // CHECK: %[[ONE:.*]] = vkm.deref %[[BOOK]]
      // CHECK: %visited = vkm.var "visited" : <f32>
      // CHECK: %[[TYPE:.*]] = vkm.member %[[ONE]]["type"]
      // CHECK: %[[NUMBER:.*]] = vkm.load %[[TYPE]]
      // CHECK: vkm.switch %[[NUMBER]] : ui32 {{\[\[}}1], [2], []] attributes {vkm.dispatches = "Instrument"} {
      // CHECK: vkm.member %{{.*}}["forward"]
      // CHECK: vkm.break
      // CHECK: vkm.member %{{.*}}["call"]
      // CHECK: vkm.break
      // CHECK: vkm.call
      // CHECK: vkm.break
      values[i] = std::visit(
          overloaded{[&](const None &) { return float(n); }, [](const auto &one) { return one.strike; }},
          m_book[i]);
      // CHECK: vkm.cmp eq
      if (std::holds_alternative<Call>(m_book[i]))
        // CHECK: vkm.member %{{.*}}["call"]
        values[i] += float(std::get<Call>(m_book[i]).lots);
      // CHECK: %[[THREE:.*]] = vkm.constant 3 : ui32
      // CHECK: vkm.aggregate(%[[THREE]]
      m_pair[i & 1] = None{};
      // CHECK: vkm.aggregate
      Instrument local = Call{1.0f, 2};
      // CHECK: vkm.aggregate
      local.emplace<0>(Forward{values[i]});
      // CHECK: vkm.cmp eq
      // CHECK: vkm.if
      if (const Forward *forward = std::get_if<Forward>(&local))
        values[i] -= forward->strike;
      // What a pointer was when it was taken is kept, where the variant may have changed since.
      // CHECK: vkm.constant 2 : ui32
      // CHECK-NEXT: %[[ISCALL:.*]] = vkm.cmp eq
      // CHECK-NEXT: %[[SET:.*]] = vkm.var const "callIsSet" : <i1> = %[[ISCALL]]
      const Call *call = std::get_if<Call>(&local);
      // CHECK: vkm.assign %local
      local = None{};
      // CHECK: %[[WAS:[0-9]+]] = vkm.load %[[SET]]
      // CHECK: vkm.if %[[WAS]]
      if (call)
        values[i] += 1.0f;
      // One without data has no place: its pointer only says which alternative there is.
      // CHECK: %[[NONE:.*]] = vkm.constant 3 : ui32
      // CHECK-NEXT: %[[ISNONE:.*]] = vkm.cmp eq %{{.*}}, %[[NONE]]
      // CHECK-NEXT: vkm.if %[[ISNONE]]
      if (std::get_if<None>(&m_pair[1]))
        values[i] -= 2.0f;
      const Instrument other = Call{values[i], 3};
      // CHECK: %[[OTHER:[0-9]+]] = vkm.load %other
      // CHECK: vkm.assign %local, %[[OTHER]]
      local = other;
      // CHECK: %[[INDEX:[0-9]+]] = vkm.binary sub {{.*}} : ui32
      // CHECK-NEXT: vkm.cast %[[INDEX]] : ui32 to ui64
      values[i] += float(local.index());
      // CHECK: vkm.member %{{.*}}["legs"]
      // CHECK: vkm.cmp eq
      // CHECK-NEXT: vkm.if
      if (auto *call = std::get_if<Call>(&m_positions[i].legs[1]))
        call->lots += m_positions[i].day;
    }
  }

private:
  std::vector<Instrument> m_book;
  std::vector<Position> m_positions;
  Instrument m_pair[2];
};
