//===- LowerCallables.cpp - Virtual calls of ray generation shaders run callable shaders ------===//
//
//   float Shade(Surface self, float u) {          // called as Shade(m_surfaces[ids[i]], u)
//     switch (self.type) { case 1: return Matte_Shade(self, u); default: return Mirror_Shade(...);
//     }
//   }
//
//     =>   float Shade(uint object, float u) {
//            shadeCall.object = object;
//            shadeCall.u = u;
//            executeCallableEXT(min(m_surfaces[object].type - 1, 1), 0);
//            return shadeCall.result;
//          }
//
//          // a callable shader for each overrider
//          void main() {
//            shadeCall.result = Matte_Shade(m_surfaces[shadeCall.object], shadeCall.u);
//          }
//
// Functions on the way to a call are copied for the kernel; all others, and virtual calls inside of
// callable shaders, stay as they are: those switch.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/patterns/Callables.h"
#include "device/Builders.h"
#include "ir/HostCode.h"
#include "passes/Passes.h"
#include "transforms/Expressions.h"
#include "transforms/Parameters.h"
#include "transforms/SymbolNames.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_LOWERCALLABLES
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct LowerCallablesPass : vkm::impl::LowerCallablesBase<LowerCallablesPass> {
  void runOnOperation() override;
};

/// One argument or result in a payload.
struct PayloadMember {
  std::string name;
  Type type;
};

/// The virtual calls of one method that pass their arguments alike.
class CallableMethod {
public:
  /// `firstRow`: of the table, where its callable shaders begin.
  CallableMethod(CommandsOp commands, ShaderOp caller, CallOp call, unsigned firstRow);

  /// The function that calls in place of the dispatcher.
  FuncOp getCaller() const { return m_caller; }
  /// The rows of the table, from the first one on.
  ArrayRef<Attribute> getRows() const { return m_tableRows; }
  /// Lets a call of the dispatcher call it.
  void redirect(CallOp call);
  /// Calls that pass their arguments alike have one key.
  static std::string makeKey(CallOp call);

private:
  bool hasMember(unsigned index) const;
  void choosePayload();
  std::string makeMemberName(const std::string &wanted) const;
  void readLabels();
  void makeCaller();
  Value buildSelf(OpBuilder &at);
  void makeCallables();
  ShaderOp makeCallable(unsigned way);
  Value buildMember(OpBuilder &at, StringRef name);
  Value buildArray(OpBuilder &at, const PassedArgument &passed);
  Value buildArgument(OpBuilder &at, unsigned index);
  std::string describeWay(unsigned way);

  CommandsOp m_commands;
  ShaderOp m_shader; ///< the ray generation shader
  ClassOp m_class;
  FuncOp m_dispatcher;
  SwitchOp m_choice;
  Location m_loc;
  SmallVector<PassedArgument> m_passed;
  SmallVector<PayloadMember> m_members;
  SmallVector<std::string> m_memberOf; ///< of each argument; empty: it has none
  std::string m_result;                ///< empty: there is none
  unsigned m_firstRow;
  int64_t m_firstLabel = 0;
  SmallVector<unsigned> m_ways; ///< of the rows
  RecordType m_type;
  PayloadOp m_payload;
  SmallVector<ShaderOp> m_callables; ///< by the way
  SmallVector<Attribute> m_tableRows;
  FuncOp m_caller;
};

/// The ray generation shaders of one kernel, whose pipelines share a table.
class KernelCallables {
public:
  explicit KernelCallables(CommandsOp commands)
      : m_commands(commands), m_class(commands->getParentOfType<ClassOp>()) {}
  void run();

private:
  void rewrite(Region &region);
  CallableMethod &getMethod(CallOp call);
  bool comesToCall(FuncOp function);

  CommandsOp m_commands;
  ClassOp m_class;
  ShaderOp m_shader; ///< that is being rewritten
  llvm::MapVector<StringRef, std::unique_ptr<CallableMethod>> m_methods;
  llvm::StringMap<char> m_keys; ///< owns those of the methods
  llvm::DenseMap<Operation *, FuncOp> m_copies;
  llvm::DenseMap<Operation *, bool> m_comeToCalls;
  SmallVector<Attribute> m_tableRows;
};
} // namespace

