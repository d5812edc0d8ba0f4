//===- BlockDrivers.cpp - The loops over threads that the source leaves to the generated class ===//
//
//   void CastRay(uint tidX, uint tidY, uint *out);          // runs once per thread
//
//   vkm.control @CastRayBlock(%tidX, %tidY, %out, %passes)  // the counts in the places of the
//   index
//     for (pass < passes)
//       for (y < tidY)
//         for (x < tidX)
//           CastRay(x, y, out)
//
// What follows treats it as a block driver that the source has.
//
//===------------------------------------------------------------------------------------------===//

#include "frontend/module/ModuleImporter.h"
#include "frontend/roles/SizeExpression.h"

#include "llvm/ADT/StringExtras.h"

using namespace vkmorph;
using namespace vkmorph::frontend;

/// Makes a name that no parameter of a function has.
static std::string makeName(const clang::FunctionDecl *function, std::string name) {
  auto isTaken = [&] {
    return llvm::any_of(function->parameters(), [&](const clang::ParmVarDecl *parameter) {
      return parameter->getName() == name;
    });
  };
  while (isTaken())
    name += "_";
  return name;
}

/// `for (T name = 0; name < bound; name++)`; the builder goes on in its body.
static vkm::ForOp openLoop(mlir::OpBuilder &builder, mlir::Location loc, llvm::StringRef name,
                           mlir::Value bound) {
  mlir::Type type = bound.getType();
  auto number = [&](int64_t value) {
    return builder.create<vkm::ConstantOp>(loc, builder.getIntegerAttr(type, value));
  };
  auto loop = builder.create<vkm::ForOp>(loc, name, number(0));
  builder.setInsertionPointToEnd(&loop.getCond().front());
  mlir::Value counter = builder.create<vkm::LoadOp>(loc, type, loop.getCondVar());
  mlir::Value goesOn =
      builder.create<vkm::CmpOp>(loc, builder.getI1Type(), vkm::CmpKind::Lt, counter, bound);
  builder.create<vkm::YieldOp>(loc, goesOn);
  builder.setInsertionPointToEnd(&loop.getStep().front());
  builder.create<vkm::UpdateOp>(loc, vkm::BinaryKind::Add, loop.getStepVar(), number(1));
  builder.setInsertionPointToEnd(&loop.getBody().front());
  return loop;
}

/// The method's parameters as those of a control function; none where an error was reported.
std::optional<Signature> ModuleImporter::makeDriverSignature(const RoleMethod &thread) {
  Signature signature;
  bool failed = false;
  // Pointers are arrays: an object that all threads write is none that a caller has to name.
  for (const clang::ParmVarDecl *parameter : thread.definition->parameters())
    failed |= !addClassParameter(signature, parameter, thread, /*isKernel=*/false,
                                 /*isOutput=*/false, /*shape=*/nullptr);
  if (failed)
    return std::nullopt;
  if (llvm::is_contained(signature.passing, Passing::Closure)) {
    m_reporter.report(m_program.sourceOf(thread.decl).text().location(thread.decl->getLocation()),
                      diag::KernelNotBound, {"function", displayName(thread.decl)});
    return std::nullopt;
  }
  return signature;
}

/// The control function, with a body that is empty but for the sizes that the source states.
vkm::ControlOp ModuleImporter::createBlockDriver(const RoleMethod &thread,
                                                 const Signature &signature,
                                                 llvm::StringRef passes) {
  const clang::FunctionDecl *definition = thread.definition;
  SourceText &text = m_program.sourceOf(definition).text();
  mlir::Location loc = text.location(definition->getSourceRange());
  llvm::SmallVector<mlir::Type> inputs(signature.inputs);
  inputs.push_back(m_types.integerType(32, false));
  mlir::ArrayAttr own = argumentNames(definition, signature, Method::Control);
  llvm::SmallVector<mlir::Attribute> names(own.begin(), own.end());
  // With defaults, CastBlock(tid, passes = 1) and CastBlock(tid, n, passes = 1) would be ambiguous.
  bool isOverloaded = llvm::count_if(m_roles.driven, [&](const RoleMethod &other) {
                        return other.decl->getDeclName() == thread.decl->getDeclName();
                      }) > 1;
  if (isOverloaded)
    for (mlir::Attribute &one : names) {
      mlir::NamedAttrList entries(llvm::cast<mlir::DictionaryAttr>(one));
      entries.erase("vkm.cpp_default");
      one = entries.getDictionary(&m_context);
    }
  auto entry = [&](llvm::StringRef key, llvm::StringRef value) {
    return m_builder.getNamedAttr(key, m_builder.getStringAttr(value));
  };
  mlir::NamedAttrList counted;
  counted.append(entry(vkm::kNameAttr, passes));
  counted.append(entry("vkm.cpp_type", "uint32_t"));
  if (!isOverloaded)
    counted.append(entry("vkm.cpp_default", "1"));
  names.push_back(counted.getDictionary(&m_context));
  std::string name = thread.decl->getNameAsString();
  std::string symbol = m_symbols.unique(name + "Block");
  mlir::OpBuilder detached(&m_context);
  auto op = detached.create<vkm::ControlOp>(loc, symbol, m_builder.getFunctionType(inputs, {}),
                                            m_builder.getArrayAttr(names), mlir::ArrayAttr());
  op->setAttr("drives", m_builder.getStringAttr(name));
  if (symbol != name + "Block")
    op->setAttr("cpp_name", m_builder.getStringAttr(name + "Block"));
  if (thread.decl->isConst())
    op->setAttr("is_const", m_builder.getUnitAttr());
  mlir::Block &block = op.getBody().emplaceBlock();
  for (auto [input, type] : llvm::enumerate(inputs))
    block.addArgument(type, loc);
  emitStatedExtents(*this, definition, signature, block);
  return op;
}

