//===- TileLoops.cpp - Workgroups read tiles of arrays into shared memory ---------------------===//
//
//   for (uint i = thread; i < n; i += threads) {
//     float sum = 0.0;
//     for (uint j = 0u; j < m; j++)
//       sum += f(a[i], b[j]);
//     out[i] = sum;
//   }
//
//   =>
//
//   for (uint first = workgroup * 256u; first < n; first += threads) {
//     const uint i = min(first + lid, n - 1u);
//     float sum = 0.0;
//     for (uint tile = 0u; tile < m; tile += 256u) {
//       if (tile + lid < m)
//         bTile[lid] = b[tile + lid];
//       barrier();
//       const uint inTile = min(256u, m - tile);
//       for (uint slot = 0u; slot < inTile; slot++)
//         sum += f(a[i], bTile[slot]);
//       barrier();
//     }
//     if (first + lid < n)
//       out[i] = sum;
//   }
//
// Where there is little to do for an element, sixteen of them stand in a loop of their own, whose
// constant number of rounds is what compilers of devices write out:
//
//       for (uint block = 0u; block + 16u <= inTile; block += 16u)
//         for (uint turn = 0u; turn < 16u; turn++)
//           sum += f(a[i], bTile[block + turn]);
//       for (uint slot = inTile - inTile % 16u; slot < inTile; slot++)
//         sum += f(a[i], bTile[slot]);
//
// Nyland, Harris, Prins, "Fast N-Body Simulation with CUDA", GPU Gems 3, chapter 31.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/patterns/TiledLoops.h"
#include "device/Builders.h"
#include "ir/Places.h"
#include "passes/Passes.h"
#include "transforms/Expressions.h"
#include "transforms/SymbolNames.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_TILELOOPS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {

/// Rewrites the loop over the iterations of a grid, and the loops inside that have tiles.
class Tiling {
public:
  Tiling(ForOp grid, int64_t size)
      : grid(grid), loc(grid.getLoc()), header(*matchCountedLoop(grid)), size(size),
        parent(grid->getParentOfType<ClassOp>()) {}
  void run(ArrayRef<TiledLoop> loops);

private:
  Value buildOwn(OpBuilder &at, Value begin);
  Value buildBound(OpBuilder &at, const CountedLoop &loop);
  Value buildSize(OpBuilder &at, Type type);
  void takeTogether();
  void guardBehind(Operation *last);
  void tile(const TiledLoop &tiled);
  void buildRounds(OpBuilder &at, ForOp loop, VarOp slot, Value begin, Value inTile, int64_t turns);
  void buildRound(OpBuilder &at, ForOp loop, VarOp slot, Value begin,
                  llvm::function_ref<Value(OpBuilder &)> buildSlot);
  Value buildIndex(OpBuilder &at, Value index, Value counter, Value own);
  Value buildSource(OpBuilder &at, const TiledRead &read, Value counter, Value own);
  SharedOp declareTile(const TiledRead &read);

  ForOp grid;
  Location loc;
  CountedLoop header;
  int64_t size;
  ClassOp parent;
};

struct TileLoopsPass : vkm::impl::TileLoopsBase<TileLoopsPass> {
  void runOnOperation() override;
};

} // namespace

/// `begin + lid`
Value Tiling::buildOwn(OpBuilder &at, Value begin) {
  Value own =
      at.createOrFold<CastOp>(loc, begin.getType(), buildBuiltin(at, loc, Builtin::LocalIndex));
  return buildBinary(at, loc, BinaryKind::Add, begin, own);
}

Value Tiling::buildBound(OpBuilder &at, const CountedLoop &loop) {
  IRMapping mapping;
  return cloneExpression(at, loop.bound, mapping);
}

Value Tiling::buildSize(OpBuilder &at, Type type) {
  return at.create<ConstantOp>(loc, at.getIntegerAttr(type, size));
}

