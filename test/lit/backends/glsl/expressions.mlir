// Expressions: no parentheses but those that the grammar or a reader needs, literals, conversions.
// RUN: vkmorph-translate --emit-glsl %s | FileCheck %s

module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.func @arithmetic(%a: si32 {vkm.name = "a"}, %b: si32 {vkm.name = "b"}, %c: si32 {vkm.name = "c"}) -> si32 {
      %sum = vkm.binary add %a, %b : si32
      %left = vkm.binary sub %sum, %c : si32
      %right = vkm.binary sub %a, %left : si32
      %product = vkm.binary mul %right, %c : si32
      // CHECK: return (a - (a + b - c)) * c;
      vkm.return %product : si32
    }
    vkm.func @bits(%a: ui32 {vkm.name = "a"}, %b: ui32 {vkm.name = "b"}) -> ui32 {
      %mask = vkm.constant 255 : ui32
      %eight = vkm.constant 8 : si32
      %shifted = vkm.binary shr %a, %eight : ui32, si32
      %low = vkm.binary and %shifted, %mask : ui32
      %sum = vkm.binary add %a, %b : ui32
      %both = vkm.binary xor %low, %sum : ui32
      %not = vkm.unary bitnot %both : ui32
      %all = vkm.binary or %not, %b : ui32
      // CHECK: return ~(((a >> 8) & 0xffu) ^ (a + b)) | b;
      vkm.return %all : ui32
    }
    vkm.func @logic(%a: i1 {vkm.name = "a"}, %x: si32 {vkm.name = "x"}, %y: si32 {vkm.name = "y"}) -> i1 {
      %less = vkm.cmp lt %x, %y : si32
      %and = vkm.and %a {
        vkm.yield %less : i1
      }
      %or = vkm.or %and {
        %equal = vkm.cmp eq %x, %y : si32
        %not = vkm.unary not %equal : i1
        %same = vkm.cmp eq %not, %a : i1
        vkm.yield %same : i1
      }
      // CHECK: return (a && x < y) || (!(x == y)) == a;
      vkm.return %or : i1
    }
    vkm.func @choose(%a: si32 {vkm.name = "a"}, %b: si32 {vkm.name = "b"}) -> si32 {
      %less = vkm.cmp lt %a, %b : si32
      %0 = vkm.select %less : si32 {
        vkm.yield %a : si32
      } else {
        %zero = vkm.constant 0 : si32
        %positive = vkm.cmp gt %b, %zero : si32
        %1 = vkm.select %positive : si32 {
          vkm.yield %b : si32
        } else {
          vkm.yield %zero : si32
        }
        vkm.yield %1 : si32
      }
      %one = vkm.constant 1 : si32
      %2 = vkm.binary add %0, %one : si32
      // CHECK: return (a < b ? a : b > 0 ? b : 0) + 1;
      vkm.return %2 : si32
    }
    vkm.func @signs(%a: si32 {vkm.name = "a"}) -> si32 {
      %0 = vkm.unary neg %a : si32
      %1 = vkm.unary neg %0 : si32
      %minus = vkm.constant -1 : si32
      %2 = vkm.binary sub %1, %minus : si32
      %least = vkm.constant -2147483648 : si32
      %3 = vkm.binary mul %2, %least : si32
      // CHECK: return (-(-a) - (-1)) * (-2147483647 - 1);
      vkm.return %3 : si32
    }
    vkm.func @literals(%x: f32 {vkm.name = "x"}) -> f32 {
      %tenth = vkm.constant 0.1 : f32
      %large = vkm.constant 3.40282347E+38 : f32
      %million = vkm.constant 1000000.0 : f32
      %tiny = vkm.constant 1.0E-7 : f32
      %infinity = vkm.constant 0x7F800000 : f32
      %0 = vkm.math max(%x, %tenth) : (f32, f32) -> f32
      %1 = vkm.math max(%0, %large) : (f32, f32) -> f32
      %2 = vkm.math max(%1, %million) : (f32, f32) -> f32
      %3 = vkm.math max(%2, %tiny) : (f32, f32) -> f32
      %4 = vkm.math min(%3, %infinity) : (f32, f32) -> f32
      // CHECK: return smaller(larger(larger(larger(larger(x, 0.1), 3.4028235e38), 1000000.0), 1e-7), uintBitsToFloat(0x7f800000u));
      vkm.return %4 : f32
    }
    vkm.func @casts(%x: f32 {vkm.name = "x"}, %n: si32 {vkm.name = "n"}, %c: i1 {vkm.name = "c"}) -> f32 {
      %0 = vkm.cast %x : f32 to ui32
      %1 = vkm.cast %n : si32 to ui32
      %2 = vkm.binary add %0, %1 : ui32
      %3 = vkm.cast %2 : ui32 to f32
      %4 = vkm.cast %c : i1 to f32
      %5 = vkm.binary mul %3, %4 : f32
      // CHECK: if ((n & 1) != 0 && x != 0.0) {
      %one = vkm.constant 1 : si32
      %bit = vkm.binary and %n, %one : si32
      %isOdd = vkm.cast %bit : si32 to i1
      %both = vkm.and %isOdd {
        %6 = vkm.cast %x : f32 to i1
        vkm.yield %6 : i1
      }
      vkm.if %both {
        vkm.return %x : f32
      }
      // CHECK: return float(uint(x) + uint(n)) * float(c);
      vkm.return %5 : f32
    }
    // No line is longer than 120 columns.
    vkm.func @long(%theFirstOperand: si32 {vkm.name = "theFirstOperand"},
                   %theSecondOperand: si32 {vkm.name = "theSecondOperand"},
                   %theThirdOperand: si32 {vkm.name = "theThirdOperand"}) -> si32 {
      %0 = vkm.binary mul %theFirstOperand, %theSecondOperand : si32
      %1 = vkm.binary mul %theSecondOperand, %theThirdOperand : si32
      %2 = vkm.binary mul %theFirstOperand, %theThirdOperand : si32
      %3 = vkm.binary add %0, %1 : si32
      %4 = vkm.binary add %3, %2 : si32
      %5 = vkm.call @arithmetic(%4, %theFirstOperand, %theSecondOperand) : (si32, si32, si32) -> si32
      //      CHECK: int long_(int theFirstOperand, int theSecondOperand, int theThirdOperand) {
      // CHECK-NEXT:   return arithmetic(
      // CHECK-NEXT:       theFirstOperand * theSecondOperand + theSecondOperand * theThirdOperand + theFirstOperand * theThirdOperand,
      // CHECK-NEXT:       theFirstOperand, theSecondOperand);
      // CHECK-NEXT: }
      vkm.return %5 : si32
    }

    vkm.shader @expressions kernel "expressions" local_size [64, 1, 1] bindings [
        #vkm.binding<0, parameter "data" : si32, read_write>, #vkm.binding<1, parameter "floats" : f32, read_write>]
        doc "Expressions." {
      %data = vkm.buffer "data" : !vkm.ptr<si32>
      %floats = vkm.buffer "floats" : !vkm.ptr<f32>
      %i = vkm.constant 0 : ui32
      %d = vkm.deref %data[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
      %f = vkm.deref %floats[%i] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
      %c = vkm.var "c" : !vkm.ref<i1>
      %a = vkm.constant 1 : si32
      %u = vkm.constant 1 : ui32
      %x = vkm.constant 1.0 : f32
      %0 = vkm.call @arithmetic(%a, %a, %a) : (si32, si32, si32) -> si32
      vkm.assign %d, %0 : !vkm.ref<si32>
      %1 = vkm.call @bits(%u, %u) : (ui32, ui32) -> ui32
      %true = vkm.constant true
      %2 = vkm.call @logic(%true, %a, %a) : (i1, si32, si32) -> i1
      vkm.assign %c, %2 : !vkm.ref<i1>
      %3 = vkm.call @choose(%a, %a) : (si32, si32) -> si32
      vkm.assign %d, %3 : !vkm.ref<si32>
      %4 = vkm.call @signs(%a) : (si32) -> si32
      vkm.assign %d, %4 : !vkm.ref<si32>
      %5 = vkm.call @literals(%x) : (f32) -> f32
      vkm.assign %f, %5 : !vkm.ref<f32>
      %6 = vkm.call @casts(%x, %a, %true) : (f32, si32, i1) -> f32
      vkm.assign %f, %6 : !vkm.ref<f32>
      %7 = vkm.call @long(%a, %a, %a) : (si32, si32, si32) -> si32
      vkm.assign %d, %7 : !vkm.ref<si32>
      %8 = vkm.cast %1 : ui32 to si32
      vkm.assign %d, %8 : !vkm.ref<si32>
    }
  }
}
