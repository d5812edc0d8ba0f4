//===- BitFunctions.cpp - Functions of <bit>, and those of the compiler
//------------------------===//
//
//     std::countl_zero(x)     ->  31 - findMSB(x)
//     std::countr_zero(x)     ->  x == 0 ? 32 : findLSB(x)
//     std::rotl(x, n)         ->  x << (n & 31) | x >> (-n & 31)
//     std::rotl(x, 5)         ->  x << 5 | x >> 27
//     __builtin_bswap32(x)    ->  halves change places, then the bytes in each
//
//===------------------------------------------------------------------------------------------===//

#include "frontend/library/NumericCall.h"
#include "frontend/library/Subjects.h"
#include "ir/NamedConstants.h"

using namespace vkmorph;
using namespace vkmorph::frontend;
using mlir::Value;
using vkm::BinaryKind;
using vkm::CmpKind;
using vkm::MathFn;

namespace {
/// Functions of one integer, whose sign does not matter. Narrow ones are computed in 32 bits, those
/// above being 0.
class BitCall : public NumericCall {
public:
  using NumericCall::NumericCall;

  LibraryResult bitCount() {
    return onBits([&](Value x) { return countOnes(x); });
  }
  LibraryResult parity() {
    return onBits([&](Value x) { return withOne(BinaryKind::And, countOnes(x)); });
  }
  LibraryResult hasSingleBit() {
    return onBits(
        [&](Value x) { return compare(CmpKind::Eq, countOnes(x), number(intType(), 1)); });
  }
  LibraryResult countLeftZeros() {
    return onBits([&](Value x) { return zerosLeft(x); });
  }
  LibraryResult countLeftOnes() {
    return onBits([&](Value x) { return zerosLeft(inverted(x)); });
  }
  LibraryResult countRightZeros() {
    return onBits([&](Value x) { return zerosRight(x); });
  }
  LibraryResult countRightOnes() {
    return onBits([&](Value x) { return zerosRight(inverted(x)); });
  }
  /// __builtin_clrsb: how many bits after the first equal it. Where the bits are those of a
  /// negative number, their opposites are counted.
  LibraryResult countSignBits() {
    return onBits([&](Value x) {
      Value top = binary(BinaryKind::Shr, x, number(intType(), m_bitWidth - 1));
      Value flipped = select(
          compare(CmpKind::Eq, top, number(m_wide, 0)), m_wide, [&] { return x; },
          [&] { return inverted(x); });
      return withOne(BinaryKind::Sub, zerosLeft(flipped));
    });
  }
  /// __builtin_ctz: the position of the lowest 1, undefined where there is none.
  LibraryResult lowestSet() {
    return onBits([&](Value x) { return lowest(x); });
  }
  /// ffs: the position of the lowest 1, counted from 1; 0 where there is none.
  LibraryResult firstSet() {
    return onBits([&](Value x) { return withOne(BinaryKind::Add, lowest(x)); });
  }
  LibraryResult bitWidth() {
    return onBits([&](Value x) { return withOne(BinaryKind::Add, highest(x)); });
  }
  LibraryResult bitFloor() {
    return onBits([&](Value x) {
      return select(
          compare(CmpKind::Eq, x, number(m_wide, 0)), m_wide, [&] { return number(m_wide, 0); },
          [&] { return power(highest(x)); });
    });
  }
  LibraryResult bitCeil() {
    return onBits([&](Value x) {
      return select(
          compare(CmpKind::Le, x, number(m_wide, 1)), m_wide, [&] { return number(m_wide, 1); },
          [&] {
            Value below = highest(binary(BinaryKind::Sub, x, number(m_wide, 1)));
            return power(withOne(BinaryKind::Add, below));
          });
    });
  }
  LibraryResult byteSwap() {
    return onBits([&](Value x) { return swapBytes(m_bitWidth < 32 ? cast(x, m_bits) : x); });
  }
  LibraryResult rotateLeft() { return rotated(/*isLeft=*/true); }
  LibraryResult rotateRight() { return rotated(/*isLeft=*/false); }

private:
  /// Notes the width of the parameter's own type; false where that is no integer.
  bool begin(Value x) {
    auto type = llvm::dyn_cast<mlir::IntegerType>(x.getType());
    if (!type)
      return false;
    m_bitWidth = type.getWidth();
    m_bits = intType(m_bitWidth, /*isSigned=*/false);
    m_wide = intType(std::max(m_bitWidth, 32u), /*isSigned=*/false);
    return true;
  }
  LibraryResult onBits(llvm::function_ref<Value(Value)> emit) {
    return evaluate([&](Values x, mlir::Type) {
      return begin(x[0]) ? emit(cast(emitCast(x[0], m_bits, m_where), m_wide)) : Value();
    });
  }
  LibraryResult rotated(bool isLeft) {
    return evaluate([&](Values x, mlir::Type) {
      return begin(x[0]) ? rotate(cast(x[0], m_wide), cast(x[1], intType()), isLeft) : Value();
    });
  }

