//===- Images.cpp - Finds the arrays of pixels that can be images ----------------------------===//

#include "analysis/patterns/Images.h"

#include "analysis/values/Expressions.h"
#include "ir/Exchange.h"
#include "ir/HostCode.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

std::string vkmorph::vkm::nameArray(ArrayKey key) {
  if (auto field = dyn_cast<FieldOp>(key.first))
    return field.getSymName().str();
  return argName(cast<FunctionOpInterface>(key.first), key.second).str();
}

ImageAnalysis::ImageAnalysis(ClassOp parent, bool isHalf) : parent(parent), isHalf(isHalf) {
  collectFunctions();
  collectArrays();
  collectAccesses();
  for (ImageGroup &group : groups) {
    checkUses(group);
    checkIndices(group);
    checkControls(group);
  }
}

void ImageAnalysis::reject(ImageGroup &group, Location loc, const std::string &reason) {
  if (!group.obstacle)
    group.obstacle = {reason, loc};
}

bool ImageAnalysis::isKept(StringAttr field) const { return !changed.contains(field); }

/// Who calls and launches what, from the kernels on; what is written.
void ImageAnalysis::collectFunctions() {
  auto note = [&](Operation *function) {
    for (const Root &root : getEffects(function->getRegion(0)).writes)
      if (root.symbol)
        changed.insert(root.symbol);
  };
  for (KernelOp kernel : parent.getBody().front().getOps<KernelOp>()) {
    note(kernel);
    llvm::SetVector<Operation *> reached;
    reached.insert(kernel);
    for (size_t next = 0; next < reached.size(); ++next) {
      Operation *function = reached[next];
      kernelsOf[function].push_back(kernel);
      function->walk([&](CallOp call) {
        Operation *callee = lookupCallee(call);
        if (!callee)
          return;
        if (!llvm::is_contained(calls[callee], call))
          calls[callee].push_back(call);
        reached.insert(callee);
      });
    }
  }
  for (ControlOp control : parent.getBody().front().getOps<ControlOp>()) {
    note(control);
    control.walk([&](LaunchOp launch) {
      launches[parent.lookupSymbol(launch.getKernel())].push_back(launch);
    });
  }
}

ArrayKey ImageAnalysis::getKey(Value pointer) const {
  if (auto data = pointer.getDefiningOp<VectorDataOp>())
    return {ClassOp(parent).lookupField(data.getField()), 0};
  if (auto argument = dyn_cast<BlockArgument>(pointer))
    if (isa<FunctionOpInterface>(argument.getOwner()->getParentOp()))
      return {argument.getOwner()->getParentOp(), argument.getArgNumber()};
  return {nullptr, 0};
}

ArrayKey ImageAnalysis::findLeader(ArrayKey key) {
  if (!leaders.count(key))
    leaders[key] = key;
  while (leaders[key] != key)
    key = leaders[key];
  return key;
}

void ImageAnalysis::join(ArrayKey a, ArrayKey b) {
  ArrayKey first = findLeader(a), second = findLeader(b);
  leaders[second] = first;
}

/// The type of an element.
static Type getElement(ArrayKey key) {
  if (auto field = dyn_cast<FieldOp>(key.first))
    return field.getVectorElement();
  return cast<PtrType>(cast<FunctionOpInterface>(key.first).getArgumentTypes()[key.second])
      .getPointee();
}

