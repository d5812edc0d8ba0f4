//===- FlattenWords.cpp - Buffers that shaders see as words of 32 bits ------------------------===//
//
// Where a shader cannot declare what the host's buffer holds (ir/MemoryForm.h), or is planned not
// to (passes/plan/PlanWords.cpp), it declares words and takes values out of them, each member where
// clang put it:
//
//     level = pixels[i].a;        ->    level = pixels[i] >> 24 & 0xffu;
//     p = pixels[i];              ->    p = unpackPixel(pixels[i]);
//     pixels[i] = p;              ->    pixels[i] = p.r | p.g << 8 | p.b << 16 | p.a << 24;
//     flags[i] = x;               ->    atomicAnd(flags[i >> 2], ~(0xff << shift));
//                                       atomicOr(flags[i >> 2], x << shift);
//
// A word that an object covers is written at once. In the others the neighbours' bytes may be
// written at the same time: the two operations leave them as they are, whatever the order. Where
// several iterations write one value to the same bytes, it is there once each of them is done.
//
// A field of class data begins a word and ends one, so that one that is no array is written at once
// too.
//
//===------------------------------------------------------------------------------------------===//

#include "backends/Diagnostics.h"
#include "backends/shading/raise/PlaceBytes.h"
#include "backends/shading/raise/Raise.h"
#include "ir/MemoryForm.h"
#include "ir/NamedConstants.h"
#include "ir/Places.h"
#include "ir/WordStructs.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

using shading::Bytes;

namespace {
class Flattener {
public:
  explicit Flattener(ModuleOp module) : module(module), context(module.getContext()) {}

  LogicalResult run() {
    SmallVector<Operation *> accesses;
    module.walk([&](Operation *op) {
      Value place = getAccessedPlace(op);
      if (place && isFlat(place))
        accesses.push_back(op);
    });
    for (Operation *op : accesses)
      rewrite(op);
    retype();
    return failure(failed);
  }

private:
  bool isFlat(Value place) {
    Operation *base = shading::getBase(place);
    if (auto deref = dyn_cast_or_null<DerefOp>(base))
      return shading::isBufferInWords(module,
                                      cast<PtrType>(deref.getPointer().getType()).getPointee());
    auto field = dyn_cast_or_null<FieldRefOp>(base);
    return field && isInWords(module, cast<RefType>(field.getType()).getPointee());
  }

  Type uintType() { return IntegerType::get(context, 32, IntegerType::Unsigned); }
  Value number(uint64_t value) {
    return at->create<ConstantOp>(loc, at->getIntegerAttr(uintType(), value));
  }
  Value hexNumber(uint64_t value) {
    Value result = number(value);
    result.getDefiningOp()->setAttr(kHexAttr, at->getUnitAttr());
    return result;
  }
  Value binary(BinaryKind kind, Value lhs, Value rhs) {
    return at->create<BinaryOp>(loc, uintType(), kind, lhs, rhs);
  }
  Value convert(Value value, Type type) {
    return value.getType() == type ? value : at->create<CastOp>(loc, type, value);
  }

  /// The offset in units of so many bytes, as a uint; `extra` bytes are added.
  Value getIndex(const Bytes &bytes, int64_t unit, int64_t extra) {
    Value sum;
    for (auto [index, stride] : bytes.terms) {
      Value term = convert(index, uintType());
      if (stride != unit)
        term = binary(BinaryKind::Mul, term, number(stride / unit));
      sum = sum ? binary(BinaryKind::Add, sum, term) : term;
    }
    int64_t constant = (bytes.constant + extra) / unit;
    if (!sum)
      return number(constant);
    return constant ? binary(BinaryKind::Add, sum, number(constant)) : sum;
  }

  Value getWord(const Bytes &bytes, Value index) {
    Type ref = RefType::get(uintType());
    if (auto deref = dyn_cast<DerefOp>(bytes.base))
      return at->create<DerefOp>(loc, ref, deref.getPointer(), index);
    // The field's type changes below.
    return at->create<ElementOp>(loc, ref, bytes.base->getResult(0), index);
  }

  /// Members of a packed struct may lie across words.
  void checkAligned(const Bytes &bytes, int64_t width, int64_t extra) {
    if ((bytes.alignment() | extra) % width != 0)
      refuse(backends::diag::ShaderUnaligned, {});
  }

