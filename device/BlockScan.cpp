//===- BlockScan.cpp - What the threads before each one of a workgroup have ------------------===//

#include "device/BlockScan.h"

#include "device/Builders.h"
#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

static FuncOp buildFunction(OpBuilder &builder, Location loc, const BlockScan &scan) {
  auto named = [&](StringRef text) {
    return builder.getDictionaryAttr(builder.getNamedAttr(kNameAttr, builder.getStringAttr(text)));
  };
  Type types[] = {scan.type, RefType::get(scan.type)};
  auto function =
      builder.create<FuncOp>(loc, scan.symbol, builder.getFunctionType(types, {scan.type}),
                             builder.getArrayAttr({named("value"), named("total")}), ArrayAttr());
  function->setAttr("cpp_name", builder.getStringAttr(scan.name));
  function->setAttr(kCommentAttr, builder.getStringAttr(scan.comment));
  Block &body = function.getBody().emplaceBlock();
  for (Type type : types)
    body.addArgument(type, loc);
  return function;
}

namespace {
/// The body of such a function.
class TreeScan {
public:
  TreeScan(Location loc, const BlockScan &scan, StringRef shared, Block &body)
      : loc(loc), scan(scan), shared(shared), body(body), at(OpBuilder::atBlockEnd(&body)) {}
  void build();

private:
  Value slot(OpBuilder &in, Value index) {
    Type type = ArrayType::get(in.getContext(), scan.threads, scan.type);
    return buildElement(in, loc, in.create<SharedRefOp>(loc, RefType::get(type), shared), index);
  }
  Value me(OpBuilder &in) { return buildLoad(in, loc, thread); }
  OpBuilder ifBehind(OpBuilder &in, Value by) {
    Value isBehind = in.create<CmpOp>(loc, CmpKind::Ge, me(in), by);
    auto branch = in.create<IfOp>(loc, isBehind);
    return OpBuilder::atBlockEnd(&branch.getThenRegion().front());
  }
  void buildStep(OpBuilder &inner, Value distance);

  Location loc;
  const BlockScan &scan;
  StringRef shared;
  Block &body;
  OpBuilder at;
  Value thread;
};
} // namespace

void TreeScan::buildStep(OpBuilder &inner, Value distance) {
  VarOp before = buildVar(inner, loc, "before", scan.neutral(inner), false);
  OpBuilder reading = ifBehind(inner, buildLoad(inner, loc, distance));
  Value other =
      buildBinary(reading, loc, BinaryKind::Sub, me(reading), buildLoad(reading, loc, distance));
  reading.create<AssignOp>(loc, before, buildLoad(reading, loc, slot(reading, other)));
  inner.create<BarrierOp>(loc);
  if (scan.inOrder) {
    scan.combine(inner, before, buildLoad(inner, loc, slot(inner, me(inner))));
    inner.create<AssignOp>(loc, slot(inner, me(inner)), buildLoad(inner, loc, before));
  } else {
    scan.combine(inner, slot(inner, me(inner)), buildLoad(inner, loc, before));
  }
  inner.create<BarrierOp>(loc);
}

void TreeScan::build() {
  thread = buildVar(at, loc, "thread", buildBuiltin(at, loc, Builtin::LocalIndex), true);
  at.create<AssignOp>(loc, slot(at, me(at)), body.getArgument(0));
  at.create<BarrierOp>(loc);
  auto loop = at.create<ForOp>(loc, "distance", buildUint(at, loc, 1));
  OpBuilder inner = OpBuilder::atBlockEnd(&loop.getCond().front());
  Value more = inner.create<CmpOp>(loc, CmpKind::Lt, buildLoad(inner, loc, loop.getCondVar()),
                                   buildUint(inner, loc, scan.threads));
  inner.create<YieldOp>(loc, more);
  inner.setInsertionPointToEnd(&loop.getStep().front());
  inner.create<UpdateOp>(loc, BinaryKind::Mul, loop.getStepVar(), buildUint(inner, loc, 2));
  inner.setInsertionPointToEnd(&loop.getBody().front());
  buildStep(inner, loop.getBodyVar());

  at.create<AssignOp>(loc, body.getArgument(1),
                      buildLoad(at, loc, slot(at, buildUint(at, loc, scan.threads - 1))));
  VarOp sum = buildVar(at, loc, "sum", scan.neutral(at), false);
  OpBuilder behind = ifBehind(at, buildUint(at, loc, 1));
  Value previous = buildBinary(behind, loc, BinaryKind::Sub, me(behind), buildUint(behind, loc, 1));
  behind.create<AssignOp>(loc, sum, buildLoad(behind, loc, slot(behind, previous)));
  // The next call writes.
  at.create<BarrierOp>(loc);
  at.create<ReturnOp>(loc, buildLoad(at, loc, sum));
}

