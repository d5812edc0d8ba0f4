//===- InputUses.cpp - What a control function does with its inputs ---------------------------===//
//
// Values are followed back to the inputs that they are computed from: through variables, casts,
// arguments of kernels and functions, and arithmetic with constants. All calls of a function, and
// all values that a variable gets, are taken together. What is missed, or found in vain, makes
// inputs less telling, and nothing wrong.
//
//===------------------------------------------------------------------------------------------===//

#include "InputUses.h"

#include "ir/Effects.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

#include <cmath>

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::check;

namespace {

/// A sum of inputs, each with a factor, and a constant.
struct Linear {
  std::map<std::string, double> terms;
  double constant = 0.0;
};
/// What a value may be.
using Forms = SmallVector<Linear, 2>;
using Paths = std::set<std::string>;

class Uses {
public:
  explicit Uses(const std::set<std::string> &sizes) : m_sizes(sizes) {}

  void addFunction(FunctionOpInterface function);
  void visit();

  InputUses found;

private:
  void visit(Operation *op);
  void compare(Value lhs, Value rhs);
  void compareWithZero(Value value);
  void compareForms(const Linear &lhs, const Linear &rhs);
  void addLimit(const std::string &path, double limit);
  void addCount(Value value);
  void addCounts(Region &region);

  Forms formsOf(Value value);
  Forms computeForms(Value value);
  Forms computeForms(vkm::BinaryOp op);
  Paths pathsOf(Value place);
  Paths computePaths(Value place);
  Paths pathsOfValue(Value value);
  Paths inputsOf(Value value);
  SmallVector<Value> storedIn(Value variable);
  SmallVector<Value> yieldedBy(Operation *op);

  const std::set<std::string> &m_sizes;
  SmallVector<FunctionOpInterface> m_functions;
  llvm::DenseSet<Operation *> m_known;
  llvm::DenseMap<Value, SmallVector<Value>> m_arguments; ///< what parameters get
  llvm::DenseMap<Value, Forms> m_forms;
  llvm::DenseMap<Value, Paths> m_inputs;
  llvm::DenseMap<Value, Paths> m_paths;
};

} // namespace

std::string vkmorph::check::nameOfParameter(unsigned index) { return "%" + std::to_string(index); }

void Uses::addFunction(FunctionOpInterface function) {
  if (!function || !m_known.insert(function).second)
    return;
  m_functions.push_back(function);
  auto addCall = [&](FunctionOpInterface callee, ValueRange operands) {
    if (!callee || callee.getFunctionBody().empty())
      return;
    for (auto [parameter, operand] : llvm::zip(callee.getArguments(), operands))
      m_arguments[parameter].push_back(operand);
    addFunction(callee);
  };
  function->walk([&](Operation *op) {
    if (auto launch = dyn_cast<vkm::LaunchOp>(op))
      addCall(vkm::lookupKernel(launch), launch.getOperands());
    else if (auto call = dyn_cast<vkm::CallOp>(op))
      addCall(vkm::lookupCallee(call), call.getOperands());
  });
}

void Uses::visit() {
  for (FunctionOpInterface function : m_functions)
    function->walk([&](Operation *op) { visit(op); });
}

//===------------------------------------------------------------------------------------------===//
// Where values come from
//===------------------------------------------------------------------------------------------===//

/// All that a variable, or the one of a loop, is set to.
SmallVector<Value> Uses::storedIn(Value variable) {
  SmallVector<Value> values;
  if (auto argument = dyn_cast<BlockArgument>(variable)) {
    if (auto loop = dyn_cast<vkm::ForOp>(argument.getOwner()->getParentOp()))
      values.push_back(loop.getInit());
  } else if (auto op = variable.getDefiningOp<vkm::VarOp>(); op && op.getInit()) {
    values.push_back(op.getInit());
  }
  for (Operation *user : variable.getUsers())
    if (isa<vkm::AssignOp>(user) && user->getOperand(0) == variable)
      values.push_back(user->getOperand(1));
  return values;
}

/// What the regions of `?:` and the like yield, and what a called function returns.
SmallVector<Value> Uses::yieldedBy(Operation *op) {
  SmallVector<Value> values;
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (Operation &inner : block)
        if (isa<vkm::YieldOp>(inner))
          llvm::append_range(values, inner.getOperands());
  if (auto call = dyn_cast<vkm::CallOp>(op))
    if (FunctionOpInterface callee = vkm::lookupCallee(call))
      callee->walk([&](vkm::ReturnOp back) { llvm::append_range(values, back->getOperands()); });
  return values;
}

