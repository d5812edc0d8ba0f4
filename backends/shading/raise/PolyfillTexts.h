//===- PolyfillTexts.h - Functions for what GLSL leaves undefined, in the dialect's syntax
//-----===//
//
// Above each stands the GLSL that it becomes.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_BACKENDS_SHADING_RAISE_POLYFILLTEXTS_H
#define VKMORPH_BACKENDS_SHADING_RAISE_POLYFILLTEXTS_H

#include "backends/shading/raise/PolyfillFunctions.h"

namespace vkmorph::shading {

// int remainder(int a, int b) { return a - b * (a / b); }
inline constexpr Polyfill kRemainder = {"remainder", R"(
vkm.func @NAME(%a: T {vkm.name = "a"}, %b: T {vkm.name = "b"}) -> T attributes {vkm.comment =
    "The remainder of C++ has the sign of a; GLSL leaves % undefined where an operand is negative."} {
  %quotient = vkm.binary div %a, %b : T
  %whole = vkm.binary mul %b, %quotient : T
  %rest = vkm.binary sub %a, %whole : T
  vkm.return %rest : T
})"};

// const float whole = trunc(x);
// if (abs(x - whole) < 0.5) { return whole; }
// return x < 0.0 ? whole - 1.0 : whole + 1.0;
inline constexpr Polyfill kRound = {"roundHalfAway", R"(
vkm.func @NAME(%x: T {vkm.name = "x"}) -> T attributes {vkm.comment =
    "std::round: halves go away from zero; GLSL lets a device round them either way."} {
  %0 = vkm.math trunc(%x) : (T) -> T
  %whole = vkm.var const "whole" : !vkm.ref<T> = %0 : T
  %1 = vkm.load %whole : !vkm.ref<T>
  %2 = vkm.binary sub %x, %1 : T
  %3 = vkm.math abs(%2) : (T) -> T
  %half = vkm.constant 0.5 : T
  %4 = vkm.cmp lt %3, %half : T
  vkm.if %4 {
    %5 = vkm.load %whole : !vkm.ref<T>
    vkm.return %5 : T
  }
  %zero = vkm.constant 0.0 : T
  %one = vkm.constant 1.0 : T
  %6 = vkm.cmp lt %x, %zero : T
  %7 = vkm.select %6 : T {
    %8 = vkm.load %whole : !vkm.ref<T>
    %9 = vkm.binary sub %8, %one : T
    vkm.yield %9 : T
  } else {
    %8 = vkm.load %whole : !vkm.ref<T>
    %9 = vkm.binary add %8, %one : T
    vkm.yield %9 : T
  }
  vkm.return %7 : T
})"};

// return x < 0.0 ? ceil(x) : floor(x);
inline constexpr Polyfill kTowardZero = {"towardZero", R"(
vkm.func @NAME(%x: T {vkm.name = "x"}) -> T attributes {vkm.comment =
    "std::trunc, without that of the device: on a CPU it may leave large numbers as they are."} {
  %zero = vkm.constant 0.0 : T
  %0 = vkm.cmp lt %x, %zero : T
  %1 = vkm.select %0 : T {
    %2 = vkm.math ceil(%x) : (T) -> T
    vkm.yield %2 : T
  } else {
    %2 = vkm.math floor(%x) : (T) -> T
    vkm.yield %2 : T
  }
  vkm.return %1 : T
})"};

// const float size = abs(x);
// const float below = floor(size);
// if (below == size) { return x; }
// const float rest = size - below;
// const float middle = below * 0.5;
// const bool isBelow = rest < 0.5 || (rest == 0.5 && floor(middle) == middle);
// const float whole = isBelow ? below : below + 1.0;
// return x < 0.0 ? -whole : whole;
inline constexpr Polyfill kRoundHalfEven = {"roundHalfEven", R"(
vkm.func @NAME(%x: T {vkm.name = "x"}) -> T attributes {vkm.comment =
    "std::rint, without the roundEven of the device: on a CPU it may round halves away from zero."} {
  %zero = vkm.constant 0.0 : T
  %half = vkm.constant 0.5 : T
  %one = vkm.constant 1.0 : T
  %0 = vkm.math abs(%x) : (T) -> T
  %size = vkm.var const "size" : !vkm.ref<T> = %0 : T
  %1 = vkm.load %size : !vkm.ref<T>
  %2 = vkm.math floor(%1) : (T) -> T
  %below = vkm.var const "below" : !vkm.ref<T> = %2 : T
  %3 = vkm.load %below : !vkm.ref<T>
  %4 = vkm.load %size : !vkm.ref<T>
  %5 = vkm.cmp eq %3, %4 : T
  vkm.if %5 {
    vkm.return %x : T
  }
  %6 = vkm.load %size : !vkm.ref<T>
  %7 = vkm.load %below : !vkm.ref<T>
  %8 = vkm.binary sub %6, %7 : T
  %rest = vkm.var const "rest" : !vkm.ref<T> = %8 : T
  %9 = vkm.load %below : !vkm.ref<T>
  %10 = vkm.binary mul %9, %half : T
  %middle = vkm.var const "middle" : !vkm.ref<T> = %10 : T
  %11 = vkm.load %rest : !vkm.ref<T>
  %12 = vkm.cmp lt %11, %half : T
  %13 = vkm.or %12 {
    %14 = vkm.load %rest : !vkm.ref<T>
    %15 = vkm.cmp eq %14, %half : T
    %16 = vkm.and %15 {
      %17 = vkm.load %middle : !vkm.ref<T>
      %18 = vkm.math floor(%17) : (T) -> T
      %19 = vkm.load %middle : !vkm.ref<T>
      %20 = vkm.cmp eq %18, %19 : T
      vkm.yield %20 : i1
    }
    vkm.yield %16 : i1
  }
  %isBelow = vkm.var const "isBelow" : !vkm.ref<i1> = %13 : i1
  %21 = vkm.load %isBelow : !vkm.ref<i1>
  %22 = vkm.select %21 : T {
    %23 = vkm.load %below : !vkm.ref<T>
    vkm.yield %23 : T
  } else {
    %23 = vkm.load %below : !vkm.ref<T>
    %24 = vkm.binary add %23, %one : T
    vkm.yield %24 : T
  }
  %whole = vkm.var const "whole" : !vkm.ref<T> = %22 : T
  %25 = vkm.cmp lt %x, %zero : T
  %26 = vkm.select %25 : T {
    %27 = vkm.load %whole : !vkm.ref<T>
    %28 = vkm.unary neg %27 : T
    vkm.yield %28 : T
  } else {
    %27 = vkm.load %whole : !vkm.ref<T>
    vkm.yield %27 : T
  }
  vkm.return %26 : T
})"};

// if (x > 0.0) { return pow(x, y); }
// if (y == 0.0) { return 1.0; }
// if (x == 0.0) { return y > 0.0 ? 0.0 : isnan(y) ? y : infinity; }
// if (y != trunc(y)) { return isinf(x) ? pow(-x, y) : NaN; }
// const float size = pow(-x, y);
// const float middle = y * 0.5;
// return middle == trunc(middle) ? size : -size;
inline constexpr Polyfill kPow = {"power", R"(
vkm.func @NAME(%x: T {vkm.name = "x"}, %y: T {vkm.name = "y"}) -> T attributes {vkm.comment =
    "std::pow; the pow of GLSL is undefined for negative x, and for 0 where y is not positive."} {
  %zero = vkm.constant 0.0 : T
  %one = vkm.constant 1.0 : T
  %0 = vkm.cmp gt %x, %zero : T
  vkm.if %0 {
    %1 = vkm.math pow(%x, %y) : (T, T) -> T
    vkm.return %1 : T
  }
  %2 = vkm.cmp eq %y, %zero : T
  vkm.if %2 {
    vkm.return %one : T
  }
  %3 = vkm.cmp eq %x, %zero : T
  vkm.if %3 {
    %4 = vkm.cmp gt %y, %zero : T
    %5 = vkm.select %4 : T {
      vkm.yield %zero : T
    } else {
      %unknown = vkm.math isnan(%y) : (T) -> i1
      %or = vkm.select %unknown : T {
        vkm.yield %y : T
      } else {
        %infinity = vkm.constant INFINITY : T
        vkm.yield %infinity : T
      }
      vkm.yield %or : T
    }
    vkm.return %5 : T
  }
  %6 = vkm.math trunc(%y) : (T) -> T
  %7 = vkm.cmp ne %y, %6 : T
  vkm.if %7 {
    %endless = vkm.math isinf(%x) : (T) -> i1
    %8 = vkm.select %endless : T {
      %positive = vkm.unary neg %x : T
      %9 = vkm.math pow(%positive, %y) : (T, T) -> T
      vkm.yield %9 : T
    } else {
      %nan = vkm.constant NAN : T
      vkm.yield %nan : T
    }
    vkm.return %8 : T
  }
  %10 = vkm.unary neg %x : T
  %11 = vkm.math pow(%10, %y) : (T, T) -> T
  %size = vkm.var const "size" : !vkm.ref<T> = %11 : T
  %half = vkm.constant 0.5 : T
  %12 = vkm.binary mul %y, %half : T
  %middle = vkm.var const "middle" : !vkm.ref<T> = %12 : T
  %13 = vkm.load %middle : !vkm.ref<T>
  %14 = vkm.load %middle : !vkm.ref<T>
  %15 = vkm.math trunc(%14) : (T) -> T
  %16 = vkm.cmp eq %13, %15 : T
  %17 = vkm.select %16 : T {
    %18 = vkm.load %size : !vkm.ref<T>
    vkm.yield %18 : T
  } else {
    %18 = vkm.load %size : !vkm.ref<T>
    %19 = vkm.unary neg %18 : T
    vkm.yield %19 : T
  }
  vkm.return %17 : T
})"};

// return x < 0.0 ? -pow(-x, y) : pow(x, y);
inline constexpr Polyfill kOddPow = {"oddPower", R"(
vkm.func @NAME(%x: T {vkm.name = "x"}, %y: T {vkm.name = "y"}) -> T attributes {vkm.comment =
    "std::pow for a positive odd y; the pow of GLSL is undefined for negative x."} {
  %zero = vkm.constant 0.0 : T
  %0 = vkm.cmp lt %x, %zero : T
  %1 = vkm.select %0 : T {
    %2 = vkm.unary neg %x : T
    %3 = vkm.math pow(%2, %y) : (T, T) -> T
    %4 = vkm.unary neg %3 : T
    vkm.yield %4 : T
  } else {
    %2 = vkm.math pow(%x, %y) : (T, T) -> T
    vkm.yield %2 : T
  }
  vkm.return %1 : T
})"};

// return x >= 0.0 ? pow(x, y) : isinf(x) ? -x : NaN;
inline constexpr Polyfill kFractionPow = {"fractionalPower", R"(
vkm.func @NAME(%x: T {vkm.name = "x"}, %y: T {vkm.name = "y"}) -> T attributes {vkm.comment =
    "std::pow for a positive y that is no integer; the pow of GLSL is undefined for negative x."} {
  %zero = vkm.constant 0.0 : T
  %0 = vkm.cmp ge %x, %zero : T
  %1 = vkm.select %0 : T {
    %2 = vkm.math pow(%x, %y) : (T, T) -> T
    vkm.yield %2 : T
  } else {
    %2 = vkm.math isinf(%x) : (T) -> i1
    %3 = vkm.select %2 : T {
      %4 = vkm.unary neg %x : T
      vkm.yield %4 : T
    } else {
      %nan = vkm.constant NAN : T
      vkm.yield %nan : T
    }
    vkm.yield %3 : T
  }
  vkm.return %1 : T
})"};

// return x > 0.0 ? pow(x, y) : x == 0.0 ? infinity : isinf(x) ? 0.0 : NaN;
inline constexpr Polyfill kNegativeFractionPow = {"negativeFractionalPower", R"(
vkm.func @NAME(%x: T {vkm.name = "x"}, %y: T {vkm.name = "y"}) -> T attributes {vkm.comment =
    "std::pow for a negative y that is no integer; the pow of GLSL is undefined for x that are not positive."} {
  %zero = vkm.constant 0.0 : T
  %0 = vkm.cmp gt %x, %zero : T
  %1 = vkm.select %0 : T {
    %2 = vkm.math pow(%x, %y) : (T, T) -> T
    vkm.yield %2 : T
  } else {
    %2 = vkm.cmp eq %x, %zero : T
    %3 = vkm.select %2 : T {
      %infinity = vkm.constant INFINITY : T
      vkm.yield %infinity : T
    } else {
      %4 = vkm.math isinf(%x) : (T) -> i1
      %5 = vkm.select %4 : T {
        vkm.yield %zero : T
      } else {
        %nan = vkm.constant NAN : T
        vkm.yield %nan : T
      }
      vkm.yield %5 : T
    }
    vkm.yield %3 : T
  }
  vkm.return %1 : T
})"};

// float rest = abs(x);
// const float divisor = abs(y);
// if (isinf(rest) || isnan(rest) || isnan(divisor) || divisor == 0.0) { return NaN; }
// if (divisor > rest) { return x; }
// float scaled = divisor;
// while (scaled <= rest * 0.5) { scaled *= 2.0; }
// while (scaled >= divisor) {
//   if (rest >= scaled) { rest -= scaled; }
//   scaled *= 0.5;
// }
// return x < 0.0 ? -rest : rest;
inline constexpr Polyfill kFMod = {"floatRemainder", R"(
vkm.func @NAME(%x: T {vkm.name = "x"}, %y: T {vkm.name = "y"}) -> T attributes {vkm.comment =
    "std::fmod by long division; each step is exact."} {
  %zero = vkm.constant 0.0 : T
  %half = vkm.constant 0.5 : T
  %two = vkm.constant 2.0 : T
  %0 = vkm.math abs(%x) : (T) -> T
  %rest = vkm.var "rest" : !vkm.ref<T> = %0 : T
  %1 = vkm.math abs(%y) : (T) -> T
  %divisor = vkm.var const "divisor" : !vkm.ref<T> = %1 : T
  %2 = vkm.load %rest : !vkm.ref<T>
  %3 = vkm.math isinf(%2) : (T) -> i1
  %4 = vkm.or %3 {
    %5 = vkm.load %rest : !vkm.ref<T>
    %6 = vkm.math isnan(%5) : (T) -> i1
    vkm.yield %6 : i1
  }
  %7 = vkm.or %4 {
    %8 = vkm.load %divisor : !vkm.ref<T>
    %9 = vkm.math isnan(%8) : (T) -> i1
    vkm.yield %9 : i1
  }
  %10 = vkm.or %7 {
    %11 = vkm.load %divisor : !vkm.ref<T>
    %12 = vkm.cmp eq %11, %zero : T
    vkm.yield %12 : i1
  }
  vkm.if %10 {
    %nan = vkm.constant NAN : T
    vkm.return %nan : T
  }
  %13 = vkm.load %divisor : !vkm.ref<T>
  %14 = vkm.load %rest : !vkm.ref<T>
  %15 = vkm.cmp gt %13, %14 : T
  vkm.if %15 {
    vkm.return %x : T
  }
  %16 = vkm.load %divisor : !vkm.ref<T>
  %scaled = vkm.var "scaled" : !vkm.ref<T> = %16 : T
  vkm.while {
    %17 = vkm.load %scaled : !vkm.ref<T>
    %18 = vkm.load %rest : !vkm.ref<T>
    %19 = vkm.binary mul %18, %half {vkm.free_order} : T
    %20 = vkm.cmp le %17, %19 : T
    vkm.yield %20 : i1
  } do {
    vkm.update mul %scaled, %two : !vkm.ref<T>, T {vkm.free_order}
  }
  vkm.while {
    %17 = vkm.load %scaled : !vkm.ref<T>
    %18 = vkm.load %divisor : !vkm.ref<T>
    %19 = vkm.cmp ge %17, %18 : T
    vkm.yield %19 : i1
  } do {
    %20 = vkm.load %rest : !vkm.ref<T>
    %21 = vkm.load %scaled : !vkm.ref<T>
    %22 = vkm.cmp ge %20, %21 : T
    vkm.if %22 {
      %23 = vkm.load %scaled : !vkm.ref<T>
      vkm.update sub %rest, %23 : !vkm.ref<T>, T {vkm.free_order}
    }
    vkm.update mul %scaled, %half : !vkm.ref<T>, T {vkm.free_order}
  }
  %24 = vkm.cmp lt %x, %zero : T
  %25 = vkm.select %24 : T {
    %26 = vkm.load %rest : !vkm.ref<T>
    %27 = vkm.unary neg %26 : T
    vkm.yield %27 : T
  } else {
    %26 = vkm.load %rest : !vkm.ref<T>
    vkm.yield %26 : T
  }
  vkm.return %25 : T
})"};

// return x == 0.0 && y == 0.0 ? 0.0 : atan(y, x);
inline constexpr Polyfill kAtan2 = {"arcTangent", R"(
vkm.func @NAME(%y: T {vkm.name = "y"}, %x: T {vkm.name = "x"}) -> T attributes {vkm.comment =
    "std::atan2; GLSL leaves atan(0, 0) undefined."} {
  %zero = vkm.constant 0.0 : T
  %0 = vkm.cmp eq %x, %zero : T
  %1 = vkm.and %0 {
    %2 = vkm.cmp eq %y, %zero : T
    vkm.yield %2 : i1
  }
  %3 = vkm.select %1 : T {
    vkm.yield %zero : T
  } else {
    %4 = vkm.math atan2(%y, %x) : (T, T) -> T
    vkm.yield %4 : T
  }
  vkm.return %3 : T
})"};

// if (isnan(a)) { return b; }
// return isnan(b) ? a : min(a, b);
#define MIN_OR_MAX(NAME, FN)                                                                       \
  {NAME, "vkm.func @NAME(%a: T {vkm.name = \"a\"}, %b: T {vkm.name = \"b\"}) -> T attributes {"    \
         "    vkm.comment = \"std::f" FN ": the number where the other operand is NaN.\"} {"       \
         "  %0 = vkm.math isnan(%a) : (T) -> i1\n"                                                 \
         "  vkm.if %0 {\n vkm.return %b : T\n }\n"                                                 \
         "  %1 = vkm.math isnan(%b) : (T) -> i1\n"                                                 \
         "  %2 = vkm.select %1 : T {\n vkm.yield %a : T\n } else {\n"                              \
         "    %3 = vkm.math " FN "(%a, %b) : (T, T) -> T\n vkm.yield %3 : T\n }\n"                 \
         "  vkm.return %2 : T\n }"}
inline constexpr Polyfill kFMin = MIN_OR_MAX("minNumber", "min");
inline constexpr Polyfill kFMax = MIN_OR_MAX("maxNumber", "max");
#undef MIN_OR_MAX

// return b < a ? b : a;
#define MIN_OR_MAX(NAME, FN, CMP)                                                                  \
  {NAME, "vkm.func @NAME(%a: T {vkm.name = \"a\"}, %b: T {vkm.name = \"b\"}) -> T attributes {"    \
         "    vkm.comment = \"std::" FN ": a where an operand is NaN; GLSL's " FN                  \
         " may give either.\"} {"                                                                  \
         "  %0 = vkm.cmp " CMP " : T\n"                                                            \
         "  %1 = vkm.select %0 : T {\n vkm.yield %b : T\n } else {\n vkm.yield %a : T\n }\n"       \
         "  vkm.return %1 : T\n }"}
inline constexpr Polyfill kMin = MIN_OR_MAX("smaller", "min", "lt %b, %a");
inline constexpr Polyfill kMax = MIN_OR_MAX("larger", "max", "lt %a, %b");
#undef MIN_OR_MAX

// const uint64_t bits = doubleBitsToUint64(x);
// if (isnan(x)) { return float(x); }
// return float(uint64BitsToDouble((bits + 0x0fffffff + (bits >> 29 & 1)) & ~0x1fffffff));
inline constexpr Polyfill kNearestFloat = {"nearestFloat", R"(
vkm.func @NAME(%x: f64 {vkm.name = "x"}) -> f32 attributes {vkm.comment =
    "x to the nearest float, ties to even; a device may take double(float(x)) for x."} {
  %0 = vkm.math isnan(%x) : (f64) -> i1
  vkm.if %0 {
    %1 = vkm.cast %x : f64 to f32
    vkm.return %1 : f32
  }
  %2 = vkm.bitcast %x : f64 to ui64
  %bits = vkm.var const "bits" : !vkm.ref<ui64> = %2 : ui64
  %3 = vkm.load %bits : !vkm.ref<ui64>
  %4 = vkm.load %bits : !vkm.ref<ui64>
  %width = vkm.constant 29 : si32
  %one = vkm.constant 1 : ui64
  %below = vkm.constant 268435455 : ui64 {vkm.hex}
  %mask = vkm.constant 18446744073172680704 : ui64 {vkm.hex}
  %5 = vkm.binary shr %4, %width : ui64, si32
  %6 = vkm.binary and %5, %one : ui64
  %7 = vkm.binary add %3, %below : ui64
  %8 = vkm.binary add %7, %6 : ui64
  %9 = vkm.binary and %8, %mask : ui64
  %10 = vkm.bitcast %9 : ui64 to f64
  %11 = vkm.cast %10 : f64 to f32
  vkm.return %11 : f32
})"};

// if (abs(double(x)) < 9007199254740992.0) { return x; }
// return (x >> 11 | ((x & 2047) + 2047) >> 11) << 11;
inline constexpr Polyfill kOddInteger = {"oddInteger", R"(
vkm.func @NAME(%x: T {vkm.name = "x"}) -> T attributes {vkm.comment =
    "x, or an odd multiple of 2048 beside it: a double holds that, and the nearest float is the same."} {
  %0 = vkm.cast %x : T to f64
  %1 = vkm.math abs(%0) : (f64) -> f64
  %limit = vkm.constant 9007199254740992.0 : f64
  %2 = vkm.cmp lt %1, %limit : f64
  vkm.if %2 {
    vkm.return %x : T
  }
  %width = vkm.constant 11 : si32
  %mask = vkm.constant 2047 : T
  %3 = vkm.binary shr %x, %width : T, si32
  %4 = vkm.binary and %x, %mask : T
  %5 = vkm.binary add %4, %mask : T
  %6 = vkm.binary shr %5, %width : T, si32
  %7 = vkm.binary or %3, %6 : T
  %8 = vkm.binary shl %7, %width : T, si32
  vkm.return %8 : T
})"};

// return x < low ? low : high < x ? high : x;
inline constexpr Polyfill kClamp = {"limited", R"(
vkm.func @NAME(%x: T {vkm.name = "x"}, %low: T {vkm.name = "low"}, %high: T {vkm.name = "high"}) -> T attributes {
    vkm.comment = "std::clamp: NaN stays; GLSL's clamp may give a limit."} {
  %0 = vkm.cmp lt %x, %low : T
  %1 = vkm.select %0 : T {
    vkm.yield %low : T
  } else {
    %2 = vkm.cmp lt %high, %x : T
    %3 = vkm.select %2 : T {
      vkm.yield %high : T
    } else {
      vkm.yield %x : T
    }
    vkm.yield %3 : T
  }
  vkm.return %1 : T
})"};

} // namespace vkmorph::shading

#endif // VKMORPH_BACKENDS_SHADING_RAISE_POLYFILLTEXTS_H
