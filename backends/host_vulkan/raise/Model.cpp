//===- Model.cpp - Decides what the generated class consists of, and its names ---------------===//

#include "backends/host_vulkan/Model.h"

#include "backends/Diagnostics.h"
#include "backends/host_vulkan/raise/Bodies.h"
#include "backends/host_vulkan/raise/CheckedRanges.h"
#include "backends/host_vulkan/raise/Exposed.h"
#include "backends/host_vulkan/raise/Facts.h"
#include "backends/host_vulkan/raise/HostStatements.h"
#include "backends/host_vulkan/raise/Names.h"
#include "backends/host_vulkan/raise/RaiseHost.h"
#include "backends/host_vulkan/raise/Requirements.h"
#include "ir/ClassDataForm.h"
#include "ir/EffectLedger.h"
#include "ir/Effects.h"
#include "ir/HostCode.h"
#include "ir/LentObjects.h"
#include "ir/MemoryForm.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Path.h"

#include <tuple>

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::host;

//===-----------------------------------------------------------------------------------------===//
// Building
//===-----------------------------------------------------------------------------------------===//

namespace {

StringRef stringAttr(Operation *op, StringRef name) {
  auto attribute = op->getAttrOfType<StringAttr>(name);
  return attribute ? attribute.getValue() : StringRef();
}

vkm::Access merge(vkm::Access a, vkm::Access b) {
  return static_cast<vkm::Access>(static_cast<uint32_t>(a) | static_cast<uint32_t>(b));
}

class ModelBuilder {
public:
  ModelBuilder(vkm::ClassOp op, const CompiledShaders &shaders, const HostOptions &options)
      : options(options), compiled(shaders.list), stated(shaders.requirements), sources(op),
        theClass(op) {
    info.shaderSuffix = shaders.suffix;
  }

  FailureOr<ClassInfo> build() {
    nameClass();
    reserveNames();
    addFields();
    nameControls();
    info.classDataConstant = names.make("kClassDataBytes");
    for (auto scratch : theClass.getOps<vkm::ScratchOp>())
      addScratch(scratch);
    for (auto commands : theClass.getOps<vkm::CommandsOp>())
      addKernel(commands);
    nameVectors();
    placeCounts();
    for (ControlInfo &control : info.controls)
      fillControl(control);
    exposeMembers(info, sources, names);
    exposeTypes(info, sources, names);
    if (broken)
      return failure();
    info.overloads = readOverloads(theClass);
    for (FieldInfo &field : info.fields)
      if (!field.localOf.empty())
        field.localType = spellLocal(field.type);
    info.usesAllStages = usesAllStages();
    info.requirements = getRequirements(info, stated);
    addBodies(info, sources);
    return std::move(info);
  }

private:
  void fail(Location loc, const DiagInfo &row, ArrayRef<std::string> arguments) {
    report(loc, row, arguments);
    broken = true;
  }

  // Names of the class. "Outer::Inner" and "Foo<float>" may be symbols too.
  void nameClass() {
    vkm::ClassOp op = theClass;
    info.base = op.getSymName().str();
    info.qualifiedBase = op.getQualifiedName();
    for (Attribute name : op.getNamespaces())
      info.namespaces.push_back(cast<StringAttr>(name).getValue().str());
    StringRef plain = op.getSymName().take_until([](char c) { return c == '<'; });
    size_t colons = plain.rfind("::");
    info.constructor = plain.substr(colons == StringRef::npos ? 0 : colons + 2).str();
    std::string arguments = identifierFrom(op.getSymName().drop_front(plain.size()));
    info.name = info.constructor + (arguments.empty() ? "" : "_" + arguments) + options.suffix;
    StringRef qualifiedBase = info.qualifiedBase;
    info.qualifiedName = qualifiedBase.drop_back(info.base.size()).str() + info.name;
    info.header = op.getHeader().str();
    info.stem = options.stem.empty() ? llvm::sys::path::stem(info.header).str() : options.stem;
    info.comment = stringAttr(op, vkm::kCommentAttr).str();
    info.virtualDestructor = op.getVirtualDestructor();
  }

