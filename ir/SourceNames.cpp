//===- SourceNames.cpp - Names of the source, for messages ------------------------------------===//

#include "ir/SourceNames.h"

#include "ir/HostCode.h"
#include "ir/LentObjects.h"
#include "ir/VkmDialect.h"

#include "mlir/Pass/Pass.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

const SourceNames *SourceNames::of(MLIRContext *context) {
  auto *dialect = context->getLoadedDialect<VkmDialect>();
  return dialect ? dialect->getRegisteredInterface<SourceNames>() : nullptr;
}

/// "m_image.data" for the part `data` of the member m_image; "hits.found" for that of an object
/// which callers give as `hits`, where the symbol says so.
static std::string spellPart(Operation *field, StringRef name) {
  std::string text, symbol;
  auto within = field->getAttrOfType<ArrayAttr>("cpp_within");
  for (Attribute step : within ? within.getValue() : ArrayRef<Attribute>()) {
    StringRef member = cast<StringAttr>(cast<ArrayAttr>(step).getValue().back()).getValue();
    text += (member + ".").str();
    symbol += ("_" + member).str();
  }
  text += name;
  symbol += ("_" + name).str();
  auto lent = field->getAttrOfType<DictionaryAttr>(kLentAttr);
  if (!lent)
    return text;
  StringRef object = lent.getAs<StringAttr>("name").getValue();
  return object.consume_back(symbol) ? (object + "." + text).str() : "";
}

/// What the source calls a field, a kernel or a control function; empty where that is its symbol.
static std::string findName(Operation *op) {
  // A kernel of a part of what each thread does says which part.
  auto kernel = dyn_cast<KernelOp>(op);
  if (!isa<FieldOp, KernelOp, ControlOp>(op) || (kernel && kernel.getPerThread()))
    return "";
  for (StringRef attribute : {StringRef(kSourceNameAttr), StringRef(kLocalNameAttr)})
    if (auto known = op->getAttrOfType<StringAttr>(attribute))
      return known.str();
  auto name = op->getAttrOfType<StringAttr>("cpp_name");
  if (!name)
    return "";
  bool isPart = op->hasAttr("cpp_within") || op->hasAttr(kLentAttr);
  return isPart ? spellPart(op, name.getValue()) : name.str();
}

void SourceNames::read(ModuleOp module) const {
  std::lock_guard<std::mutex> lock(m_mutex);
  for (ClassOp op : module.getOps<ClassOp>())
    for (Operation &symbol : op.getBody().front()) {
      auto made = symbol.getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName());
      if (!made)
        continue;
      std::string name = findName(&symbol);
      if (name.empty())
        m_names.erase(made);
      else
        m_names[made] = name;
    }
}

std::string SourceNames::translate(StringRef argument) const {
  std::lock_guard<std::mutex> lock(m_mutex);
  if (auto known = m_names.find(argument); known != m_names.end())
    return known->second;
  std::string text;
  while (!argument.empty()) {
    size_t open = argument.find('\''), close = argument.find('\'', open + 1);
    if (open == StringRef::npos || close == StringRef::npos)
      break;
    auto known = m_names.find(argument.slice(open + 1, close));
    if (known == m_names.end()) {
      // The second one may open another quotation.
      text += argument.substr(0, close);
      argument = argument.substr(close);
      continue;
    }
    text += argument.substr(0, open + 1).str() + known->second + "'";
    argument = argument.substr(close + 1);
  }
  return text + argument.str();
}

namespace {
struct SourceNamesReader : PassInstrumentation {
  void runBeforePass(Pass *, Operation *op) override {
    auto module = dyn_cast<ModuleOp>(op);
    if (const SourceNames *names = module ? SourceNames::of(module.getContext()) : nullptr)
      names->read(module);
  }
};
} // namespace

std::unique_ptr<PassInstrumentation> vkmorph::vkm::createSourceNamesReader() {
  return std::make_unique<SourceNamesReader>();
}