  /// The place of the word with the byte `extra` after the object's first one, and how far its bits
  /// have to be shifted: null for not at all.
  std::pair<Value, Value> locate(const Bytes &bytes, int64_t width, int64_t extra) {
    checkAligned(bytes, width, extra);
    if (bytes.isPlaced()) {
      int64_t shift = 8 * ((bytes.constant + extra) % 4);
      Value word = getWord(bytes, getIndex(bytes, 4, extra - (bytes.constant + extra) % 4));
      return {word, shift ? number(shift) : Value()};
    }
    // In units of the value's width.
    Value unit = getIndex(bytes, width, extra);
    int64_t perWord = 4 / width;
    Value word = getWord(bytes, binary(BinaryKind::Shr, unit, number(llvm::Log2_64(perWord))));
    Value inWord = binary(BinaryKind::And, unit, number(perWord - 1));
    return {word, binary(BinaryKind::Mul, inWord, number(8 * width))};
  }

  Value read(Value place) { return at->create<LoadOp>(loc, uintType(), place); }

  //===----------------------------------------------------------------------------------------===//
  // Loads
  //===----------------------------------------------------------------------------------------===//

  /// The word of a value, shifted so that its lowest bits are the value's. Words of which it is
  /// known where they begin are read once for all parts of an object.
  Value loadPart(const Bytes &bytes, int64_t width, int64_t extra) {
    int64_t first = bytes.constant + extra;
    Value word = bytes.isPlaced() ? words.lookup(first / 4) : Value(), shift;
    if (word) {
      checkAligned(bytes, width, extra);
      shift = first % 4 ? number(8 * (first % 4)) : Value();
    } else {
      Value place;
      std::tie(place, shift) = locate(bytes, width, extra);
      word = read(place);
      if (bytes.isPlaced())
        words[first / 4] = word;
    }
    return shift ? binary(BinaryKind::Shr, word, shift) : word;
  }

  Value loadScalar(const Bytes &bytes, Type type, int64_t extra) {
    int64_t width = type.isInteger(1) ? 1 : type.getIntOrFloatBitWidth() / 8;
    if (width == 8) {
      Type wide = IntegerType::get(context, 64, IntegerType::Unsigned);
      Value low = convert(loadScalar(bytes, uintType(), extra), wide);
      Value high = convert(loadScalar(bytes, uintType(), extra + 4), wide);
      Value shift = number(32);
      Value shifted = at->create<BinaryOp>(loc, wide, BinaryKind::Shl, high, shift);
      Value bits = at->create<BinaryOp>(loc, wide, BinaryKind::Or, low, shifted);
      return type.isF64() ? at->create<BitcastOp>(loc, type, bits).getResult()
                          : convert(bits, type);
    }
    Value word = loadPart(bytes, width, extra);
    if (type.isF32())
      return at->create<BitcastOp>(loc, type, word);
    if (type.isInteger(1)) {
      Value byte = binary(BinaryKind::And, word, number(0xff));
      return at->create<CmpOp>(loc, CmpKind::Ne, byte, number(0));
    }
    return convert(word, type);
  }

  Value loadObject(const Bytes &bytes, Type type, int64_t extra) {
    SmallVector<Value> parts;
    if (isa<ArrayType, VecType, MatType>(type)) {
      Type element = vkm::getElementType(type);
      int64_t size = getLayout(module, element).size;
      for (int64_t i = 0; i < vkm::getNumElements(type); ++i)
        parts.push_back(loadObject(bytes, element, extra + i * size));
    } else if (auto record = dyn_cast<RecordType>(type)) {
      for (MemberAttr member : membersOf(record))
        parts.push_back(loadObject(bytes, member.getType(), extra + member.getOffset()));
    } else {
      return loadScalar(bytes, type, extra);
    }
    return at->create<AggregateOp>(loc, type, parts);
  }

  /// Whether an access is of a whole element of a buffer that is planned to be words.
  bool isPlannedStruct(const Bytes &bytes, Type type) {
    auto deref = dyn_cast<DerefOp>(bytes.base);
    return deref && isa<RecordType>(type) && cast<RefType>(deref.getType()).getPointee() == type &&
           !isInWords(module, type);
  }