  // What the class has or inherits is not hidden by what is generated, and the names of generated
  // members are hidden by no parameter or variable.
  void reserveNames() {
    for (auto field : theClass.getOps<vkm::FieldOp>())
      names.reserve(field.getSymName());
    for (auto function : theClass.getOps<FunctionOpInterface>())
      names.reserve(function.getName());
    if (auto types = theClass->getAttrOfType<DictionaryAttr>("exposed_types"))
      for (NamedAttribute type : types)
        names.reserve(type.getName());
    if (auto members = theClass->getAttrOfType<ArrayAttr>("member_names"))
      for (auto name : members.getAsRange<StringAttr>())
        names.reserve(name.getValue());
    for (StringRef name : {"RequiredFeatures", "InitVulkanObjects", "UpdateAll", "ReadAll",
                           "UpdateMember", "ReadMember", "LostElements", "ForgetBuffer",
                           "SetResident", "GetExecutionTimes", "kBufferUses"}) {
      // Programs that use generated classes rely on these names.
      if (names.contains(name))
        fail(theClass.getLoc(), backends::diag::HostNameTaken, {name.str(), info.name});
      names.reserve(name);
    }
    names.reserve(info.constructor);
    names.reserve(info.name);
    for (Operation &op : theClass.getBody().front())
      if (isa<vkm::ControlOp, vkm::CommandsOp>(op))
        reserveLocals(names, cast<FunctionOpInterface>(op));
    info.vulkan = names.make("m_vulkan");
    info.classData = names.make("m_classData");
    info.allStages = names.make("AllStages");
  }

  static void reserveLocals(NameScope &names, FunctionOpInterface function) {
    for (DictionaryAttr object : vkm::getObjects(function))
      names.reserve(object.getAs<StringAttr>("name").getValue());
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      names.reserve(vkm::argName(function, i));
    function->walk([&](Operation *op) {
      if (auto name = op->getAttrOfType<StringAttr>("name");
          name && isa<vkm::VarOp, vkm::LetOp, vkm::ForOp>(op))
        names.reserve(name.getValue());
    });
  }

  static std::string nameCommandBuffer(ArrayRef<FunctionOpInterface> bodies) {
    NameScope locals;
    for (FunctionOpInterface body : bodies)
      reserveLocals(locals, body);
    return locals.make("cmd");
  }

  /// A vector whose size kernels change is read back with it.
  void noteTouched(NamedAttribute use, llvm::StringSet<> &touched) {
    touched.insert(use.getName().getValue());
    vkm::FieldOp field = theClass.lookupField(use.getName().getValue());
    if (field && field.getSizeOf() &&
        cast<vkm::AccessAttr>(use.getValue()).getValue() != vkm::Access::Read)
      touched.insert(*field.getSizeOf());
  }

  void addFields() {
    int64_t align = 1;
    llvm::StringSet<> touched;
    for (auto commands : theClass.getOps<vkm::CommandsOp>())
      if (auto used = commands.getFieldsAttr())
        for (NamedAttribute use : used)
          noteTouched(use, touched);
    // Vectors that kernels are given as arrays.
    theClass.walk([&](vkm::CmdBindOp bind) {
      for (Value buffer : bind.getBuffers())
        if (auto data = buffer.getDefiningOp<vkm::VectorDataOp>())
          touched.insert(data.getField());
    });
    for (auto op : theClass.getOps<vkm::FieldOp>()) {
      if (op.isImage()) {
        info.images.push_back(
            {op.getSymName().str(), formatName(llvm::cast<vkm::TexelType>(op.getVectorElement()))});
        continue;
      }
      if (op.getVectorElement()) {
        bool isLocal = op->hasAttr(vkm::kLocalOfAttr);
        if (touched.contains(op.getSymName()))
          (isLocal ? info.temporaries : info.vectors)
              .push_back({op.getSymName().str(), op.getVectorElement(),
                          cppType(op.getVectorElement(), op), nameIn(pathOf(op)),
                          op.getSymName().str(), pathOf(op),
                          vkm::getLayout(op, op.getVectorElement()).size});
        continue;
      }
      FieldInfo field;
      field.symbol = op.getSymName().str();
      field.type = op.getType();
      field.cppType = cppType(op.getType(), op);
      // The C++ member that it is, or says something of.
      vkm::FieldOp member = op;
      if (std::optional<StringRef> vector = op.getSizeOf()) {
        field.isSize = true;
        member = theClass.lookupField(*vector);
      }
      field.path = pathOf(member);
      field.name = nameIn(field.path);
      field.localName = field.path.size() < 2 ? field.name : member.getSymName().str();
      field.owner = field.path.front().owner;
      field.temporary = op.getTemporary();
      for (StringRef role : {vkm::kCapacityOfAttr, vkm::kLostOfAttr})
        if (auto vector = op->getAttrOfType<FlatSymbolRefAttr>(role)) {
          field.ofVector = nameIn(pathOf(theClass.lookupField(vector.getValue())));
          field.isLost = role == vkm::kLostOfAttr;
        }
      field.localOf = stringAttr(op, vkm::kLocalOfAttr).str();
      if (!field.localOf.empty()) {
        field.name = names.make("m_" + lowerFirst(camelCase(op.getSymName())));
        field.owner = info.qualifiedName;
        field.path = {{field.owner, field.name}};
      }
      field.onHost = isa<vkm::HostType>(op.getType());
      vkm::Layout layout = field.onHost ? vkm::Layout() : vkm::getLayout(op, op.getType());
      field.bytes = layout.size;
      if (op.getOffset()) {
        field.offset = *op.getOffset();
        align = std::max(align, layout.align);
        info.classDataBytes = std::max(info.classDataBytes, field.offset + layout.size);
        addCheckedSizes(field, op);
      }
      field.isPrivate = member.getCppAccess() == vkm::CppAccess::Private;
      info.fields.push_back(std::move(field));
    }
    info.classDataBytes = llvm::alignTo(info.classDataBytes, align);
    // Those without an offset first, in order of their names.
    llvm::sort(info.fields, [](const FieldInfo &a, const FieldInfo &b) {
      return std::tie(a.offset, a.name) < std::tie(b.offset, b.name);
    });
  }

