// What only the host can do: statements and values in C++ with operands, variables and fields of its types.
// RUN: vkmorph-opt %s | vkmorph-opt | FileCheck %s
// RUN: vkmorph-opt %s -mlir-print-op-generic | vkmorph-opt | FileCheck %s

vkm.class @Clock namespaces [] header "clock.h" {
  // CHECK: vkm.field @m_start : !vkm.host<"std::chrono::steady_clock::time_point">
  vkm.field @m_start : !vkm.host<"std::chrono::steady_clock::time_point"> access public
  // CHECK: vkm.control @Run(
  vkm.control @Run(%n: si32 {vkm.name = "n"}) -> f64 {
    // CHECK: vkm.host ["::std::printf(\22%d\22, ", ")"](%n) : (si32) -> () {headers = ["<cstdio>"]}
    vkm.host ["::std::printf(\"%d\", ", ")"] (%n) : (si32) -> () {headers = ["<cstdio>"]}
    // CHECK: %[[NOW:.*]] = vkm.host timing ["now()"]() : () -> !vkm.host<"auto"> {headers = []}
    %now = vkm.host timing ["now()"] () : () -> !vkm.host<"auto"> {headers = []}
    // CHECK: %[[START:.*]] = vkm.var const "start" : <!vkm.host<"auto">> = %[[NOW]] : !vkm.host<"auto">
    %start = vkm.var const "start" : !vkm.ref<!vkm.host<"auto">> = %now : !vkm.host<"auto">
    // CHECK: vkm.host timing ["since(", ")"](%[[START]]) : (!vkm.ref<!vkm.host<"auto">>) -> f64
    %ms = vkm.host timing ["since(", ")"] (%start) : (!vkm.ref<!vkm.host<"auto">>) -> f64 {headers = []}
    vkm.return %ms : f64
  }
  // CHECK: vkm.control @Sum(
  vkm.control @Sum(%n: si32 {vkm.name = "n"}, %sum: !vkm.ref<f32> {vkm.name = "sum"}) {
    // CHECK: vkm.is_set %sum : !vkm.ref<f32>
    %0 = vkm.is_set %sum : !vkm.ref<f32>
    // CHECK: %[[NOWHERE:.*]] = vkm.no_place : !vkm.ref<f32>
    %1 = vkm.no_place : !vkm.ref<f32>
    // CHECK: vkm.call @Sum(%n, %[[NOWHERE]])
    vkm.call @Sum(%n, %1) : (si32, !vkm.ref<f32>) -> ()
  }
}
