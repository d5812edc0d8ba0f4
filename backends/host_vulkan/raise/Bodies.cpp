//===- Bodies.cpp - The bodies of the generated class's functions, as text --------------------===//

#include "backends/host_vulkan/raise/Bodies.h"

#include "analysis/commands/RecordedCommands.h"
#include "backends/host_vulkan/CppText.h"
#include "backends/host_vulkan/raise/HostLanguage.h"
#include "backends/host_vulkan/raise/RaiseHost.h"
#include "ir/CppTypes.h"
#include "ir/Exchange.h"
#include "ir/HostCode.h"
#include "ir/LocalNames.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SaveAndRestore.h"

#include <functional>

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::host;

namespace {

class BodyPrinter {
public:
  BodyPrinter(ClassInfo &info, const Sources &sources)
      : info(info), sources(sources), theClass(sources.theClass), os(text) {}

  void print() {
    for (ControlInfo &control : info.controls) {
      if (!control.inPieces)
        control.recordedBody = printed([&] { printRecorded(control); });
      if (control.hasDropIn())
        control.dropInBody =
            printed([&] { control.inPieces ? printInPieces(control) : printDropIn(control); });
      addSets(control);
      addExtents(control);
    }
    for (KernelInfo &kernel : info.kernels)
      kernel.body = printed([&] { printKernel(kernel); });
    for (vkm::FuncOp function : vkm::getHostFunctions(theClass))
      info.hostFunctions.push_back(printed([&] { printHostFunction(function); }));
    addHeaders();
    addCheckedStructs();
  }

private:
  std::string printed(llvm::function_ref<void()> print) {
    text.clear();
    print();
    return text;
  }

  /// A name for a local of ours that no parameter or variable of the user's has.
  std::string localName(const ControlInfo &control, StringRef wanted) {
    NameScope names;
    for (const LentObject &object : control.objects)
      names.reserve(object.name);
    for (const Parameter &parameter : control.parameters) {
      names.reserve(parameter.name);
      names.reserve(parameter.name + "Buffer");
    }
    for (vkm::ControlOp op : {sources.recordedOf(control), sources.dropInOf(control)})
      vkm::forEachLocalName(op, [&](StringRef name) { names.reserve(name); });
    return names.make(wanted);
  }

  void printRecorded(ControlInfo &control) {
    std::string cmd = control.commandBuffer;
    printLabel(control);
    printAnswers(control);
    SmallVector<Operation *> bodies = {sources.recordedOf(control)};
    for (const Parameter &parameter : control.parameters)
      if (parameter.checkedSite >= 0)
        bodies.push_back(sources.extentOf(control, parameter));
    HostLanguage language(info, sources, cmd, bodies);
    language.control = &control;
    TextWriter writer(os, 1);
    for (const std::string &line : exchangeLines(control))
      writer.line(line);
    StatementPrinter printer(language, writer);
    printUses(control);
    for (const Parameter &parameter : control.parameters)
      if (parameter.checkedSite >= 0)
        printCheckedRange(control, parameter, printer.getExpressions());
    printer.print(sources.recordedOf(control).getBody());
  }

  /// const bool hasMask = m_vulkan.IsGiven(m_sumSets[0], 1, "SetInOutFor_Sum");
  void printAnswers(ControlInfo &control) {
    for (Parameter &parameter : control.parameters) {
      if (parameter.askedSite < 0)
        continue;
      parameter.answer = localName(control, vkm::nameOfAnswer(parameter.name));
      os << "const bool " << parameter.answer << " = " << info.vulkan << ".IsGiven(" << control.sets
         << "[" << parameter.askedSite << "], " << parameter.askedBinding << ", \""
         << control.setter << "\");\n";
    }
  }

  /// // Needs m_scale; writes m_sum, m_count.
  /// m_vulkan.UseMembers("SumCmd", {{0, 4}}, {{4, 8}});
  /// m_vulkan.UseVectors("SumCmd", {"m_taps"});
  void printUses(const ControlInfo &control) {
    std::vector<std::string> names[2], ranges[2];
    for (int which = 0; which < 2; ++which)
      for (const MemberRange &range : which == 0 ? control.uploads : control.downloads) {
        names[which].insert(names[which].end(), range.names.begin(), range.names.end());
        ranges[which].push_back("{" + std::to_string(range.offset) + ", " +
                                std::to_string(range.bytes) + "}");
      }
    if (!names[0].empty() || !names[1].empty())
      os << "// " << (names[0].empty() ? "" : "Needs " + llvm::join(names[0], ", "))
         << (names[0].empty()   ? "Writes "
             : names[1].empty() ? ""
                                : "; writes ")
         << llvm::join(names[1], ", ") << ".\n"
         << info.vulkan << ".UseMembers(\"" << control.command << "\", {"
         << llvm::join(ranges[0], ", ") << "}, {" << llvm::join(ranges[1], ", ") << "});\n";
    if (!control.vectors.empty())
      os << info.vulkan << ".UseVectors(\"" << control.command << "\", {"
         << quotedKeys(control.vectors) << "});\n";
    if (!control.textures.empty())
      os << info.vulkan << ".UseTextures(\"" << control.command << "\", {"
         << quotedNames(control.textures) << "});\n";
  }