  /// Members of one name in several bases are told apart by their symbols.
  void nameVectors() {
    for (VectorInfo &vector : info.vectors)
      vector.key =
          llvm::count_if(info.vectors,
                         [&](const VectorInfo &other) { return other.name == vector.name; }) == 1
              ? vector.name
              : vector.symbol;
  }

  /// Where the class data block has what kernels change of the vectors.
  void placeCounts() {
    for (const FieldInfo &field : info.fields) {
      vkm::FieldOp op = sources.fieldOf(field);
      auto place = [&](std::optional<StringRef> symbol, int64_t VectorInfo::*offset) {
        if (VectorInfo *vector = symbol ? info.findVector(*symbol) : nullptr)
          vector->*offset = field.offset;
      };
      auto symbolOf = [&](StringRef role) -> std::optional<StringRef> {
        auto vector = op->getAttrOfType<FlatSymbolRefAttr>(role);
        return vector ? std::optional(vector.getValue()) : std::nullopt;
      };
      if (field.written)
        place(op.getSizeOf(), &VectorInfo::sizeOffset);
      place(symbolOf(vkm::kCapacityOfAttr), &VectorInfo::capacityOffset);
      place(symbolOf(vkm::kLostOfAttr), &VectorInfo::lostOffset);
    }
  }

  /// The members that lead to a field, itself included.
  MemberPath pathOf(vkm::FieldOp op) {
    MemberPath path;
    if (auto within = op->getAttrOfType<ArrayAttr>("cpp_within"))
      for (auto step : within.getAsRange<ArrayAttr>())
        path.push_back({cast<StringAttr>(step[0]).str(), cast<StringAttr>(step[1]).str()});
    StringRef owner = stringAttr(op, "cpp_class");
    path.push_back({owner.empty() ? info.qualifiedBase : owner.str(), cppName(op).str()});
    return path;
  }

  /// m_image.m_width
  static std::string nameIn(const MemberPath &path) {
    std::string name;
    for (const MemberStep &step : path)
      name += (name.empty() ? "" : ".") + step.name;
    return name;
  }

  // Control functions come first: they keep their names, and kernels yield.
  void nameControls() {
    for (auto op : theClass.getOps<vkm::ControlOp>())
      controlNames.reserve(cppName(op));
    llvm::StringSet<> seen;
    for (auto op : theClass.getOps<vkm::ControlOp>()) {
      if (op->hasAttr(kDropInOfAttr))
        continue;
      ControlInfo control;
      control.symbol = op.getSymName().str();
      control.name = cppName(op).str();
      control.unique =
          seen.insert(control.name).second ? control.name : controlNames.makeNumbered(control.name);
      control.command = names.make(control.unique + "Cmd");
      info.controls.push_back(std::move(control));
    }
  }

  /// The name in C++, where the symbol had to differ from it.
  static StringRef cppName(Operation *op) {
    StringRef name = stringAttr(op, "cpp_name");
    return name.empty() ? SymbolTable::getSymbolName(op).getValue() : name;
  }

  void addScratch(vkm::ScratchOp op) {
    ScratchInfo scratch;
    scratch.symbol = op.getSymName().str();
    scratch.bytes = static_cast<int64_t>(op.getBytes());
    scratch.contents = describeContents(op);
    scratch.member = names.make("m_" + lowerFirst(op.getSymName()));
    scratch.constant = names.make("k" + camelCase(op.getSymName()) + "Bytes");
    info.scratches.push_back(std::move(scratch));
  }

