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
#include "ir/HostCode.h"
#include "ir/Places.h"
#include "ir/VkmAttributes.h"
#include "passes/Passes.h"
#include "passes/StepTiles.h"
#include "transforms/Expressions.h"
#include "transforms/SymbolNames.h"

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
  SmallVector<Operation *> places, written; ///< all, and those that iterations write to
  TileShape shape;
  Operation *certain = nullptr; ///< behind it, the iteration has written its element
  bool isWhole = false;         ///< the tile needs what was there before it
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
  LogicalResult findParts();
  void findArrays();
  bool isFilledAround(const TileArray &array);
  bool storesOnce(const TileArray &array);
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
  std::string nameFor(const TileArray &array, StringRef role);
  void share(const TileArray &array, SharedOp shared);
  void comment(Operation *before);

  ForOp lines, steps;
  ShaderOp shader;
  Location loc;
  int64_t size;
  Type type;
  IfOp branch;  ///< of the iterations that there are
  VarOp column; ///< step - line
  Value line;   ///< the place of the thread's row
  std::vector<TileArray> arrays;
  SmallVector<Root> others; ///< written and read, and in no tile
};
} // namespace

//===------------------------------------------------------------------------------------------===//
// What there is
//===------------------------------------------------------------------------------------------===//

LogicalResult StepTiling::findParts() {
  auto branches = lines.getBody().front().getOps<IfOp>();
  if (!llvm::hasSingleElement(branches))
    return lines.emitOpError("has no branch of the iterations that there are");
  branch = *branches.begin();
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

/// Whether all accesses to an array are those that are marked, and of the kinds that tiles have:
/// passes behind the planner may have made others.
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

/// The first of these statements behind which one of the places is written to for certain; null
/// where there is none.
static Operation *findCertainWrite(Block &block, ArrayRef<Operation *> places) {
  for (Operation &op : block) {
    if (auto assign = dyn_cast<AssignOp>(op);
        assign && llvm::is_contained(places, assign.getRef().getDefiningOp()))
      return &op;
    if (auto branch = dyn_cast<IfOp>(op);
        branch && !branch.getElseRegion().empty() &&
        findCertainWrite(branch.getThenRegion().front(), places) &&
        findCertainWrite(branch.getElseRegion().front(), places))
      return &op;
    WalkResult walk = op.walk([](Operation *inner) {
      return isa<ContinueOp, BreakOp, ReturnOp>(inner) ? WalkResult::interrupt()
                                                       : WalkResult::advance();
    });
    if (walk.wasInterrupted())
      return nullptr;
  }
  return nullptr;
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
    llvm::copy_if(all, std::back_inserter(array.written), isWritten);
    array.shape = findTileShape(size, llvm::map_to_vector(all, getTileOffset));
    array.certain = findCertainWrite(branch.getThenRegion().front(), array.written);
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

/// Whether iterations read no element of the tile but those that iterations before have written,
/// and what they have written themselves.
bool StepTiling::isFilledAround(const TileArray &array) {
  Block &iteration = branch.getThenRegion().front();
  auto isKnown = [&](Operation *place) {
    TileOffset offset = getTileOffset(place);
    bool isOwn = offset.rows == 0 && offset.columns == 0;
    return llvm::all_of(place->getUsers(), [&](Operation *user) {
      if (!isa<LoadOp, UpdateOp>(user))
        return true;
      return isOwn ? array.certain->isBeforeInBlock(iteration.findAncestorOpInBlock(*user))
                   : offset.rows <= 0 && offset.columns <= 0;
    });
  };
  return array.certain && llvm::all_of(array.places, isKnown);
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

/// "lengthTile", in each shader
SharedOp StepTiling::declare(const TileArray &array) {
  std::string wish = (getRootName(array.root) + "Tile").str(),
              name = makeFreeSymbol(shader->getParentOfType<ClassOp>(), wish);
  Type element = cast<RefType>(array.places.front()->getResult(0).getType()).getPointee();
  OpBuilder at(shader);
  auto made =
      at.create<SharedOp>(loc, name, makeArrays(element, {array.shape.rows, array.shape.pitch}));
  made->setAttr(kLocalNameAttr, at.getStringAttr(wish));
  return made;
}

/// "row"; "lengthRow" where the tile has several arrays.
std::string StepTiling::nameFor(const TileArray &array, StringRef role) {
  if (arrays.size() == 1)
    return role.str();
  return getRootName(array.root).str() + char(llvm::toUpper(role[0])) + role.drop_front().str();
}

Value StepTiling::buildElement(OpBuilder &at, SharedOp shared, Value row, Value column) {
  Value all = at.create<SharedRefOp>(loc, RefType::get(shared.getType()), shared.getSymName());
  return vkm::buildElement(at, loc, vkm::buildElement(at, loc, all, row), column);
}

/// Reads the element in that row and column of the tile's elements, where there is one.
void StepTiling::fillElement(OpBuilder &at, const TileArray &array, SharedOp shared, Value row,
                             Value column) {
  Operation *own = array.places.front();
  TileOffset offset = getTileOffset(own);
  Value ownRow = add(at, row, array.shape.firstRow - offset.rows);
  Value ownColumn = add(at, column, array.shape.firstColumn - offset.columns);
  std::string name = nameFor(array, "at");
  Value source, isThere;
  auto compare = [&](OpBuilder &in, Value index, Value length) -> Value {
    Type compared = in.getIntegerType(index.getType().getIntOrFloatBitWidth(), /*isSigned=*/false);
    Value number = in.createOrFold<CastOp>(loc, compared, index);
    return in.create<CmpOp>(loc, CmpKind::Lt, number,
                            in.createOrFold<CastOp>(loc, compared, length));
  };
  if (auto deref = dyn_cast<DerefOp>(own)) {
    VarOp index = buildVar(at, loc, name, rebuild(at, deref.getIndex(), ownRow, ownColumn),
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
    indices.push_back(buildVar(at, loc, name, rebuild(at, element.getIndex(), ownRow, ownColumn),
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
  Value inner;
  if (acrossCount > size)
    inner = loop(name, begin, across + acrossCount, size);
  else
    inner = across == 0 ? line : buildVar(in, loc, nameFor(array, name), begin, /*isConst=*/true);
  Value major = outer ? buildLoad(in, loc, outer) : number(in, first);
  Value minor = buildLoad(in, loc, inner);
  fillElement(in, array, shared, byRows ? major : minor, byRows ? minor : major);
}

void StepTiling::fill(OpBuilder &at, const TileArray &array, SharedOp shared) {
  const TileShape &shape = array.shape;
  if (array.isWhole)
    return fillStrip(at, array, shared, /*byRows=*/true, 0, shape.rows, 0, shape.columns);
  int64_t above = -shape.firstRow, before = -shape.firstColumn;
  if (above > 0)
    fillStrip(at, array, shared, /*byRows=*/true, 0, above, 0, shape.columns);
  if (before > 0)
    fillStrip(at, array, shared, /*byRows=*/false, 0, before, above, size);
}

/// Whether one store to memory stands for several, behind all statements of an iteration.
bool StepTiling::storesOnce(const TileArray &array) {
  size_t stores = 0;
  for (Operation *place : array.written)
    for (Operation *user : place->getUsers()) {
      auto loop = user->getParentOfType<LoopOpInterface>();
      stores += isa<LoadOp>(user) ? 0 : loop == lines.getOperation() ? 1 : 2;
    }
  // Where some iterations write nothing, the element may be none of the array.
  return array.certain && stores > 1;
}

/// Elements are read in the tile, and written to it as well.
void StepTiling::share(const TileArray &array, SharedOp shared) {
  auto findAt = [&](OpBuilder &in, TileOffset offset) {
    return buildElement(
        in, shared, add(in, buildLoad(in, loc, line), offset.rows - array.shape.firstRow),
        add(in, buildLoad(in, loc, column), offset.columns - array.shape.firstColumn));
  };
  bool isOnce = storesOnce(array);
  if (isOnce) {
    OpBuilder last = OpBuilder::atBlockEnd(&branch.getThenRegion().front());
    IRMapping mapping;
    Value place = cloneExpression(last, array.written.front()->getResult(0), mapping);
    last.create<AssignOp>(loc, place, buildLoad(last, loc, findAt(last, {})));
  }
  for (Operation *place : array.places) {
    auto find = [&](OpBuilder &in) { return findAt(in, getTileOffset(place)); };
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
      if (!isOnce)
        in.create<AssignOp>(where, place->getResult(0),
                            buildLoad(in, where, variable ? variable.getRef() : find(in)));
      user->erase();
    }
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
  if (failed(findParts()))
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
