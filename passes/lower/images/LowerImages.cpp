//===- LowerImages.cpp - Kernels work on images, which others fill and bring back ------------===//
//
//   vkm.launch @Blur(%a, %b)        vkm.prepare_image @aImage, %width, %count
//                                   vkm.prepare_image @bImage, %width, %count
//                              ->   vkm.launch @FloatsToImage(%a, aImage, %width, %count)
//                                   vkm.launch @Blur(aImage, bImage)
//                                   vkm.launch @ImageToFloats(bImage, %b, %width, %count)
//
// An array stays what callers bind and what members hold; the image is what the kernels see while
// the control function runs.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/patterns/Appends.h"
#include "analysis/patterns/Images.h"
#include "ir/Effects.h"
#include "passes/Passes.h"
#include "passes/plan/PlanRules.h"
#include "transforms/Expressions.h"
#include "transforms/SymbolNames.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_LOWERIMAGES
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

static TexelType getTexel(ArrayKey key) {
  TypeAttr type;
  if (auto field = dyn_cast_or_null<FieldOp>(key.first))
    type = field->getAttrOfType<TypeAttr>(kImageAttr);
  else if (auto function = dyn_cast_or_null<FunctionOpInterface>(key.first))
    type = function.getArgAttrOfType<TypeAttr>(key.second, kImageAttr);
  return type ? cast<TexelType>(type.getValue()) : TexelType();
}

/// What a value is called where it needs a name.
static Value named(Value value, const std::string &name) {
  if (Operation *op = value.getDefiningOp(); op && !isa<ConstantOp>(op))
    op->setAttr(kNameAttr, StringAttr::get(op->getContext(), name));
  return value;
}

namespace {
/// An array in a control function, while that runs.
struct Picture {
  ArrayKey array;
  FieldOp image;
  Pitch pitch;
  bool isWritten = false;
};

class ImageLowering {
public:
  ImageLowering(ClassOp parent, const ImageAnalysis &analysis)
      : parent(parent), analysis(analysis), builder(parent.getContext()) {}
  void run();

private:
  void lowerControl(ControlOp control);
  void lowerAccess(DerefOp deref, TexelType texel);
  void retype(FunctionOpInterface function);
  void dispatchAsPlanned(GridOp grid);
  FieldOp getImage(ArrayKey array);
  KernelOp getConversion(TexelType texel, bool fills, Location loc);
  SmallVector<Picture> findPictures(ControlOp control);
  Value buildPixel(OpBuilder &at, DerefOp deref, TexelType texel);

  ClassOp parent;
  const ImageAnalysis &analysis;
  OpBuilder builder;
  llvm::MapVector<std::pair<StringRef, Type>, FieldOp> images;
  llvm::MapVector<std::pair<Type, unsigned>, KernelOp> conversions;
};

struct LowerImagesPass : vkm::impl::LowerImagesBase<LowerImagesPass> {
  void runOnOperation() override;
};
} // namespace

/// Images of one name serve all control functions: what they hold is of no use between calls.
FieldOp ImageLowering::getImage(ArrayKey array) {
  std::string name = nameArray(array);
  TexelType texel = getTexel(array);
  StringRef key = StringAttr::get(parent.getContext(), name);
  FieldOp &image = images[{key, texel}];
  if (image)
    return image;
  OpBuilder::InsertionGuard guard(builder);
  Operation *last = nullptr;
  for (FieldOp field : parent.getBody().front().getOps<FieldOp>())
    last = field;
  if (last)
    builder.setInsertionPointAfter(last);
  else
    builder.setInsertionPointToStart(&parent.getBody().front());
  image = builder.create<FieldOp>(array.first->getLoc(),
                                  builder.getStringAttr(makeFreeSymbol(parent, name + "Image")),
                                  TypeAttr::get(DynArrayType::get(parent.getContext(), texel)),
                                  CppAccessAttr::get(parent.getContext(), CppAccess::Public),
                                  IntegerAttr(), UnitAttr(), FlatSymbolRefAttr());
  return image;
}

/// "Floats", "Vec3s", "Uints"
static std::string namePixels(Type pixel) {
  Type component = getComponentType(pixel);
  std::string kind = component.isF32() ? "" : component.isSignedInteger() ? "I" : "U";
  if (int64_t length = getNumComponents(pixel); length > 1)
    return kind + (kind.empty() ? "Vec" : "vec") + std::to_string(length) + "s";
  return component.isF32() ? "Floats" : component.isSignedInteger() ? "Ints" : "Uints";
}