/// Whether a place is a local variable as a whole.
static bool isVariable(Value place) {
  if (auto argument = dyn_cast<BlockArgument>(place))
    return isa<vkm::ForOp>(argument.getOwner()->getParentOp());
  return place.getDefiningOp<vkm::VarOp>() != nullptr;
}

static Paths within(const Paths &paths, StringRef member) {
  Paths longer;
  for (const std::string &path : paths)
    longer.insert(path + "." + member.str());
  return longer;
}

/// The inputs that a place or a pointer is in.
Paths Uses::pathsOf(Value place) {
  // In a cycle, what has not been followed yet counts as nothing.
  auto [known, isNew] = m_paths.try_emplace(place);
  return isNew ? m_paths[place] = computePaths(place) : known->second;
}

Paths Uses::computePaths(Value place) {
  Paths paths;
  if (auto argument = dyn_cast<BlockArgument>(place)) {
    Operation *owner = argument.getOwner()->getParentOp();
    if (isa<vkm::ControlOp>(owner))
      return {nameOfParameter(argument.getArgNumber())};
    for (Value value : m_arguments.lookup(argument))
      paths.merge(pathsOf(value));
    return paths;
  }
  Operation *op = place.getDefiningOp();
  if (auto field = dyn_cast<vkm::FieldRefOp>(op))
    return {field.getField().str()};
  if (auto vector = dyn_cast<vkm::VectorDataOp>(op))
    return {vector.getField().str()};
  if (auto member = dyn_cast<vkm::MemberOp>(op))
    return within(pathsOf(member.getBase()), member.getName());
  if (isa<vkm::ElementOp, vkm::DerefOp, vkm::PixelOp>(op))
    return pathsOf(op->getOperand(0));
  if (isVariable(place))
    for (Value value : storedIn(place))
      paths.merge(pathsOfValue(value));
  return paths;
}

/// The inputs that a value is a copy, or a part, of.
Paths Uses::pathsOfValue(Value value) {
  Operation *op = value.getDefiningOp();
  if (auto load = dyn_cast_or_null<vkm::LoadOp>(op))
    return pathsOf(load.getRef());
  if (auto extract = dyn_cast_or_null<vkm::ExtractOp>(op))
    return within(pathsOfValue(extract.getRecord()), extract.getName());
  if (auto component = dyn_cast_or_null<vkm::ComponentOp>(op))
    return pathsOfValue(component.getWhole());
  if (isa<BlockArgument>(value))
    return pathsOf(value);
  return {};
}

/// All inputs that a value depends on.
Paths Uses::inputsOf(Value value) {
  auto [place, isNew] = m_inputs.try_emplace(value);
  if (!isNew)
    return place->second;
  Paths paths = pathsOfValue(value);
  auto add = [&](ValueRange values) {
    for (Value other : values)
      paths.merge(inputsOf(other));
  };
  if (auto load = value.getDefiningOp<vkm::LoadOp>()) {
    for (Value root = load.getRef(); root;) {
      if (isVariable(root))
        add(storedIn(root));
      Operation *op = root.getDefiningOp();
      root = op && op->getNumOperands() > 0 && !isa<vkm::VarOp>(op) ? op->getOperand(0) : Value();
    }
  } else if (Operation *op = value.getDefiningOp()) {
    add(op->getOperands());
    add(yieldedBy(op));
  } else {
    add(m_arguments.lookup(value));
  }
  return m_inputs[value] = paths;
}

//===------------------------------------------------------------------------------------------===//
// Linear forms
//===------------------------------------------------------------------------------------------===//

static Linear scaled(Linear form, double factor) {
  for (auto &[path, own] : form.terms)
    own *= factor;
  form.constant *= factor;
  return form;
}

static Linear sumOf(Linear form, const Linear &other) {
  for (const auto &[path, factor] : other.terms)
    form.terms[path] += factor;
  form.constant += other.constant;
  return form;
}

static std::optional<double> constantOf(const Forms &forms) {
  if (forms.size() != 1 || !forms.front().terms.empty())
    return std::nullopt;
  return forms.front().constant;
}