  Value countOnes(Value x) { return math(MathFn::BitCount, intType(), x); }
  Value highest(Value x) { return math(MathFn::FindMsb, intType(), x); }
  Value lowest(Value x) { return math(MathFn::FindLsb, intType(), x); }
  Value withOne(BinaryKind kind, Value value) { return binary(kind, value, number(intType(), 1)); }
  Value power(Value exponent) { return binary(BinaryKind::Shl, number(m_wide, 1), exponent); }
  Value inverted(Value x) {
    Value all = unary(vkm::UnaryKind::BitNot, x);
    return m_bits == m_wide ? all : cast(cast(all, m_bits), m_wide);
  }
  Value zerosLeft(Value x) {
    Value last = number(intType(), m_bitWidth - 1);
    return binary(BinaryKind::Sub, last, highest(x));
  }
  Value zerosRight(Value x) {
    return select(
        compare(CmpKind::Eq, x, number(m_wide, 0)), intType(),
        [&] { return number(intType(), m_bitWidth); }, [&] { return lowest(x); });
  }
  Value swapBytes(Value x);
  Value rotate(Value x, Value count, bool isLeft);

  unsigned m_bitWidth = 0;
  mlir::IntegerType m_bits, m_wide; ///< the parameter's own width, and at least 32 bits
};
} // namespace

/// Neighbours change places: halves of the whole, then halves of those, down to bytes.
Value BitCall::swapBytes(Value x) {
  if (m_bitWidth < 32) { // 16 bits; those above are cut off by the caller
    Value eight = number(intType(), 8), wide = cast(x, intType(32, /*isSigned=*/false));
    Value up = binary(BinaryKind::Shl, wide, eight);
    return binary(BinaryKind::Or, up, binary(BinaryKind::Shr, wide, eight));
  }
  for (unsigned step = m_bitWidth / 2; step >= 8; step /= 2) {
    Value amount = number(intType(), step);
    Value up = x, down = binary(BinaryKind::Shr, x, amount);
    if (step * 2 < m_bitWidth) {
      // The lower one of each pair: 0x00ff00ff
      uint64_t pattern = 0;
      for (unsigned at = 0; at < m_bitWidth; at += 2 * step)
        pattern |= ((uint64_t(1) << step) - 1) << at;
      Value mask = m_builder.create<vkm::ConstantOp>(
          m_where, mlir::IntegerAttr::get(m_wide, llvm::APInt(m_bitWidth, pattern)));
      mask.getDefiningOp()->setAttr(vkm::kHexAttr, m_builder.getUnitAttr());
      up = binary(BinaryKind::And, up, mask);
      down = binary(BinaryKind::And, down, mask);
    }
    x = binary(BinaryKind::Or, binary(BinaryKind::Shl, up, amount), down);
  }
  return x;
}