void ImageLowering::dispatchAsPlanned(GridOp grid) {
  // The verifier of plans has seen that it is there.
  auto plan = parent->getAttrOfType<DictionaryAttr>(kImageConversionAttr);
  grid.setWorkgroupSizeAttr(plan.getAs<DenseI32ArrayAttr>("workgroup_size"));
  grid.setElementsPerThread(1);
  if (auto coarsening = plan.getAs<IntegerAttr>("coarsening"))
    grid.setCoarseningAttr(coarsening);
}

/// for (uint i = 0; i < count; i++)
///   image[i % width, i / width] = pixels[i];
KernelOp ImageLowering::getConversion(TexelType texel, bool fills, Location loc) {
  KernelOp &known = conversions[{texel, fills}];
  if (known)
    return known;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(&parent.getBody().front());
  Type uintType = builder.getIntegerType(32, /*isSigned=*/false);
  Type pixel = texel.getPixel();
  std::string pixels = namePixels(pixel);
  std::string display = fills ? pixels + "ToImage" : "ImageTo" + pixels;
  std::string name = makeFreeSymbol(parent, "kernel1D_" + display);
  SmallVector<Type> types = {PtrType::get(pixel, /*isConst=*/fills),
                             PtrType::get(texel, /*isConst=*/!fills), uintType, uintType};
  SmallVector<Attribute> attributes;
  for (StringRef parameter : {"pixels", "image", "width", "count"})
    attributes.push_back(builder.getDictionaryAttr(
        builder.getNamedAttr(kNameAttr, builder.getStringAttr(parameter))));
  auto kernel = builder.create<KernelOp>(loc, name, builder.getFunctionType(types, {}),
                                         builder.getArrayAttr(attributes), ArrayAttr(), /*dims=*/1,
                                         builder.getStringAttr(display));
  known = kernel;
  kernel->setAttr(kCommentAttr,
                  builder.getStringAttr(fills ? "An array becomes an image, with rows of `width`."
                                              : "An image becomes an array again."));
  Block &body = kernel.getBody().emplaceBlock();
  for (Type type : types)
    body.addArgument(type, loc);
  OpBuilder at = OpBuilder::atBlockEnd(&body);
  Value zero = at.create<ConstantOp>(loc, at.getIntegerAttr(uintType, 0));
  auto grid = at.create<GridOp>(loc, ValueRange{zero}, ValueRange{body.getArgument(3)},
                                ValueRange{}, ArrayRef<int64_t>{1}, ArrayRef<CmpKind>{CmpKind::Lt},
                                ArrayRef<StringRef>{"i"});
  dispatchAsPlanned(grid);
  at.setInsertionPointToEnd(&grid.getBody().front());
  Value number = grid.getBody().getArgument(0), width = body.getArgument(2);
  Value column = at.create<BinaryOp>(loc, uintType, BinaryKind::Rem, number, width);
  Value row = at.create<BinaryOp>(loc, uintType, BinaryKind::Div, number, width);
  Value inImage = at.create<PixelOp>(loc, RefType::get(pixel), body.getArgument(1), column, row);
  Value inArray = at.create<DerefOp>(loc, RefType::get(pixel), body.getArgument(0), number);
  Value value = buildLoad(at, loc, fills ? inArray : inImage);
  at.create<AssignOp>(loc, fills ? inImage : inArray, value);
  return known;
}

//===------------------------------------------------------------------------------------------===//
// Kernels and functions
//===------------------------------------------------------------------------------------------===//