static std::string lowerFirst(StringRef text) {
  std::string result = text.str();
  result.front() = llvm::toLower(result.front());
  return result;
}

/// The letters and digits of a name, for files and variables: "Clamp<-100, 5>_Apply" is
/// "Clamp_100_5_Apply".
static std::string makeIdentifier(StringRef name) {
  std::string result;
  bool isApart = false;
  for (char c : name) {
    if (!llvm::isAlnum(c)) {
      isApart = !result.empty();
      continue;
    }
    if (std::exchange(isApart, false))
      result += '_';
    result += c;
  }
  return result;
}

/// Elements of buffers have numbers of 32 bits.
static Type getIndexType(const PassedArgument &passed) {
  Type type = passed.index.getType();
  bool isWide = cast<IntegerType>(type).getWidth() > 32;
  return isWide ? IntegerType::get(type.getContext(), 32, IntegerType::Unsigned) : type;
}

static StringRef getMethodName(FuncOp dispatcher) {
  auto name = dispatcher->getAttrOfType<StringAttr>("cpp_name");
  return name ? name.getValue() : dispatcher.getSymName();
}

//===------------------------------------------------------------------------------------------===//
// Payloads
//===------------------------------------------------------------------------------------------===//

std::string CallableMethod::makeKey(CallOp call) {
  std::string key = call.getCallee().str();
  for (unsigned index = 0; index < call.getNumOperands(); ++index) {
    PassedArgument passed = describePassed(call, index);
    key += "|" + std::to_string(unsigned(passed.as));
    if (passed.symbol)
      key += passed.symbol.str();
    if (passed.array)
      key += "*" + passed.array.getDefiningOp<BufferOp>().getName().str();
    if (passed.index)
      llvm::raw_string_ostream(key) << getIndexType(passed);
  }
  return key;
}

CallableMethod::CallableMethod(CommandsOp commands, ShaderOp caller, CallOp call, unsigned firstRow)
    : m_commands(commands), m_shader(caller), m_class(commands->getParentOfType<ClassOp>()),
      m_dispatcher(cast<FuncOp>(lookupCallee(call).getOperation())),
      m_choice(matchDispatch(call)->choice), m_loc(m_dispatcher.getLoc()), m_firstRow(firstRow) {
  for (unsigned index = 0; index < call.getNumOperands(); ++index)
    m_passed.push_back(describePassed(call, index));
  choosePayload();
  readLabels();
  makeCallables();
  makeCaller();
}

/// Whether the payload has something of an argument.
bool CallableMethod::hasMember(unsigned index) const {
  PassedAs as = m_passed[index].as;
  return as != PassedAs::Field && as != PassedAs::Array;
}

std::string CallableMethod::makeMemberName(const std::string &wanted) const {
  std::string name = wanted;
  while (llvm::any_of(m_members, [&](const PayloadMember &member) { return member.name == name; }))
    name += '_';
  return name;
}