  /// `unpackPixel(pixels[i])`
  Value loadStruct(const Bytes &bytes, RecordType type) {
    SmallVector<Value> read;
    for (int64_t first = 0; first < getLayout(module, type).size; first += 4)
      read.push_back(this->read(getWord(bytes, getIndex(bytes, 4, first))));
    return at->create<CallOp>(loc, type, getUnpacking(type).getSymName(), read).getResult(0);
  }

  /// Pixel unpackPixel(uint word) { return Pixel(word & 0xffu, word >> 8 & 0xffu, ...); }
  FuncOp getUnpacking(RecordType type) {
    FuncOp &function = unpackings[type];
    if (function)
      return function;
    ClassOp parent = shading::getClass(module);
    StringRef name = type.getName().getValue();
    std::string symbol = ("unpack" + name.substr(name.rfind(':') + 1)).str();
    while (parent.lookupSymbol(symbol))
      symbol += "_";
    Operation *first = &*llvm::find_if(parent.getBody().front(),
                                       [](Operation &op) { return isa<FuncOp, ShaderOp>(op); });
    OpBuilder builder(first);
    const int64_t count = getLayout(module, type).size / 4;
    SmallVector<Type> types(count, uintType());
    SmallVector<Attribute> names;
    for (int64_t number = 0; number < count; ++number) {
      std::string word = count == 1 ? "word" : "word" + std::to_string(number);
      names.push_back(
          builder.getDictionaryAttr(builder.getNamedAttr(kNameAttr, builder.getStringAttr(word))));
    }
    function =
        builder.create<FuncOp>(loc, symbol, builder.getFunctionType(types, TypeRange(Type(type))),
                               builder.getArrayAttr(names), ArrayAttr());
    function->setAttr(shading::kPolyfillAttr, builder.getUnitAttr());
    Region &region = function.getBody();
    Block &body = region.empty() ? region.emplaceBlock() : region.front();
    if (body.getNumArguments() == 0)
      body.addArguments(types, SmallVector<Location>(count, loc));
    OpBuilder inside = OpBuilder::atBlockEnd(&body);
    OpBuilder *outside = std::exchange(at, &inside);
    // All words have been read.
    words.clear();
    for (auto [number, argument] : llvm::enumerate(body.getArguments()))
      words[number] = argument;
    inside.create<ReturnOp>(loc, loadObject(Bytes(), type, 0));
    words.clear();
    at = outside;
    return function;
  }

  SmallVector<MemberAttr> membersOf(RecordType record) {
    auto range = lookupRecord(module, record).getMembers().getAsRange<MemberAttr>();
    return SmallVector<MemberAttr>(range.begin(), range.end());
  }

  //===----------------------------------------------------------------------------------------===//
  // Stores
  //===----------------------------------------------------------------------------------------===//

  struct Leaf {
    int64_t offset; ///< from the object's first byte
    int64_t width;  ///< 1, 2 or 4 bytes
    Value bits;     ///< a uint with nothing above the width
  };

  void collect(Value value, int64_t offset, SmallVectorImpl<Leaf> &leaves) {
    Type type = value.getType();
    if (auto record = dyn_cast<RecordType>(type)) {
      auto aggregate = value.getDefiningOp<AggregateOp>();
      for (auto [index, member] : llvm::enumerate(membersOf(record))) {
        Value part = aggregate ? aggregate.getParts()[index]
                               : at->create<ExtractOp>(loc, member.getType(), value,
                                                       at->getStringAttr(member.getName()));
        collect(part, offset + member.getOffset(), leaves);
      }
      return;
    }
    if (isa<ArrayType, VecType, MatType>(type)) {
      Type element = vkm::getElementType(type);
      int64_t size = getLayout(module, element).size, count = vkm::getNumElements(type);
      auto aggregate = value.getDefiningOp<AggregateOp>();
      bool hasParts = aggregate && static_cast<int64_t>(aggregate.getParts().size()) == count &&
                      aggregate.getParts().front().getType() == element;
      for (int64_t i = 0; i < count; ++i) {
        Value part = hasParts ? aggregate.getParts()[i]
                              : at->create<ComponentOp>(loc, element, value, number(i));
        collect(part, offset + i * size, leaves);
      }
      return;
    }
    int64_t width = type.isInteger(1) ? 1 : type.getIntOrFloatBitWidth() / 8;
    if (width == 8) {
      Type wide = IntegerType::get(context, 64, IntegerType::Unsigned);
      Value bits =
          type.isF64() ? at->create<BitcastOp>(loc, wide, value).getResult() : convert(value, wide);
      Value high = at->create<BinaryOp>(loc, wide, BinaryKind::Shr, bits, number(32));
      leaves.push_back({offset, 4, convert(bits, uintType())});
      leaves.push_back({offset + 4, 4, convert(high, uintType())});
      return;
    }
    Value bits = type.isF32() ? at->create<BitcastOp>(loc, uintType(), value).getResult()
                              : convert(value, uintType());
    auto integer = dyn_cast<IntegerType>(type);
    if (width < 4 && integer.isSigned())
      bits = binary(BinaryKind::And, bits, number(width == 1 ? 0xff : 0xffff));
    leaves.push_back({offset, width, bits});
  }