/// The threads of a workgroup go through the iterations side by side, also those at the end that
/// have none.
void Tiling::takeTogether() {
  SmallVector<LoadOp> reads;
  grid.getBody().walk([&](LoadOp load) {
    if (load.getRef() == grid.getBodyVar())
      reads.push_back(load);
  });
  // first = workgroup * size, from where the threads began each by itself.
  Value init = grid.getInit();
  for (BuiltinOp thread : findBuiltins(init)) {
    OpBuilder at(thread);
    Value begin = buildBinary(at, loc, BinaryKind::Mul, buildBuiltin(at, loc, Builtin::Workgroup),
                              buildUint(at, loc, size));
    thread.getResult().replaceAllUsesWith(begin);
    thread.erase();
  }
  std::string name = grid.getName().str();
  grid.setName("first");
  OpBuilder at = OpBuilder::atBlockBegin(&grid.getBody().front());
  Value own = buildOwn(at, buildLoad(at, loc, grid.getBodyVar()));
  Value bound = buildBound(at, header);
  Value one = at.create<ConstantOp>(loc, at.getIntegerAttr(bound.getType(), 1));
  Value last = buildBinary(at, loc, BinaryKind::Sub, bound, one);
  Value number = at.create<MathOp>(loc, own.getType(), MathFn::Min, ValueRange{own, last});
  VarOp counter = buildVar(at, loc, name, number, /*isConst=*/true);
  counter->setAttr(kCommentAttr, at.getStringAttr("Threads behind the end repeat the last "
                                                  "iteration, and write nothing."));
  for (LoadOp read : reads)
    read.getRefMutable().assign(counter.getRef());
}

/// `if (first + lid < n)` around what comes behind the last tiled loop.
void Tiling::guardBehind(Operation *last) {
  SmallVector<Operation *> behind;
  for (Operation *op = last->getNextNode(); op; op = op->getNextNode())
    behind.push_back(op);
  if (behind.empty())
    return;
  OpBuilder at(behind.front());
  Value own = buildOwn(at, buildLoad(at, loc, grid.getBodyVar()));
  auto branch =
      at.create<IfOp>(loc, at.create<CmpOp>(loc, CmpKind::Lt, own, buildBound(at, header)));
  Block &inside = branch.getThenRegion().front();
  for (Operation *op : behind)
    op->moveBefore(&inside, inside.end());
}

/// The index with another number for the loop's counter.
Value Tiling::buildIndex(OpBuilder &at, Value index, Value counter, Value own) {
  if (auto load = index.getDefiningOp<LoadOp>(); load && load.getRef() == counter)
    return own;
  if (auto cast = index.getDefiningOp<CastOp>())
    return at.create<CastOp>(loc, cast.getType(), buildIndex(at, cast.getOperand(), counter, own));
  auto readsCounter = [&](auto &&self, Value value) -> bool {
    Operation *op = value.getDefiningOp();
    auto load = dyn_cast_or_null<LoadOp>(op);
    return (load && load.getRef() == counter) ||
           (op &&
            llvm::any_of(op->getOperands(), [&](Value operand) { return self(self, operand); }));
  };
  auto binary = index.getDefiningOp<BinaryOp>();
  if (!binary || !readsCounter(readsCounter, index)) {
    IRMapping mapping;
    return cloneExpression(at, index, mapping);
  }
  Value lhs = buildIndex(at, binary.getLhs(), counter, own);
  Value rhs = buildIndex(at, binary.getRhs(), counter, own);
  return at.create<BinaryOp>(loc, binary.getType(), binary.getKind(), lhs, rhs);
}

/// What the thread reads for the others.
Value Tiling::buildSource(OpBuilder &at, const TiledRead &read, Value counter, Value own) {
  IRMapping mapping;
  Value pointer = read.pointer;
  if (auto vector = pointer.getDefiningOp<VectorDataOp>())
    pointer = at.clone(*vector)->getResult(0);
  Type element = cast<PtrType>(pointer.getType()).getPointee();
  Value place = at.create<DerefOp>(loc, RefType::get(element), pointer,
                                   buildIndex(at, read.index, counter, own));
  for (StringAttr name : read.path) {
    RecordOp record = lookupRecord(parent, cast<RecordType>(element));
    for (auto member : record.getMembers().getAsRange<MemberAttr>())
      if (member.getName() == name)
        element = member.getType();
    place = at.create<MemberOp>(loc, RefType::get(element), place, name);
  }
  return buildLoad(at, loc, place);
}

/// "bodiesTile", "starsMassTile", "cornersTile2"
SharedOp Tiling::declareTile(const TiledRead &read) {
  std::string name = getRootName(getRoot(read.pointer)).str();
  for (StringAttr member : read.path) {
    name += char(llvm::toUpper(member.getValue()[0]));
    name += member.getValue().drop_front();
  }
  name += "Tile";
  OpBuilder at(grid->getParentOfType<ShaderOp>());
  return at.create<SharedOp>(loc, makeFreeSymbol(parent, name),
                             ArrayType::get(at.getContext(), size, read.type));
}