void ImageAnalysis::collectArrays() {
  // All there are, in the order of the text.
  for (Operation &op : parent.getBody().front()) {
    if (auto field = dyn_cast<FieldOp>(op); field && field.getVectorElement())
      findLeader({field, 0});
    if (auto function = dyn_cast<FunctionOpInterface>(op); function && !isa<FuncOp>(op))
      for (auto [index, type] : llvm::enumerate(function.getArgumentTypes()))
        if (isa<PtrType>(type))
          findLeader({function, index});
  }
  auto pass = [&](Value operand, Operation *callee, unsigned index) {
    if (!isa<PtrType>(operand.getType()))
      return;
    // A pointer that is no array as a whole makes the callee's parameter something else, too.
    if (ArrayKey key = getKey(operand); key.first)
      join(key, {callee, index});
  };
  for (auto &[callee, list] : calls)
    for (CallOp call : list)
      for (auto [index, operand] : llvm::enumerate(call.getOperands()))
        pass(operand, callee, index);
  for (auto &[kernel, list] : launches)
    for (LaunchOp launch : list)
      for (auto [index, operand] : llvm::enumerate(launch.getOperands()))
        pass(operand, kernel, index);
  llvm::MapVector<ArrayKey, size_t> numbers;
  SmallVector<ArrayKey> keys;
  for (auto &[key, leader] : leaders)
    keys.push_back(key);
  for (ArrayKey key : keys) {
    ArrayKey leader = findLeader(key);
    auto [number, isNew] = numbers.insert({leader, groups.size()});
    if (isNew)
      groups.emplace_back().pixel = getElement(leader);
    groups[number->second].arrays.push_back(key);
  }
}

/// Whether an update of a pixel is a read, an operation on pixels, and a write.
static bool isOfPixels(UpdateOp update, Type pixel) {
  return getBinaryType(update.getKind(), pixel, update.getValue().getType()) == pixel;
}

void ImageAnalysis::collectAccesses() {
  auto groupOf = [&](ArrayKey key) {
    return llvm::find_if(groups,
                         [&](ImageGroup &group) { return llvm::is_contained(group.arrays, key); });
  };
  SmallVector<Operation *> functions;
  for (auto &[function, kernels] : kernelsOf)
    functions.push_back(function);
  // In the order of the source: that of addresses differs from run to run.
  llvm::sort(functions, [](Operation *a, Operation *b) {
    if (a->getBlock() != b->getBlock())
      return isa<ModuleOp>(a->getParentOp());
    return a->isBeforeInBlock(b);
  });
  for (Operation *function : functions)
    function->walk([&](DerefOp deref) {
      auto group = groupOf(getKey(deref.getPointer()));
      if (group == groups.end())
        return;
      PixelAccess access{deref, function};
      for (OpOperand &use : deref->getUses()) {
        Operation *user = use.getOwner();
        auto element = dyn_cast<ElementOp>(user);
        auto update = dyn_cast<UpdateOp>(user);
        if (isa<LoadOp>(user) || (element && llvm::all_of(user->getUsers(), llvm::IsaPred<LoadOp>)))
          access.reads = true;
        else if (isa<AssignOp>(user) && use.getOperandNumber() == 0)
          access.writes = true;
        else if (update && use.getOperandNumber() == 0 && isOfPixels(update, group->pixel))
          access.reads = access.writes = true;
        else
          reject(*group, deref.getLoc(), "a part of a pixel is changed or passed on");
      }
      group->accesses.push_back(access);
    });
}

/// What is done with the pointers besides accesses of elements and passing them on.
void ImageAnalysis::checkUses(ImageGroup &group) {
  Location loc = group.arrays.front().first->getLoc();
  Type component = isa<MatType>(group.pixel) ? Type() : getComponentType(group.pixel);
  bool isInteger = component && (component.isSignedInteger(32) || component.isUnsignedInteger(32));
  if (!component || !(component.isF32() || isInteger))
    return reject(group, loc, "its elements are no floats or 32-bit integers, nor vectors of them");
  if (isInteger && isHalf)
    return reject(group, loc, "half of an integer is no integer; images of those are textures");
  for (ArrayKey key : group.arrays) {
    if (getElement(key) != group.pixel)
      return reject(group, key.first->getLoc(), "arrays of other elements meet it");
    if (auto vector = dyn_cast<FieldOp>(key.first)) {
      checkVector(group, vector);
      continue;
    }
    auto function = cast<FunctionOpInterface>(key.first);
    for (Operation *user : function.getArgument(key.second).getUsers()) {
      bool isKnown = isa<ControlOp>(key.first) ? isa<LaunchOp, ExtentOp>(user)
                                               : isa<DerefOp, CallOp, ExtentOp>(user);
      if (!isKnown)
        reject(group, user->getLoc(), "it is used in another way than by its elements");
    }
  }
}

