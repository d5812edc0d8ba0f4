//===- TileSteps.cpp - The threads of a workgroup take the rows of a tile ---------------------===//
//
//   for (int step = 0; step < 63; step++)            shared int tTile[33][34];
//     for (int line = 0; line < 32; line++) {
//       const int column = step - line;              const int line = int(lid);
//       const int i = firstI + line;             =>  // the elements that tiles before have written
//       const int j = firstJ + column;               barrier();
//       if (...)                                     for (int step = 0; step < 63; step++) {
//         t[i][j] = f(t[i - 1][j], t[i][j - 1]);       const int column = step - line;
//     }                                                const int i = ..., j = ...;
//                                                      if (...) {
//                                                        tTile[line + 1][column + 1] =
//                                                            f(tTile[line][column + 1], ...);
//                                                        t[i][j] = tTile[line + 1][column + 1];
//                                                      }
//                                                      barrier();
//                                                    }
//
// PlanSteps says which elements a tile has, as rows and columns from the iteration's own. Where
// each iteration writes its element for certain, and elements are read that iterations before have
// written alone, the tile is filled with what lies around it, and otherwise whole. Arrays of which
// some access is another one are coherent, and the barrier orders them.
//
//===------------------------------------------------------------------------------------------===//

#include "device/Builders.h"
#include "ir/Constants.h"
#include "ir/Effects.h"
#include "ir/Places.h"
#include "ir/VkmAttributes.h"
#include "passes/Passes.h"
#include "transforms/Expressions.h"

#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_TILESTEPS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct TileStepsPass : vkm::impl::TileStepsBase<TileStepsPass> {
  void runOnOperation() override;
};

/// The elements of one array that a tile has.
struct TileArray {
  Root root;
  SmallVector<Operation *> places;
  int32_t firstRow = 0, firstColumn = 0; ///< of the elements, behind those of the tile's iterations
  int32_t rows = 0, columns = 0;         ///< of the elements
  bool isWhole = false;                  ///< the tile needs what was there before it
};

/// Rewrites one loop over the lines of a tile.
class StepTiling {
public:
  explicit StepTiling(ForOp lines)
      : lines(lines), steps(cast<ForOp>(lines->getParentOp())),
        shader(lines->getParentOfType<ShaderOp>()), loc(lines.getLoc()),
        size(shader.getLocalSize()[0]), type(lines.getInit().getType()) {}
  LogicalResult run();

private:
  LogicalResult findCounters();
  void findArrays();
  bool isFilledAround(const TileArray &array);
  void makeCoherent(ArrayRef<Root> roots);
  Value number(OpBuilder &at, int64_t value) {
    return at.create<ConstantOp>(loc, at.getIntegerAttr(type, value));
  }
  Value add(OpBuilder &at, Value value, int64_t distance);
  Value rebuild(OpBuilder &at, Value value, Value row, Value column);
  SharedOp declare(const TileArray &array);
  Value buildElement(OpBuilder &at, SharedOp shared, Value row, Value column);
  void fill(OpBuilder &at, const TileArray &array, SharedOp shared);
  void fillStrip(OpBuilder &at, const TileArray &array, SharedOp shared, bool alongRows,
                 int64_t first, int64_t count, int64_t across, int64_t acrossCount);
  void fillElement(OpBuilder &at, const TileArray &array, SharedOp shared, Value row, Value column);
  void share(const TileArray &array, SharedOp shared);
  void comment(Operation *before);

  ForOp lines, steps;
  ShaderOp shader;
  Location loc;
  int64_t size;
  Type type;
  VarOp column; ///< step - line
  Value line;   ///< the place of the thread's row
  std::vector<TileArray> arrays;
  SmallVector<Root> others; ///< written and read, and in no tile
};
} // namespace

//===------------------------------------------------------------------------------------------===//
// What there is
//===------------------------------------------------------------------------------------------===//

LogicalResult StepTiling::findCounters() {
  for (VarOp variable : lines.getBody().front().getOps<VarOp>()) {
    auto difference = variable.getInit() ? variable.getInit().getDefiningOp<BinaryOp>() : nullptr;
    if (!difference || difference.getKind() != BinaryKind::Sub)
      continue;
    auto from = difference.getLhs().getDefiningOp<LoadOp>();
    auto by = difference.getRhs().getDefiningOp<LoadOp>();
    if (from && by && from.getRef() == steps.getBodyVar() && by.getRef() == lines.getBodyVar())
      column = variable;
  }
  return column ? success() : lines.emitOpError("has no variable for the column of an iteration");
}

