//===- MathsLibrary.cpp - Functions that the front end translated from maths/Library.cpp ------===//

#include "backends/glsl/raise/MathsLibrary.h"

using namespace vkmorph;
using namespace vkmorph::glsl;
using vkm::MathFn;

/// The words of a double, for which C++ has integers of 64 bits only.
static constexpr LibraryEntry kWords[] = {
    {"highWord(f64)", "highWord", R"(
vkm.func @highWord(%x: f64 {vkm.name = "x"}) -> ui32 {
  %words = vkm.bitcast %x : f64 to !vkm.vec<2 x ui32>
  %one = vkm.constant 1 : si32
  %high = vkm.component %words[%one] : !vkm.vec<2 x ui32>, si32 -> ui32
  vkm.return %high : ui32
})"},
    {"lowWord(f64)", "lowWord", R"(
vkm.func @lowWord(%x: f64 {vkm.name = "x"}) -> ui32 {
  %words = vkm.bitcast %x : f64 to !vkm.vec<2 x ui32>
  %zero = vkm.constant 0 : si32
  %low = vkm.component %words[%zero] : !vkm.vec<2 x ui32>, si32 -> ui32
  vkm.return %low : ui32
})"},
    {"fromWords(ui32,ui32)", "fromWords", R"(
vkm.func @fromWords(%high: ui32 {vkm.name = "high"}, %low: ui32 {vkm.name = "low"}) -> f64 {
  %words = vkm.aggregate(%low, %high : ui32, ui32) : !vkm.vec<2 x ui32>
  %x = vkm.bitcast %words : !vkm.vec<2 x ui32> to f64
  vkm.return %x : f64
})"},
};

static constexpr LibraryEntry kEntries[] = {
#include "backends/glsl/maths/Library.inc"
};

namespace {
struct Row {
  MathFn fn;
  const char *name;
  bool isForFloat;
};
} // namespace

static constexpr Row kRows[] = {
    {MathFn::Exp, "exponential", false},
    {MathFn::Exp2, "exponentialOfTwo", false},
    {MathFn::Expm1, "exponentialMinusOne", true},
    {MathFn::Log, "logarithm", false},
    {MathFn::Log2, "logarithmOfTwo", false},
    {MathFn::Log10, "logarithmOfTen", true},
    {MathFn::Log1p, "logarithmOfOnePlus", true},
    {MathFn::Pow, "power", false},
    {MathFn::Cbrt, "cubeRoot", true},
    {MathFn::Hypot, "hypotenuse", true},
    {MathFn::Hypot3, "hypotenuse", true},
    {MathFn::Sin, "sine", false},
    {MathFn::Cos, "cosine", false},
    {MathFn::Tan, "tangent", false},
    {MathFn::Asin, "arcSine", false},
    {MathFn::Acos, "arcCosine", false},
    {MathFn::Atan, "arcTangent", false},
    {MathFn::Atan2, "arcTangent", false},
    {MathFn::Sinh, "hyperbolicSine", false},
    {MathFn::Cosh, "hyperbolicCosine", false},
    {MathFn::Tanh, "hyperbolicTangent", false},
    {MathFn::Asinh, "hyperbolicArcSine", true},
    {MathFn::Acosh, "hyperbolicArcCosine", true},
    {MathFn::Atanh, "hyperbolicArcTangent", true},
    {MathFn::Erf, "errorFunction", true},
    {MathFn::Erfc, "errorFunctionComplement", true},
    {MathFn::TGamma, "gammaFunction", true},
    {MathFn::LGamma, "logGamma", true},
    {MathFn::Remainder, "nearestRemainder", true},
    {MathFn::CopySign, "withSign", true},
    {MathFn::Ldexp, "timesPowerOfTwo", true},
    {MathFn::Ilogb, "binaryExponent", true},
    {MathFn::NextAfter, "nextNumber", true},
    {MathFn::SignBit, "isMinus", true},
    {MathFn::BitCount, "countBits", false},
    {MathFn::FindMsb, "highestBit", false},
    {MathFn::FindLsb, "lowestBit", false},
};

const char *vkmorph::glsl::getLibraryFunction(MathFn fn, mlir::Type type) {
  for (const Row &row : kRows)
    if (row.fn == fn && (type.getIntOrFloatBitWidth() == 64 || row.isForFloat))
      return row.name;
  return nullptr;
}

template <typename Matches> static const LibraryEntry &find(Matches matches) {
  for (const LibraryEntry &entry : kWords)
    if (matches(entry))
      return entry;
  for (const LibraryEntry &entry : kEntries)
    if (matches(entry))
      return entry;
  llvm::report_fatal_error("the library of mathematical functions lacks one");
}

const LibraryEntry &vkmorph::glsl::findLibraryEntry(llvm::StringRef key) {
  return find([&](const LibraryEntry &entry) { return entry.key == key; });
}

const LibraryEntry &vkmorph::glsl::findLibrarySymbol(llvm::StringRef symbol) {
  return find([&](const LibraryEntry &entry) { return entry.symbol == symbol; });
}