Value ImageLowering::buildPixel(OpBuilder &at, DerefOp deref, TexelType texel) {
  Location loc = deref.getLoc();
  PixelIndex index =
      matchPixelIndex(deref.getIndex(), [&](Value value) { return analysis.getPitch(value); });
  Value column = index.column, row = index.row;
  auto convert = [&](Value value, bool isSigned) -> Value {
    auto type = cast<IntegerType>(value.getType());
    // Small ones and unsigned ones are constructors' own business.
    if (isSigned ? type.getWidth() <= 32 : type.isUnsignedInteger(32))
      return value;
    return at.create<CastOp>(loc, at.getIntegerType(32, isSigned), value);
  };
  if (index.isColumnWithin) {
    column = convert(column, /*isSigned=*/true);
    row = convert(row, /*isSigned=*/true);
  } else {
    // Right for whatever row and column: the index is one of the array.
    Type uintType = at.getIntegerType(32, /*isSigned=*/false);
    Value number = convert(deref.getIndex(), /*isSigned=*/false);
    if (number != deref.getIndex())
      named(number, "pixel");
    // Read twice, since a member has a name of its own.
    auto readPitch = [&] {
      Value pitch = stripIntegerCasts(index.pitch);
      auto load = pitch.getDefiningOp<LoadOp>();
      if (auto field = load ? load.getRef().getDefiningOp<FieldRefOp>() : FieldRefOp())
        pitch = buildLoad(at, loc, at.create<FieldRefOp>(loc, field.getType(), field.getField()));
      return convert(pitch, /*isSigned=*/false);
    };
    column = at.create<BinaryOp>(loc, uintType, BinaryKind::Rem, number, readPitch());
    row = at.create<BinaryOp>(loc, uintType, BinaryKind::Div, number, readPitch());
  }
  return at.create<PixelOp>(loc, RefType::get(texel.getPixel()), deref.getPointer(), column, row);
}

void ImageLowering::lowerAccess(DerefOp deref, TexelType texel) {
  OpBuilder at(deref);
  Value place = buildPixel(at, deref, texel);
  for (Operation *user : llvm::make_early_inc_range(deref->getUsers())) {
    auto update = dyn_cast<UpdateOp>(user);
    if (!update)
      continue;
    at.setInsertionPoint(update);
    Location loc = update.getLoc();
    Value changed = at.create<BinaryOp>(loc, texel.getPixel(), update.getKind(),
                                        buildLoad(at, loc, place), update.getValue());
    auto assign = at.create<AssignOp>(loc, place, changed);
    assign->setDiscardableAttrs(update->getDiscardableAttrDictionary());
    update.erase();
  }
  // A component that is read is one of the pixel that is read.
  for (Operation *user : llvm::make_early_inc_range(deref->getUsers())) {
    auto element = dyn_cast<ElementOp>(user);
    if (!element)
      continue;
    for (Operation *read : llvm::make_early_inc_range(element->getUsers())) {
      at.setInsertionPoint(read);
      Value whole = buildLoad(at, read->getLoc(), place);
      Value component = at.create<ComponentOp>(read->getLoc(), read->getResult(0).getType(), whole,
                                               element.getIndex());
      read->getResult(0).replaceAllUsesWith(component);
      read->erase();
    }
    element->erase();
  }
  deref.getRef().replaceAllUsesWith(place);
  deref.erase();
}

/// Gives the parameters that are images their type.
void ImageLowering::retype(FunctionOpInterface function) {
  Block &body = function.getFunctionBody().front();
  for (unsigned index = 0; index < function.getNumArguments(); ++index)
    if (TexelType texel = getTexel({function, index})) {
      auto type = cast<PtrType>(body.getArgument(index).getType());
      body.getArgument(index).setType(PtrType::get(texel, type.getIsConst()));
      function.removeArgAttr(index, kImageAttr);
      function.removeArgAttr(index, "vkm.cpp_type");
    }
  for (ExtentOp extent : llvm::make_early_inc_range(function.getFunctionBody().getOps<ExtentOp>()))
    if (isa<TexelType>(cast<PtrType>(extent.getPointer().getType()).getPointee()))
      extent.erase();
  function.setType(
      FunctionType::get(function.getContext(), body.getArgumentTypes(), function.getResultTypes()));
}

//===------------------------------------------------------------------------------------------===//
// Control functions
//===------------------------------------------------------------------------------------------===//

SmallVector<Picture> ImageLowering::findPictures(ControlOp control) {
  llvm::MapVector<ArrayKey, Picture> found;
  auto note = [&](ArrayKey key, Pitch pitch, bool isWritten) {
    if (!getTexel(key))
      return;
    auto [known, isNew] = found.insert({key, Picture{key, {}, pitch, false}});
    if (isNew)
      known->second.image = getImage(key);
    known->second.isWritten |= isWritten;
  };
  auto pitchOf = [&](ArrayKey key) {
    for (const ImageGroup &group : analysis.getGroups())
      if (llvm::is_contained(group.arrays, key))
        return group.pitches.lookup(control);
    return Pitch();
  };
  control.walk([&](LaunchOp launch) {
    auto kernel = lookupKernel(launch);
    EffectSet effects = getEffects(kernel.getBody());
    for (auto [index, operand] : llvm::enumerate(launch.getOperands()))
      if (isa<PtrType>(operand.getType())) {
        ArrayKey key = analysis.getKey(operand);
        if (key.first && getTexel(key))
          note(key, pitchOf(key),
               llvm::is_contained(effects.writes, Root{{}, kernel.getArgument(index)}));
      }
    // Vectors of the class that the kernel names itself, in place of parameters.
    walkReached(kernel, [&](Operation *op) {
      auto data = dyn_cast<VectorDataOp>(op);
      if (!data)
        return;
      ArrayKey key = analysis.getKey(data);
      if (getTexel(key))
        note(key, pitchOf(key),
             llvm::is_contained(effects.writes, Root{data.getFieldAttr().getAttr(), {}}));
    });
  });
  SmallVector<Picture> pictures;
  for (auto &[key, picture] : found)
    pictures.push_back(picture);
  return pictures;
}

