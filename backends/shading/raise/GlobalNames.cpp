//===- GlobalNames.cpp - Names that are legal and unambiguous in a shader ---------------------===//
//
// Elements of buffers, fields of the class data block and push constants are all globals of a
// shader, as functions and structs are; blocks have names of their own. C++ keeps most of these
// apart. The user's names come first, those of blocks give way; a local gives way to a global that
// its function mentions.
//
//===------------------------------------------------------------------------------------------===//

#include "backends/common/Raise.h"
#include "backends/shading/raise/Raise.h"

#include "ir/Effects.h"
#include "ir/HostCode.h"
#include "ir/NamedConstants.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::shading;
using namespace vkmorph::vkm;

namespace {
class Globals {
public:
  Globals(ModuleOp module, const GlobalNaming &naming, std::vector<Renaming> &renamings)
      : context(module.getContext()), naming(naming), rules(naming.rules), renamings(renamings) {}

  /// A new global name; `what` is null for names that the source does not have.
  StringAttr declare(StringRef name, const char *what) {
    std::string legal = makeLegal(name, rules), wish = legal;
    for (unsigned number = 2; !taken.insert(legal).second; ++number) {
      legal = wish + (StringRef(wish).ends_with("_") ? "" : "_");
      if (number > 2)
        legal += std::to_string(number - 1);
    }
    if (what && legal != name)
      renamings.push_back({what, name.str(), legal});
    return StringAttr::get(context, legal);
  }

  MLIRContext *context;
  const GlobalNaming &naming;
  const NamingRules &rules;
  llvm::StringSet<> taken;
  std::vector<Renaming> &renamings;
};
} // namespace

/// Of a qualified name the last part; one with template arguments is kept whole.
static StringRef getLastPart(StringRef name) {
  size_t colon = name.rfind("::");
  return colon == StringRef::npos || name.contains('<') ? name : name.drop_front(colon + 2);
}

/// Renames a symbol of the class and its mentions.
static void renameSymbol(ClassOp parent, Operation *symbol, StringAttr name) {
  StringAttr old = SymbolTable::getSymbolName(symbol);
  if (old == name)
    return;
  SymbolTable::setSymbolName(symbol, name);
  auto oldRef = FlatSymbolRefAttr::get(old), newRef = FlatSymbolRefAttr::get(name);
  parent.walk([&](Operation *op) {
    for (NamedAttribute attribute : llvm::to_vector(op->getAttrs()))
      if (attribute.getValue() == oldRef)
        op->setAttr(attribute.getName(), newRef);
  });
}

static BindingAttr withName(BindingAttr binding, StringRef name) {
  return BindingAttr::get(binding.getContext(), binding.getBinding(), binding.getKind(), name,
                          binding.getElementType(), binding.getAccess());
}

/// Members of structs have a scope of their own each.
static void legaliseMembers(ModuleOp module, const NamingRules &rules,
                            std::vector<Renaming> &renamings) {
  llvm::DenseMap<std::pair<Attribute, StringRef>, StringAttr> renamed;
  for (RecordOp record : module.getOps<RecordOp>()) {
    llvm::StringSet<> taken;
    SmallVector<Attribute> members;
    for (MemberAttr member : record.getMembers().getAsRange<MemberAttr>()) {
      std::string legal = makeLegal(member.getName(), rules, /*isMember=*/true);
      while (!taken.insert(legal).second)
        legal += StringRef(legal).ends_with("_") ? "2" : "_";
      if (legal != member.getName()) {
        renamings.push_back(
            {"member", (record.getSymName() + "::" + member.getName()).str(), legal});
        renamed[{FlatSymbolRefAttr::get(record.getSymNameAttr()), member.getName()}] =
            StringAttr::get(module.getContext(), legal);
      }
      members.push_back(
          MemberAttr::get(module.getContext(), legal, member.getType(), member.getOffset()));
    }
    record.setMembersAttr(ArrayAttr::get(module.getContext(), members));
  }
  if (renamed.empty())
    return;
  auto rename = [&](auto part, Type whole) {
    auto found = renamed.find({cast<RecordType>(whole).getName(), part.getName()});
    if (found != renamed.end())
      part.setNameAttr(found->second);
  };
  module.walk([&](Operation *op) {
    if (auto member = dyn_cast<MemberOp>(op))
      rename(member, member.getBase().getType().getPointee());
    else if (auto extract = dyn_cast<ExtractOp>(op))
      rename(extract, extract.getRecord().getType());
  });
}

