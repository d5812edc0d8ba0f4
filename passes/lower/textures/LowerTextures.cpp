//===- LowerTextures.cpp - Samplers of the device in place of methods that sample -------------===//
//
//                                           vkm.field @m_bricks : !vkm.dynarray<!vkm.texture<...>>
//   vkm.func @bricks_Sample(%u, %v)    ->   vkm.func @bricks_Sample(%u, %v)
//     ... four texels and their weights       vkm.return (vkm.sample @m_bricks at(%u, %v))
//
// Calls stay what they are. Where the source also reads texels by itself, it does so from the
// vector's buffer.
//
//===------------------------------------------------------------------------------------------===//

#include "device/Builders.h"
#include "ir/Textures.h"
#include "passes/Passes.h"
#include "transforms/Expressions.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_LOWERTEXTURES
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
class TextureLowering {
public:
  explicit TextureLowering(ClassOp parent) : parent(parent), context(parent.getContext()) {}
  void run();

private:
  FieldOp getTexture(const Sampling &sampling);
  int64_t countArrays(const Sampling &sampling) const;
  void lower(FuncOp function);
  std::string makeFree(const std::string &wish);

  ClassOp parent;
  MLIRContext *context;
  llvm::MapVector<Attribute, FieldOp> textures; ///< by what they are made of
};

struct LowerTexturesPass : vkm::impl::LowerTexturesBase<LowerTexturesPass> {
  void runOnOperation() override;
};
} // namespace

std::string TextureLowering::makeFree(const std::string &wish) {
  std::string name = wish;
  for (unsigned number = 2; parent.lookupSymbol(name); ++number)
    name = wish + std::to_string(number);
  return name;
}

static Type getTexel(Operation *from, Type element, bool areHalves) {
  Type component = FloatType::getF32(from->getContext());
  unsigned count = areHalves ? countTexelHalves(from, element) : countTexelFloats(from, element);
  return count == 1 ? component : Type(VecType::get(from->getContext(), count, component));
}

/// How many arrays there are of the same objects. Each begins with another number: where two arrays
/// are read with one number that differs between threads, Mesa (25.0, all of its drivers lower such
/// reads alike) reads one of them twice.
int64_t TextureLowering::countArrays(const Sampling &sampling) const {
  return sampling.isMany()
             ? llvm::count_if(textures,
                              [&](const auto &known) {
                                return known.second && Sampling::of(known.second)->getNumbered() ==
                                                           sampling.getNumbered();
                              })
             : 0;
}

FieldOp TextureLowering::getTexture(const Sampling &sampling) {
  FieldOp &texture = textures[sampling.keys];
  if (texture)
    return texture;
  int64_t begin = countArrays(sampling);
  FieldOp texels = parent.lookupField(sampling.texels.getValue());
  OpBuilder builder(context);
  builder.setInsertionPointAfter(texels);
  // Of two filters of one texture, one has its name.
  std::string name = sampling.name.str();
  if (parent.lookupSymbol(name))
    name += llvm::convertToCamelFromSnakeCase(sampling.filter, /*capitalizeFirst=*/true);
  auto type = TextureType::get(context, sampling.getDimensions(),
                               getTexel(texels, texels.getVectorElement(), sampling.areHalves),
                               sampling.isMany());
  texture = builder.create<FieldOp>(texels.getLoc(), builder.getStringAttr(makeFree(name)),
                                    TypeAttr::get(DynArrayType::get(context, type)),
                                    CppAccessAttr::get(context, CppAccess::Public), IntegerAttr(),
                                    UnitAttr(), FlatSymbolRefAttr());
  NamedAttrList keys(sampling.keys);
  if (begin != 0)
    keys.set("begin", builder.getI64IntegerAttr(begin));
  texture->setAttr(kTextureAttr, keys.getDictionary(context));
  return texture;
}