  void storeObject(const Bytes &bytes, Value value) {
    SmallVector<Leaf> leaves;
    collect(value, 0, leaves);
    // A field has whole words for itself.
    int64_t size = getLayout(module, value.getType()).size;
    bool isWholeField =
        isa<FieldRefOp>(bytes.base) && bytes.terms.empty() && bytes.constant == 0 &&
        cast<RefType>(bytes.base->getResult(0).getType()).getPointee() == value.getType();
    if (isWholeField)
      size = llvm::alignTo(size, 4);
    bool isAligned = bytes.isPlaced();
    for (size_t i = 0; i < leaves.size();) {
      Leaf &leaf = leaves[i];
      checkAligned(bytes, leaf.width, leaf.offset);
      int64_t first = leaf.offset - (bytes.constant + leaf.offset) % 4;
      bool ownsWord = isAligned && first >= 0 && first + 4 <= size;
      if (!ownsWord && leaf.width < 4) {
        storePart(bytes, leaf);
        ++i;
        continue;
      }
      Value word;
      if (!ownsWord)
        first = leaf.offset;
      for (; i < leaves.size() && leaves[i].offset < first + 4; ++i) {
        checkAligned(bytes, leaves[i].width, leaves[i].offset);
        Value part = leaves[i].bits;
        int64_t shift = 8 * (leaves[i].offset - first);
        if (std::optional<uint64_t> known = shift ? getKnown(part) : std::nullopt)
          part = number(*known << shift);
        else if (shift)
          part = binary(BinaryKind::Shl, part, number(shift));
        word = word ? binary(BinaryKind::Or, word, part) : part;
      }
      at->create<AssignOp>(loc, getWord(bytes, getIndex(bytes, 4, first)), word);
    }
  }

  /// Some bytes of a word, the others of which may change at the same time.
  void storePart(const Bytes &bytes, const Leaf &leaf) {
    auto [place, shift] = locate(bytes, leaf.width, leaf.offset);
    const uint64_t mask = leaf.width == 1 ? 0xff : 0xffff;
    std::optional<uint64_t> known = getKnown(leaf.bits), amount = shift ? getKnown(shift) : 0;
    if (known != mask) {
      Value others = hexNumber(amount ? uint32_t(~(mask << *amount)) : mask);
      if (!amount) {
        others = binary(BinaryKind::Shl, others, shift);
        others = at->create<UnaryOp>(loc, uintType(), UnaryKind::BitNot, others);
      }
      at->create<AtomicOp>(loc, ReduceKind::And, place, others);
    }
    Value bits = shift ? binary(BinaryKind::Shl, leaf.bits, shift) : leaf.bits;
    if (known != 0)
      at->create<AtomicOp>(loc, ReduceKind::Or, place, bits);
  }

  /// The bits, where they are a constant.
  static std::optional<uint64_t> getKnown(Value bits) {
    if (auto cast = bits.getDefiningOp<CastOp>())
      bits = cast.getOperand();
    auto constant = bits.getDefiningOp<ConstantOp>();
    auto number = constant ? dyn_cast<IntegerAttr>(constant.getValue()) : IntegerAttr();
    if (!number)
      return std::nullopt;
    return number.getValue().getZExtValue();
  }

  //===----------------------------------------------------------------------------------------===//