void ModuleImporter::importBlockDriver(const RoleMethod &thread) {
  std::optional<Signature> signature = makeDriverSignature(thread);
  if (!signature)
    return;
  const clang::CXXMethodDecl *decl = thread.decl;
  mlir::Location loc =
      m_program.sourceOf(thread.definition).text().location(thread.definition->getSourceRange());
  std::string passes = makeName(thread.definition, "passes");
  const Prototype *prototype = getPrototype(decl, displayName(decl), loc);
  if (!prototype)
    return;
  vkm::ControlOp op = createBlockDriver(thread, *signature, passes);
  mlir::Block &block = op.getBody().front();
  const ThreadMethod &method = *m_roles.findThreadMethod(thread.key);
  llvm::SmallVector<int32_t> index;
  llvm::SmallVector<std::string> counts;
  for (unsigned parameter : method.index) {
    index.push_back(signature->parameters[parameter].input);
    counts.push_back(thread.definition->getParamDecl(parameter)->getNameAsString());
  }
  op->setAttr("drives_index", m_builder.getDenseI32ArrayAttr(index));
  op->setAttr(vkm::kCommentAttr, m_builder.getStringAttr(decl->getNameAsString() + " for each of " +
                                                         llvm::join(counts, " x ") + " threads, " +
                                                         passes + " times one after another."));

  mlir::OpBuilder builder = mlir::OpBuilder::atBlockEnd(&block);
  openLoop(builder, loc, makeName(thread.definition, "pass"),
           block.getArgument(block.getNumArguments() - 1));
  static constexpr llvm::StringLiteral kCounters[] = {"x", "y", "z"};
  llvm::SmallVector<mlir::Value> operands(block.getArguments().drop_back());
  llvm::SmallVector<vkm::ForOp> loops(index.size());
  for (unsigned dim = index.size(); dim-- > 0;)
    loops[dim] = openLoop(
        builder, loc, makeName(thread.definition, index.size() == 1 ? "i" : kCounters[dim].str()),
        block.getArgument(index[dim]));
  for (auto [dim, loop] : llvm::enumerate(loops))
    operands[index[dim]] = builder.create<vkm::LoadOp>(loc, block.getArgument(index[dim]).getType(),
                                                       loop.getBodyVar());

  CallShape shape(signature->passing.size());
  for (auto [number, passing] : llvm::enumerate(signature->passing)) {
    if (passing != Passing::Pointer)
      continue;
    mlir::Value &operand = operands[signature->parameters[number].input];
    auto pointer = llvm::cast<vkm::PtrType>(operand.getType());
    if (prototype->signature->passing[number] == Passing::Pointer) {
      shape[number].base = pointer;
      continue;
    }
    // One object for all threads.
    mlir::Value zero = builder.create<vkm::ConstantOp>(
        loc, builder.getIntegerAttr(m_types.integerType(32, true), 0));
    operand =
        builder.create<vkm::DerefOp>(loc, vkm::RefType::get(pointer.getPointee()), operand, zero);
  }
  const ImportedFunction *function = getFunction(decl, shape, displayName(decl), loc);
  if (!function) {
    op.erase();
    return;
  }
  builder.create<vkm::CallOp>(loc, mlir::TypeRange(), function->symbol, operands);
  m_class.getBody().front().push_back(op);
}