/// What a function is given as coordinates: floats, or one vector or struct of them. Of levels, the
/// last float is the level.
static SmallVector<Value> buildCoordinates(OpBuilder &at, FuncOp function, bool isMany) {
  SmallVector<Value> coordinates;
  Location loc = function.getLoc();
  Type component = at.getF32Type();
  for (BlockArgument argument : function.getArguments().drop_front(isMany ? 1 : 0)) {
    if (auto record = dyn_cast<RecordType>(argument.getType())) {
      RecordOp members = lookupRecord(function, record);
      for (auto member : members.getMembers().getAsRange<MemberAttr>())
        coordinates.push_back(
            at.create<ExtractOp>(loc, member.getType(), argument, member.getName()));
    } else if (auto vector = dyn_cast<VecType>(argument.getType())) {
      for (int64_t index = 0; index < getNumComponents(vector); ++index) {
        Value number = at.create<ConstantOp>(
            loc, at.getIntegerAttr(at.getIntegerType(32, /*isSigned=*/true), index));
        coordinates.push_back(at.create<ComponentOp>(loc, component, argument, number));
      }
    } else {
      coordinates.push_back(argument);
    }
  }
  return coordinates;
}

/// The number of a texture that is a record, by value or by reference.
static Value buildNumber(OpBuilder &at, FuncOp function, StringRef member) {
  Location loc = function.getLoc();
  Value self = function.getArgument(0);
  Type type = at.getIntegerType(32, /*isSigned=*/false);
  if (isa<RecordType>(self.getType()))
    return at.create<ExtractOp>(loc, type, self, member);
  return buildLoad(at, loc, at.create<MemberOp>(loc, RefType::get(type), self, member));
}

void TextureLowering::lower(FuncOp function) {
  Sampling sampling = *Sampling::of(function);
  FieldOp field = getTexture(sampling);
  auto texture = cast<TextureType>(field.getVectorElement());
  Block &body = function.getBody().front();
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(body))) {
    op.dropAllUses();
    op.erase();
  }
  Location loc = function.getLoc();
  OpBuilder at = OpBuilder::atBlockEnd(&body);
  SmallVector<Value> coordinates = buildCoordinates(at, function, sampling.isMany());
  Value level = sampling.hasLevels() ? coordinates.pop_back_val() : Value();
  if (level && !level.getType().isF32())
    level = at.create<CastOp>(loc, at.getF32Type(), level);
  Value number = sampling.isMany() ? buildNumber(at, function, sampling.first) : Value();
  if (int64_t begin = Sampling::of(field)->begin; begin != 0)
    number = buildBinary(at, loc, BinaryKind::Add, number,
                         at.create<ConstantOp>(loc, at.getIntegerAttr(number.getType(), begin)));
  Value pointer =
      at.create<VectorDataOp>(loc, PtrType::get(texture, /*isConst=*/true), field.getSymName());
  Value texel = at.create<SampleOp>(loc, texture.getTexel(), pointer, number, coordinates, level);
  Type result = function.getFunctionType().getResult(0);
  if (auto record = dyn_cast<RecordType>(result)) {
    SmallVector<Value> parts;
    if (texture.getTexel().isF32()) {
      parts.push_back(texel);
    } else {
      auto var = at.create<VarOp>(loc, RefType::get(texture.getTexel()), "texel", texel,
                                  /*constant=*/true);
      for (int64_t index = 0; index < getNumComponents(texture.getTexel()); ++index) {
        Value number = at.create<ConstantOp>(
            loc, at.getIntegerAttr(at.getIntegerType(32, /*isSigned=*/true), index));
        parts.push_back(
            at.create<ComponentOp>(loc, at.getF32Type(), buildLoad(at, loc, var.getRef()), number));
      }
    }
    texel = at.create<AggregateOp>(loc, record, parts);
  }
  at.create<ReturnOp>(loc, texel);
  function->removeAttr(kBySamplerAttr);
}

void TextureLowering::run() {
  for (FuncOp function : parent.getBody().front().getOps<FuncOp>())
    if (function->hasAttr(kBySamplerAttr))
      lower(function);
  for (FuncOp function : parent.getBody().front().getOps<FuncOp>())
    function->removeAttr(kSamplingAttr);
}

void LowerTexturesPass::runOnOperation() {
  if (getPhase(getOperation()) != Phase::Planned)
    return;
  for (ClassOp parent : getOperation().getOps<ClassOp>())
    TextureLowering(parent).run();
}
