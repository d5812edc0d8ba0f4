//===- MathsLibrary.cpp - Functions that the front end translated from maths/Library.cpp ------===//

#include "backends/shading/raise/MathsLibrary.h"

using namespace vkmorph;
using namespace vkmorph::shading;
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
#include "backends/shading/maths/Library.inc"
};

namespace {
struct Row {
  MathFn fn;
  const char *name;
};
} // namespace

static constexpr Row kRows[] = {
    {MathFn::Exp, "exponential"},
    {MathFn::Exp2, "exponentialOfTwo"},
    {MathFn::Expm1, "exponentialMinusOne"},
    {MathFn::Log, "logarithm"},
    {MathFn::Log2, "logarithmOfTwo"},
    {MathFn::Log10, "logarithmOfTen"},
    {MathFn::Log1p, "logarithmOfOnePlus"},
    {MathFn::Pow, "power"},
    {MathFn::Cbrt, "cubeRoot"},
    {MathFn::Hypot, "hypotenuse"},
    {MathFn::Hypot3, "hypotenuse"},
    {MathFn::Sin, "sine"},
    {MathFn::Cos, "cosine"},
    {MathFn::Tan, "tangent"},
    {MathFn::Asin, "arcSine"},
    {MathFn::Acos, "arcCosine"},
    {MathFn::Atan, "arcTangent"},
    {MathFn::Atan2, "arcTangent"},
    {MathFn::Sinh, "hyperbolicSine"},
    {MathFn::Cosh, "hyperbolicCosine"},
    {MathFn::Tanh, "hyperbolicTangent"},
    {MathFn::Asinh, "hyperbolicArcSine"},
    {MathFn::Acosh, "hyperbolicArcCosine"},
    {MathFn::Atanh, "hyperbolicArcTangent"},
    {MathFn::Erf, "errorFunction"},
    {MathFn::Erfc, "errorFunctionComplement"},
    {MathFn::TGamma, "gammaFunction"},
    {MathFn::LGamma, "logGamma"},
    {MathFn::Remainder, "nearestRemainder"},
    {MathFn::CopySign, "withSign"},
    {MathFn::Ldexp, "timesPowerOfTwo"},
    {MathFn::Ilogb, "binaryExponent"},
    {MathFn::NextAfter, "nextNumber"},
    {MathFn::SignBit, "isMinus"},
    {MathFn::BitCount, "countBits"},
    {MathFn::FindMsb, "highestBit"},
    {MathFn::FindLsb, "lowestBit"},
};

const char *vkmorph::shading::getLibraryFunction(MathFn fn) {
  for (const Row &row : kRows)
    if (row.fn == fn)
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

const LibraryEntry &vkmorph::shading::findLibraryEntry(llvm::StringRef key) {
  return find([&](const LibraryEntry &entry) { return entry.key == key; });
}

const LibraryEntry &vkmorph::shading::findLibrarySymbol(llvm::StringRef symbol) {
  return find([&](const LibraryEntry &entry) { return entry.symbol == symbol; });
}
