// Statements: control flow as in the source, comments kept.
// RUN: vkmorph-translate --emit-glsl %s | FileCheck %s

module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @mode : ui32 offset 0 {vkm.comment = "how to do it"}
    vkm.field @unused : f32

    // CHECK: layout(std430, binding = 1) buffer ClassData {
    // CHECK-NEXT:   uint mode; // how to do it
    // CHECK-NEXT: };

    // CHECK: // What the name says.
    // CHECK-NEXT: // In two lines.
    // CHECK-NEXT: void touch(inout int x, int by) {
    // CHECK-NEXT:   x += by;
    // CHECK-NEXT: }
    vkm.func @touch(%x: !vkm.ref<si32> {vkm.name = "x"}, %by: si32 {vkm.name = "by"}) attributes {
        vkm.comment = "What the name says.\nIn two lines."} {
      vkm.update add %x, %by : !vkm.ref<si32>, si32
    }

    // CHECK: void main() {
    vkm.shader @statements kernel "statements" local_size [8, 8, 1] bindings [
        #vkm.binding<0, parameter "data" : si32, read_write>, #vkm.binding<1, class_data "ClassData" : none, read_write>]
        doc "Statements." {
      %data = vkm.buffer "data" : !vkm.ptr<si32>
      %n = vkm.push_constant "n" : si32
      %one = vkm.constant 1 : si32
      %two = vkm.constant 2 : si32
      %mode = vkm.field_ref @mode : !vkm.ref<ui32>

      // CHECK-NEXT: int x = 1;
      // CHECK-NEXT: const int limit = n;
      // CHECK-NEXT: float weights[2][3];
      %x = vkm.var "x" : !vkm.ref<si32> = %one : si32
      %limit = vkm.var const "limit" : !vkm.ref<si32> = %n : si32
      %weights = vkm.var "weights" : !vkm.ref<!vkm.array<2 x !vkm.array<3 x f32>>>
      %w0 = vkm.element %weights[%one] : !vkm.ref<!vkm.array<2 x !vkm.array<3 x f32>>>, si32 -> !vkm.ref<!vkm.array<3 x f32>>
      %w1 = vkm.element %w0[%two] : !vkm.ref<!vkm.array<3 x f32>>, si32 -> !vkm.ref<f32>
      %half = vkm.constant 0.5 : f32
      // CHECK-NEXT: weights[1][2] = 0.5;
      vkm.assign %w1, %half : !vkm.ref<f32>

      // CHECK-EMPTY:
      // CHECK-NEXT: // Either way.
      // CHECK-NEXT: if (x > limit) {
      // CHECK-NEXT:   x--;
      // CHECK-NEXT: } else if (x == 2) {
      // CHECK-NEXT:   touch(x, 2);
      // CHECK-NEXT: } else {
      // CHECK-NEXT:   x <<= 2;
      // CHECK-NEXT: }
      %0 = vkm.load %x : !vkm.ref<si32>
      %1 = vkm.load %limit : !vkm.ref<si32>
      %2 = vkm.cmp gt %0, %1 : si32
      vkm.if %2 attributes {vkm.comment = "Either way."} {
        vkm.update sub %x, %one : !vkm.ref<si32>, si32
      } else {
        %3 = vkm.load %x : !vkm.ref<si32>
        %4 = vkm.cmp eq %3, %two : si32
        vkm.if %4 {
          vkm.call @touch(%x, %two) : (!vkm.ref<si32>, si32) -> ()
        } else {
          vkm.update shl %x, %two : !vkm.ref<si32>, si32
        }
      }

      // CHECK-NEXT: switch (mode) {
      // CHECK-NEXT: case 0u:
      // CHECK-NEXT: case 7u:
      // CHECK-NEXT:   x = 1;
      // CHECK-NEXT: case 1u:
      // CHECK-NEXT:   {
      // CHECK-NEXT:     int y = 2;
      // CHECK-NEXT:     x = y;
      // CHECK-NEXT:     break;
      // CHECK-NEXT:   }
      // CHECK-NEXT: default:
      // CHECK-NEXT:   break;
      // CHECK-NEXT: }
      %5 = vkm.load %mode : !vkm.ref<ui32>
      vkm.switch %5 : ui32 [[0, 7], [1], []] {
        vkm.assign %x, %one : !vkm.ref<si32>
      }, {
        %y = vkm.var "y" : !vkm.ref<si32> = %two : si32
        %6 = vkm.load %y : !vkm.ref<si32>
        vkm.assign %x, %6 : !vkm.ref<si32>
        vkm.break
      }, {
        %6 = vkm.load %x : !vkm.ref<si32>
      }
      // Empty braces are no statement behind a label: glslang refuses them in GLSL 4.60.
      // CHECK-NEXT: switch (mode) {
      // CHECK-NEXT: case 3u:
      // CHECK-NEXT:   {
      // CHECK-NEXT:   }
      // CHECK-NEXT:   break;
      // CHECK-NEXT: }
      %6 = vkm.load %mode : !vkm.ref<ui32>
      vkm.switch %6 : ui32 [[3]] {
        vkm.scope {
        }
      }

      // CHECK-NEXT: {
      // CHECK-NEXT:   int x_ = 2;
      // CHECK-NEXT:   data[x_] = x;
      // CHECK-NEXT: }
      vkm.scope {
        %inner = vkm.var "x" : !vkm.ref<si32> = %two : si32
        %7 = vkm.load %inner : !vkm.ref<si32>
        %8 = vkm.deref %data[%7] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
        %9 = vkm.load %x : !vkm.ref<si32>
        vkm.assign %8, %9 : !vkm.ref<si32>
      }
      // CHECK-NEXT: mode ^= 0xffu;
      %mask = vkm.constant 255 : ui32
      vkm.update xor %mode, %mask : !vkm.ref<ui32>, ui32
      // CHECK-NEXT: return;
      vkm.return
    }
  }
}
