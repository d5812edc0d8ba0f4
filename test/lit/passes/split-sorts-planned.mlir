// A plan that the order of a sort does not fit, which only another planner can have made.
// RUN: vkmorph-opt %s --vkm-split-sorts -verify-diagnostics
module attributes {vkm.phase = #vkm.phase<imported>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.control @Run(%keys: !vkm.ptr<si32> {vkm.name = "keys"}, %n: ui32 {vkm.name = "n"}) {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.sort' op is planned to be a radix sort, but its order does not compare the same of both elements}}
      vkm.sort "sort" %keys[%zero, %n] by <radix of 4096 by 16> : !vkm.ptr<si32>, ui32 {
      ^bb0(%a: !vkm.ref<si32>, %b: !vkm.ref<si32>):
        %0 = vkm.load %a : !vkm.ref<si32>
        %1 = vkm.constant 3 : si32
        %2 = vkm.cmp lt %0, %1 : si32
        vkm.yield %2 : i1
      }
    }
  }
}