/// Each subgroup leaves what its threads have; all threads go through these.
///
///   const T before = subgroupExclusiveAdd(value), together = subgroupAdd(value);
///   if (rank == 0) shared[gl_SubgroupID] = together;
///   barrier();
///   for (uint other = 0; other < gl_NumSubgroups; other++) {
///     if (other == gl_SubgroupID) sum = total;
///     total += shared[other];
///   }
///   barrier();
///   return sum + before;
static void buildSubgroupScan(Location loc, const BlockScan &scan, StringRef shared, Block &body) {
  OpBuilder at = OpBuilder::atBlockEnd(&body);
  Type uintType = getUintType(at.getContext());
  auto slot = [&](OpBuilder &in, Value index) {
    Type type = ArrayType::get(in.getContext(), scan.subgroups, scan.type);
    return buildElement(in, loc, in.create<SharedRefOp>(loc, RefType::get(type), shared), index);
  };
  Value value = body.getArgument(0), total = body.getArgument(1);
  VarOp before =
      buildVar(at, loc, "before",
               at.create<SubgroupOp>(loc, scan.type, scan.kind, /*before=*/true, value), true);
  VarOp all =
      buildVar(at, loc, "together", at.create<SubgroupOp>(loc, scan.type, scan.kind, value), true);
  Value rank = at.create<ActiveThreadsOp>(loc, uintType, ActiveThreads::Rank);
  auto first =
      at.create<IfOp>(loc, at.create<CmpOp>(loc, CmpKind::Eq, rank, buildUint(at, loc, 0)));
  OpBuilder publishing = OpBuilder::atBlockEnd(&first.getThenRegion().front());
  publishing.create<AssignOp>(loc,
                              slot(publishing, buildBuiltin(publishing, loc, Builtin::Subgroup)),
                              buildLoad(publishing, loc, all));
  at.create<BarrierOp>(loc);
  at.create<AssignOp>(loc, total, scan.neutral(at));
  VarOp sum = buildVar(at, loc, "sum", scan.neutral(at), false);
  ForOp others = buildUintLoop(
      at, loc, "other", buildUint(at, loc, 0),
      [&](OpBuilder &in) { return buildBuiltin(in, loc, Builtin::NumSubgroups); },
      [&](OpBuilder &in) { return buildUint(in, loc, 1); });
  OpBuilder inner = OpBuilder::atBlockEnd(&others.getBody().front());
  auto other = [&](OpBuilder &in) { return buildLoad(in, loc, others.getBodyVar()); };
  auto isOwn =
      inner.create<IfOp>(loc, inner.create<CmpOp>(loc, CmpKind::Eq, other(inner),
                                                  buildBuiltin(inner, loc, Builtin::Subgroup)));
  OpBuilder own = OpBuilder::atBlockEnd(&isOwn.getThenRegion().front());
  own.create<AssignOp>(loc, sum, buildLoad(own, loc, total));
  scan.combine(inner, total, buildLoad(inner, loc, slot(inner, other(inner))));
  // The next call writes.
  at.create<BarrierOp>(loc);
  scan.combine(at, sum, buildLoad(at, loc, before));
  at.create<ReturnOp>(loc, buildLoad(at, loc, sum));
}

static StringRef getScanName(ReduceKind kind) {
  switch (kind) {
  case ReduceKind::Add:
    return "exclusiveSum";
  case ReduceKind::Mul:
    return "exclusiveProduct";
  case ReduceKind::Min:
    return "exclusiveMin";
  case ReduceKind::Max:
    return "exclusiveMax";
  case ReduceKind::And:
    return "exclusiveAnd";
  case ReduceKind::Or:
    return "exclusiveOr";
  case ReduceKind::Xor:
    return "exclusiveXor";
  }
  llvm_unreachable("all kinds have names");
}

BlockScan vkmorph::vkm::makeBlockScan(ReduceKind kind, Type type, int64_t threads,
                                      int64_t subgroups) {
  std::string spelled;
  llvm::raw_string_ostream(spelled) << type;
  BlockScan scan;
  scan.name = getScanName(kind).str();
  scan.symbol =
      scan.name + "_" + spelled + "_" + std::to_string(threads) + (subgroups ? "_subgroup" : "");
  scan.comment = "What the threads of the workgroup before this one have, combined, and what all "
                 "have.";
  scan.shared = "scanned" + std::to_string(subgroups ? subgroups : threads);
  scan.type = type;
  scan.threads = threads;
  scan.kind = kind;
  scan.subgroups = subgroups;
  return scan;
}

FuncOp vkmorph::vkm::getBlockScan(OpBuilder &builder, Location loc, ClassOp parent,
                                  const BlockScan &scan) {
  if (auto known = parent.lookupSymbol<FuncOp>(scan.symbol))
    return known;
  std::string shared =
      addShared(builder, loc, parent, scan.shared,
                ArrayType::get(builder.getContext(), scan.subgroups ? scan.subgroups : scan.threads,
                               scan.type));
  FuncOp function = buildFunction(builder, loc, scan);
  Block &body = function.getBody().front();
  if (scan.subgroups)
    buildSubgroupScan(loc, scan, shared, body);
  else
    TreeScan(loc, scan, shared, body).build();
  return function;
}