/// Whether all accesses to an array are those that are marked, and of the kinds that tiles have.
static bool isTiled(Operation *loop, const Root &root) {
  return !loop->walk([&](Operation *op) {
                for (Value operand : op->getOperands()) {
                  Operation *place = operand.getDefiningOp();
                  if (!isa<RefType>(operand.getType()) || getRoot(operand) != root ||
                      isa<MemberOp, ElementOp>(op))
                    continue;
                  auto assign = dyn_cast<AssignOp>(op);
                  bool isKnown =
                      isa<LoadOp, UpdateOp>(op) || (assign && assign.getRef() == operand);
                  if (!isKnown || !place || !place->hasAttr(kInTileAttr))
                    return WalkResult::interrupt();
                }
                return WalkResult::advance();
              })
              .wasInterrupted();
}

static ArrayRef<int32_t> getOffset(Operation *place) {
  return place->getAttrOfType<DenseI32ArrayAttr>(kInTileAttr).asArrayRef();
}

static bool writes(Operation *place) {
  return llvm::any_of(place->getUsers(), [](Operation *user) { return !isa<LoadOp>(user); });
}

void StepTiling::findArrays() {
  llvm::MapVector<Root, SmallVector<Operation *>> places;
  lines.getBody().walk([&](Operation *op) {
    if (op->hasAttr(kInTileAttr))
      places[getRoot(op->getResult(0))].push_back(op);
  });
  EffectSet effects = getEffects(lines.getBody());
  for (auto &[root, all] : places) {
    if (!effects.readsAny(root) || !isTiled(lines, root))
      continue;
    TileArray array;
    array.root = root;
    array.places = all;
    int32_t lastRow = 0, lastColumn = 0;
    for (Operation *place : all) {
      ArrayRef<int32_t> offset = getOffset(place);
      array.firstRow = std::min(array.firstRow, offset[0]);
      array.firstColumn = std::min(array.firstColumn, offset[1]);
      lastRow = std::max(lastRow, offset[0]);
      lastColumn = std::max(lastColumn, offset[1]);
    }
    array.rows = size + lastRow - array.firstRow;
    array.columns = size + lastColumn - array.firstColumn;
    array.isWhole = !isFilledAround(array);
    arrays.push_back(std::move(array));
  }
  for (const Root &root : effects.writes) {
    bool isLocal =
        root.value && root.value.getDefiningOp() && steps->isAncestor(root.value.getDefiningOp());
    bool isMemory = root.symbol || isa_and_nonnull<BufferOp>(root.value.getDefiningOp());
    bool isInTile = llvm::any_of(arrays, [&](const TileArray &a) { return a.root == root; });
    if (!isLocal && isMemory && !isInTile && effects.readsAny(root))
      others.push_back(root);
  }
}

/// Whether statements write to one of these places whatever conditions say.
static bool alwaysWrites(Block &block, ArrayRef<Operation *> places) {
  for (Operation &op : block) {
    if (auto assign = dyn_cast<AssignOp>(op);
        assign && llvm::is_contained(places, assign.getRef().getDefiningOp()))
      return true;
    if (auto branch = dyn_cast<IfOp>(op); branch && !branch.getElseRegion().empty() &&
                                          alwaysWrites(branch.getThenRegion().front(), places) &&
                                          alwaysWrites(branch.getElseRegion().front(), places))
      return true;
    WalkResult walk = op.walk([](Operation *inner) {
      return isa<ContinueOp, BreakOp, ReturnOp>(inner) ? WalkResult::interrupt()
                                                       : WalkResult::advance();
    });
    if (walk.wasInterrupted())
      return false;
  }
  return false;
}

/// Whether iterations read no element of the tile but those that iterations before have written.
bool StepTiling::isFilledAround(const TileArray &array) {
  SmallVector<Operation *> written;
  for (Operation *place : array.places) {
    ArrayRef<int32_t> offset = getOffset(place);
    bool isBefore = offset[0] <= 0 && offset[1] <= 0 && (offset[0] < 0 || offset[1] < 0);
    if (!isBefore && llvm::any_of(place->getUsers(), llvm::IsaPred<LoadOp, UpdateOp>))
      return false;
    if (writes(place))
      written.push_back(place);
  }
  // The branch of the iterations that there are.
  return llvm::any_of(lines.getBody().front().getOps<IfOp>(), [&](IfOp branch) {
    return alwaysWrites(branch.getThenRegion().front(), written);
  });
}

