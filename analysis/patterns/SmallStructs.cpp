//===- SmallStructs.cpp - Structs of bytes and shorts that fit a few words --------------------===//

#include "analysis/patterns/SmallStructs.h"

#include "analysis/patterns/Appends.h"
#include "analysis/patterns/JoinedStores.h"
#include "analysis/values/Expressions.h"

#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

static constexpr int64_t kWordBytes = 4;
// Larger structs are read for a few of their members.
static constexpr int64_t kMostStructBytes = 16;

namespace {
/// A number in a struct.
struct Leaf {
  int64_t offset;
  int64_t width; ///< in bytes
};
} // namespace

static void collectLeaves(Operation *from, Type type, int64_t offset,
                          SmallVectorImpl<Leaf> &leaves) {
  if (auto record = dyn_cast<RecordType>(type)) {
    for (MemberAttr member : lookupRecord(from, record).getMembers().getAsRange<MemberAttr>())
      collectLeaves(from, member.getType(), offset + member.getOffset(), leaves);
    return;
  }
  Type element = vkm::getElementType(type);
  if (!element) {
    leaves.push_back({offset, getLayout(from, type).size});
    return;
  }
  int64_t size = getLayout(from, element).size;
  for (int64_t number = 0; number < vkm::getNumElements(type); ++number)
    collectLeaves(from, element, offset + number * size, leaves);
}

static SmallVector<Leaf> collectLeaves(Operation *from, Type type, int64_t offset) {
  SmallVector<Leaf> leaves;
  collectLeaves(from, type, offset, leaves);
  return leaves;
}

static bool hasSmall(Operation *from, Type type) {
  return llvm::any_of(collectLeaves(from, type, 0),
                      [](const Leaf &leaf) { return leaf.width < kWordBytes; });
}

static SmallVector<Leaf> collectLeaves(RecordOp record) {
  auto name = FlatSymbolRefAttr::get(record.getSymNameAttr());
  return collectLeaves(record, RecordType::get(record.getContext(), name), 0);
}

static SmallVector<int64_t> getOffsets(ArrayRef<Leaf> leaves) {
  return llvm::map_to_vector(leaves, [](const Leaf &leaf) { return leaf.offset; });
}

SmallVector<int64_t> vkmorph::vkm::getNumbers(RecordOp record) {
  return getOffsets(collectLeaves(record));
}

std::string vkmorph::vkm::findWordsObstacle(RecordOp record) {
  auto size = static_cast<int64_t>(record.getSize());
  if (size % kWordBytes != 0 || size > kMostStructBytes)
    return "has " + std::to_string(size) + " bytes, which are no 1 to " +
           std::to_string(kMostStructBytes / kWordBytes) + " words";
  for (const Leaf &leaf : collectLeaves(record))
    if (leaf.width > kWordBytes || leaf.offset % leaf.width != 0)
      return "has a number that lies in two words";
  return {};
}

bool vkmorph::vkm::gainsByWords(RecordOp record, const StructUse &use) {
  llvm::SmallDenseMap<int64_t, int64_t> together;
  for (const Leaf &leaf : collectLeaves(record))
    if (leaf.width < kWordBytes && (use.isStored || use.read.count(leaf.offset)))
      if (++together[leaf.offset / kWordBytes] > 1)
        return true;
  return false;
}

namespace {
/// A place as a part of an element of a buffer.
struct Part {
  RecordType record;   ///< the element; null where it is none
  int64_t offset = 0;  ///< in it
  bool isKnown = true; ///< no subscript in the element is a variable
  bool isWhole = true;
};
} // namespace

/// What a function is given by reference may be an element of a buffer.
static Part getPart(Value place) {
  Part part;
  for (; isa_and_nonnull<MemberOp, ElementOp>(place.getDefiningOp());
       place = place.getDefiningOp()->getOperand(0)) {
    part.isWhole = false;
    Operation *step = place.getDefiningOp();
    Type whole = cast<RefType>(step->getOperand(0).getType()).getPointee();
    if (auto member = dyn_cast<MemberOp>(step)) {
      part.offset +=
          lookupRecord(step, cast<RecordType>(whole)).lookupMember(member.getName()).getOffset();
    } else if (std::optional<int64_t> number = getConstantInt(step->getOperand(1))) {
      part.offset += *number * getLayout(step, vkm::getElementType(whole)).size;
    } else {
      part.isKnown = false;
    }
  }
  auto argument = dyn_cast<BlockArgument>(place);
  bool isElement = argument ? isa<FunctionOpInterface>(argument.getOwner()->getParentOp())
                            : isa<DerefOp>(place.getDefiningOp());
  if (auto ref = dyn_cast<RefType>(place.getType()); ref && isElement)
    part.record = dyn_cast<RecordType>(ref.getPointee());
  return part;
}

std::optional<SmallVector<int64_t>> vkmorph::vkm::getNumbers(Value place) {
  Part part = getPart(place);
  if (!part.isKnown)
    return std::nullopt;
  Type type = cast<RefType>(place.getType()).getPointee();
  return getOffsets(collectLeaves(place.getDefiningOp(), type, part.offset));
}

llvm::MapVector<StringAttr, StructUse> vkmorph::vkm::collectStructUses(KernelOp kernel) {
  llvm::MapVector<StringAttr, StructUse> uses;
  auto access = [&](Operation *op, Value place, bool reads, bool writes) {
    Part part = getPart(place);
    if (!part.record)
      return;
    StructUse &use = uses[part.record.getName().getAttr()];
    Type type = cast<RefType>(place.getType()).getPointee();
    if (reads && part.isKnown)
      for (const Leaf &leaf : collectLeaves(op, type, part.offset))
        if (leaf.width < kWordBytes)
          use.read.insert(leaf.offset);
    if (writes && part.isWhole)
      use.isStored = true;
    else if (writes && !use.partlyStored && hasSmall(op, type))
      use.partlyStored = op;
  };
  SmallVector<JoinedStores> joins = getPlannedJoins(kernel);
  // Stores that become one: the element is read before them, if it is, and stored behind them.
  auto accessJoined = [&](Operation *op) {
    bool isPart = false;
    for (const JoinedStores &joined : joins) {
      if (op == joined.first && joined.isRead)
        access(op, joined.element, true, false);
      if (op == joined.last)
        access(op, joined.element, false, true);
      isPart |= llvm::is_contained(joined.accesses, op);
    }
    return isPart;
  };
  walkReached(kernel, [&](Operation *op) {
    if (accessJoined(op))
      return;
    llvm::TypeSwitch<Operation *>(op)
        .Case([&](LoadOp load) { access(op, load.getRef(), true, false); })
        .Case([&](AssignOp assign) { access(op, assign.getRef(), false, true); })
        .Case([&](UpdateOp update) { access(op, update.getRef(), true, true); })
        .Case([&](ScatterOp scatter) {
          access(op, scatter.getRef(), true, true);
          // Other iterations update the rest of the element at the same time.
          if (RecordType record = getPart(scatter.getRef()).record)
            uses[record.getName().getAttr()].partlyStored = op;
        })
        .Case([&](CallOp call) {
          // A function may change the part that it is given; the whole it knows as the struct.
          for (Value operand : call.getOperands())
            if (isa<RefType>(operand.getType()) && !getPart(operand).isWhole)
              access(op, operand, false, true);
        })
        .Case([&](AppendOp append) {
          if (auto record = dyn_cast<RecordType>(append.getValue().getType()))
            uses[record.getName().getAttr()].isStored = true;
        });
  });
  return uses;
}