/// One iteration of the loop, for the element in that slot of the tile.
void Tiling::buildRound(OpBuilder &at, ForOp loop, VarOp slot, Value begin,
                        llvm::function_ref<Value(OpBuilder &)> buildSlot) {
  IRMapping mapping;
  if (!loop.getBodyVar().use_empty()) {
    Type type = loop.getInit().getType();
    Value number = at.createOrFold<CastOp>(loc, type, buildSlot(at));
    number = buildBinary(at, loc, BinaryKind::Add, buildLoad(at, loc, begin), number);
    VarOp counter = buildVar(at, loc, loop.getName(), number, /*isConst=*/true);
    mapping.map(loop.getBodyVar(), counter.getRef());
  }
  SmallVector<LoadOp> slots;
  for (Operation &op : loop.getBody().front())
    at.clone(op, mapping)->walk([&](LoadOp load) {
      if (load.getRef() == slot.getRef())
        slots.push_back(load);
    });
  for (LoadOp load : slots) {
    OpBuilder before(load);
    load.getResult().replaceAllUsesWith(buildSlot(before));
    load.erase();
  }
}

/// The loops over a tile.
void Tiling::buildRounds(OpBuilder &at, ForOp loop, VarOp slot, Value begin, Value inTile,
                         int64_t turns) {
  auto readSize = [&](OpBuilder &in) { return buildLoad(in, loc, inTile); };
  auto one = [&](OpBuilder &in) { return buildUint(in, loc, 1); };
  auto all = [&](OpBuilder &in) { return buildUint(in, loc, turns); };
  Value rest = buildUint(at, loc, 0);
  if (turns > 1) {
    auto blocks = at.create<ForOp>(loc, "block", buildUint(at, loc, 0));
    OpBuilder in = OpBuilder::atBlockEnd(&blocks.getCond().front());
    Value end =
        buildBinary(in, loc, BinaryKind::Add, buildLoad(in, loc, blocks.getCondVar()), all(in));
    in.create<YieldOp>(loc, in.create<CmpOp>(loc, CmpKind::Le, end, readSize(in)));
    in.setInsertionPointToEnd(&blocks.getStep().front());
    in.create<UpdateOp>(loc, BinaryKind::Add, blocks.getStepVar(), all(in));
    in.setInsertionPointToEnd(&blocks.getBody().front());
    ForOp round = buildUintLoop(in, loc, "turn", buildUint(in, loc, 0), all, one);
    in.setInsertionPointToEnd(&round.getBody().front());
    buildRound(in, loop, slot, begin, [&](OpBuilder &inside) {
      return buildBinary(inside, loc, BinaryKind::Add, buildLoad(inside, loc, blocks.getBodyVar()),
                         buildLoad(inside, loc, round.getBodyVar()));
    });
    rest = buildBinary(at, loc, BinaryKind::Sub, readSize(at),
                       buildBinary(at, loc, BinaryKind::Rem, readSize(at), all(at)));
    // What is said of the statements is said above.
    loop.getBody().walk([](Operation *op) { op->removeAttr(kCommentAttr); });
  }
  ForOp singles = buildUintLoop(at, loc, "slot", rest, readSize, one);
  if (turns > 1)
    singles->setAttr(kCommentAttr, at.getStringAttr("What is left of the tile."));
  OpBuilder in = OpBuilder::atBlockEnd(&singles.getBody().front());
  buildRound(in, loop, slot, begin,
             [&](OpBuilder &inside) { return buildLoad(inside, loc, singles.getBodyVar()); });
}