  /// m_vulkan.CheckRange("SumCmd", "data", m_sumSets[0], 0, n, sizeof(float));
  void printCheckedRange(const ControlInfo &control, const Parameter &parameter,
                         ExpressionPrinter &expressions) {
    bool isNumber = isa<IntegerType, FloatType>(parameter.element);
    std::string bytes = isNumber ? "sizeof(" + vkm::spellType(parameter.element, theClass) + ")"
                                 : std::to_string(vkm::getLayout(theClass, parameter.element).size);
    vkm::ExtentOp extent = sources.extentOf(control, parameter);
    os << info.vulkan << ".CheckRange(\"" << control.command << "\", \"" << parameter.name << "\", "
       << control.sets << "[" << parameter.checkedSite << "], " << parameter.checkedBinding << ", "
       << expressions.operand(getYielded(extent.getCount())).flat() << ", " << bytes << ");\n";
  }

  /// m_vulkan.WillExchange("m_now", "m_next");
  std::vector<std::string> exchangeLines(const ControlInfo &control) const {
    std::vector<std::string> lines;
    if (auto pairs = sources.recordedOf(control)->getAttrOfType<ArrayAttr>(vkm::kExchangedAttr))
      for (auto pair : pairs.getAsRange<ArrayAttr>())
        lines.push_back(info.vulkan + ".WillExchange(\"" +
                        info.vectorKey(cast<StringAttr>(pair[0])) + "\", \"" +
                        info.vectorKey(cast<StringAttr>(pair[1])) + "\");");
    return lines;
  }

  // vkmorph::DropInCall call(m_vulkan, "Sum");
  // const VkBuffer dataBuffer = call.In("data", data, n);
  // call.DownloadMembers({{0, 4}}); // m_sum
  // const auto record = [&](VkCommandBuffer cmd) { ... };
  // call.Run(SumStages(), record, n);
  void printDropIn(ControlInfo &control) {
    std::string self = declareSelf(control);
    vkm::ControlOp dropIn = sources.dropInOf(control);
    SmallVector<Operation *> bodies = {dropIn};
    // The values that recorded commands depend on are compared with those of the last call.
    if (!control.keyFields.empty()) {
      bodies.push_back(sources.recordedOf(control));
      for (KernelInfo *kernel : control.kernels)
        bodies.push_back(sources.commandsOf(*kernel));
    }
    HostLanguage language(info, sources, control.commandBuffer, bodies);
    language.control = &control;
    TextWriter writer(os, 1);
    declareLent(control, writer);
    // A call that ends before its kernels counts too: it takes no time on the device.
    const bool startsFirst = returnsEarly(dropIn);
    if (startsFirst)
      printCall(control, self);
    StatementPrinter printer(language, writer);
    language.run = [&](TextWriter &) {
      if (!startsFirst)
        printCall(control, self);
      printRun(control, self, language, printer.getExpressions());
    };
    printer.print(dropIn.getBody());
  }

  /// A const function changes the object's device side only, by the name that is returned.
  std::string declareSelf(ControlInfo &control) {
    if (!control.isConst)
      return {};
    std::string self = localName(control, "self");
    os << "// Const as far as its users see: only the device's side of the object changes.\n"
       << "auto &" << self << " = const_cast<" << info.name << " &>(*this);\n";
    return self + ".";
  }