void ImageAnalysis::checkVector(ImageGroup &group, FieldOp vector) {
  if (vector->hasAttr(kLocalOfAttr))
    reject(group, vector.getLoc(), "it is a vector of a control function");
  FieldOp size = parent.lookupSizeOf(vector.getSymName());
  if (!size || changed.contains(size.getSymNameAttr()))
    reject(group, vector.getLoc(), "kernels change its size");
  auto symbol = FlatSymbolRefAttr::get(vector.getSymNameAttr());
  parent.walk([&](Operation *op) {
    if (auto data = dyn_cast<VectorDataOp>(op); data && data.getFieldAttr() == symbol) {
      bool isHost = data->getParentOfType<ControlOp>() != nullptr;
      for (Operation *user : op->getUsers())
        if (isHost ? !isa<LaunchOp>(user) : !isa<DerefOp, CallOp>(user))
          reject(group, user->getLoc(), "it is used in another way than by its elements");
      return;
    }
    if (op == size)
      return;
    if (auto control = dyn_cast<ControlOp>(op); control && control->hasAttr(kExchangedAttr))
      for (auto pair : control->getAttrOfType<ArrayAttr>(kExchangedAttr).getAsRange<ArrayAttr>())
        if (llvm::is_contained(pair, Attribute(vector.getSymNameAttr())))
          reject(group, control.getLoc(),
                 "its elements are exchanged with those of another vector");
    for (NamedAttribute attribute : op->getAttrs())
      if (attribute.getValue() == symbol)
        reject(group, op->getLoc(), "it is used in another way than by its elements");
  });
}

Pitch ImageAnalysis::getPitch(Value number) const {
  number = stripIntegerCasts(number);
  Pitch pitch;
  if (!isa<IntegerType>(number.getType()))
    return pitch;
  if (std::optional<int64_t> constant = getConstantInt(number)) {
    if (*constant > 0)
      pitch.number = constant;
    return pitch;
  }
  if (auto load = number.getDefiningOp<LoadOp>()) {
    if (auto field = load.getRef().getDefiningOp<FieldRefOp>()) {
      FieldOp op = ClassOp(parent).lookupField(field.getField());
      if (isKept(field.getFieldAttr().getAttr()) && !op->hasAttr(kLocalOfAttr))
        pitch.field = field.getFieldAttr().getAttr();
      return pitch;
    }
    auto var = load.getRef().getDefiningOp<VarOp>();
    return var && var.getInit() && keepsInitialValue(var) ? getPitch(var.getInit()) : pitch;
  }
  auto argument = dyn_cast<BlockArgument>(number);
  if (!argument)
    return pitch;
  Operation *function = argument.getOwner()->getParentOp();
  if (isa<KernelOp, ControlOp>(function)) {
    pitch.parameter = argument;
    return pitch;
  }
  // What all callers of a function pass.
  if (!isa<FuncOp>(function))
    return pitch;
  auto list = calls.find(function);
  if (list == calls.end())
    return pitch;
  for (CallOp call : list->second) {
    Pitch passed = getPitch(call.getOperands()[argument.getArgNumber()]);
    if (!passed || (pitch && !(pitch == passed)))
      return {};
    pitch = passed;
  }
  return pitch;
}

