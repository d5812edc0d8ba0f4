//===- Glsl.cpp - Shaders in GLSL, compiled and validated -------------------------------------===//

#include "backends/glsl/Glsl.h"

#include "backends/Diagnostics.h"
#include "backends/glsl/raise/Raise.h"
#include "ir/EffectLedger.h"

#include "mlir/IR/Verifier.h"
#include "mlir/Tools/mlir-translate/Translation.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::glsl;
using namespace vkmorph::vkm;

/// The union of two dictionaries of needs: the larger number, the later version, all names of both
/// lists.
static Attribute merge(Attribute a, Attribute b) {
  if (!a || !b)
    return a ? a : b;
  MLIRContext *context = a.getContext();
  if (auto left = dyn_cast<IntegerAttr>(a))
    return left.getInt() < cast<IntegerAttr>(b).getInt() ? b : a;
  if (auto left = dyn_cast<StringAttr>(a))
    return left.getValue() < cast<StringAttr>(b).getValue() ? b : a;
  if (auto left = dyn_cast<DenseI32ArrayAttr>(a)) {
    SmallVector<int32_t> values(left.asArrayRef());
    for (auto [value, other] : llvm::zip(values, cast<DenseI32ArrayAttr>(b).asArrayRef()))
      value = std::max(value, other);
    return DenseI32ArrayAttr::get(context, values);
  }
  if (auto left = dyn_cast<ArrayAttr>(a)) {
    SmallVector<Attribute> names(left.begin(), left.end());
    for (Attribute name : cast<ArrayAttr>(b))
      if (!llvm::is_contained(names, name))
        names.push_back(name);
    return ArrayAttr::get(context, names);
  }
  return a;
}

static void mergeRequirements(NamedAttrList &all, DictionaryAttr more) {
  for (NamedAttribute entry : more)
    all.set(entry.getName(), merge(all.get(entry.getName()), entry.getValue()));
}

static std::vector<Renaming> getRenamings(ModuleOp module) {
  std::vector<Renaming> result;
  if (auto list = module->getAttrOfType<ArrayAttr>(kRenamingsAttr))
    for (ArrayAttr entry : list.getAsRange<ArrayAttr>()) {
      auto text = [&](unsigned i) { return cast<StringAttr>(entry[i]).getValue().str(); };
      result.push_back({text(0), text(1), text(2)});
    }
  return result;
}

/// Tells a rejected text: glslang's message, the line of the text that it names, and where that
/// came from.
static void reportRejected(ModuleOp module, const GlslShader &shader, ArrayRef<LocationAttr> lines,
                           StringRef log) {
  Location loc = module.getLoc();
  StringRef line;
  // ERROR: 0:23: 'x' : undeclared identifier; with the file's name for 0 where it is known.
  unsigned number = 0;
  StringRef rest = log.split("ERROR: ").second.split(':').second;
  if (!rest.consumeInteger(10, number) && number > 0 && number <= lines.size()) {
    if (LocationAttr place = lines[number - 1])
      loc = place;
    SmallVector<StringRef> text;
    StringRef(shader.text).split(text, '\n');
    line = text[number - 1].trim();
  }
  InFlightDiagnostic diagnostic =
      report(loc, backends::diag::GlslRejected, {shader.name, log.trim().str()});
  if (!line.empty())
    diagnostic.attachNote() << "line " << number << " of " << shader.name << ".comp: " << line;
}

/// What lets `#line` name a file.
static constexpr StringLiteral kLineDirectiveExtension = "GL_GOOGLE_cpp_style_line_directive";

static void addExtension(ModuleOp module, StringRef name) {
  SmallVector<Attribute> all(module->getAttrOfType<ArrayAttr>(kExtensionsAttr).getValue());
  all.push_back(StringAttr::get(module.getContext(), name));
  module->setAttr(kExtensionsAttr, ArrayAttr::get(module.getContext(), all));
}