Forms Uses::formsOf(Value value) {
  // What depends on itself, as what loops add up, has no form.
  auto [place, isNew] = m_forms.try_emplace(value);
  if (!isNew)
    return place->second;
  constexpr size_t most = 6;
  Forms forms = computeForms(value);
  forms.resize(std::min(forms.size(), most));
  return m_forms[value] = forms;
}

Forms Uses::computeForms(vkm::BinaryOp op) {
  Forms forms;
  const Forms lhs = formsOf(op.getLhs()), rhs = formsOf(op.getRhs());
  std::optional<double> left = constantOf(lhs), right = constantOf(rhs);
  auto scaleAll = [&](const Forms &of, double factor) {
    for (const Linear &form : of)
      forms.push_back(scaled(form, factor));
    return forms;
  };
  using Kind = vkm::BinaryKind;
  switch (op.getKind()) {
  case Kind::Add:
  case Kind::Sub:
    for (const Linear &a : lhs)
      for (const Linear &b : rhs)
        forms.push_back(sumOf(a, op.getKind() == Kind::Add ? b : scaled(b, -1.0)));
    return forms;
  case Kind::Mul:
    return right ? scaleAll(lhs, *right) : left ? scaleAll(rhs, *left) : forms;
  case Kind::Div:
    return right && *right != 0.0 ? scaleAll(lhs, 1.0 / *right) : forms;
  case Kind::Shl:
    return right ? scaleAll(lhs, std::exp2(*right)) : forms;
  case Kind::Shr:
    return right ? scaleAll(lhs, std::exp2(-*right)) : forms;
  case Kind::Rem:
  case Kind::And:
    // Small numbers stay as they are.
    return right ? lhs : left ? rhs : forms;
  default:
    return forms;
  }
}

Forms Uses::computeForms(Value value) {
  Forms forms;
  auto addAll = [&](ValueRange values) {
    for (Value other : values)
      llvm::append_range(forms, formsOf(other));
    return forms;
  };
  auto addPaths = [&](const Paths &paths) {
    for (const std::string &path : paths)
      forms.push_back({{{path, 1.0}}, 0.0});
    return forms;
  };
  Operation *op = value.getDefiningOp();
  if (!op) {
    SmallVector<Value> arguments = m_arguments.lookup(value);
    return arguments.empty() ? addPaths(pathsOf(value)) : addAll(arguments);
  }
  return llvm::TypeSwitch<Operation *, Forms>(op)
      .Case([&](vkm::ConstantOp constant) -> Forms {
        if (auto number = dyn_cast<FloatAttr>(constant.getValue()))
          return {Linear{{}, number.getValueAsDouble()}};
        if (auto number = dyn_cast<IntegerAttr>(constant.getValue()))
          return {Linear{{},
                         number.getType().isUnsignedInteger()
                             ? double(number.getValue().getZExtValue())
                             : double(number.getValue().getSExtValue())}};
        return {};
      })
      .Case([&](vkm::LoadOp load) {
        if (isVariable(load.getRef()))
          return addAll(storedIn(load.getRef()));
        return addPaths(pathsOf(load.getRef()));
      })
      .Case<vkm::ExtractOp, vkm::ComponentOp>([&](auto) { return addPaths(pathsOfValue(value)); })
      .Case<vkm::CastOp, vkm::NarrowOp>([&](auto cast) { return addAll(cast->getOperand(0)); })
      .Case([&](vkm::BinaryOp binary) { return computeForms(binary); })
      .Case([&](vkm::UnaryOp unary) {
        if (unary.getKind() == vkm::UnaryKind::Neg)
          for (const Linear &form : formsOf(unary.getOperand()))
            forms.push_back(scaled(form, -1.0));
        return forms;
      })
      .Case([&](vkm::MathOp math) {
        switch (math.getFn()) {
        case vkm::MathFn::Abs:
          addAll(math.getOperands());
          for (const Linear &form : Forms(forms))
            forms.push_back(scaled(form, -1.0));
          return forms;
        case vkm::MathFn::Floor:
        case vkm::MathFn::Ceil:
        case vkm::MathFn::Trunc:
        case vkm::MathFn::Round:
        case vkm::MathFn::Min:
        case vkm::MathFn::Max:
        case vkm::MathFn::FMin:
        case vkm::MathFn::FMax:
        case vkm::MathFn::Clamp:
          return addAll(math.getOperands());
        default:
          return forms;
        }
      })
      .Case<vkm::SelectOp, vkm::CallOp>([&](auto) { return addAll(yieldedBy(op)); })
      .Default([&](Operation *) { return forms; });
}