  void rewrite(Operation *op) {
    words.clear();
    OpBuilder builder(op);
    at = &builder;
    loc = op->getLoc();
    Bytes bytes = shading::getBytes(module, getAccessedPlace(op));
    if (auto load = dyn_cast<LoadOp>(op)) {
      load.replaceAllUsesWith(isPlannedStruct(bytes, load.getType())
                                  ? loadStruct(bytes, cast<RecordType>(load.getType()))
                                  : loadObject(bytes, load.getType(), 0));
    } else if (auto assign = dyn_cast<AssignOp>(op)) {
      storeObject(bytes, assign.getValue());
    } else if (auto atomic = dyn_cast<AtomicOp>(op)) {
      rewriteAtomic(atomic, bytes);
    } else if (auto swap = dyn_cast<CompareSwapOp>(op)) {
      rewriteSwap(swap, bytes);
    } else {
      auto update = cast<UpdateOp>(op);
      Type type = cast<RefType>(update.getRef().getType()).getPointee();
      Value old = loadObject(bytes, type, 0);
      storeObject(bytes, at->create<BinaryOp>(loc, type, update.getKind(), old, update.getValue()));
    }
    Value place = getAccessedPlace(op);
    // A comment stays with the last statement that does the work.
    if (Attribute comment = op->getAttr(kCommentAttr))
      if (Operation *last = op->getPrevNode())
        last->setAttr(kCommentAttr, comment);
    op->erase();
    while (Operation *dead = place ? place.getDefiningOp() : nullptr) {
      if (!dead->use_empty() || !isa<MemberOp, ElementOp, DerefOp, FieldRefOp, BitsOp>(dead))
        break;
      place = dead->getNumOperands() ? dead->getOperand(0) : Value();
      dead->erase();
    }
  }

  /// The bits of a number of 32 bits, and the number that they are.
  Value toBits(Value value) {
    return value.getType().isF32() ? at->create<BitcastOp>(loc, uintType(), value).getResult()
                                   : convert(value, uintType());
  }
  Value fromBits(Value bits, Type type) {
    return type.isF32() ? at->create<BitcastOp>(loc, type, bits).getResult() : convert(bits, type);
  }

  /// Words are unsigned: sums and bits of integers are the same in them; minima and maxima of
  /// signed ones, and sums of floats, compare and swap the word.
  void rewriteAtomic(AtomicOp atomic, const Bytes &bytes) {
    Type type = atomic.getValue().getType();
    ReduceKind kind = atomic.getKind();
    if (type.getIntOrFloatBitWidth() != 32)
      return refuseAtomic(atomic, stringifyReduceKind(kind).str());
    checkAligned(bytes, 4, 0);
    Value place = getWord(bytes, getIndex(bytes, 4, 0));
    bool isExtreme = kind == ReduceKind::Min || kind == ReduceKind::Max;
    Value old = type.isF32() || (isExtreme && type.isSignedInteger())
                    ? swapInLoop(atomic, place)
                    : at->create<AtomicOp>(loc, kind, place, convert(atomic.getValue(), uintType()))
                          .getOld();
    if (!atomic->use_empty())
      atomic.replaceAllUsesWith(fromBits(old, type));
  }

  /// Returns the word that was there before:
  ///
  ///     uint before = atomicOr(t[k], 0u), seen;
  ///     do { seen = before; before = atomicCompSwap(t[k], seen, uint(max(int(seen), x))); }
  ///     while (before != seen);
  Value swapInLoop(AtomicOp atomic, Value place) {
    Type word = uintType(), type = atomic.getValue().getType();
    auto load = [&](Value variable) { return at->create<LoadOp>(loc, word, variable).getResult(); };
    // A plain read would be a race with the swaps of other threads.
    Value read = at->create<AtomicOp>(loc, ReduceKind::Or, place, number(0));
    Value before = at->create<VarOp>(loc, RefType::get(word), "before", read, false);
    Value seen = at->create<VarOp>(loc, RefType::get(word), "seen", Value(), false);
    auto loop = at->create<DoWhileOp>(loc);
    OpBuilder inside = OpBuilder::atBlockEnd(&loop.getBody().emplaceBlock());
    OpBuilder condition = OpBuilder::atBlockEnd(&loop.getCond().emplaceBlock());
    OpBuilder *around = std::exchange(at, &inside);
    at->create<AssignOp>(loc, seen, load(before));
    Value old = fromBits(load(seen), type), value = atomic.getValue(), next;
    if (atomic.getKind() == ReduceKind::Add)
      next = at->create<BinaryOp>(loc, type, BinaryKind::Add, old, value);
    else
      next = at->create<MathOp>(loc, type,
                                atomic.getKind() == ReduceKind::Min ? MathFn::Min : MathFn::Max,
                                ValueRange{old, value});
    at->create<AssignOp>(loc, before,
                         at->create<CompareSwapOp>(loc, word, place, load(seen), toBits(next)));
    at = &condition;
    Value changed = at->create<CmpOp>(loc, CmpKind::Ne, load(before), load(seen));
    at->create<YieldOp>(loc, changed);
    at = around;
    return load(before);
  }