  // vkmorph::DropInCall call(m_vulkan, "Find");
  // const VkBuffer dataBuffer = call.In("data", data, n);
  // call.DownloadMembers({{0, 4}}); // m_found
  // const vkmorph::Restore callersSets(m_findSets);
  // SetInOutFor_Find(dataBuffer);
  // return call.RunInPieces(SearchStages(), [&](VkCommandBuffer cmd) -> int { ... });
  void printInPieces(ControlInfo &control) {
    std::string self = declareSelf(control);
    vkm::ControlOp dropIn = sources.dropInOf(control);
    HostLanguage language(info, sources, control.commandBuffer, {dropIn});
    language.control = &control;
    language.self = self;
    TextWriter writer(os, 1);
    declareLent(control, writer);
    printCall(control, self);
    llvm::SaveAndRestore<std::string> vulkan(info.vulkan, self + info.vulkan);
    llvm::SaveAndRestore<std::string> sets(control.sets, self + control.sets);
    StatementPrinter printer(language, writer);
    Block &body = dropIn.getBody().front();
    Operation *point = vkm::findBindingPoint(dropIn);
    Block::iterator first = point ? point->getIterator() : body.begin();
    printer.print(llvm::make_range(body.begin(), first));
    std::vector<std::string> buffers = printArguments(control, printer.getExpressions());
    if (!control.setter.empty())
      os << "const vkmorph::Restore " << localName(control, "callersSets") << "(" << control.sets
         << ");\n"
         << self << control.setter << "(" << llvm::join(buffers, ", ") << ");\n";
    bool returns = !dropIn.getResultTypes().empty();
    os << (returns ? "return " : "") << localName(control, "call") << ".RunInPieces("
       << stagesOf(control, self) << ", [&](VkCommandBuffer " << control.commandBuffer << ") "
       << (returns ? "-> " + control.returnType + " " : "") << "{\n";
    printLabel(control);
    for (const std::string &line : exchangeLines(control))
      os << line << "\n";
    printer.print(llvm::make_range(first, body.end()));
    os << "});\n";
  }

  void printLabel(const ControlInfo &control) {
    os << "const vkmorph::Label " << localName(control, "label") << "(" << info.vulkan << ", "
       << control.commandBuffer << ", \"" << control.unique << "\");\n";
  }

  std::string stagesOf(const ControlInfo &control, StringRef self) const {
    return control.kernels.empty() ? "vkmorph::KernelStages()"
                                   : info.stagesOf(control.kernels, self);
  }

  /// const auto &in_pixels = in.pixels;
  /// const int in_width = in.width;
  /// auto &out_height = out.*kHeight;
  void declareLent(const ControlInfo &control, TextWriter &writer) {
    bool isFirst = true;
    for (auto [index, parameter] : llvm::enumerate(control.parameters)) {
      if (parameter.isKept) {
        declareKept(parameter, writer);
        continue;
      }
      // A vector is asked for its size.
      bool isUsed = parameter.isLent() && !parameter.isResized && parameter.isNamed;
      bool isAsked =
          parameter.isPointer && parameter.isLent() && control.parameters[index + 1].isNamed;
      if (!isUsed && !isAsked)
        continue;
      if (std::exchange(isFirst, false))
        writer.line("// Members of the caller's objects.");
      if (parameter.isSize) {
        writer.line("const uint32_t " + parameter.name + " = " + parameter.askSize() + ";");
        continue;
      }
      const LentObject &object = control.objects[parameter.object];
      std::string place = object.name;
      if (parameter.isPrivate)
        place = info.spellPrivate(place, parameter.path);
      else
        for (const MemberStep &step : parameter.path)
          place += "." + step.name;
      bool isPlace = parameter.isPointer || parameter.isReference;
      writer.line((object.isConst() || !isPlace ? "const " : "") +
                  (isPlace ? "auto &" + parameter.name : declare(parameter.type, parameter.name)) +
                  " = " + place + ";");
    }
  }

  /// const float *const m_view_data = m_view.data;
  void declareKept(const Parameter &parameter, TextWriter &writer) {
    if (!parameter.isNamed)
      return;
    std::string place;
    for (const MemberStep &step : parameter.path)
      place += (place.empty() ? "" : ".") + step.name;
    if (parameter.isPrivate)
      place = info.spellPrivate("*this", parameter.path);
    // The function names it as it is.
    if (place != parameter.name)
      writer.line(parameter.type + "const " + parameter.name + " = " + place + ";");
  }

  /// Whether a return or a throw stands before the kernels.
  static bool returnsEarly(vkm::ControlOp dropIn) {
    bool isEarly = false;
    dropIn.walk<WalkOrder::PreOrder>([&](Operation *op) {
      isEarly = isa<vkm::ReturnOp>(op) || vkm::isThrow(op);
      return isEarly || isa<vkm::RunRecordedOp>(op) ? WalkResult::interrupt()
                                                    : WalkResult::advance();
    });
    return isEarly;
  }