  void addKernel(vkm::CommandsOp op) {
    KernelInfo kernel;
    kernel.commands = op.getSymName().str();
    kernel.symbol = op.getKernel().value_or("").str();
    kernel.cppName = stringAttr(op, "cpp_name").str();
    kernel.name = op.getDisplay().str();
    if (kernel.symbol.empty())
      kernel.symbol = kernel.name;
    if (kernel.cppName.empty())
      kernel.cppName = kernel.symbol;
    // A control function of the same name has XCmd already.
    bool isTaken = names.contains(kernel.name + "Cmd");
    kernel.command = names.make((isTaken ? kernel.symbol : kernel.name) + "Cmd");
    kernel.stages = names.make(kernel.name + "Stages");
    std::string member = "m_" + lowerFirst(kernel.name);
    kernel.layout = names.make(member + "Layout");
    kernel.hasUniformClassData = op->hasAttr(vkm::kUniformClassDataAttr);
    kernel.kindOfStages = getKindOfStages(op);
    for (Attribute binding : op.getBindings())
      kernel.bindings.push_back(describeBinding(cast<vkm::BindingAttr>(binding), op));
    llvm::sort(kernel.bindings, [](auto &a, auto &b) { return a.binding < b.binding; });
    addFieldUse(kernel, op);
    addParameters(op, kernel.parameters, /*isKernel=*/true);
    kernel.commandBuffer = nameCommandBuffer({op});
    op.walk([&](vkm::CmdDispatchIndirectOp dispatch) {
      info.findScratch(dispatch.getScratch())->indirect = true;
    });
    op.walk([&](vkm::CmdPipelineOp pipeline) {
      if (!kernel.findShader(pipeline.getShader()))
        addShader(kernel, pipeline, member);
    });
    addGroupConstants(kernel, op);
    info.kernels.push_back(std::move(kernel));
  }

  void addGroupConstants(KernelInfo &kernel, vkm::CommandsOp commands) {
    StringRef part;
    commands.walk([&](Operation *op) {
      if (auto pipeline = dyn_cast<vkm::CmdPipelineOp>(op))
        if (ShaderInfo *shader = kernel.findShader(pipeline.getShader()))
          part = shader->part;
      auto dispatch = dyn_cast<vkm::CmdDispatchOp>(op);
      if (!dispatch)
        return;
      for (auto [dim, groups] : llvm::enumerate(dispatch.getGroups())) {
        vkm::WorkgroupCountOp count = findWorkgroupCount(groups);
        if (!count || sources.groupConstants.count(count))
          continue;
        StringRef axis = dispatch.getGroups().size() == 1 ? "" : StringRef("XYZ").substr(dim, 1);
        std::string name = ("k" + camelCase(kernel.name) + part).str();
        GroupConstants constants;
        constants.perGroup = {names.make((name + "PerGroup" + axis).str()), count.getSize()};
        if (count.getLimit() > 0)
          constants.maxGroups = {names.make((name + "MaxGroups" + axis).str()), count.getLimit()};
        if (count.getCoarsening())
          constants.coarsening = {names.make(name + "Coarsening"), *count.getCoarsening()};
        kernel.groupConstants.push_back(constants);
        sources.groupConstants[count] = std::move(constants);
      }
    });
  }

  void addFieldUse(KernelInfo &kernel, vkm::CommandsOp op) {
    if (auto fields = op.getFieldsAttr())
      for (NamedAttribute use : fields) {
        vkm::Access access = cast<vkm::AccessAttr>(use.getValue()).getValue();
        kernel.fields[use.getName()] = access;
        if (access != vkm::Access::Write && access != vkm::Access::ReadWrite)
          continue;
        if (FieldInfo *field = info.findField(use.getName().getValue()))
          field->written = true;
        if (VectorInfo *vector = info.findVector(use.getName().getValue()))
          vector->written = true;
      }
    if (auto overwritten = op.getOverwrittenAttr())
      for (Attribute name : overwritten)
        kernel.overwrittenFields.push_back(isa<FlatSymbolRefAttr>(name)
                                               ? cast<FlatSymbolRefAttr>(name).getAttr()
                                               : cast<StringAttr>(name));
  }

  void addShader(KernelInfo &kernel, vkm::CmdPipelineOp pipeline, StringRef member) {
    ShaderInfo shader;
    auto op = theClass.lookupSymbol<vkm::ShaderOp>(pipeline.getShader());
    shader.doc = op.getDoc().str();
    llvm::copy(op.getLocalSize(), shader.workgroupSize.begin());
    shader.file = pipeline.getShader().str();
    auto words =
        llvm::find_if(compiled, [&](const CompiledShader &c) { return c.name == shader.file; });
    if (words == compiled.end()) {
      // A caller's mistake, not the user's.
      pipeline.emitOpError("has no compiled shader");
      broken = true;
      return;
    }
    shader.words = words->words;
    if (std::optional<StringRef> role = op.getRole())
      shader.part = camelCase(("_" + *role).str());
    shader.pipeline = names.make((member + shader.part + "Pipeline").str());
    shader.code = names.make(kernel.name + shader.part + "Code");
    addPushConstants(kernel, shader, op);
    kernel.pushBytes = std::max(kernel.pushBytes, shader.pushBytes);
    shader.sharedBytes = countSharedBytes(op);
    kernel.shaders.push_back(std::move(shader));
  }