//===------------------------------------------------------------------------------------------===//
// Limits and counts
//===------------------------------------------------------------------------------------------===//

void Uses::addLimit(const std::string &path, double limit) {
  // Larger ones are there so that nothing reaches them.
  constexpr double largest = 0x1p20;
  constexpr size_t most = 12;
  std::set<double> &limits = found[path].limits;
  if (std::fabs(limit) <= largest && limits.size() < most)
    limits.insert(limit + 0.0);
}

void Uses::compareForms(const Linear &lhs, const Linear &rhs) {
  Linear difference = sumOf(lhs, scaled(rhs, -1.0));
  SmallVector<std::pair<std::string, double>> terms;
  for (const auto &[path, factor] : difference.terms)
    if (factor != 0.0)
      terms.emplace_back(path, factor);
  if (terms.size() == 1)
    return addLimit(terms[0].first, -difference.constant / terms[0].second);
  if (terms.size() != 2 || m_sizes.count(terms[0].first) || m_sizes.count(terms[1].first))
    return;
  // Numbers for both that make the sides equal; ranges that users state may have some of them.
  for (double other : {1.0, 10.0, 40.0}) {
    addLimit(terms[1].first, other);
    addLimit(terms[0].first, -(difference.constant + terms[1].second * other) / terms[0].second);
  }
}

void Uses::compare(Value lhs, Value rhs) {
  for (const Linear &left : formsOf(lhs))
    for (const Linear &right : formsOf(rhs))
      compareForms(left, right);
}

void Uses::compareWithZero(Value value) {
  for (const Linear &form : formsOf(value))
    compareForms(form, {});
}

void Uses::addCount(Value value) {
  for (const std::string &path : inputsOf(value))
    found[path].isCount = true;
}

void Uses::addCounts(Region &region) {
  for (Block &block : region)
    for (Operation &op : block)
      if (isa<vkm::YieldOp>(op))
        for (Value value : op.getOperands())
          addCount(value);
}

void Uses::visit(Operation *op) {
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](vkm::CmpOp cmp) { compare(cmp.getLhs(), cmp.getRhs()); })
      .Case([&](vkm::CastOp cast) {
        if (cast.getType().isInteger(1))
          compareWithZero(cast.getOperand());
      })
      .Case([&](vkm::SwitchOp choice) {
        for (Attribute labels : choice.getLabels())
          for (Attribute label : cast<ArrayAttr>(labels))
            if (auto number = dyn_cast<IntegerAttr>(label))
              for (const Linear &form : formsOf(choice.getValue()))
                compareForms(form, {{}, double(number.getValue().getSExtValue())});
      })
      .Case([&](vkm::MathOp math) {
        vkm::MathFn fn = math.getFn();
        if (fn != vkm::MathFn::Min && fn != vkm::MathFn::Max && fn != vkm::MathFn::FMin &&
            fn != vkm::MathFn::FMax && fn != vkm::MathFn::Clamp)
          return;
        for (Value other : math.getOperands().drop_front())
          compare(math.getOperands().front(), other);
      })
      .Case([&](vkm::GridOp grid) {
        for (auto [lower, upper] : llvm::zip(grid.getLower(), grid.getUpper()))
          compare(lower, upper);
        for (Value bound : grid->getOperands())
          addCount(bound);
      })
      .Case([&](vkm::ForOp loop) {
        addCount(loop.getInit());
        addCounts(loop.getCond());
        loop.getStep().walk([&](vkm::UpdateOp update) { addCount(update->getOperand(1)); });
      })
      .Case<vkm::WhileOp, vkm::DoWhileOp>([&](auto loop) { addCounts(loop.getCond()); })
      .Case<vkm::ElementOp, vkm::DerefOp, vkm::PixelOp, vkm::ComponentOp>([&](auto access) {
        for (Value index : access->getOperands().drop_front())
          addCount(index);
      })
      .Case([&](vkm::BinaryOp binary) {
        if (binary.getKind() == vkm::BinaryKind::Shl || binary.getKind() == vkm::BinaryKind::Shr)
          addCount(binary.getRhs());
      });
}

InputUses vkmorph::check::findInputUses(vkm::ControlOp control,
                                        const std::set<std::string> &sizes) {
  Uses uses(sizes);
  uses.addFunction(cast<FunctionOpInterface>(control.getOperation()));
  uses.visit();
  return std::move(uses.found);
}