  void printCall(ControlInfo &control, StringRef self) {
    bool identical = sources.recordedOf(control)->hasAttr(vkm::kIdenticalArgumentsAttr);
    os << "vkmorph::DropInCall " << localName(control, "call") << "(" << self << info.vulkan
       << ", \"" << control.unique << "\"" << (identical ? ", vkmorph::Aliasing::Identical" : "")
       << ");\n";
  }

  /// Buffers for arrays, and what is moved of members; returns the buffers.
  std::vector<std::string> printArguments(ControlInfo &control, ExpressionPrinter &expressions) {
    std::string call = localName(control, "call");
    std::vector<std::string> buffers;
    for (const Parameter *parameter : control.boundParameters()) {
      const char *direction = parameter->access == vkm::Access::Read ? "In"
                              : parameter->overwritten               ? "Out"
                                                                     : "InOut";
      vkm::ExtentOp extent = sources.extentOf(control, *parameter);
      Value count = getYielded(extent.getCount());
      os << "const VkBuffer " << parameter->name << "Buffer = " << call << "." << direction
         << (parameter->records.empty() ? "" : "<" + parameter->records + ">") << "(\""
         << parameter->name << "\", " << parameter->name << ", "
         << expressions.operand(count).flat()
         << (parameter->mayBeNull ? ", /*mayBeNull=*/true" : "") << ");\n";
      buffers.push_back(parameter->name + "Buffer");
    }
    // Before members, among them sizes: a vector that is too large for the device is told first.
    if (!control.vectors.empty())
      os << call << ".UploadVectors({" << quotedKeys(control.vectors) << "});\n";
    if (!control.textures.empty())
      os << call << ".UploadTextures({" << quotedNames(control.textures) << "});\n";
    printTransfers(call, "UploadMembers", control.uploads);
    // Members first: sizes among them tell which vectors' sizes the kernels change.
    printTransfers(call, "DownloadMembers", control.downloads);
    if (!control.vectorDownloads.empty())
      os << call << ".DownloadVectors({" << quotedKeys(control.vectorDownloads) << "});\n";
    return buffers;
  }

  void printRun(ControlInfo &control, StringRef self, const HostLanguage &language,
                ExpressionPrinter &expressions) {
    std::string call = localName(control, "call");
    std::string record = localName(control, "record");
    std::string cmd = control.commandBuffer;
    std::vector<std::string> buffers = printArguments(control, expressions);
    std::vector<std::string> scalars, arguments = {cmd};
    for (const Parameter &parameter : control.parameters) {
      bool isOptional = parameter.isReference || parameter.isLent();
      if (parameter.isPointer || (isOptional && !parameter.isUsed))
        continue;
      arguments.push_back(parameter.argument());
      if (parameter.isUsed)
        scalars.push_back(parameter.argument());
    }
    for (const std::string &field : control.keyFields)
      scalars.push_back(info.findField(field)->isSize ? language.memberSize(field)
                                                      : language.member(field).doc.flat());
    // What was recorded for other sizes may be submitted again.
    for (const std::string &line : exchangeLines(control))
      os << self << line << "\n";
    os << "const auto " << record << " = [&](VkCommandBuffer " << cmd << ") {\n";
    if (!control.setter.empty())
      os << "const vkmorph::Restore " << localName(control, "callersSets") << "(" << self
         << control.sets << ");\n"
         << self << control.setter << "(" << llvm::join(buffers, ", ") << ");\n";
    os << self << control.command << "(" << llvm::join(arguments, ", ") << ");\n};\n"
       << (control.carries ? call + ".RecordAgain();\n" : "") << call << ".Run("
       << stagesOf(control, self) << ", " << record;
    for (const std::string &scalar : scalars)
      os << ", " << scalar;
    os << ");\n";
  }

  void printTransfers(StringRef call, StringRef function, const std::vector<MemberRange> &ranges) {
    if (ranges.empty())
      return;
    std::vector<std::string> parts, names;
    for (const MemberRange &range : ranges) {
      parts.push_back("{" + std::to_string(range.offset) + ", " + std::to_string(range.bytes) +
                      "}");
      names.insert(names.end(), range.names.begin(), range.names.end());
    }
    std::string line = (call + "." + function + "({" + llvm::join(parts, ", ") + "});").str();
    std::string comment = "// " + llvm::join(names, ", ");
    constexpr size_t kRoom = kColumns - 6;
    if (line.size() + comment.size() > kRoom)
      os << comment << "\n" << line << "\n";
    else
      os << line << " " << comment << "\n";
  }