/// A struct with the arguments and the result, and a variable of it.
void CallableMethod::choosePayload() {
  for (unsigned index = 0; index < m_passed.size(); ++index) {
    std::string &name = m_memberOf.emplace_back();
    if (!hasMember(index))
      continue;
    Type type = m_dispatcher.getArgumentTypes()[index];
    std::string wanted = argName(m_dispatcher, index).str();
    if (m_passed[index].as == PassedAs::Element) {
      type = getIndexType(m_passed[index]);
      wanted = index == 0 ? "object" : wanted + "Index";
    }
    if (auto place = dyn_cast<RefType>(type))
      type = place.getPointee();
    name = makeMemberName(wanted);
    m_members.push_back({name, type});
  }
  if (!m_dispatcher.getResultTypes().empty()) {
    m_result = makeMemberName("result");
    m_members.push_back({m_result, m_dispatcher.getResultTypes().front()});
  }
  OpBuilder at(m_class.getContext());
  // Structs have members.
  if (m_members.empty())
    m_members.push_back({"unused", at.getIntegerType(32, /*isSigned=*/false)});
  int64_t size = 0, align = 1;
  SmallVector<Attribute> members;
  for (const PayloadMember &member : m_members) {
    Layout layout = getLayout(m_class, member.type);
    size = llvm::alignTo(size, layout.align);
    members.push_back(MemberAttr::get(at.getContext(), member.name, member.type, size));
    size += layout.size;
    align = std::max(align, layout.align);
  }
  std::string name = makeIdentifier(getMethodName(m_dispatcher)) + "Call";
  // Of another kernel, with the same members: shaders that read alike.
  for (PayloadOp known : m_class.getOps<PayloadOp>()) {
    auto type = cast<RecordType>(known.getType());
    if (type.getName().getValue().starts_with(name) &&
        lookupRecord(m_class, type).getMembersAttr() == at.getArrayAttr(members)) {
      m_payload = known;
      m_type = type;
      return;
    }
  }
  at.setInsertionPoint(m_class);
  auto record = at.create<RecordOp>(m_loc, makeFreeSymbol(m_class, name),
                                    llvm::alignTo(size, align), align, at.getArrayAttr(members));
  m_type = RecordType::get(at.getContext(), FlatSymbolRefAttr::get(record.getSymNameAttr()));
  at.setInsertionPoint(m_shader);
  std::string variable = lowerFirst(name);
  m_payload = at.create<PayloadOp>(
      m_loc, makeFreeSymbol(m_class, variable == name ? variable + "Data" : variable), m_type);
}

Value CallableMethod::buildMember(OpBuilder &at, StringRef name) {
  Value payload = at.create<PayloadRefOp>(m_loc, RefType::get(m_type), m_payload.getSymName());
  auto member = llvm::find_if(m_members, [&](auto &one) { return one.name == name; });
  return at.create<MemberOp>(m_loc, RefType::get(member->type), payload, name);
}

//===------------------------------------------------------------------------------------------===//
// Callable shaders
//===------------------------------------------------------------------------------------------===//

/// A row for each number that the switch knows, from the smallest one on, and one for all others.
void CallableMethod::readLabels() {
  llvm::DenseMap<int64_t, unsigned> ways;
  unsigned others = m_choice.getCases().size() - 1;
  std::optional<int64_t> first, last;
  for (auto [way, labels] : llvm::enumerate(m_choice.getLabels().getAsRange<ArrayAttr>()))
    for (auto label : labels.getAsRange<IntegerAttr>()) {
      int64_t number = label.getValue().getZExtValue();
      ways[number] = way;
      first = std::min(first.value_or(number), number);
      last = std::max(last.value_or(number), number);
    }
  m_firstLabel = first.value_or(0);
  for (int64_t number = m_firstLabel; first && number <= *last; ++number) {
    auto known = ways.find(number);
    m_ways.push_back(known == ways.end() ? others : known->second);
  }
  m_ways.push_back(others);
}

/// "For objects of Matte and Paper."
std::string CallableMethod::describeWay(unsigned way) {
  auto record = m_dispatcher->getAttrOfType<StringAttr>(kDispatchesAttr);
  HierarchyOp hierarchy = HierarchyOp::find(
      m_class, RecordType::get(m_class.getContext(), FlatSymbolRefAttr::get(record)));
  if (!hierarchy)
    return "";
  SmallVector<std::string> classes;
  int64_t number = 0;
  for (auto one : hierarchy.getBody().getOps<ObjectClassOp>()) {
    int64_t row = std::min<int64_t>(++number - m_firstLabel, int64_t(m_ways.size()) - 1);
    if (row >= 0 && m_ways[row] == way)
      classes.push_back(one.getCpp().str());
  }
  std::string last = classes.empty() ? "" : classes.pop_back_val();
  return " for objects of " + (classes.empty() ? last : llvm::join(classes, ", ") + " and " + last);
}

/// The array that an argument is, or that has it.
Value CallableMethod::buildArray(OpBuilder &at, const PassedArgument &passed) {
  if (passed.array) {
    // Declarations come first, each once.
    auto buffer = passed.array.getDefiningOp<BufferOp>();
    auto shader = cast<ShaderOp>(at.getBlock()->getParentOp());
    for (BufferOp known : shader.getOps<BufferOp>())
      if (known.getName() == buffer.getName())
        return known;
    return OpBuilder::atBlockBegin(at.getBlock())
        .create<BufferOp>(buffer.getLoc(), buffer.getType(), buffer.getName());
  }
  FieldOp field = m_class.lookupField(passed.symbol.getValue());
  return at.create<VectorDataOp>(m_loc, PtrType::get(field.getVectorElement()), passed.symbol);
}

