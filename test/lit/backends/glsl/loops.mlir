// Loops whose headers hold more than one expression.
// RUN: vkmorph-translate --emit-glsl %s | FileCheck %s

module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @e : si32 offset 0
    vkm.func @next() -> si32 {
      %e = vkm.field_ref @e : !vkm.ref<si32>
      %one = vkm.constant 1 : si32
      vkm.update add %e, %one : !vkm.ref<si32>, si32
      %0 = vkm.load %e : !vkm.ref<si32>
      vkm.return %0 : si32
    }

    vkm.shader @loops kernel "loops" local_size [64, 1, 1] bindings [
        #vkm.binding<0, parameter "data" : si32, read_write>, #vkm.binding<1, class_data "ClassData" : none, read_write>]
        doc "Loops." {
      %data = vkm.buffer "data" : !vkm.ptr<si32>
      %n = vkm.push_constant "n" : si32
      %zero = vkm.constant 0 : si32
      %one = vkm.constant 1 : si32
      %e = vkm.field_ref @e : !vkm.ref<si32>

      //      CHECK:   while (e < n) {
      // CHECK-NEXT:     e++;
      // CHECK-NEXT:   }
      vkm.while {
        %0 = vkm.load %e : !vkm.ref<si32>
        %1 = vkm.cmp lt %0, %n : si32
        vkm.yield %1 : i1
      } do {
        vkm.update add %e, %one : !vkm.ref<si32>, si32
      }

      // The value that the condition reads twice gets a name, and the condition moves into the body.
      // CHECK-NEXT:   while (true) {
      // CHECK-NEXT:     const int nextResult = next();
      // CHECK-NEXT:     if (!(nextResult * nextResult < n)) {
      // CHECK-NEXT:       break;
      // CHECK-NEXT:     }
      // CHECK-NEXT:     e -= 2;
      // CHECK-NEXT:   }
      vkm.while {
        %0 = vkm.call @next() : () -> si32
        %1 = vkm.binary mul %0, %0 : si32
        %2 = vkm.cmp lt %1, %n : si32
        vkm.yield %2 : i1
      } do {
        %two = vkm.constant 2 : si32
        vkm.update sub %e, %two : !vkm.ref<si32>, si32
      }

      // Where half of a condition needs statements, the other one stays in the header.
      // CHECK-NEXT:   while (e < n) {
      // CHECK-NEXT:     const int nextResult2 = next();
      // CHECK-NEXT:     if (!(nextResult2 * nextResult2 < n)) {
      // CHECK-NEXT:       break;
      // CHECK-NEXT:     }
      // CHECK-NEXT:     if (!(e > 1)) {
      // CHECK-NEXT:       break;
      // CHECK-NEXT:     }
      // CHECK-NEXT:     e -= 3;
      // CHECK-NEXT:   }
      vkm.while {
        %0 = vkm.load %e : !vkm.ref<si32>
        %1 = vkm.cmp lt %0, %n : si32
        %2 = vkm.and %1 {
          %3 = vkm.call @next() : () -> si32
          %4 = vkm.binary mul %3, %3 : si32
          %5 = vkm.cmp lt %4, %n : si32
          vkm.yield %5 : i1
        }
        %6 = vkm.and %2 {
          %7 = vkm.load %e : !vkm.ref<si32>
          %8 = vkm.cmp gt %7, %one : si32
          vkm.yield %8 : i1
        }
        vkm.yield %6 : i1
      } do {
        %three = vkm.constant 3 : si32
        vkm.update sub %e, %three : !vkm.ref<si32>, si32
      }

      // CHECK-NEXT:   for (int j = 0; j < n; j++) {
      // CHECK-NEXT:     const int nextResult3 = next();
      // CHECK-NEXT:     if (!(nextResult3 * nextResult3 < j)) {
      // CHECK-NEXT:       break;
      // CHECK-NEXT:     }
      // CHECK-NEXT:     data[j] = 0;
      // CHECK-NEXT:   }
      vkm.for "j" = %zero : si32 cond (%j: !vkm.ref<si32>) {
        %0 = vkm.load %j : !vkm.ref<si32>
        %1 = vkm.cmp lt %0, %n : si32
        %2 = vkm.and %1 {
          %3 = vkm.call @next() : () -> si32
          %4 = vkm.binary mul %3, %3 : si32
          %5 = vkm.load %j : !vkm.ref<si32>
          %6 = vkm.cmp lt %4, %5 : si32
          vkm.yield %6 : i1
        }
        vkm.yield %2 : i1
      } step (%j: !vkm.ref<si32>) {
        vkm.update add %j, %one : !vkm.ref<si32>, si32
      } body (%j: !vkm.ref<si32>) {
        %0 = vkm.load %j : !vkm.ref<si32>
        %1 = vkm.deref %data[%0] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
        vkm.assign %1, %zero : !vkm.ref<si32>
      }

      // A for keeps its step, which `continue` has to reach.
      // CHECK-NEXT:   for (int i = 0;; i++) {
      // CHECK-NEXT:     const int nextResult4 = next();
      // CHECK-NEXT:     if (!(nextResult4 * nextResult4 < i)) {
      // CHECK-NEXT:       break;
      // CHECK-NEXT:     }
      // CHECK-NEXT:     if (i == n) {
      // CHECK-NEXT:       continue;
      // CHECK-NEXT:     }
      // CHECK-NEXT:     data[i] = 0;
      // CHECK-NEXT:   }
      vkm.for "i" = %zero : si32 cond (%i: !vkm.ref<si32>) {
        %0 = vkm.call @next() : () -> si32
        %1 = vkm.binary mul %0, %0 : si32
        %2 = vkm.load %i : !vkm.ref<si32>
        %3 = vkm.cmp lt %1, %2 : si32
        vkm.yield %3 : i1
      } step (%i: !vkm.ref<si32>) {
        vkm.update add %i, %one : !vkm.ref<si32>, si32
      } body (%i: !vkm.ref<si32>) {
        %0 = vkm.load %i : !vkm.ref<si32>
        %1 = vkm.cmp eq %0, %n : si32
        vkm.if %1 {
          vkm.continue
        }
        %2 = vkm.load %i : !vkm.ref<si32>
        %3 = vkm.deref %data[%2] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
        vkm.assign %3, %zero : !vkm.ref<si32>
      }

      // CHECK-NEXT:   do {
      // CHECK-NEXT:     e--;
      // CHECK-NEXT:   } while (e > 0);
      vkm.do_while {
        vkm.update sub %e, %one : !vkm.ref<si32>, si32
      } cond {
        %0 = vkm.load %e : !vkm.ref<si32>
        %1 = vkm.cmp gt %0, %zero : si32
        vkm.yield %1 : i1
      }

      // `continue` in a do-while goes to the condition, which is at the begin of the next iteration.
      // CHECK-NEXT:   bool again = false;
      // CHECK-NEXT:   while (true) {
      // CHECK-NEXT:     if (again) {
      // CHECK-NEXT:       const int nextResult5 = next();
      // CHECK-NEXT:       if (!(nextResult5 * nextResult5 < n)) {
      // CHECK-NEXT:         break;
      // CHECK-NEXT:       }
      // CHECK-NEXT:     }
      // CHECK-NEXT:     again = true;
      // CHECK-NEXT:     if (e == 0) {
      // CHECK-NEXT:       continue;
      // CHECK-NEXT:     }
      // CHECK-NEXT:     e--;
      // CHECK-NEXT:   }
      vkm.do_while {
        %0 = vkm.load %e : !vkm.ref<si32>
        %1 = vkm.cmp eq %0, %zero : si32
        vkm.if %1 {
          vkm.continue
        }
        vkm.update sub %e, %one : !vkm.ref<si32>, si32
      } cond {
        %0 = vkm.call @next() : () -> si32
        %1 = vkm.binary mul %0, %0 : si32
        %2 = vkm.cmp lt %1, %n : si32
        vkm.yield %2 : i1
      }

      // A step with a condition of its own is no expression.
      // CHECK-NEXT:   bool again2 = false;
      // CHECK-NEXT:   for (int k = 0;;) {
      // CHECK-NEXT:     if (again2) {
      // CHECK-NEXT:       if (e > 0) {
      // CHECK-NEXT:         k++;
      // CHECK-NEXT:       }
      // CHECK-NEXT:     }
      // CHECK-NEXT:     again2 = true;
      // CHECK-NEXT:     if (!(k < n)) {
      // CHECK-NEXT:       break;
      // CHECK-NEXT:     }
      // CHECK-NEXT:     e++;
      // CHECK-NEXT:   }
      vkm.for "k" = %zero : si32 cond (%k: !vkm.ref<si32>) {
        %0 = vkm.load %k : !vkm.ref<si32>
        %1 = vkm.cmp lt %0, %n : si32
        vkm.yield %1 : i1
      } step (%k: !vkm.ref<si32>) {
        %0 = vkm.load %e : !vkm.ref<si32>
        %1 = vkm.cmp gt %0, %zero : si32
        vkm.if %1 {
          vkm.update add %k, %one : !vkm.ref<si32>, si32
        }
      } body (%k: !vkm.ref<si32>) {
        vkm.update add %e, %one : !vkm.ref<si32>, si32
      }
    }
  }
}