  void printKernel(KernelInfo &kernel) {
    vkm::CommandsOp commands = sources.commandsOf(kernel);
    HostLanguage language(info, sources, kernel.commandBuffer, {commands});
    language.kernel = &kernel;
    TextWriter writer(os, 1);
    StatementPrinter(language, writer).print(commands.getBody());
  }

  /// The user's function may be defined where this file cannot see it.
  void printHostFunction(vkm::FuncOp function) {
    HostLanguage language(info, sources, "cmd", {function});
    std::vector<std::string> parameters;
    for (unsigned i = 0; i < function.getNumArguments(); ++i) {
      bool isUsed = !function.getArgument(i).use_empty();
      std::string name = vkm::argName(function, i).str();
      parameters.push_back(declare(language.typeName(function.getArgumentTypes()[i]),
                                   isUsed ? name : "/*" + name + "*/"));
    }
    ArrayRef<Type> results = function.getResultTypes();
    if (auto comment = function->getAttrOfType<StringAttr>(vkm::kCommentAttr))
      printComment(os, comment.getValue(), "//");
    os << declare(results.empty() ? "void" : language.typeName(results.front()),
                  hostFunctionName(function))
       << "(" << llvm::join(parameters, ", ") << ") {\n";
    TextWriter writer(os, 1);
    StatementPrinter(language, writer).print(function.getBody());
    os << "}\n\n";
  }

  /// "\"taps_\", \"cells_\""
  static std::string quotedKeys(const std::vector<VectorInfo *> &vectors) {
    std::vector<std::string> names;
    for (const VectorInfo *vector : vectors)
      names.push_back("\"" + vector->key + "\"");
    return llvm::join(names, ", ");
  }

  static std::string quotedNames(const std::vector<TextureInfo *> &textures) {
    std::vector<std::string> names;
    for (const TextureInfo *texture : textures)
      names.push_back("\"" + texture->symbol + "\"");
    return llvm::join(names, ", ");
  }

  //===---------------------------------------------------------------------------------------===//
  // What is beside the bodies
  //===---------------------------------------------------------------------------------------===//

  /// The elements of a vector, an image, or a texture.
  std::string vector(StringRef field) {
    if (theClass.lookupField(field).isTexture())
      return info.vulkan + ".Texture(\"" + field.str() + "\")";
    if (theClass.lookupField(field).isImage())
      return info.vulkan + ".Image(\"" + field.str() + "\")";
    return "{" + info.vulkan + ".Vector(\"" + info.vectorKey(field) + "\")}";
  }

  void addSets(ControlInfo &control) {
    vkm::ControlOp recorded = sources.recordedOf(control);
    for (auto [site, bind] : llvm::zip(control.sites, sources.bindsOf(control))) {
      size_t operand = 0;
      for (const BindingInfo &binding : site.kernel->bindings) {
        if (binding.kind == vkm::ResourceKind::ClassData) {
          site.buffers.push_back("{" + info.classData + "}");
        } else if (binding.kind == vkm::ResourceKind::Vector) {
          site.buffers.push_back(vector(binding.name));
        } else if (binding.kind == vkm::ResourceKind::Scratch) {
          site.buffers.push_back("{" + info.findScratch(binding.name)->member + "}");
        } else {
          Value buffer = bind.getBuffers()[operand++];
          if (auto data = buffer.getDefiningOp<vkm::VectorDataOp>())
            site.buffers.push_back(vector(data.getField()));
          else if (auto bound = dyn_cast<BlockArgument>(buffer);
                   bound && bound.getOwner() == &recorded.getBody().front())
            site.buffers.push_back(control.parameters[bound.getArgNumber()].range());
        }
      }
    }
  }

  void addExtents(ControlInfo &control) {
    for (Parameter &parameter : control.parameters)
      if (vkm::ExtentOp extent = sources.extentOf(control, parameter))
        parameter.extent = describeExtent(extent);
  }