/// An argument in a callable shader.
Value CallableMethod::buildArgument(OpBuilder &at, unsigned index) {
  const PassedArgument &passed = m_passed[index];
  Type type = m_dispatcher.getArgumentTypes()[index];
  Value place;
  switch (passed.as) {
  case PassedAs::Array:
    return buildArray(at, passed);
  case PassedAs::Field:
    place = at.create<FieldRefOp>(
        m_loc, RefType::get(m_class.lookupField(passed.symbol.getValue()).getType()),
        passed.symbol);
    break;
  case PassedAs::Element: {
    Value array = buildArray(at, passed);
    Type element = cast<PtrType>(array.getType()).getPointee();
    place = at.create<DerefOp>(m_loc, RefType::get(element), array,
                               buildLoad(at, m_loc, buildMember(at, m_memberOf[index])));
    break;
  }
  case PassedAs::Value:
    place = buildMember(at, m_memberOf[index]);
    break;
  case PassedAs::Place: // a variable, which the method may work with as long as it likes
    place = buildVar(at, m_loc, argName(m_dispatcher, index),
                     buildLoad(at, m_loc, buildMember(at, m_memberOf[index])), /*isConst=*/false)
                .getRef();
    break;
  }
  return isa<RefType>(type) ? place : buildLoad(at, m_loc, place);
}

ShaderOp CallableMethod::makeCallable(unsigned way) {
  Region &region = m_choice.getCases()[way];
  std::string role;
  region.walk([&](CallOp call) {
    if (role.empty())
      role = call.getCallee().str();
  });
  if (role.empty())
    role = (getMethodName(m_dispatcher) + "_" + Twine(way + 1)).str();
  role = makeIdentifier(role);
  OpBuilder at(m_commands);
  std::string name = makeFreeSymbol(m_class, (m_shader.getKernel() + "_" + role).str());
  auto shader = at.create<ShaderOp>(m_loc, at.getStringAttr(name), m_shader.getKernelAttr(),
                                    at.getStringAttr(role), m_shader.getLocalSizeAttr(),
                                    m_shader.getBindingsAttr(),
                                    at.getStringAttr("Runs " + role + describeWay(way) + "."),
                                    ShaderStageAttr::get(at.getContext(), ShaderStage::Callable),
                                    /*coherent_fields=*/ArrayAttr());
  shader->setDiscardableAttrs(m_shader->getDiscardableAttrDictionary());
  shader->removeAttr(kCommentAttr);
  at = OpBuilder::atBlockEnd(&shader.getBody().emplaceBlock());
  IRMapping mapping;
  for (BlockArgument parameter : m_dispatcher.getArguments())
    mapping.map(parameter, buildArgument(at, parameter.getArgNumber()));
  for (Operation &op : region.front()) {
    if (auto result = dyn_cast<ReturnOp>(op)) {
      if (result.getValue())
        at.create<AssignOp>(m_loc, buildMember(at, m_result),
                            mapping.lookupOrDefault(result.getValue()));
    } else if (!isa<BreakOp>(op)) {
      at.clone(op, mapping);
    }
  }
  EffectSet effects = getEffects(region);
  for (BlockArgument parameter : m_dispatcher.getArguments()) {
    unsigned index = parameter.getArgNumber();
    bool isWritten = llvm::is_contained(effects.writes, Root{{}, parameter});
    if (m_passed[index].as == PassedAs::Place && isWritten)
      at.create<AssignOp>(m_loc, buildMember(at, m_memberOf[index]),
                          buildLoad(at, m_loc, mapping.lookup(parameter)));
  }
  eraseDeadExpressions(shader.getBody());
  return shader;
}

void CallableMethod::makeCallables() {
  for (unsigned way = 0; way < m_choice.getCases().size(); ++way)
    m_callables.push_back(makeCallable(way));
  for (unsigned way : m_ways)
    m_tableRows.push_back(FlatSymbolRefAttr::get(m_callables[way].getSymNameAttr()));
}