void ImageAnalysis::checkIndices(ImageGroup &group) {
  for (const PixelAccess &access : group.accesses) {
    PixelIndex index = matchPixelIndex(DerefOp(access.deref).getIndex(),
                                       [&](Value value) { return getPitch(value); });
    Pitch pitch = index.pitch ? getPitch(index.pitch) : Pitch();
    if (!pitch)
      return reject(group, DerefOp(access.deref).getLoc(),
                    "an index is not row * pitch + column, with a pitch that stays what it is");
    // Three numbers of each pixel, one behind the other: that is an array of small things.
    constexpr int64_t kLeastPitch = 16;
    if (pitch.number && *pitch.number < kLeastPitch)
      return reject(group, DerefOp(access.deref).getLoc(),
                    "rows of " + std::to_string(*pitch.number) + " pixels make no picture");
    for (Operation *kernel : kernelsOf[access.function]) {
      // A function's own parameter is a number of the one kernel that all its calls come from.
      bool isOfOther = pitch.parameter && pitch.parameter.getOwner()->getParentOp() != kernel;
      auto [known, isNew] = group.pitches.insert({kernel, pitch});
      if (isOfOther || (!isNew && !(known->second == pitch)))
        return reject(group, DerefOp(access.deref).getLoc(),
                      "its rows have one pitch here and another one elsewhere");
    }
    group.readsNeighbours |= access.reads && !index.isOwn;
  }
}

/// The arrays of a group as the host passes them; what it does between the launches.
void ImageAnalysis::checkControls(ImageGroup &group) {
  for (auto &[kernel, list] : launches)
    for (LaunchOp launch : list)
      if (!group.pitches.count(kernel) && llvm::any_of(launch.getOperands(), [&](Value operand) {
            return isa<PtrType>(operand.getType()) &&
                   llvm::is_contained(group.arrays, getKey(operand));
          }))
        return reject(group, launch.getLoc(), "a kernel is given it and leaves it alone");
  SmallVector<std::pair<Operation *, Pitch>> kernels(group.pitches.begin(), group.pitches.end());
  for (auto &[kernel, pitch] : kernels)
    for (LaunchOp launch : launches[kernel]) {
      auto control = launch->getParentOfType<ControlOp>();
      Pitch here =
          pitch.parameter ? getPitch(launch.getOperands()[pitch.parameter.getArgNumber()]) : pitch;
      if (!here)
        return reject(group, launch.getLoc(), "the pitch of its rows is computed between launches");
      auto [known, isNew] = group.pitches.insert({control, here});
      if (!isNew && !(known->second == here))
        return reject(group, launch.getLoc(),
                      "its rows have one pitch here and another one elsewhere");
      llvm::DenseSet<ArrayKey> passed;
      for (Value operand : launch.getOperands()) {
        if (!isa<PtrType>(operand.getType()))
          continue;
        ArrayKey key = getKey(operand);
        if (llvm::is_contained(group.arrays, key) && !passed.insert(key).second)
          return reject(group, launch.getLoc(), "a kernel is given it twice");
      }
    }
  for (ArrayKey key : group.arrays) {
    auto control = dyn_cast<ControlOp>(key.first);
    if (!control)
      continue;
    Value pointer = control.getArgument(key.second);
    ExtentOp extent;
    for (ExtentOp one : control.getOps<ExtentOp>())
      if (one.getPointer() == pointer)
        extent = one;
    if (!extent)
      return reject(group, control.getLoc(), "its extent is not known");
    bool changes = false;
    extent.walk([&](FieldRefOp field) { changes |= !isKept(field.getFieldAttr().getAttr()); });
    if (changes)
      return reject(group, extent.getLoc(), "its extent changes");
  }
  for (auto &[function, pitch] : group.pitches) {
    auto control = dyn_cast<ControlOp>(function);
    if (!control)
      continue;
    // What has been written back is what callers find.
    bool seen = false;
    control.walk<WalkOrder::PreOrder>([&](Operation *op) {
      seen |= isa<LaunchOp>(op);
      bool isLast = op->getParentOp() == control && !op->getNextNode();
      if (seen && isa<ReturnOp>(op) && !isLast)
        reject(group, op->getLoc(), "a control function returns between its kernels");
    });
    if (control->hasAttr(kIdenticalArgumentsAttr))
      reject(group, control.getLoc(), "a control function may be given one array twice");
  }
}