  /// A bool and integers of 8 and 16 bits take 32 bits in a block.
  std::string pushType(Type type) {
    auto integer = dyn_cast<IntegerType>(type);
    if (!integer || integer.getWidth() >= 32)
      return cppType(type, theClass);
    return integer.isSigned() ? "int32_t" : "uint32_t";
  }

  // One after another, each aligned to its size, as in a C++ struct.
  void addPushConstants(KernelInfo &kernel, ShaderInfo &shader, vkm::ShaderOp shaderOp) {
    int64_t align = 4;
    for (auto op : shaderOp.getOps<vkm::PushConstantOp>()) {
      PushConstant constant;
      constant.name = op.getName().str();
      constant.type = op.getValue().getType();
      constant.cppType = pushType(constant.type);
      vkm::Layout layout = vkm::getPushLayout(constant.type);
      constant.bytes = layout.size;
      if (isa<vkm::VecType, vkm::MatType>(constant.type))
        constant.align = layout.align;
      align = std::max(align, layout.align);
      constant.offset = llvm::alignTo(shader.pushBytes, layout.align);
      shader.pushBytes = constant.offset + constant.bytes;
      shader.pushConstants.push_back(std::move(constant));
    }
    if (shader.pushConstants.empty())
      return;
    if (llvm::any_of(shader.pushConstants, [](auto &constant) { return constant.align > 0; }))
      shader.pushBytes = llvm::alignTo(shader.pushBytes, align);
    // The shaders of a kernel that take the same scalars share a struct.
    for (const ShaderInfo &other : kernel.shaders)
      if (other.pushConstants == shader.pushConstants)
        shader.argumentsStruct = other.argumentsStruct;
    if (shader.argumentsStruct.empty()) {
      bool isFirst =
          llvm::all_of(kernel.shaders, [](auto &other) { return other.argumentsStruct.empty(); });
      shader.argumentsStruct = names.make(kernel.name + (isFirst ? "" : shader.part) + "Arguments");
      shader.declaresArguments = true;
    }
    constexpr int64_t kGuaranteed = 128;
    if (shader.pushBytes > kGuaranteed)
      fail(shaderOp.getLoc(), backends::diag::HostPushConstantsTooLarge,
           {shader.file, std::to_string(shader.pushBytes), std::to_string(kGuaranteed)});
  }

  static bool isAssigned(FunctionOpInterface function, unsigned parameter) {
    WalkResult result = function->walk([&](vkm::VarOp var) {
      auto number = var->getAttrOfType<IntegerAttr>(kParameterAttr);
      return number && number.getInt() == parameter ? WalkResult::interrupt()
                                                    : WalkResult::advance();
    });
    return result.wasInterrupted();
  }

  void addParameters(FunctionOpInterface function, std::vector<Parameter> &parameters,
                     bool isKernel) {
    for (unsigned i = 0; i < function.getNumArguments(); ++i) {
      Parameter parameter;
      BlockArgument value = function.getArgument(i);
      Type type = value.getType();
      parameter.valueIs = type;
      parameter.name = vkm::argName(function, i).str();
      if (parameter.name.empty())
        parameter.name = "argument" + std::to_string(i);
      parameter.isPointer = isa<vkm::PtrType>(type);
      parameter.isUsed = !value.use_empty() || isAssigned(function, i);
      auto spelling = function.getArgAttrOfType<StringAttr>(i, "vkm.cpp_type");
      // Narrowing changes the types of a kernel's parameters, and leaves their spelling.
      bool keep = spelling && (!isKernel || isSpellingOf(spelling.getValue(), type) ||
                               isa<vkm::VecType, vkm::MatType>(type));
      parameter.type = keep ? spelling.getValue().str() : cppType(type, function);
      if (parameter.isPointer) {
        StringRef element = StringRef(parameter.type).rtrim("* ");
        element.consume_front("const ");
        parameter.elementType = element.str();
        parameter.overwritten = static_cast<bool>(function.getArgAttr(i, "vkm.overwritten"));
      }
      parameters.push_back(std::move(parameter));
    }
  }