/// The array and the image as operands of a launch.
static Value buildData(OpBuilder &at, Location loc, FieldOp vector) {
  return at.create<VectorDataOp>(loc, PtrType::get(vector.getVectorElement()), vector.getSymName());
}

static Value buildArray(OpBuilder &at, const Picture &picture) {
  if (auto vector = dyn_cast<FieldOp>(picture.array.first))
    return buildData(at, vector.getLoc(), vector);
  return cast<ControlOp>(picture.array.first).getArgument(picture.array.second);
}

/// At least one pixel, so that an array without rows can be an image.
static Value buildWidth(OpBuilder &at, Location loc, const Picture &picture, ClassOp parent) {
  const Pitch &pitch = picture.pitch;
  Type uintType = at.getIntegerType(32, /*isSigned=*/false);
  if (pitch.number)
    return at.create<ConstantOp>(loc, at.getIntegerAttr(uintType, *pitch.number));
  Value value = pitch.parameter;
  if (pitch.field) {
    Type type = parent.lookupField(pitch.field.getValue()).getType();
    value =
        buildLoad(at, loc, at.create<FieldRefOp>(loc, RefType::get(type), pitch.field.getValue()));
  }
  Type type = value.getType();
  Value one = at.create<ConstantOp>(loc, at.getIntegerAttr(type, 1));
  value = at.create<MathOp>(loc, type, MathFn::Max, ValueRange{value, one});
  value = type == uintType ? value : Value(at.create<CastOp>(loc, uintType, value));
  return named(value, nameArray(picture.array) + "Width");
}

static Value buildCount(OpBuilder &at, Location loc, const Picture &picture, ClassOp parent) {
  Type wideType = at.getIntegerType(64, /*isSigned=*/false);
  Value count;
  if (auto vector = dyn_cast<FieldOp>(picture.array.first)) {
    FieldOp size = parent.lookupSizeOf(vector.getSymName());
    count = buildLoad(at, loc,
                      at.create<FieldRefOp>(loc, RefType::get(size.getType()), size.getSymName()));
  } else {
    auto control = cast<ControlOp>(picture.array.first);
    for (ExtentOp extent : control.getOps<ExtentOp>())
      if (extent.getPointer() == control.getArgument(picture.array.second)) {
        IRMapping mapping;
        for (Operation &op : extent.getCount().front()) {
          if (auto yield = dyn_cast<YieldOp>(op))
            count = mapping.lookupOrDefault(yield.getValue());
          else
            at.clone(op, mapping);
        }
      }
  }
  if (count.getType() == at.getIntegerType(32, /*isSigned=*/false))
    return named(count, nameArray(picture.array) + "Count");
  if (count.getType() != wideType)
    count = at.create<CastOp>(loc, wideType, count);
  return at.create<NarrowOp>(loc, nameArray(picture.array) + "Count", count);
}