  void rewriteSwap(CompareSwapOp swap, const Bytes &bytes) {
    Type type = swap.getValue().getType();
    if (!type.isInteger(32))
      return refuseAtomic(swap, "compare and swap");
    checkAligned(bytes, 4, 0);
    Value place = getWord(bytes, getIndex(bytes, 4, 0));
    Value old =
        at->create<CompareSwapOp>(loc, uintType(), place, convert(swap.getExpected(), uintType()),
                                  convert(swap.getValue(), uintType()));
    swap.replaceAllUsesWith(convert(old, type));
  }

  /// There is none of words; the operation gives any number, and nothing is printed.
  void refuseAtomic(Operation *op, std::string what) {
    refuse(backends::diag::ShaderNoAtomic, {std::move(what), "this member"});
    Type type = op->getResult(0).getType();
    op->getResult(0).replaceAllUsesWith(
        at->create<ConstantOp>(loc, cast<TypedAttr>(at->getZeroAttr(type))));
  }

  void refuse(const DiagInfo &info, ArrayRef<std::string> arguments) {
    if (!failed)
      report(loc, info, arguments);
    failed = true;
  }

  ArrayType wordsOf(Type type) {
    int64_t words = llvm::divideCeil(getLayout(module, type).size, 4);
    return ArrayType::get(context, words, uintType());
  }

  /// Buffers, fields and all that names them become words.
  void retype() {
    auto change = [&](Value value) {
      auto pointer = dyn_cast<PtrType>(value.getType());
      if (pointer && shading::isBufferInWords(module, pointer.getPointee()))
        value.setType(PtrType::get(uintType(), pointer.getIsConst()));
    };
    ClassOp parent = shading::getClass(module);
    ShaderOp shader = shading::getShader(module);
    SmallVector<Attribute> bindings;
    for (BindingAttr binding : shader.getBindings().getAsRange<BindingAttr>()) {
      Type element = binding.getElementType();
      if (binding.getKind() == ResourceKind::Parameter && shading::isBufferInWords(module, element))
        element = uintType();
      bindings.push_back(BindingAttr::get(context, binding.getBinding(), binding.getKind(),
                                          binding.getName(), element, binding.getAccess()));
    }
    shader.setBindingsAttr(ArrayAttr::get(context, bindings));
    module.walk([&](Operation *op) {
      for (Value result : op->getResults())
        change(result);
      if (auto field = dyn_cast<FieldRefOp>(op)) {
        Type type = cast<RefType>(field.getType()).getPointee();
        if (isInWords(module, type))
          field.getResult().setType(RefType::get(wordsOf(type)));
      }
      auto function = dyn_cast<FuncOp>(op);
      if (!function || function.isExternal())
        return;
      for (BlockArgument argument : function.getBody().front().getArguments())
        change(argument);
      function.setFunctionType(FunctionType::get(
          context, function.getBody().front().getArgumentTypes(), function.getResultTypes()));
    });
    if (!shading::bindsClassData(module))
      return;
    for (FieldOp field : parent.getOps<FieldOp>())
      if (field.getOffset() && isInWords(module, field.getType()))
        field.setType(wordsOf(field.getType()));
  }

  ModuleOp module;
  MLIRContext *context;
  OpBuilder *at = nullptr;
  llvm::DenseMap<Type, FuncOp> unpackings;   ///< of structs
  llvm::SmallDenseMap<int64_t, Value> words; ///< that the access at hand has read, by their number
  Location loc = UnknownLoc::get(context);
  bool failed = false;
};
} // namespace

bool vkmorph::shading::isBufferInWords(ModuleOp module, Type element) {
  auto record = dyn_cast<RecordType>(element);
  auto words = getShader(module)->getAttrOfType<ArrayAttr>(kWordsAttr);
  bool isPlanned = record && words && llvm::is_contained(words, record.getName().getAttr());
  return isPlanned || isInWords(module, element);
}

LogicalResult vkmorph::shading::flattenWords(ModuleOp module) { return Flattener(module).run(); }