//===------------------------------------------------------------------------------------------===//
// Calls
//===------------------------------------------------------------------------------------------===//

/// What the switch asks is the number of the class.
Value CallableMethod::buildSelf(OpBuilder &at) {
  const PassedArgument &passed = m_passed.front();
  Block &body = m_caller.getBody().front();
  Value place;
  if (passed.as == PassedAs::Element) {
    Value array = passed.array ? Value(body.getArgument(0)) : buildArray(at, passed);
    place = at.create<DerefOp>(m_loc, RefType::get(cast<PtrType>(array.getType()).getPointee()),
                               array, body.getArgument(passed.array ? 1 : 0));
  } else if (passed.as == PassedAs::Field) {
    return buildArgument(at, 0);
  } else {
    return body.getArgument(0);
  }
  return isa<RefType>(m_dispatcher.getArgumentTypes().front()) ? place
                                                               : buildLoad(at, m_loc, place);
}

/// Fills the payload, calls, and takes out what the callable shader has left in it.
void CallableMethod::makeCaller() {
  OpBuilder at(m_shader);
  SmallVector<Type> types;
  SmallVector<Attribute> names;
  SmallVector<int64_t> positions; ///< of the parameter that has an argument's value
  auto addParameter = [&](Type type, StringRef name) {
    types.push_back(type);
    names.push_back(at.getDictionaryAttr(at.getNamedAttr(kNameAttr, at.getStringAttr(name))));
  };
  for (auto [index, passed] : llvm::enumerate(m_passed)) {
    if (passed.as == PassedAs::Element && passed.array)
      addParameter(passed.array.getType(), argName(m_dispatcher, index).str() + "Array");
    positions.push_back(hasMember(index) ? int64_t(types.size()) : -1);
    if (hasMember(index))
      addParameter(passed.as == PassedAs::Element ? getIndexType(passed)
                                                  : m_dispatcher.getArgumentTypes()[index],
                   m_memberOf[index]);
  }
  m_caller = at.create<FuncOp>(m_loc, makeFreeSymbol(m_class, getMethodName(m_dispatcher)),
                               at.getFunctionType(types, m_dispatcher.getResultTypes()),
                               at.getArrayAttr(names), ArrayAttr());
  m_caller->setAttr("cpp_name", at.getStringAttr(getMethodName(m_dispatcher)));
  if (Attribute comment = m_dispatcher->getAttr(kCommentAttr))
    m_caller->setAttr(kCommentAttr, comment);
  Block &body = m_caller.getBody().emplaceBlock();
  for (Type type : types)
    body.addArgument(type, m_loc);
  at.setInsertionPointToEnd(&body);
  for (unsigned index = 0; index < m_passed.size(); ++index) {
    if (positions[index] < 0)
      continue;
    Value value = body.getArgument(positions[index]);
    if (isa<RefType>(value.getType()))
      value = buildLoad(at, m_loc, value);
    at.create<AssignOp>(m_loc, buildMember(at, m_memberOf[index]), value);
  }
  IRMapping mapping;
  mapping.map(m_dispatcher.getArgument(0), buildSelf(at));
  Value row = cloneExpression(at, m_choice.getValue(), mapping);
  Type uintType = at.getIntegerType(32, /*isSigned=*/false);
  if (m_firstLabel != 0)
    row = buildBinary(at, m_loc, BinaryKind::Sub, row, buildUint(at, m_loc, m_firstLabel));
  // What is none of them goes the last way, as it does in a switch.
  row = at.create<MathOp>(m_loc, uintType, MathFn::Min,
                          ValueRange{row, buildUint(at, m_loc, m_ways.size() - 1)});
  if (m_firstRow != 0)
    row = buildBinary(at, m_loc, BinaryKind::Add, buildUint(at, m_loc, m_firstRow), row);
  SmallVector<Attribute> callables;
  for (ShaderOp callable : m_callables)
    callables.push_back(FlatSymbolRefAttr::get(callable.getSymNameAttr()));
  at.create<ExecuteCallableOp>(m_loc, row, FlatSymbolRefAttr::get(m_payload.getSymNameAttr()),
                               at.getArrayAttr(callables));
  for (unsigned index = 0; index < m_passed.size(); ++index)
    if (m_passed[index].as == PassedAs::Place && isParameterWritten(m_dispatcher, index))
      at.create<AssignOp>(m_loc, body.getArgument(positions[index]),
                          buildLoad(at, m_loc, buildMember(at, m_memberOf[index])));
  if (!m_result.empty())
    at.create<ReturnOp>(m_loc, buildLoad(at, m_loc, buildMember(at, m_result)));
}