  void fillControl(ControlInfo &control) {
    vkm::ControlOp op = sources.recordedOf(control), dropIn = sources.dropInOf(control);
    control.comment = stringAttr(op, vkm::kCommentAttr).str();
    control.isVirtual = op->hasAttr("is_virtual");
    control.isConst = op->hasAttr("is_const");
    control.isNoexcept = op->hasAttr("is_noexcept");
    if (auto access = op->getAttrOfType<vkm::CppAccessAttr>("cpp_access"))
      control.access = access.getValue();
    control.returnType = "void";
    if (!dropIn.getResultTypes().empty()) {
      control.result = dropIn.getResultTypes().front();
      StringRef spelling = stringAttr(op, "cpp_result");
      control.returnType = spelling.empty() ? cppType(control.result, op) : spelling.str();
    }
    addParameters(op, control.parameters, /*isKernel=*/false);
    fillReferences(control);
    fillObjects(control);
    findHostCode(control);
    control.commandBuffer = nameCommandBuffer({op, dropIn});
    addSites(control);
    findTransfers(control);
    findCheckedRanges(info, sources, control);
    findNamed(control);
    findKeys(control);
    if (llvm::any_of(control.parameters, [](const Parameter &p) { return p.isBound(); }))
      control.setter = names.make("SetInOutFor_" + control.unique);
    if (!control.sites.empty())
      control.sets = names.make("m_" + lowerFirst(control.unique) + "Sets");
    for (const Parameter &parameter : control.parameters)
      if (control.noDropIn.empty() && parameter.isBound() &&
          !sources.extentOf(control, parameter)) {
        control.noDropIn = "the extent of '" + parameter.name + "' is not known";
        control.throws = true;
      }
  }

  void findHostCode(ControlInfo &control) {
    sources.recordedOf(control).walk(
        [&](Operation *inner) { control.readsBetween |= readBackAt(inner) != nullptr; });
    control.prints = control.readsBetween;
    sources.dropInOf(control).walk([&](Operation *inner) {
      if (auto host = dyn_cast<vkm::HostOp>(inner)) {
        control.prints |= !host.getTiming() && !host->hasAttr(vkm::kResizesAttr);
        for (StringAttr header : host.getHeaders().getAsRange<StringAttr>())
          info.headers.insert(header.str());
      }
      if (inner->hasAttr(vkm::kOnHostAttr))
        for (StringAttr name : assignedFields(inner))
          if (FieldInfo *field = info.findField(name))
            field->onHost = true;
    });
  }

  /// The objects of which it has parameters.
  void fillObjects(ControlInfo &control) {
    for (DictionaryAttr described : vkm::getObjects(sources.recordedOf(control))) {
      LentObject object;
      object.name = described.getAs<StringAttr>("name").str();
      object.type = described.getAs<StringAttr>("type").str();
      object.position = described.getAs<IntegerAttr>("position").getInt();
      if (auto value = described.getAs<StringAttr>("default"))
        object.defaultValue = value.str();
      control.objects.push_back(std::move(object));
    }
    for (auto [index, parameter] : llvm::enumerate(control.parameters)) {
      auto part =
          sources.recordedOf(control).getArgAttrOfType<DictionaryAttr>(index, vkm::kPartAttr);
      if (!part)
        continue;
      parameter.object = part.getAs<IntegerAttr>("object").getInt();
      for (auto step : part.getAs<ArrayAttr>("path").getAsRange<ArrayAttr>())
        parameter.path.push_back(
            {cast<StringAttr>(step[0]).str(), cast<StringAttr>(step[1]).str()});
      parameter.isPrivate = part.contains("private");
      parameter.isSize = part.contains("size");
      if (!parameter.isSize)
        continue;
      parameter.vector = control.parameters[index - 1].name;
      parameter.isResized = llvm::any_of(sources.dropInOf(control).getArgument(index).getUsers(),
                                         llvm::IsaPred<vkm::AssignOp>);
    }
  }

  /// The recorded form has their values.
  void fillReferences(ControlInfo &control) {
    for (auto [parameter, type] :
         llvm::zip(control.parameters, sources.dropInOf(control).getArgumentTypes())) {
      if (!isa<vkm::RefType>(type))
        continue;
      parameter.isReference = true;
      StringRef spelling = parameter.type;
      bool isSpelled = spelling.ends_with("&") || spelling.ends_with("*");
      spelling = spelling.rtrim("&* ");
      spelling.consume_front("const ");
      parameter.valueType = spelling.str();
      if (!isSpelled)
        parameter.type += " &";
    }
    for (auto var : sources.dropInOf(control).getOps<vkm::VarOp>())
      if (auto number = var->getAttrOfType<IntegerAttr>(kEntryAttr))
        control.parameters[number.getInt()].entry = var.getName().str();
  }

