// Conversions of constants fold where C++ defines their value; all others stay.
// RUN: vkmorph-opt %s -canonicalize | FileCheck %s

// CHECK-LABEL: vkm.func @integers
vkm.func @integers(%a: !vkm.ref<si32>, %b: !vkm.ref<ui8>, %c: !vkm.ref<si64>, %d: !vkm.ref<ui64>) {
  // Integers wrap to the target's width, and extend as their own sign says.
  // CHECK-DAG: %[[MINUS:.*]] = vkm.constant -1 : si32
  // CHECK-DAG: %[[BYTE:.*]] = vkm.constant 44 : ui8
  // CHECK-DAG: %[[LONG:.*]] = vkm.constant -1 : si64
  // CHECK-DAG: %[[ULONG:.*]] = vkm.constant 4294967295 : ui64
  // CHECK-NOT: vkm.cast
  // CHECK: vkm.assign %{{.*}}, %[[MINUS]]
  // CHECK: vkm.assign %{{.*}}, %[[BYTE]]
  // CHECK: vkm.assign %{{.*}}, %[[LONG]]
  // CHECK: vkm.assign %{{.*}}, %[[ULONG]]
  %big = vkm.constant 4294967295 : ui32
  %0 = vkm.cast %big : ui32 to si32
  vkm.assign %a, %0 : !vkm.ref<si32>
  %300 = vkm.constant 300 : si32
  %1 = vkm.cast %300 : si32 to ui8
  vkm.assign %b, %1 : !vkm.ref<ui8>
  %2 = vkm.cast %0 : si32 to si64
  vkm.assign %c, %2 : !vkm.ref<si64>
  %3 = vkm.cast %big : ui32 to ui64
  vkm.assign %d, %3 : !vkm.ref<ui64>
}

// CHECK-LABEL: vkm.func @floats
vkm.func @floats(%a: !vkm.ref<f32>, %b: !vkm.ref<f64>, %c: !vkm.ref<i1>, %d: !vkm.ref<f32>) {
  // CHECK-DAG: %[[TENTH:.*]] = vkm.constant 1.000000e-01 : f32
  // CHECK-DAG: %[[MINUS:.*]] = vkm.constant -2.000000e+00 : f64
  // CHECK-DAG: %[[TRUE:.*]] = vkm.constant true
  // CHECK-DAG: %[[ONE:.*]] = vkm.constant 1.000000e+00 : f32
  // CHECK-NOT: vkm.cast
  // CHECK: vkm.assign %{{.*}}, %[[TENTH]]
  // CHECK: vkm.assign %{{.*}}, %[[MINUS]]
  // CHECK: vkm.assign %{{.*}}, %[[TRUE]]
  // CHECK: vkm.assign %{{.*}}, %[[ONE]]
  %tenth = vkm.constant 0.1 : f64
  %0 = vkm.cast %tenth : f64 to f32
  vkm.assign %a, %0 : !vkm.ref<f32>
  %minus = vkm.constant -2 : si32
  %1 = vkm.cast %minus : si32 to f64
  vkm.assign %b, %1 : !vkm.ref<f64>
  %2 = vkm.cast %minus : si32 to i1
  vkm.assign %c, %2 : !vkm.ref<i1>
  %3 = vkm.cast %2 : i1 to f32
  vkm.assign %d, %3 : !vkm.ref<f32>
}

// A conversion to the same type is none. One of a float to an integer stays: out of range, C++ gives it no value.
// CHECK-LABEL: vkm.func @others
vkm.func @others(%x: f32, %a: !vkm.ref<f32>, %b: !vkm.ref<si32>) {
  // CHECK: %[[HUGE:.*]] = vkm.constant 1.000000e+20 : f32
  // CHECK-NEXT: vkm.assign %{{.*}}, %arg0
  // CHECK-NEXT: %[[ANY:.*]] = vkm.cast %[[HUGE]] : f32 to si32
  // CHECK-NEXT: vkm.assign %{{.*}}, %[[ANY]]
  %0 = vkm.cast %x : f32 to f32
  vkm.assign %a, %0 : !vkm.ref<f32>
  %huge = vkm.constant 1.0e20 : f32
  %1 = vkm.cast %huge : f32 to si32
  vkm.assign %b, %1 : !vkm.ref<si32>
}