//===------------------------------------------------------------------------------------------===//
// Arrays in memory
//===------------------------------------------------------------------------------------------===//

/// What a thread writes to these arrays, the others of its workgroup read behind a barrier.
void StepTiling::makeCoherent(ArrayRef<Root> roots) {
  SmallVector<Attribute> fields;
  if (ArrayAttr before = shader.getCoherentFieldsAttr())
    llvm::append_range(fields, before);
  for (const Root &root : roots)
    if (root.symbol)
      fields.push_back(FlatSymbolRefAttr::get(root.symbol));
    else if (auto buffer = root.value.getDefiningOp<BufferOp>())
      buffer.setCoherent(true);
  if (!fields.empty())
    shader.setCoherentFieldsAttr(ArrayAttr::get(shader.getContext(), fields));
}

//===------------------------------------------------------------------------------------------===//
// Arrays in shared memory
//===------------------------------------------------------------------------------------------===//

Value StepTiling::add(OpBuilder &at, Value value, int64_t distance) {
  if (distance == 0)
    return value;
  Type type = value.getType();
  auto number = [&](int64_t known) -> Value {
    return at.create<ConstantOp>(loc, at.getIntegerAttr(type, known));
  };
  if (std::optional<int64_t> known = getConstantInt(value))
    return number(*known + distance);
  return at.create<BinaryOp>(loc, type, distance > 0 ? BinaryKind::Add : BinaryKind::Sub, value,
                             number(std::abs(distance)));
}

/// An index as it is in the iteration with that row and column of the tile.
Value StepTiling::rebuild(OpBuilder &at, Value value, Value row, Value column) {
  if (auto load = value.getDefiningOp<LoadOp>()) {
    if (load.getRef() == lines.getBodyVar())
      return row;
    if (load.getRef() == this->column.getRef())
      return column;
    auto variable = load.getRef().getDefiningOp<VarOp>();
    if (variable && lines->isAncestor(variable))
      return rebuild(at, variable.getInit(), row, column);
  }
  Operation *op = value.getDefiningOp();
  if (!op || !steps->isAncestor(op))
    return value;
  IRMapping mapping;
  for (Value operand : op->getOperands())
    mapping.map(operand, rebuild(at, operand, row, column));
  // Sums with numbers that are known.
  if (auto sum = dyn_cast<BinaryOp>(op); sum && sum.getKind() == BinaryKind::Add)
    for (auto [one, other] :
         {std::pair(sum.getLhs(), sum.getRhs()), std::pair(sum.getRhs(), sum.getLhs())})
      if (std::optional<int64_t> known = getConstantInt(mapping.lookup(one)))
        return add(at, mapping.lookup(other), *known);
  return at.clone(*op, mapping)->getResult(cast<OpResult>(value).getResultNumber());
}

/// "lengthTile"
SharedOp StepTiling::declare(const TileArray &array) {
  auto parent = shader->getParentOfType<ClassOp>();
  std::string name = getRootName(array.root).str() + "Tile";
  for (unsigned number = 2; parent.lookupSymbol(name); ++number)
    name = StringRef(name).rtrim("0123456789").str() + std::to_string(number);
  Type element = cast<RefType>(array.places.front()->getResult(0).getType()).getPointee();
  // Neighbours of a diagonal are as far apart in memory as a row has elements, less one: an odd
  // number, so that they lie in different banks.
  int64_t pitch = array.columns + array.columns % 2;
  OpBuilder at(shader);
  return at.create<SharedOp>(loc, name, makeArrays(element, {array.rows, pitch}));
}

Value StepTiling::buildElement(OpBuilder &at, SharedOp shared, Value row, Value column) {
  Value all = at.create<SharedRefOp>(loc, RefType::get(shared.getType()), shared.getSymName());
  return vkm::buildElement(at, loc, vkm::buildElement(at, loc, all, row), column);
}

