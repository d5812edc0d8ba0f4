//===- OutlineLoops.cpp - Loops of control functions over elements on the device -------------===//
//
// What an algorithm does to elements that kernels work on is a kernel of its own, launched where
// the algorithm stands:
//
//   std::fill(a, a + n, m_level);   ->   vkm.kernel @kernel1D_Run_fill(%a, %n, %level) {
//                                          for (int index = 0; index < n; index++) a[index] =
//                                          level;
//                                        }
//                                        vkm.call @kernel1D_Run_fill(%a, %n, %level)
//
//===------------------------------------------------------------------------------------------===//

#include "frontend/host/OutlineLoops.h"
#include "frontend/roles/Roles.h"
#include "ir/Effects.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSet.h"

using namespace vkmorph;
using namespace vkmorph::frontend;

namespace {

/// Makes a kernel of one loop.
class LoopOutliner {
public:
  explicit LoopOutliner(vkm::ForOp loop) : m_loop(loop) {}
  /// Finds what the loop uses; false where no kernel can be given it.
  bool collect();
  /// The kernel that has the loop now; what it is given is `operands`.
  vkm::KernelOp outline(llvm::StringRef symbol);
  llvm::ArrayRef<mlir::Value> operands() const { return m_operands; }

private:
  bool need(mlir::Value value);
  bool needPlace(mlir::Value place);
  bool staysUntilLoop(mlir::Operation *read, const vkm::Root &root) const;
  std::string nameOf(mlir::Value value) const;
  std::string roleOf(mlir::Value value);

  vkm::ForOp m_loop;
  llvm::SetVector<mlir::Operation *> m_cloned;
  llvm::SetVector<mlir::Value> m_pointers, m_numbers;
  llvm::SetVector<mlir::Value> m_variables;         ///< of the host, which the loop reads
  llvm::MapVector<mlir::Value, mlir::Value> m_same; ///< numbers that are another one
  llvm::SmallVector<mlir::Value> m_operands;
};

} // namespace

static mlir::Type pointeeOf(mlir::Value place) {
  return llvm::cast<vkm::RefType>(place.getType()).getPointee();
}

static bool isNumber(mlir::Type type) {
  return llvm::isa<mlir::IntegerType, mlir::FloatType>(type);
}

bool LoopOutliner::collect() {
  bool isPossible = true;
  m_loop->walk([&](mlir::Operation *inner) {
    for (mlir::Value operand : inner->getOperands()) {
      mlir::Operation *owner = operand.getDefiningOp() ? operand.getDefiningOp()
                                                       : operand.getParentBlock()->getParentOp();
      if (!m_loop->isAncestor(owner))
        isPossible &= need(operand);
    }
  });
  return isPossible;
}

/// Whether nothing between a read and the loop, where the kernel does it, changes what is read.
bool LoopOutliner::staysUntilLoop(mlir::Operation *read, const vkm::Root &root) const {
  if (read->getBlock() != m_loop->getBlock())
    return false;
  for (mlir::Operation *op = read; op != m_loop; op = op->getNextNode()) {
    vkm::EffectSet effects = vkm::getEffects(op);
    if (effects.ordered || effects.writesAny(root))
      return false;
  }
  return true;
}

bool LoopOutliner::needPlace(mlir::Value place) {
  mlir::Operation *op = place.getDefiningOp();
  if (op && vkm::getRoot(place).symbol) {
    if (!llvm::isa<vkm::FieldRefOp, vkm::MemberOp, vkm::ElementOp>(op))
      return false;
    bool isKnown = llvm::all_of(op->getOperands(), [&](mlir::Value part) { return need(part); });
    m_cloned.insert(op);
    return isKnown;
  }
  // A variable of the host that is only read: the kernel has a copy.
  bool isRead = llvm::all_of(place.getUsers(), [&](mlir::Operation *user) {
    return !m_loop->isAncestor(user) || llvm::isa<vkm::LoadOp>(user);
  });
  if (!isNumber(pointeeOf(place)) || (op && !llvm::isa<vkm::VarOp>(op)) || !isRead)
    return false;
  m_variables.insert(place);
  return true;
}

bool LoopOutliner::need(mlir::Value value) {
  mlir::Operation *op = value.getDefiningOp();
  if (op && m_cloned.contains(op))
    return true;
  if (llvm::isa<vkm::RefType>(value.getType()))
    return needPlace(value);
  if (llvm::isa<vkm::PtrType>(value.getType())) {
    if (llvm::isa_and_nonnull<vkm::VectorDataOp>(op))
      m_cloned.insert(op);
    else
      m_pointers.insert(value);
    return true;
  }
  if (op && llvm::isa<vkm::ConstantOp>(op)) {
    m_cloned.insert(op);
    return true;
  }
  if (isNumber(value.getType()) || llvm::isa<vkm::VecType>(value.getType())) {
    for (mlir::Value known : m_numbers)
      if (known != value && isSamePlace(known, value)) {
        m_same.insert({value, known});
        return true;
      }
    m_numbers.insert(value);
    return true;
  }
  // An object: built in the kernel as here, or a member.
  if (auto load = llvm::dyn_cast_or_null<vkm::LoadOp>(op)) {
    vkm::Root root = vkm::getRoot(load.getRef());
    if (!root.symbol || !staysUntilLoop(load, root) || !needPlace(load.getRef()))
      return false;
  } else if (!op || !op->hasTrait<vkm::VkmExpression>() || op->getNumRegions() ||
             llvm::isa<vkm::CallOp>(op) ||
             !llvm::all_of(op->getOperands(), [&](mlir::Value part) { return need(part); })) {
    return false;
  }
  m_cloned.insert(op);
  return true;
}