/// A negative count turns the other way, as its lower bits say.
Value BitCall::rotate(Value x, Value count, bool isLeft) {
  if (auto constant = count.getDefiningOp<vkm::ConstantOp>()) {
    int64_t turns = llvm::cast<mlir::IntegerAttr>(constant.getValue()).getValue().getSExtValue();
    unsigned left = (isLeft ? turns : -turns) & (m_bitWidth - 1);
    if (left == 0)
      return x;
    Value up = binary(BinaryKind::Shl, x, number(intType(), left));
    Value down = binary(BinaryKind::Shr, x, number(intType(), m_bitWidth - left));
    return binary(BinaryKind::Or, up, down);
  }
  Value mask = number(intType(), m_bitWidth - 1);
  Value amount = binary(BinaryKind::And, count, mask);
  Value opposite = unary(vkm::UnaryKind::Neg, count);
  Value rest = binary(BinaryKind::And, opposite, mask);
  Value up = binary(BinaryKind::Shl, x, isLeft ? amount : rest);
  return binary(BinaryKind::Or, up, binary(BinaryKind::Shr, x, isLeft ? rest : amount));
}

static constexpr LibraryRow kBitFunctionsStdRows[] = {
    {"popcount", 1, by<&BitCall::bitCount>},
    {"countl_zero", 1, by<&BitCall::countLeftZeros>},
    {"countl_one", 1, by<&BitCall::countLeftOnes>},
    {"countr_zero", 1, by<&BitCall::countRightZeros>},
    {"countr_one", 1, by<&BitCall::countRightOnes>},
    {"has_single_bit", 1, by<&BitCall::hasSingleBit>},
    {"bit_ceil", 1, by<&BitCall::bitCeil>},
    {"bit_floor", 1, by<&BitCall::bitFloor>},
    {"bit_width", 1, by<&BitCall::bitWidth>},
    {"rotl", 2, by<&BitCall::rotateLeft>},
    {"rotr", 2, by<&BitCall::rotateRight>},
    {"byteswap", 1, by<&BitCall::byteSwap>},
};

static constexpr LibraryRow kRowsOfC[] = {
    {"ffs", 1, by<&BitCall::firstSet>},
    {"ffsl", 1, by<&BitCall::firstSet>},
    {"ffsll", 1, by<&BitCall::firstSet>},
};

static constexpr LibraryRow kRowsOfCompiler[] = {
    {"popcount", 1, by<&BitCall::bitCount>},
    {"clz", 1, by<&BitCall::countLeftZeros>},
    {"ctz", 1, by<&BitCall::lowestSet>},
    {"clrsb", 1, by<&BitCall::countSignBits>},
    {"parity", 1, by<&BitCall::parity>},
    {"bswap16", 1, by<&BitCall::byteSwap>},
    {"bswap32", 1, by<&BitCall::byteSwap>},
    {"bswap64", 1, by<&BitCall::byteSwap>},
    {"rotateleft8", 2, by<&BitCall::rotateLeft>},
    {"rotateleft16", 2, by<&BitCall::rotateLeft>},
    {"rotateleft32", 2, by<&BitCall::rotateLeft>},
    {"rotateleft64", 2, by<&BitCall::rotateLeft>},
    {"rotateright8", 2, by<&BitCall::rotateRight>},
    {"rotateright16", 2, by<&BitCall::rotateRight>},
    {"rotateright32", 2, by<&BitCall::rotateRight>},
    {"rotateright64", 2, by<&BitCall::rotateRight>},
};

static constexpr LibraryTable kBitFunctionsTables[] = {
    {LibraryHome::Std, kBitFunctionsStdRows},
    {LibraryHome::C, kRowsOfC},
    {LibraryHome::Compiler, kRowsOfCompiler},
};
const LibrarySubject vkmorph::frontend::kBitFunctions = kBitFunctionsTables;