/// The types of the parameters that the text passes; inout ones count as their type.
static SmallVector<Type> getPassedTypes(FuncOp function) {
  SmallVector<Type> types;
  for (auto [index, type] : llvm::enumerate(function.getArgumentTypes()))
    if (!function.getArgAttr(index, kBufferAttr))
      types.push_back(isa<RefType>(type) ? cast<RefType>(type).getPointee() : type);
  return types;
}

/// Overloads share a name where their parameters differ in GLSL too.
static void nameFunctions(ClassOp parent, Globals &globals) {
  llvm::StringMap<SmallVector<FuncOp>> overloads;
  auto name = [&](FuncOp function) {
    auto cppName = function->getAttrOfType<StringAttr>("cpp_name");
    StringRef wish = getLastPart(cppName ? cppName.getValue() : function.getSymName());
    SmallVector<FuncOp> &others = overloads[wish];
    bool clashes = !globals.naming.hasOverloads || llvm::any_of(others, [&](FuncOp other) {
      return getPassedTypes(other) == getPassedTypes(function);
    });
    StringAttr printed;
    if (clashes || others.empty())
      printed =
          globals.declare(wish, function->hasAttr(shading::kPolyfillAttr) ? nullptr : "function");
    else
      printed = others.front()->getAttrOfType<StringAttr>(kPrintedNameAttr);
    if (!clashes)
      others.push_back(function);
    function->setAttr(kPrintedNameAttr, printed);
  };
  // Our own functions come last.
  for (bool polyfills : {false, true})
    for (FuncOp function : parent.getOps<FuncOp>())
      if (function->hasAttr(shading::kPolyfillAttr) == polyfills)
        name(function);
}

/// Tells those who mention constants what these are called.
static void nameConstants(ModuleOp module, Globals &globals) {
  auto constants = module->getAttrOfType<ArrayAttr>(shading::kConstantsAttr);
  if (!constants)
    return;
  SmallVector<Attribute> named;
  SmallVector<StringAttr> names;
  for (auto constant : constants.getAsRange<DictionaryAttr>()) {
    NamedAttrList list(constant);
    names.push_back(globals.declare(constant.getAs<StringAttr>("name"), "constant"));
    list.set("name", names.back());
    named.push_back(list.getDictionary(module.getContext()));
  }
  module->setAttr(shading::kConstantsAttr, ArrayAttr::get(module.getContext(), named));
  auto getName = [&](Attribute number) -> Attribute {
    auto index = dyn_cast<IntegerAttr>(number);
    return index ? names[index.getInt()] : StringAttr::get(module.getContext());
  };
  module.walk([&](Operation *op) {
    if (auto number = op->getAttrOfType<IntegerAttr>(shading::kConstantAttr))
      op->setAttr(shading::kConstantAttr, getName(number));
    auto labels = isa<SwitchOp>(op) ? op->getAttrOfType<ArrayAttr>(kLabelNamesAttr) : ArrayAttr();
    if (!labels)
      return;
    SmallVector<Attribute> entries;
    for (auto entry : labels.getAsRange<ArrayAttr>())
      entries.push_back(ArrayAttr::get(
          module.getContext(), llvm::to_vector(llvm::map_range(entry.getValue(), getName))));
    op->removeAttr(kLabelNamesAttr);
    op->setAttr(shading::kConstantAttr, ArrayAttr::get(module.getContext(), entries));
  });
}

/// What the text calls each binding where bindings are pointers: `self` for the class data.
static void namePointers(ShaderOp shader, Globals &globals) {
  SmallVector<Attribute> names;
  for (BindingAttr binding : shader.getBindings().getAsRange<BindingAttr>()) {
    std::string wish = binding.getName().str();
    bool isParameter = binding.getKind() == ResourceKind::Parameter;
    if (binding.getKind() == ResourceKind::ClassData)
      wish = "self";
    else if (!isParameter)
      wish[0] = llvm::toLower(wish[0]);
    bool isDeclared = isParameter && llvm::any_of(shader.getOps<BufferOp>(), [&](BufferOp buffer) {
                        return buffer.getName() == binding.getName();
                      });
    names.push_back(isDeclared ? StringAttr::get(globals.context, wish)
                               : globals.declare(wish, nullptr));
  }
  shader->setAttr(kPointerNamesAttr, ArrayAttr::get(globals.context, names));
}

/// The name of the binding that a place of the shader lies in.
static StringRef getBindingName(Value place, ArrayRef<Attribute> bindings) {
  Root root = getRoot(place);
  if (root.value)
    return root.value.getDefiningOp<BufferOp>().getName();
  for (Attribute binding : bindings)
    if (auto attr = cast<BindingAttr>(binding); attr.getKind() == ResourceKind::ClassData)
      return attr.getName();
  llvm_unreachable("members lie in the class data");
}