std::string vkmorph::glsl::addLineDirectives(StringRef text, ArrayRef<LocationAttr> lines) {
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

/// The module itself, where it is raised already.
static OwningOpRef<ModuleOp> getRaised(ModuleOp module) {
  return getPhase(module) == Phase::Raised ? OwningOpRef<ModuleOp>(module.clone())
                                           : raiseToGlsl(module);
}

FailureOr<std::vector<GlslShader>>
vkmorph::glsl::emitGlsl(ModuleOp lowered, const GlslOptions &options, GlslFault *fault) {
  OwningOpRef<ModuleOp> raised = getRaised(lowered);
  if (!raised || failed(verify(*raised)))
    return failure();
  if (getPhase(lowered) != Phase::Raised && failed(EffectLedger::ofShaders(*raised).checkKeeps(
                                                EffectLedger::ofShaders(lowered), "raise-glsl"))) {
    if (fault)
      fault->lostEffects = true;
    return failure();
  }
  std::vector<GlslShader> shaders;
  NamedAttrList needs;
  for (ModuleOp module : raised->getOps<ModuleOp>()) {
    GlslShader &shader = shaders.emplace_back();
    shader.name = module.getName()->str();
    if (options.lineDirectives)
      addExtension(module, kLineDirectiveExtension);
    std::vector<LocationAttr> lines;
    shader.text = printGlsl(module, &lines);
    std::string header = options.header ? options.header(shader.name) : "";
    shader.text = header + shader.text;
    lines.insert(lines.begin(), llvm::count(header, '\n'), LocationAttr());
    std::string plain = shader.text;
    if (options.lineDirectives)
      shader.text = addLineDirectives(plain, lines);
    shader.renamings = getRenamings(module);
    auto requires_ = module->getAttrOfType<DictionaryAttr>(kRequiresAttr);
    mergeRequirements(needs, requires_);
    if (!options.compile)
      continue;
    auto version = requires_.getAs<StringAttr>("apiVersion");
    std::string api = version ? version.getValue().str() : "1.0";
    std::string file = options.debugInfo ? shader.name + ".comp" : "";
    std::string log;
    bool scalarLayout = requires_.contains("scalarBlockLayout");
    if (auto known = options.compiled.find(shader.text); known != options.compiled.end()) {
      shader.spirv = known->second;
      continue;
    }
    shader.spirv = compileGlsl(shader.text, api, scalarLayout, file, log);
    if (shader.spirv.empty()) {
      if (options.lineDirectives) { // what is wrong is told by lines of the text
        log.clear();
        compileGlsl(plain, api, scalarLayout, file, log);
        shader.text = plain;
      }
      reportRejected(module, shader, lines, log);
      if (fault)
        *fault = {shader.name, shader.text, log};
      return failure();
    }
    if (std::string wrong = findMisplaced(module, shader.spirv); !wrong.empty()) {
      report(module.getLoc(), backends::diag::GlslRejected, {shader.name, wrong});
      if (fault)
        *fault = {shader.name, shader.text, wrong};
      return failure();
    }
  }
  lowered->setAttr(kRequiresAttr, needs.getDictionary(lowered.getContext()));
  return shaders;
}

void vkmorph::glsl::registerGlslTranslation() {
  static TranslateFromMLIRRegistration registration(
      "emit-glsl", "Prints the shaders of a lowered or raised module in GLSL",
      [](Operation *op, llvm::raw_ostream &os) -> LogicalResult {
        auto module = dyn_cast<ModuleOp>(op);
        if (!module)
          return op->emitError("is no module");
        // Parsing loads the dialects that occur; in an empty file none does.
        module.getContext()->loadDialect<VkmDialect>();
        FailureOr<std::vector<GlslShader>> shaders = emitGlsl(module);
        if (failed(shaders))
          return failure();
        for (const GlslShader &shader : *shaders)
          os << "//--- " << shader.name << ".comp\n" << shader.text;
        return success();
      },
      [](DialectRegistry &registry) { registry.insert<VkmDialect>(); });
}