void ImageLowering::lowerControl(ControlOp control) {
  SmallVector<Picture> pictures = findPictures(control);
  if (pictures.empty())
    return;
  Operation *first = nullptr, *last = nullptr;
  for (Operation &op : control.getBody().front())
    if (op.walk([](LaunchOp) { return WalkResult::interrupt(); }).wasInterrupted()) {
      first = first ? first : &op;
      last = &op;
    }
  // Before the ways are changed: what the kernels are given now is the arrays.
  control.walk([&](LaunchOp launch) {
    OpBuilder at(launch);
    for (OpOperand &operand : launch->getOpOperands()) {
      if (!isa<PtrType>(operand.get().getType()))
        continue;
      ArrayKey key = analysis.getKey(operand.get());
      for (Picture &picture : pictures)
        if (picture.array == key)
          operand.set(buildData(at, launch.getLoc(), picture.image));
    }
  });
  Location loc = control.getLoc();
  OpBuilder before(first);
  OpBuilder after(control.getContext());
  after.setInsertionPointAfter(last);
  SmallVector<std::pair<Value, Value>> sizes;
  for (Picture &picture : pictures) {
    Value width = buildWidth(before, loc, picture, parent);
    Value count = buildCount(before, loc, picture, parent);
    before.create<PrepareImageOp>(loc, picture.image.getSymName(), width, count);
    sizes.push_back({width, count});
  }
  auto launch = [&](OpBuilder &at, Picture &picture, bool fills) {
    auto texel = cast<TexelType>(FieldOp(picture.image).getVectorElement());
    KernelOp kernel = getConversion(texel, fills, loc);
    auto [width, count] = sizes[&picture - pictures.begin()];
    SmallVector<Value> operands = {buildArray(at, picture), buildData(at, loc, picture.image),
                                   width, count};
    return at.create<LaunchOp>(loc, kernel.getSymName(), operands);
  };
  for (Picture &picture : pictures) {
    auto owner = dyn_cast<ControlOp>(picture.array.first);
    // What is overwritten as a whole needs nothing from before.
    if (!owner || !owner.getArgAttr(picture.array.second, "vkm.overwritten"))
      launch(before, picture, /*fills=*/true);
  }
  for (Picture &picture : pictures)
    if (picture.isWritten)
      launch(after, picture, /*fills=*/false);
  for (Picture &picture : pictures)
    if (auto owner = dyn_cast<ControlOp>(picture.array.first))
      owner.removeArgAttr(picture.array.second, kImageAttr);
}

void ImageLowering::run() {
  for (ControlOp control : parent.getBody().front().getOps<ControlOp>())
    lowerControl(control);
  // All accesses, before anything has another type.
  SmallVector<std::pair<DerefOp, TexelType>> accesses;
  for (const ImageGroup &group : analysis.getGroups())
    if (TexelType texel = getTexel(group.arrays.front()))
      for (const PixelAccess &access : group.accesses)
        accesses.push_back({access.deref, texel});
  llvm::SetVector<Operation *> functions;
  for (const ImageGroup &group : analysis.getGroups())
    for (ArrayKey key : group.arrays)
      if (getTexel(key) && isa<KernelOp, FuncOp>(key.first))
        functions.insert(key.first);
  // Vectors in kernels and functions are their images.
  SmallVector<VectorDataOp> named;
  for (const ImageGroup &group : analysis.getGroups())
    for (const PixelAccess &access : group.accesses)
      access.function->walk([&](VectorDataOp data) {
        if (!llvm::is_contained(named, data) && getTexel(analysis.getKey(data)))
          named.push_back(data);
      });
  SmallVector<FieldOp> imagesOf;
  for (VectorDataOp data : named)
    imagesOf.push_back(getImage(analysis.getKey(data)));
  for (Operation *function : functions)
    retype(cast<FunctionOpInterface>(function));
  for (auto [data, image] : llvm::zip(named, imagesOf)) {
    data.getPointer().setType(
        PtrType::get(image.getVectorElement(), data.getPointer().getType().getIsConst()));
    data.setField(image.getSymName());
  }
  llvm::SetVector<Operation *> changed;
  for (auto [deref, texel] : accesses) {
    changed.insert(deref->getParentOfType<FunctionOpInterface>());
    lowerAccess(deref, texel);
  }
  // The numbers of pixels that are named by row and column.
  for (Operation *function : changed)
    eraseDeadExpressions(function->getRegion(0));
  for (FieldOp field : parent.getBody().front().getOps<FieldOp>())
    field->removeAttr(kImageAttr);
  for (auto &[key, kernel] : conversions)
    eraseDeadExpressions(kernel.getBody());
  for (ControlOp control : parent.getBody().front().getOps<ControlOp>())
    eraseDeadExpressions(control.getBody());
}

void LowerImagesPass::runOnOperation() {
  ModuleOp module = getOperation();
  if (getPhase(module) != Phase::Planned)
    return;
  for (ClassOp parent : module.getOps<ClassOp>()) {
    if (!hasPlannedImages(parent))
      continue;
    ImageAnalysis analysis(parent, /*isHalf=*/false);
    ImageLowering(parent, analysis).run();
    parent->removeAttr(kImageConversionAttr);
  }
}