/// "sumsBits": what the words of a buffer, or of the class data, are called, by their width.
static void nameBits(ModuleOp module, ArrayRef<Attribute> bindings, Globals &globals) {
  llvm::StringMap<std::pair<StringAttr, StringAttr>> names;
  module.walk([&](BitsOp bits) {
    if (!bits.getWord())
      return;
    std::string name = getBindingName(bits.getBase(), bindings).str();
    name.front() = llvm::toLower(name.front());
    name += bits.getRef().getType().getPointee().isInteger(64) ? "Bits64" : "Bits";
    auto [entry, isNew] = names.try_emplace(name);
    if (isNew) {
      StringAttr words = globals.declare(name, nullptr);
      entry->second = {words, globals.declare((words.getValue() + "Buffer").str(), nullptr)};
    }
    bits->setAttr(kBitsNameAttr, entry->second.first);
    bits->setAttr(shading::kBitsBlockNameAttr, entry->second.second);
  });
}

/// Globals that a body mentions: a local of that name would hide them.
static void collectMentioned(Operation *body, ModuleOp module, const GlobalNaming &naming,
                             llvm::StringSet<> &names) {
  body->walk([&](Operation *op) {
    if (auto field = dyn_cast<FieldRefOp>(op))
      names.insert(field.getField());
    else if (auto shared = dyn_cast<SharedRefOp>(op))
      names.insert(shared.getVariable());
    else if (auto payload = dyn_cast<PayloadRefOp>(op))
      names.insert(payload.getPayload());
    else if (auto scratch = dyn_cast<ScratchRefOp>(op))
      names.insert(scratch.getMember());
    else if (auto buffer = dyn_cast<BufferOp>(op))
      for (StringRef attribute : {StringRef("name"), StringRef(kWideNameAttr)}) {
        if (auto name = buffer->getAttrOfType<StringAttr>(attribute))
          names.insert(name.getValue());
      }
    else if (auto words = op->getAttrOfType<StringAttr>(kBitsNameAttr))
      names.insert(words.getValue());
    else if (auto constant = dyn_cast<PushConstantOp>(op))
      names.insert(constant.getName());
    else if (auto constant = op->getAttrOfType<StringAttr>(shading::kConstantAttr))
      names.insert(constant.getValue());
    else if (auto labels = op->getAttrOfType<ArrayAttr>(shading::kConstantAttr))
      for (auto entry : labels.getAsRange<ArrayAttr>())
        for (StringRef label : entry.getAsValueRange<StringAttr>())
          names.insert(label);
    else if (auto call = dyn_cast<CallOp>(op)) {
      FunctionOpInterface callee = lookupCallee(call);
      names.insert(callee->getAttrOfType<StringAttr>(kPrintedNameAttr).getValue());
      // The call passes what the callee needs of them.
      if (naming.hasPointers)
        collectMentioned(callee, module, naming, names);
    }
  });
  if (naming.hasPointers)
    for (StringRef name : getShader(module)
                              ->getAttrOfType<ArrayAttr>(kPointerNamesAttr)
                              .getAsValueRange<StringAttr>())
      names.insert(name);
  if (auto function = dyn_cast<FuncOp>(body))
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      if (auto buffer = function.getArgAttrOfType<StringAttr>(i, kBufferAttr))
        names.insert(buffer.getValue());
  for (RecordOp record : module.getOps<RecordOp>())
    names.insert(record->getAttrOfType<StringAttr>(kPrintedNameAttr).getValue());
}

/// Symbols are those of the class, and this is one of its shaders.
static void nameShared(ClassOp parent, Globals &globals) {
  for (SharedOp shared : parent.getOps<SharedOp>()) {
    auto local = shared->getAttrOfType<StringAttr>(kLocalNameAttr);
    StringRef wish = local ? local.getValue() : shared.getSymName();
    renameSymbol(parent, shared, globals.declare(wish, nullptr));
  }
}