  Extent describeExtent(vkm::ExtentOp op) {
    Extent extent;
    extent.isStated = op.getStated();
    std::function<void(Operation *)> addCallees = [&](Operation *caller) {
      caller->walk([&](vkm::CallOp call) {
        auto callee = cast<vkm::FuncOp>(vkm::lookupCallee(call));
        addCallees(callee);
        std::string text = printed([&] { printHostFunction(callee); });
        if (!llvm::is_contained(extent.functions, text))
          extent.functions.push_back(text);
      });
    };
    addCallees(op);
    llvm::SetVector<unsigned> values;
    // A conversion of a parameter may stand before the extent.
    std::function<void(Value)> use = [&](Value value) {
      if (auto argument = dyn_cast<BlockArgument>(value)) {
        if (!isa<vkm::PtrType>(argument.getType()))
          values.insert(argument.getArgNumber());
      } else if (!op->isAncestor(value.getDefiningOp())) {
        llvm::for_each(value.getDefiningOp()->getOperands(), use);
      }
    };
    op->walk([&](Operation *inner) { llvm::for_each(inner->getOperands(), use); });
    extent.parameters.assign(values.begin(), values.end());
    HostLanguage language(info, sources, "cmd", {}), locals(info, sources, "cmd", {});
    language.isOutside = locals.isOutside = true;
    for (StringAttr field : vkm::getLoadedFields(op)) {
      extent.fields.push_back(field.str());
      if (const FieldInfo *known = info.findField(field.getValue()))
        locals.nameMember(field, known->localName);
    }
    Value count = getYielded(op.getCount());
    extent.text = ExpressionPrinter(language).text(count);
    extent.localText = ExpressionPrinter(locals).text(count);
    return extent;
  }

  /// Calls `visit` with every operation whose text is host code.
  void walkHostCode(llvm::function_ref<void(Operation *)> visit) {
    for (KernelInfo &kernel : info.kernels)
      sources.commandsOf(kernel).walk(visit);
    for (ControlInfo &control : info.controls) {
      sources.recordedOf(control).walk(visit);
      sources.dropInOf(control).walk(visit);
    }
    for (vkm::FuncOp function : vkm::getHostFunctions(theClass))
      function.walk(visit);
  }

  /// Whether the value has no literal: it is spelled by std::numeric_limits.
  static bool needsLimits(TypedAttr value) {
    if (auto number = dyn_cast<FloatAttr>(value))
      return !number.getValue().isFinite();
    auto integer = dyn_cast<IntegerAttr>(value);
    return integer && integer.getType().isSignedInteger() && integer.getValue().isMinSignedValue();
  }

  void addHeaders() {
    bool algorithm = false, bytes = false, limits = false, math = false, offsets = false,
         utility = false;
    for (const KernelInfo &kernel : info.kernels)
      for (const ShaderInfo &shader : kernel.shaders)
        offsets |= shader.checksLayout();
    walkHostCode([&](Operation *op) {
      if (auto call = dyn_cast<vkm::MathOp>(op)) {
        vkm::MathFn fn = call.getFn();
        bool ordered = fn == vkm::MathFn::Min || fn == vkm::MathFn::Max || fn == vkm::MathFn::Clamp;
        (ordered ? algorithm : math) = true;
      }
      if (auto constant = dyn_cast<vkm::ConstantOp>(op))
        limits |= needsLimits(constant.getValue());
      utility |= op->hasAttr(kSwapAttr);
      bytes |= op->hasAttr(kBytesAttr);
    });
    if (algorithm)
      info.headers.insert("<algorithm>");
    if (bytes)
      for (const char *header : {"<array>", "<cstring>"})
        info.headers.insert(header);
    if (math)
      info.headers.insert("<cmath>");
    if (offsets)
      info.headers.insert("<cstddef>");
    if (limits)
      info.headers.insert("<limits>");
    if (utility)
      info.headers.insert("<utility>");
  }

  /// Structs in buffers have to have the size that the shaders count with, whatever compiler builds
  /// this.
  void addCheckedStructs() {
    llvm::StringSet<> done;
    for (ControlInfo &control : info.controls)
      for (const Parameter *parameter : control.boundParameters()) {
        auto pointee = cast<vkm::PtrType>(parameter->valueIs).getPointee();
        auto record = dyn_cast<vkm::RecordType>(pointee);
        vkm::RecordOp op = record ? vkm::lookupRecord(theClass, record) : vkm::RecordOp();
        if (!op || !parameter->records.empty() || !done.insert(parameter->elementType).second)
          continue;
        std::string name = sources.typeName(info, record);
        if (name == vkm::spellType(record, theClass))
          name = parameter->elementType;
        info.checkedStructs.push_back({name, static_cast<int64_t>(op.getSize())});
      }
  }

  ClassInfo &info;
  const Sources &sources;
  vkm::ClassOp theClass;
  std::string text;
  llvm::raw_string_ostream os;
};

} // namespace

void host::addBodies(ClassInfo &info, const Sources &sources) {
  BodyPrinter(info, sources).print();
}