  // A parameter's accesses are those of the bindings that it is bound to, in the order of the
  // launches.
  void addSites(ControlInfo &control) {
    SmallVector<vkm::CmdBindOp> binds;
    vkm::ControlOp recorded = sources.recordedOf(control);
    recorded.walk([&](vkm::CmdBindOp bind) { binds.push_back(bind); });
    for (vkm::CmdBindOp bind : binds) {
      KernelInfo *kernel = info.findKernel(bind.getKernel());
      size_t index = static_cast<size_t>(bind.getSite());
      if (control.sites.size() <= index)
        control.sites.resize(index + 1);
      control.sites[index] = {kernel, {}};
    }
    recorded.walk([&](Operation *op) {
      auto bind = dyn_cast<vkm::CmdBindOp>(op);
      auto run = dyn_cast<vkm::CmdRunOp>(op);
      KernelInfo *kernel = bind  ? info.findKernel(bind.getKernel())
                           : run ? info.findKernel(run.getKernel())
                                 : nullptr;
      if (run)
        control.launches.push_back(kernel);
      if (kernel && !llvm::is_contained(control.kernels, kernel))
        control.kernels.push_back(kernel);
    });
    for (size_t index = 0; index < control.parameters.size(); ++index) {
      Parameter &parameter = control.parameters[index];
      if (!parameter.isPointer)
        continue;
      Value value = recorded.getArgument(index);
      auto scan = [&](auto &&range) {
        vkm::Access access = vkm::Access::None;
        for (vkm::CmdBindOp bind : range) {
          vkm::Access here = accessAt(bind, value, parameter);
          access = merge(access, here);
          // Who writes a part of a word reads the word.
          if (here == vkm::Access::Write && isStoredByParts(theClass, parameter.element))
            access = merge(access, vkm::Access::Read);
          if (here != vkm::Access::None && isUnconditional(bind))
            break;
        }
        return access;
      };
      for (vkm::CmdBindOp bind : binds)
        parameter.access = merge(parameter.access, accessAt(bind, value, parameter));
      parameter.firstAccess = scan(binds);
      parameter.lastAccess = scan(llvm::reverse(binds));
    }
  }

  /// The buffers that the control function binds, and what the kernel does to them.
  void forEachBuffer(vkm::CmdBindOp bind, llvm::function_ref<void(Value, vkm::Access)> visit) {
    size_t operand = 0;
    for (const BindingInfo &binding : info.findKernel(bind.getKernel())->bindings)
      if (binding.kind == vkm::ResourceKind::Parameter && operand < bind.getBuffers().size())
        visit(bind.getBuffers()[operand++], binding.access);
  }

  vkm::Access accessAt(vkm::CmdBindOp bind, Value value, Parameter &parameter) {
    vkm::Access access = vkm::Access::None;
    forEachBuffer(bind, [&](Value buffer, vkm::Access here) {
      if (buffer != value)
        return;
      access = merge(access, here);
      parameter.element = cast<vkm::PtrType>(buffer.getType()).getPointee();
      parameter.isInWords = vkmorph::isInWords(theClass, parameter.element);
    });
    return access;
  }

  /// Commands that were recorded serve again while the members that they depend on stay as they
  /// are.
  void findKeys(ControlInfo &control) {
    auto add = [&](Operation *op) {
      for (StringAttr field : loadedFields(op))
        if (!llvm::is_contained(control.keyFields, field.getValue()))
          control.keyFields.push_back(field.str());
    };
    add(sources.recordedOf(control));
    for (KernelInfo *kernel : control.kernels)
      add(sources.commandsOf(*kernel));
  }

  // A member is uploaded unless a kernel that runs in every call has overwritten it before anything
  // reads it; what is written at all is read back.
  void findTransfers(ControlInfo &control) {
    llvm::StringSet<> uploads, downloads, defined;
    vkm::ControlOp recorded = sources.recordedOf(control);
    recorded.walk([&](vkm::CmdRunOp run) {
      KernelInfo *kernel = info.findKernel(run.getKernel());
      for (auto [name, access] : kernel->fields) {
        bool overwrites =
            llvm::is_contained(kernel->overwrittenFields, name) && isUnconditional(run);
        if (!overwrites && !defined.contains(name.getValue()))
          uploads.insert(name.getValue());
        if (overwrites)
          defined.insert(name.getValue());
        if (access != vkm::Access::Read)
          downloads.insert(name.getValue());
      }
    });
    // Variables of control functions begin with what commands give them.
    SmallVector<StringAttr> read = loadedFields(sources.dropInOf(control));
    for (const FieldInfo &field : info.fields) {
      if (field.localOf.empty())
        continue;
      uploads.erase(field.symbol);
      if (llvm::none_of(read, [&](StringAttr name) { return name == field.symbol; }))
        downloads.erase(field.symbol);
    }
    // Or nothing has, where the host looks at it.
    recorded.walk([&](Operation *op) {
      if (ArrayAttr names = readBackAt(op))
        for (auto name : names.getAsRange<StringAttr>())
          uploads.insert(name.getValue());
    });
    control.uploads = rangesOf(uploads);
    control.downloads = rangesOf(downloads);
    recorded.walk([&](vkm::CmdBindOp bind) {
      forEachBuffer(bind, [&](Value buffer, vkm::Access access) {
        auto data = buffer.getDefiningOp<vkm::VectorDataOp>();
        if (!data)
          return;
        uploads.insert(data.getField());
        if (access == vkm::Access::Read)
          return;
        downloads.insert(data.getField());
        if (VectorInfo *vector = info.findVector(data.getField()))
          vector->written = true;
      });
    });
    for (const FieldInfo &field : info.fields)
      if (vkm::FieldOp op = sources.fieldOf(field);
          field.isSize && downloads.contains(field.symbol)) {
        uploads.insert(*op.getSizeOf());
        downloads.insert(*op.getSizeOf());
      }
    // Of a vector that is overwritten in part, the rest stays; all of it is uploaded.
    for (VectorInfo &vector : info.vectors) {
      if (uploads.contains(vector.symbol))
        control.vectors.push_back(&vector);
      if (downloads.contains(vector.symbol))
        control.vectorDownloads.push_back(&vector);
    }
  }