void vkmorph::shading::legaliseNames(ModuleOp module, const GlobalNaming &naming) {
  ClassOp parent = getClass(module);
  ShaderOp shader = getShader(module);
  MLIRContext *context = module.getContext();
  std::vector<Renaming> renamings;
  Globals globals(module, naming, renamings);

  if (naming.hasPointers)
    shader->setAttr(kPrintedNameAttr, globals.declare(shader.getSymName(), nullptr));
  for (FieldOp field : parent.getOps<FieldOp>())
    renameSymbol(parent, field, globals.declare(field.getSymName(), "field"));
  SmallVector<Attribute> bindings(shader.getBindings().begin(), shader.getBindings().end());
  for (BufferOp buffer : shader.getOps<BufferOp>()) {
    auto field = buffer->getAttrOfType<StringAttr>(kVectorAttr);
    StringAttr name =
        globals.declare(field ? field.getValue() : buffer.getName(), field ? "field" : "parameter");
    for (Attribute &binding : bindings)
      if (auto attr = cast<BindingAttr>(binding);
          attr.getKind() == ResourceKind::Parameter && attr.getName() == buffer.getName())
        binding = withName(attr, name.getValue());
    for (FuncOp function : parent.getOps<FuncOp>())
      for (unsigned i = 0; i < function.getNumArguments(); ++i)
        if (function.getArgAttr(i, kBufferAttr) == buffer.getNameAttr())
          function.setArgAttr(i, kBufferAttr, name);
    if (auto precise = shader->getAttrOfType<ArrayAttr>(kPreciseBuffersAttr)) {
      SmallVector<Attribute> names(precise.begin(), precise.end());
      std::replace(names.begin(), names.end(), Attribute(buffer.getNameAttr()), Attribute(name));
      shader->setAttr(kPreciseBuffersAttr, ArrayAttr::get(context, names));
    }
    buffer.setNameAttr(name);
    for (Operation *user : buffer->getUsers())
      if (auto wide = dyn_cast<DerefWideOp>(user); wide && !buffer->hasAttr(kWideNameAttr)) {
        int64_t length = cast<VecType>(wide.getRef().getType().getPointee()).getLength();
        std::string wish = name.str() + "Vec" + std::to_string(length);
        buffer->setAttr(kWideNameAttr, globals.declare(wish, nullptr));
      }
  }
  for (PushConstantOp constant : shader.getOps<PushConstantOp>())
    constant.setNameAttr(globals.declare(constant.getName(), "parameter"));
  nameConstants(module, globals);
  nameShared(parent, globals);
  for (PayloadOp payload : parent.getOps<PayloadOp>())
    renameSymbol(parent, payload, globals.declare(payload.getSymName(), nullptr));
  for (ScratchOp scratch : parent.getOps<ScratchOp>()) {
    SmallVector<Attribute> members;
    for (MemberAttr member : scratch.getMembers().getAsRange<MemberAttr>()) {
      StringAttr name = globals.declare(member.getName(), nullptr);
      parent.walk([&](ScratchRefOp ref) {
        if (ref.getScratch() == scratch.getSymName() && ref.getMember() == member.getName())
          ref.setMemberAttr(name);
      });
      members.push_back(
          MemberAttr::get(context, name.getValue(), member.getType(), member.getOffset()));
    }
    scratch.setMembersAttr(ArrayAttr::get(context, members));
  }
  nameFunctions(parent, globals);
  for (RecordOp record : module.getOps<RecordOp>()) {
    record->setAttr(kPrintedNameAttr, globals.declare(getLastPart(record.getSymName()), nullptr));
  }
  legaliseMembers(module, globals.rules, renamings);

  SmallVector<Attribute> blocks;
  for (Attribute &binding : bindings) {
    auto attr = cast<BindingAttr>(binding);
    StringRef name = attr.getName();
    bool isParameter = attr.getKind() == ResourceKind::Parameter;
    blocks.push_back(
        isParameter && naming.hasPointers
            ? StringAttr::get(context)
            : globals.declare(isParameter ? (name + "Buffer").str() : name.str(), nullptr));
  }
  blocks.push_back(globals.declare("Arguments", nullptr));
  for (BufferOp buffer : shader.getOps<BufferOp>())
    if (auto wide = buffer->getAttrOfType<StringAttr>(kWideNameAttr))
      buffer->setAttr(kWideBlockNameAttr,
                      globals.declare((wide.getValue() + "Buffer").str(), nullptr));
  nameBits(module, bindings, globals);
  shader.setBindingsAttr(ArrayAttr::get(context, bindings));
  shader->setAttr(kBlockNamesAttr, ArrayAttr::get(context, blocks));
  if (naming.hasPointers)
    namePointers(shader, globals);

  for (Operation &op : parent.getBody().front()) {
    if (!isa<FuncOp, ShaderOp>(op))
      continue;
    llvm::StringSet<> mentioned;
    collectMentioned(&op, module, naming, mentioned);
    legaliseLocals(&op, globals.rules, mentioned, renamings);
  }

  if (renamings.empty())
    return;
  SmallVector<Attribute> list;
  Builder builder(context);
  for (const Renaming &renaming : renamings)
    list.push_back(builder.getStrArrayAttr({renaming.what, renaming.from, renaming.to}));
  module->setAttr(kRenamingsAttr, builder.getArrayAttr(list));
}