/// Reads the element in that row and column of the tile's elements, where there is one.
void StepTiling::fillElement(OpBuilder &at, const TileArray &array, SharedOp shared, Value row,
                             Value column) {
  Operation *own = array.places.front();
  ArrayRef<int32_t> offset = getOffset(own);
  Value ownRow = add(at, row, array.firstRow - offset[0]);
  Value ownColumn = add(at, column, array.firstColumn - offset[1]);
  Value source, isThere;
  auto compare = [&](OpBuilder &in, Value index, Value length) -> Value {
    Type compared = in.getIntegerType(index.getType().getIntOrFloatBitWidth(), /*isSigned=*/false);
    Value number = in.createOrFold<CastOp>(loc, compared, index);
    return in.create<CmpOp>(loc, CmpKind::Lt, number,
                            in.createOrFold<CastOp>(loc, compared, length));
  };
  if (auto deref = dyn_cast<DerefOp>(own)) {
    VarOp index = buildVar(at, loc, "at", rebuild(at, deref.getIndex(), ownRow, ownColumn),
                           /*isConst=*/true);
    Value pointer = deref.getPointer();
    if (auto vector = pointer.getDefiningOp<VectorDataOp>())
      pointer = at.clone(*vector)->getResult(0);
    isThere = compare(at, buildLoad(at, loc, index), at.create<LengthOp>(loc, pointer));
    auto branch = at.create<IfOp>(loc, isThere);
    OpBuilder in = OpBuilder::atBlockEnd(&branch.getThenRegion().front());
    source = in.create<DerefOp>(loc, deref.getType(), pointer, buildLoad(in, loc, index));
    in.create<AssignOp>(loc, buildElement(in, shared, row, column), buildLoad(in, loc, source));
    return;
  }
  SmallVector<ElementOp> elements;
  for (auto element = cast<ElementOp>(own); element;
       element = element.getBase().getDefiningOp<ElementOp>())
    elements.insert(elements.begin(), element);
  SmallVector<VarOp> indices;
  for (ElementOp element : elements) {
    indices.push_back(buildVar(at, loc, "at", rebuild(at, element.getIndex(), ownRow, ownColumn),
                               /*isConst=*/true));
    auto whole = cast<ArrayType>(cast<RefType>(element.getBase().getType()).getPointee());
    auto isWithin = [&](OpBuilder &in) -> Value {
      return compare(in, buildLoad(in, loc, indices.back()), buildUint(in, loc, whole.getLength()));
    };
    isThere = isThere ? buildLogical<AndOp>(at, loc, isThere, isWithin) : isWithin(at);
  }
  auto branch = at.create<IfOp>(loc, isThere);
  OpBuilder in = OpBuilder::atBlockEnd(&branch.getThenRegion().front());
  source = in.clone(*elements.front().getBase().getDefiningOp())->getResult(0);
  for (VarOp index : indices)
    source = vkm::buildElement(in, loc, source, buildLoad(in, loc, index));
  in.create<AssignOp>(loc, buildElement(in, shared, row, column), buildLoad(in, loc, source));
}

/// Reads `count` rows (or columns) of the tile's elements, from one on, and of each the elements of
/// so many others, side by side.
void StepTiling::fillStrip(OpBuilder &at, const TileArray &array, SharedOp shared, bool byRows,
                           int64_t first, int64_t count, int64_t across, int64_t acrossCount) {
  OpBuilder in = at;
  auto loop = [&](StringRef name, Value from, int64_t end, int64_t step) -> Value {
    ForOp made = buildUintLoop(
        in, loc, name, from, [&](OpBuilder &inside) { return number(inside, end); },
        [&](OpBuilder &inside) { return number(inside, step); });
    in.setInsertionPointToEnd(&made.getBody().front());
    return made.getBodyVar();
  };
  Value outer =
      count > 1 ? loop(byRows ? "row" : "column", number(in, first), first + count, 1) : Value();
  Value begin = add(in, buildLoad(in, loc, line), across);
  StringRef name = byRows ? "column" : "row";
  Value inner = acrossCount > size
                    ? loop(name, begin, across + acrossCount, size)
                    : Value(buildVar(in, loc, name, begin, /*isConst=*/true).getRef());
  Value major = outer ? buildLoad(in, loc, outer) : number(in, first);
  Value minor = buildLoad(in, loc, inner);
  fillElement(in, array, shared, byRows ? major : minor, byRows ? minor : major);
}