void CallableMethod::redirect(CallOp call) {
  OpBuilder at(call);
  SmallVector<Value> operands;
  for (unsigned index = 0; index < call.getNumOperands(); ++index) {
    PassedArgument passed = describePassed(call, index);
    if (passed.as == PassedAs::Element) {
      if (passed.array)
        operands.push_back(passed.array);
      operands.push_back(at.createOrFold<CastOp>(m_loc, getIndexType(passed), passed.index));
    } else if (hasMember(index)) {
      operands.push_back(call->getOperand(index));
    }
  }
  auto made =
      at.create<CallOp>(call.getLoc(), call.getResultTypes(), m_caller.getSymName(), operands);
  made->setDiscardableAttrs(call->getDiscardableAttrDictionary());
  call->replaceAllUsesWith(made);
  call.erase();
}

//===------------------------------------------------------------------------------------------===//
// Kernels
//===------------------------------------------------------------------------------------------===//

bool KernelCallables::comesToCall(FuncOp function) {
  auto [known, isNew] = m_comeToCalls.try_emplace(function, false);
  if (isNew) {
    bool comes = !collectVirtualCalls(function).empty();
    m_comeToCalls[function] = comes;
    return comes;
  }
  return known->second;
}

CallableMethod &KernelCallables::getMethod(CallOp call) {
  StringRef key = m_keys.try_emplace(CallableMethod::makeKey(call)).first->getKey();
  std::unique_ptr<CallableMethod> &method = m_methods[key];
  if (!method) {
    method = std::make_unique<CallableMethod>(m_commands, m_shader, call, m_tableRows.size());
    llvm::append_range(m_tableRows, method->getRows());
  }
  return *method;
}

void KernelCallables::rewrite(Region &region) {
  SmallVector<CallOp> calls;
  region.walk([&](CallOp call) { calls.push_back(call); });
  for (CallOp call : calls) {
    auto function = dyn_cast_or_null<FuncOp>(lookupCallee(call).getOperation());
    if (!function)
      continue;
    if (matchDispatch(call)) {
      getMethod(call).redirect(call);
    } else if (comesToCall(function)) {
      FuncOp &copy = m_copies[function];
      if (!copy) {
        copy = copyFunction(function, makeFreeSymbol(m_class, function.getSymName()));
        // Payloads are the class's.
        copy->moveBefore(m_shader);
        FuncOp made = copy;
        rewrite(made.getBody());
        call.setCallee(made.getSymName());
        continue;
      }
      call.setCallee(copy.getSymName());
    }
  }
  eraseDeadExpressions(region);
}

void KernelCallables::run() {
  SmallVector<CmdPipelineOp> pipelines;
  m_commands.walk([&](CmdPipelineOp pipeline) {
    auto shader = m_class.lookupSymbol<ShaderOp>(pipeline.getShader());
    if (shader.getStage() == ShaderStage::RayGeneration)
      pipelines.push_back(pipeline);
  });
  for (CmdPipelineOp pipeline : pipelines) {
    m_shader = m_class.lookupSymbol<ShaderOp>(pipeline.getShader());
    rewrite(m_shader.getBody());
  }
  for (CmdPipelineOp pipeline : pipelines)
    pipeline.setCallablesAttr(ArrayAttr::get(m_commands.getContext(), m_tableRows));
}

void LowerCallablesPass::runOnOperation() {
  if (getPhase(getOperation()) != Phase::Lowered)
    return;
  for (ClassOp op : getOperation().getOps<ClassOp>())
    for (CommandsOp commands : llvm::to_vector(op.getBody().front().getOps<CommandsOp>()))
      KernelCallables(commands).run();
}
