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
#include "ir/HostCode.h"
#include "transforms/OutlineLoop.h"

using namespace vkmorph;
using namespace vkmorph::frontend;

vkm::KernelOp OutlineEmitter::outlineLoop(vkm::ForOp loop, llvm::StringRef algorithm,
                                          bool isIndependent, mlir::Location where,
                                          const LoopVariables &variables) {
  vkm::LoopOutliner outliner(loop, variables.own);
  outliner.setResults(variables.results);
  if (!outliner.collect()) {
    m_importer.reporter().report(where, diag::AlgorithmGiven, {algorithm.str()});
    loop.erase();
    return {};
  }
  std::string symbol =
      m_importer.symbols().unique("kernel1D_" + m_function.symbol + "_" + algorithm.str());
  mlir::Block *block = loop->getBlock();
  mlir::Operation *next = loop->getNextNode();
  vkm::KernelOp kernel = outliner.outline(symbol, /*dims=*/1, withoutKernelPrefix(symbol));
  kernel->setAttr(vkm::kCommentAttr, m_builder.getStringAttr("What " + m_function.displayName +
                                                             " does by " + algorithm.str() + "."));
  kernel->setAttr(vkm::kSourceNameAttr,
                  m_builder.getStringAttr(algorithm + " of " + m_function.displayName));
  if (isIndependent)
    kernel->setAttr(vkm::kAssumeIndependentAttr, m_builder.getUnitAttr());
  m_importer.addKernel(kernel);
  m_builder.setInsertionPoint(block, next ? next->getIterator() : block->end());
  m_builder.create<vkm::CallOp>(where, mlir::TypeRange(), symbol, outliner.getOperands());
  return kernel;
}