/// What a number is to the loop, where it has no name.
std::string LoopOutliner::roleOf(mlir::Value value) {
  bool startsAtZero = !m_numbers.contains(m_loop.getInit());
  if (value == m_loop.getInit())
    return "first";
  for (mlir::Operation *user : value.getUsers())
    if (m_loop.getCond().isAncestor(user->getParentRegion()))
      return startsAtZero ? "count" : "last";
  for (mlir::Operation *user : value.getUsers())
    if (llvm::isa<vkm::BinaryOp, vkm::DerefOp, vkm::ElementOp>(user) && m_loop->isAncestor(user))
      return "offset";
  return "value";
}

std::string LoopOutliner::nameOf(mlir::Value value) const {
  if (auto argument = llvm::dyn_cast<mlir::BlockArgument>(value)) {
    mlir::Operation *owner = argument.getOwner()->getParentOp();
    if (auto loop = llvm::dyn_cast<vkm::ForOp>(owner))
      return loop.getName().str();
    return vkm::argName(llvm::cast<mlir::FunctionOpInterface>(owner), argument.getArgNumber())
        .str();
  }
  if (auto var = value.getDefiningOp<vkm::VarOp>())
    return var.getName().str();
  if (auto cast = value.getDefiningOp<vkm::CastOp>())
    if (std::string name = nameOf(cast.getOperand()); !name.empty())
      return name;
  auto load = value.getDefiningOp<vkm::LoadOp>();
  vkm::Root root = load ? vkm::getRoot(load.getRef()) : vkm::Root();
  if (root.value && root.value == load.getRef())
    return nameOf(root.value);
  return "";
}

vkm::KernelOp LoopOutliner::outline(llvm::StringRef symbol) {
  mlir::Location loc = m_loop.getLoc();
  mlir::OpBuilder before(m_loop);
  mlir::IRMapping mapping;
  llvm::SmallVector<mlir::Type> types;
  llvm::SmallVector<mlir::Attribute> attributes;
  llvm::StringSet<> names;
  names.insert(m_loop.getName());
  auto addParameter = [&](mlir::Value operand, std::string name, llvm::StringRef fallback) {
    if (name.empty())
      name = fallback.str();
    std::string unique = name;
    for (unsigned number = 2; !names.insert(unique).second; ++number)
      unique = name + std::to_string(number);
    m_operands.push_back(operand);
    types.push_back(operand.getType());
    attributes.push_back(before.getDictionaryAttr(
        before.getNamedAttr(vkm::kNameAttr, before.getStringAttr(unique))));
  };
  for (mlir::Value pointer : m_pointers)
    addParameter(pointer, nameOf(pointer), "elements");
  for (mlir::Value number : m_numbers)
    addParameter(number, nameOf(number), roleOf(number));
  for (mlir::Value variable : m_variables)
    addParameter(before.create<vkm::LoadOp>(loc, pointeeOf(variable), variable), nameOf(variable),
                 "value");

  mlir::OpBuilder builder(m_loop.getContext());
  auto kernel = builder.create<vkm::KernelOp>(
      loc, symbol, builder.getFunctionType(types, {}), builder.getArrayAttr(attributes),
      mlir::ArrayAttr(), /*dims=*/1, builder.getStringAttr(withoutKernelPrefix(symbol)));
  mlir::Block &body = kernel.getBody().emplaceBlock();
  llvm::SmallVector<mlir::Value> arguments;
  for (mlir::Type type : types)
    arguments.push_back(body.addArgument(type, loc));
  for (auto [operand, argument] :
       llvm::zip(llvm::concat<const mlir::Value>(m_pointers.getArrayRef(), m_numbers.getArrayRef()),
                 arguments))
    mapping.map(operand, argument);
  for (auto [number, known] : m_same)
    mapping.map(number, mapping.lookup(known));
  builder.setInsertionPointToEnd(&body);
  for (auto [variable, argument] :
       llvm::zip(m_variables, llvm::ArrayRef(arguments).take_back(m_variables.size())))
    mapping.map(variable, builder.create<vkm::VarOp>(loc, variable.getType(), nameOf(variable),
                                                     argument, /*constant=*/true));
  for (mlir::Operation *op : m_cloned)
    builder.clone(*op, mapping);
  // Not a copy of it: what is checked later refers to its calls.
  m_loop->moveBefore(&body, body.end());
  m_loop->walk([&](mlir::Operation *op) {
    for (mlir::OpOperand &operand : op->getOpOperands())
      if (mlir::Value known = mapping.lookupOrNull(operand.get()))
        operand.set(known);
  });
  return kernel;
}

vkm::KernelOp OutlineEmitter::outlineLoop(vkm::ForOp loop, llvm::StringRef algorithm,
                                          bool isIndependent, mlir::Location where) {
  LoopOutliner outliner(loop);
  if (!outliner.collect()) {
    m_importer.reporter().report(where, diag::AlgorithmGiven, {algorithm.str()});
    loop.erase();
    return {};
  }
  std::string symbol =
      m_importer.symbols().unique("kernel1D_" + m_function.symbol + "_" + algorithm.str());
  mlir::Block *block = loop->getBlock();
  mlir::Operation *next = loop->getNextNode();
  vkm::KernelOp kernel = outliner.outline(symbol);
  kernel->setAttr(vkm::kCommentAttr, m_builder.getStringAttr("What " + m_function.displayName +
                                                             " does by " + algorithm.str() + "."));
  if (isIndependent)
    kernel->setAttr(vkm::kAssumeIndependentAttr, m_builder.getUnitAttr());
  m_importer.addKernel(kernel);
  m_builder.setInsertionPoint(block, next ? next->getIterator() : block->end());
  m_builder.create<vkm::CallOp>(where, mlir::TypeRange(), symbol, outliner.operands());
  return kernel;
}