void StepTiling::fill(OpBuilder &at, const TileArray &array, SharedOp shared) {
  if (array.isWhole)
    return fillStrip(at, array, shared, /*byRows=*/true, 0, array.rows, 0, array.columns);
  int64_t above = -array.firstRow, before = -array.firstColumn;
  if (above > 0)
    fillStrip(at, array, shared, /*byRows=*/true, 0, above, 0, array.columns);
  if (before > 0)
    fillStrip(at, array, shared, /*byRows=*/false, 0, before, above, size);
}

/// Elements are read in the tile, and written to it as well.
void StepTiling::share(const TileArray &array, SharedOp shared) {
  for (Operation *place : array.places) {
    ArrayRef<int32_t> offset = getOffset(place);
    auto find = [&](OpBuilder &in) {
      return buildElement(in, shared, add(in, buildLoad(in, loc, line), offset[0] - array.firstRow),
                          add(in, buildLoad(in, loc, column), offset[1] - array.firstColumn));
    };
    for (Operation *user : llvm::make_early_inc_range(place->getUsers())) {
      OpBuilder in(user);
      if (auto load = dyn_cast<LoadOp>(user)) {
        load.getRefMutable().assign(find(in));
        continue;
      }
      Location where = user->getLoc();
      LoadOp variable; // what is written, where that is a local variable
      if (auto update = dyn_cast<UpdateOp>(user)) {
        in.create<UpdateOp>(where, update.getKind(), find(in), update.getValue());
      } else {
        Value value = cast<AssignOp>(user).getValue();
        in.create<AssignOp>(where, find(in), value);
        variable = value.getDefiningOp<LoadOp>();
        if (variable && !variable.getRef().getDefiningOp<VarOp>())
          variable = nullptr;
      }
      in.create<AssignOp>(where, place->getResult(0),
                          buildLoad(in, where, variable ? variable.getRef() : find(in)));
      user->erase();
    }
    place->removeAttr(kInTileAttr);
  }
}

/// Says what the statements behind an operation are for, which fill the tile, and the steps.
void StepTiling::comment(Operation *before) {
  Builder builder(shader.getContext());
  for (Operation *op = before->getNextNode(); op != steps; op = op->getNextNode())
    if (isa<ForOp, VarOp, IfOp>(op)) {
      op->setAttr(kCommentAttr, builder.getStringAttr("Elements that the tile needs from memory."));
      break;
    }
  steps->setAttr(kCommentAttr, builder.getStringAttr(
                                   "A row is one element behind the row above it in each step."));
}

LogicalResult StepTiling::run() {
  if (failed(findCounters()))
    return failure();
  findArrays();
  OpBuilder at(steps);
  Value thread = at.createOrFold<CastOp>(loc, type, buildBuiltin(at, loc, Builtin::LocalIndex));
  VarOp row = buildVar(at, loc, lines.getName(), thread, /*isConst=*/true);
  row->setAttr(kCommentAttr, at.getStringAttr("Each thread takes one row of the tile."));
  line = row.getRef();
  SmallVector<SharedOp> shared;
  Operation *before = steps->getPrevNode();
  for (const TileArray &array : arrays) {
    shared.push_back(declare(array));
    fill(at, array, shared.back());
  }
  for (auto [array, variable] : llvm::zip_equal(arrays, shared))
    share(array, variable);
  makeCoherent(others);
  comment(before);
  Block &body = lines.getBody().front();
  lines.getBodyVar().replaceAllUsesWith(line);
  lines->getBlock()->getOperations().splice(lines->getIterator(), body.getOperations());
  lines.erase();
  if (!arrays.empty())
    at.create<BarrierOp>(loc);
  // Behind the last step, too: then the workgroup fills the tile anew, if it takes another one.
  OpBuilder round = OpBuilder::atBlockEnd(&steps.getBody().front());
  if (!others.empty())
    round.create<MemoryBarrierOp>(loc);
  round.create<BarrierOp>(loc);
  steps.getBody().walk([](Operation *op) { op->removeAttr(kInTileAttr); });
  eraseDeadExpressions(shader.getBody());
  return success();
}

void TileStepsPass::runOnOperation() {
  SmallVector<ForOp> loops;
  getOperation().walk([&](ForOp loop) {
    if (loop->hasAttr(kLinesAttr) && loop->getParentOfType<ShaderOp>())
      loops.push_back(loop);
  });
  for (ForOp loop : loops)
    if (failed(StepTiling(loop).run()))
      return signalPassFailure();
}