  /// Members that follow one another are moved together.
  std::vector<MemberRange> rangesOf(const llvm::StringSet<> &members) {
    std::vector<MemberRange> ranges;
    bool follows = false;
    for (const FieldInfo &field : info.fields) {
      if (field.offset < 0)
        continue;
      bool isMoved = !field.temporary || !field.ofVector.empty();
      if (!isMoved || !members.contains(field.symbol)) {
        follows = false;
        continue;
      }
      if (!follows)
        ranges.push_back({field.offset, 0, {}});
      ranges.back().bytes = field.offset + field.bytes - ranges.back().offset;
      ranges.back().names.push_back(field.spell());
      follows = true;
    }
    return ranges;
  }

  /// Whether the drop-in form or an extent names a parameter, or the commands are given it. Scalars
  /// are passed on to the recorded form; of an array that no kernel touches, neither commands nor
  /// extents are printed.
  void findNamed(ControlInfo &control) {
    vkm::ControlOp dropIn = sources.dropInOf(control);
    auto isPrinted = [](Operation *user) { return !isa<vkm::ExtentOp, vkm::LaunchOp>(user); };
    for (auto [index, parameter] : llvm::enumerate(control.parameters)) {
      BlockArgument argument = dropIn.getArgument(index);
      bool isPassedOn = !parameter.isReference && !parameter.isLent();
      parameter.isNamed = parameter.isPointer
                              ? parameter.isBound() || llvm::any_of(argument.getUsers(), isPrinted)
                              : !argument.use_empty() || isPassedOn || parameter.isUsed;
      if (auto value = dropIn.getArgAttrOfType<StringAttr>(index, "vkm.cpp_default"))
        parameter.defaultValue = value.str();
    }
  }

  /// A field that holds a variable of a control function; an array is no pointer here.
  std::string spellLocal(Type type) {
    if (auto array = dyn_cast<vkm::ArrayType>(type))
      return "std::array<" + spellLocal(array.getElementType()) + ", " +
             std::to_string(array.getLength()) + ">";
    return sources.typeName(info, type);
  }

  /// Whether some text names the stages of all kernels in one word.
  bool usesAllStages() {
    bool uses = !info.images.empty();
    theClass.walk([&](vkm::CmdBarrierOp barrier) {
      for (ArrayAttr side : {barrier.getFrom(), barrier.getTo()})
        uses |= info.areAllStages(Sources::kernelsOf(info, side));
    });
    for (const ControlInfo &control : info.controls)
      uses |= (control.hasDropIn() || control.readsBetween) && info.areAllStages(control.kernels);
    return uses;
  }

  const HostOptions &options;
  ArrayRef<CompiledShader> compiled;
  DictionaryAttr stated; ///< what shaders need of a device
  Sources sources;
  vkm::ClassOp theClass;
  ClassInfo info;
  NameScope names;
  NameScope controlNames;
  bool broken = false;
};

} // namespace

FailureOr<ClassInfo> host::buildModel(ModuleOp lowered, const CompiledShaders &shaders,
                                      const HostOptions &options, bool *lostEffects) {
  if (vkm::getPhase(lowered) != vkm::Phase::Lowered || lowered.getOps<vkm::ClassOp>().empty()) {
    report(lowered.getLoc(), backends::diag::HostNoClass);
    return failure();
  }
  OwningOpRef<ModuleOp> raised = lowered.clone();
  vkm::EffectLedger before(lowered);
  if (failed(raiseHost(*raised)))
    return failure();
  // What the recorded form does not do, the drop-in form does.
  vkm::EffectLedger after(*raised, [](vkm::ControlOp control) {
    auto recorded = control->getAttrOfType<StringAttr>(kDropInOfAttr);
    return recorded ? recorded.getValue() : control.getSymName();
  });
  if (failed(after.checkKeeps(before, "raise-host"))) {
    if (lostEffects)
      *lostEffects = true;
    return failure();
  }
  vkm::ClassOp theClass = *raised->getOps<vkm::ClassOp>().begin();
  return ModelBuilder(theClass, shaders, options).build();
}
