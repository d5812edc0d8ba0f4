//===- Emit.cpp - From a lowered module to the shaders of its class ---------------------------===//

#include "backends/Diagnostics.h"
#include "backends/shading/Requirements.h"
#include "backends/shading/ShadingBackend.h"
#include "backends/shading/raise/Raise.h"
#include "ir/EffectLedger.h"

#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::shading;
using namespace vkmorph::vkm;

static std::vector<Renaming> getRenamings(ModuleOp module) {
  std::vector<Renaming> result;
  if (auto list = module->getAttrOfType<ArrayAttr>(kRenamingsAttr))
    for (ArrayAttr entry : list.getAsRange<ArrayAttr>()) {
      auto text = [&](unsigned i) { return cast<StringAttr>(entry[i]).getValue().str(); };
      result.push_back({text(0), text(1), text(2)});
    }
  return result;
}

std::string ShadingBackend::getFileName(ModuleOp shader) const {
  return (*shader.getName() + "." + getSuffix(getShader(shader).getStage())).str();
}

std::string shading::addLineDirectives(StringRef text, ArrayRef<LocationAttr> lines) {
  std::string result;
  SmallVector<StringRef> parts;
  text.split(parts, '\n');
  if (text.ends_with("\n"))
    parts.pop_back();
  // What the compiler takes the next line for.
  StringAttr file;
  unsigned next = 0;
  for (auto [index, part] : llvm::enumerate(parts)) {
    FileLineColLoc place =
        index < lines.size() && lines[index] ? getSourceBegin(lines[index]) : FileLineColLoc();
    if (place && (!file || place.getFilename() != file || place.getLine() != next)) {
      result += "#line " + std::to_string(place.getLine()) + " \"" +
                place.getFilename().getValue().str() + "\"\n";
      file = place.getFilename();
      next = place.getLine();
    }
    result += part.str() + "\n";
    ++next;
  }
  return result;
}

namespace {
/// Makes the text and the SPIR-V of one shader.
class ShaderEmitter {
public:
  ShaderEmitter(const ShadingBackend &backend, const EmitOptions &options, ModuleOp module)
      : backend(backend), options(options), module(module) {
    shader.name = module.getName()->str();
    shader.file = backend.getFileName(module);
    shader.entryPoint = backend.getEntryPoint(module);
  }

  /// `fault` is told of a rejected text.
  FailureOr<Shader> emit(ShaderFault *fault) {
    print();
    if (!options.compile || !backend.canCompile())
      return std::move(shader);
    std::string log;
    if (!compile(log)) {
      reportRejected(log);
    } else if (log = backend.findMiscompiled(module, shader.spirv); !log.empty()) {
      report(module.getLoc(), backends::diag::ShaderRejected, {shader.name, log});
    } else {
      return std::move(shader);
    }
    if (fault)
      *fault = {shader.name, shader.file, shader.text, log};
    return failure();
  }

private:
  void print() {
    if (options.lineDirectives)
      backend.allowLineDirectives(module);
    plain = backend.print(module, &lines);
    std::string header = options.header ? options.header(shader.file) : "";
    plain = header + plain;
    lines.insert(lines.begin(), llvm::count(header, '\n'), LocationAttr());
    shader.text = options.lineDirectives ? addLineDirectives(plain, lines) : plain;
    shader.renamings = getRenamings(module);
  }

  bool compile(std::string &log) {
    if (auto known = options.compiled.find(shader.text); known != options.compiled.end()) {
      shader.spirv = known->second;
      return true;
    }
    std::string file = options.debugInfo ? shader.file : "";
    shader.spirv = backend.compile({module, shader.text, file}, log);
    if (!shader.spirv.empty())
      return true;
    if (options.lineDirectives) { // the message names lines of the text then
      log.clear();
      backend.compile({module, plain, file}, log);
      shader.text = plain;
    }
    return false;
  }

  /// Tells a rejected text: the compiler's message, the line of the text that it names, and where
  /// that came from.
  void reportRejected(StringRef log) {
    Location loc = module.getLoc();
    StringRef line;
    unsigned number = backend.findRejectedLine(log);
    if (number > 0 && number <= lines.size()) {
      if (LocationAttr place = lines[number - 1])
        loc = place;
      SmallVector<StringRef> text;
      StringRef(shader.text).split(text, '\n');
      line = text[number - 1].trim();
    }
    InFlightDiagnostic diagnostic =
        report(loc, backends::diag::ShaderRejected, {shader.name, log.trim().str()});
    if (!line.empty())
      diagnostic.attachNote() << "line " << number << " of " << shader.file << ": " << line;
  }

  const ShadingBackend &backend;
  const EmitOptions &options;
  ModuleOp module;
  Shader shader;
  std::string plain; ///< the text without directives
  std::vector<LocationAttr> lines;
};
} // namespace

FailureOr<Shaders> shading::emitShaders(const ShadingBackend &backend, ModuleOp lowered,
                                        const EmitOptions &options, ShaderFault *fault) {
  bool isRaised = getPhase(lowered) == Phase::Raised;
  OwningOpRef<ModuleOp> raised =
      isRaised ? OwningOpRef<ModuleOp>(lowered.clone()) : backend.raise(lowered);
  if (!raised || failed(verify(*raised)))
    return failure();
  std::string step = "raise-" + backend.getName().str();
  if (!isRaised &&
      failed(EffectLedger::ofShaders(*raised).checkKeeps(EffectLedger::ofShaders(lowered), step))) {
    if (fault)
      fault->lostEffects = true;
    return failure();
  }
  Shaders shaders;
  NamedAttrList needs;
  for (ModuleOp module : raised->getOps<ModuleOp>()) {
    FailureOr<Shader> shader = ShaderEmitter(backend, options, module).emit(fault);
    if (failed(shader))
      return failure();
    shaders.list.push_back(std::move(*shader));
    mergeRequirements(needs, module->getAttrOfType<DictionaryAttr>(kRequiresAttr));
  }
  shaders.requirements = needs.getDictionary(lowered.getContext());
  return shaders;
}