void Tiling::tile(const TiledLoop &tiled) {
  ForOp loop = tiled.loop;
  Type type = loop.getInit().getType();
  OpBuilder at(loop);
  auto tiles = at.create<ForOp>(loc, "tile", loop.getInit());
  if (Attribute comment = loop->removeAttr(kCommentAttr))
    tiles->setAttr(kCommentAttr, comment);
  OpBuilder inside = OpBuilder::atBlockEnd(&tiles.getCond().front());
  Value begin = buildLoad(inside, loc, tiles.getCondVar());
  inside.create<YieldOp>(
      loc, inside.create<CmpOp>(loc, CmpKind::Lt, begin, buildBound(inside, tiled.header)));
  inside.setInsertionPointToEnd(&tiles.getStep().front());
  inside.create<UpdateOp>(loc, BinaryKind::Add, tiles.getStepVar(), buildSize(inside, type));

  // Where an element is in the tile, until there are loops that know.
  VarOp slot = buildVar(at, loc, "slot", buildUint(at, loc, 0), /*isConst=*/false);
  inside.setInsertionPointToEnd(&tiles.getBody().front());
  auto readBegin = [&](OpBuilder &in) { return buildLoad(in, loc, tiles.getBodyVar()); };
  Value own = buildOwn(inside, readBegin(inside));
  auto branch = inside.create<IfOp>(
      loc, inside.create<CmpOp>(loc, CmpKind::Lt, own, buildBound(inside, tiled.header)));
  OpBuilder filling = OpBuilder::atBlockEnd(&branch.getThenRegion().front());
  for (const TiledRead &read : tiled.reads) {
    SharedOp shared = declareTile(read);
    auto buildSlot = [&](OpBuilder &in, Value number) -> Value {
      Value all = in.create<SharedRefOp>(loc, RefType::get(shared.getType()), shared.getSymName());
      return in.create<ElementOp>(loc, RefType::get(read.type), all, number);
    };
    Value mine = buildSlot(filling, buildBuiltin(filling, loc, Builtin::LocalIndex));
    filling.create<AssignOp>(
        loc, mine,
        buildSource(filling, read, loop.getBodyVar(), buildOwn(filling, readBegin(filling))));
    for (Value place : read.places) {
      OpBuilder in(place.getDefiningOp());
      place.replaceAllUsesWith(buildSlot(in, buildLoad(in, loc, slot)));
    }
  }
  inside.create<BarrierOp>(loc);
  eraseDeadExpressions(loop.getBody());
  Value left = buildBinary(inside, loc, BinaryKind::Sub, buildBound(inside, tiled.header),
                           readBegin(inside));
  left = inside.createOrFold<CastOp>(loc, getUintType(inside.getContext()), left);
  Value number = inside.create<MathOp>(loc, left.getType(), MathFn::Min,
                                       ValueRange{buildUint(inside, loc, size), left});
  VarOp inTile = buildVar(inside, loc, "inTile", number, /*isConst=*/true);
  auto turns = loop.getTileTurnsAttr();
  buildRounds(inside, loop, slot, tiles.getBodyVar(), inTile.getRef(), turns ? turns.getInt() : 1);
  loop.erase();
  slot.erase();
  inside.create<BarrierOp>(loc);
}

void Tiling::run(ArrayRef<TiledLoop> loops) {
  takeTogether();
  for (Operation *last = ForOp(loops.back().loop); last != grid; last = last->getParentOp())
    guardBehind(last);
  for (const TiledLoop &tiled : loops)
    tile(tiled);
  eraseDeadExpressions(grid.getBody());
}

void TileLoopsPass::runOnOperation() {
  llvm::SmallSetVector<Operation *, 4> grids;
  getOperation().walk([&](ForOp loop) {
    Operation *around = loop->getParentOp();
    while (isa<IfOp>(around))
      around = around->getParentOp();
    if (loop.getTile().has_value())
      grids.insert(around);
  });
  for (Operation *op : grids) {
    auto grid = cast<ForOp>(op);
    SmallVector<TiledLoop> loops = matchTiledLoops(grid, grid.getBody().front());
    llvm::erase_if(loops, [](TiledLoop &tiled) { return !tiled.loop.getTile().has_value(); });
    if (loops.empty())
      continue;
    int64_t size = *loops.front().loop.getTile();
    // Each thread reads one element of a tile.
    int64_t threads = 1;
    for (int32_t along : grid->getParentOfType<ShaderOp>().getLocalSize())
      threads *= along;
    for (TiledLoop &tiled : loops)
      if (int64_t(*tiled.loop.getTile()) != threads) {
        tiled.loop.emitOpError("has tiles of another size than its workgroups of ") << threads;
        return signalPassFailure();
      }
    for (TiledLoop &tiled : loops)
      tiled.loop.removeTileAttr();
    Tiling(grid, size).run(loops);
  }
}
