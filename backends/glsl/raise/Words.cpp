//===- Words.cpp - Words that GLSL keeps for itself -------------------------------------------===//

#include "backends/glsl/raise/Raise.h"

using namespace vkmorph;

/// Keywords of GLSL 4.60 and of the extensions that glslang knows, and words reserved for future
/// use.
static constexpr llvm::StringLiteral kKeywords =
    "active asm atomic_uint attribute bool break buffer bvec2 bvec3 bvec4 case cast centroid "
    "class coherent common const continue default devicecoherent discard dmat2 dmat2x2 dmat2x3 "
    "dmat2x4 dmat3 dmat3x2 dmat3x3 dmat3x4 dmat4 dmat4x2 dmat4x3 dmat4x4 do double dvec2 dvec3 "
    "dvec4 else enum extern external false filter fixed flat float for fvec2 fvec3 fvec4 goto "
    "half highp hvec2 hvec3 hvec4 if image1D image1DArray image2D image2DArray image2DMS "
    "image2DMSArray image2DRect image3D imageBuffer imageCube imageCubeArray in inline inout "
    "input int interface invariant isampler1D isampler2D isampler3D itexture1D itexture2D "
    "itexture3D ivec2 ivec3 ivec4 layout long lowp mat2 mat2x2 mat2x3 mat2x4 mat3 mat3x2 mat3x3 "
    "mat3x4 mat4 mat4x2 mat4x3 mat4x4 mediump namespace noinline nonprivate nonuniformEXT "
    "noperspective out output partition patch pervertexNV precise precision public "
    "queuefamilycoherent readonly resource restrict return sample sampler sampler1D "
    "sampler1DArray sampler1DArrayShadow sampler1DShadow sampler2D sampler2DArray "
    "sampler2DArrayShadow sampler2DMS sampler2DMSArray sampler2DRect sampler2DRectShadow "
    "sampler2DShadow sampler3D sampler3DRect samplerBuffer samplerCube samplerCubeArray "
    "samplerCubeArrayShadow samplerCubeShadow samplerShadow shared shadercallcoherent short "
    "sizeof smooth static struct subgroupcoherent subpassInput subpassInputMS subroutine superp "
    "switch template texture1D texture1DArray texture2D texture2DArray texture3D textureBuffer "
    "textureCube textureCubeArray this true typedef uint uniform union unsigned using "
    "usampler1D usampler2D usampler3D utexture1D utexture2D utexture3D uvec2 uvec3 uvec4 "
    "varying vec2 vec3 vec4 void volatile while workgroupcoherent writeonly "
    "accelerationStructureEXT accelerationStructureNV callableDataEXT callableDataInEXT "
    "hitAttributeEXT rayPayloadEXT rayPayloadInEXT rayQueryEXT shaderRecordEXT demote "
    "terminateInvocation ignoreIntersectionEXT terminateRayEXT spirv_by_reference "
    "spirv_decorate spirv_decorate_id spirv_decorate_string spirv_execution_mode "
    "spirv_execution_mode_id spirv_instruction spirv_literal spirv_storage_class spirv_type";

/// Built-in functions. A local variable may hide one; then the function cannot be called in its
/// scope.
static constexpr llvm::StringLiteral kFunctions =
    "abs acos acosh all allInvocationsARB any asin asinh atan atanh atomicAdd atomicAnd "
    "atomicCompSwap atomicCounter atomicExchange atomicLoad atomicMax atomicMin atomicOr "
    "atomicStore atomicXor ballotARB barrier bitCount bitfieldExtract bitfieldInsert "
    "bitfieldReverse ceil clamp cos cosh cross dFdx dFdy degrees determinant distance dot "
    "doubleBitsToInt64 doubleBitsToUint64 equal exp exp2 faceforward findLSB findMSB "
    "floatBitsToInt floatBitsToUint floor fma fract frexp ftransform fwidth greaterThan "
    "greaterThanEqual groupMemoryBarrier imageLoad imageSize imageStore imulExtended "
    "int64BitsToDouble intBitsToFloat inverse inversesqrt isinf isnan ldexp length lessThan "
    "lessThanEqual log log2 matrixCompMult max memoryBarrier memoryBarrierAtomicCounter "
    "memoryBarrierBuffer memoryBarrierImage memoryBarrierShared min mix mod modf noise1 noise2 "
    "noise3 noise4 normalize not notEqual outerProduct packDouble2x32 packHalf2x16 "
    "packSnorm2x16 packSnorm4x8 packUnorm2x16 packUnorm4x8 pow radians reflect refract round "
    "roundEven sign sin sinh smoothstep sqrt step subgroupAdd subgroupAll subgroupAllEqual "
    "subgroupAnd subgroupAny subgroupBallot subgroupBarrier subgroupBroadcast "
    "subgroupBroadcastFirst subgroupElect subgroupExclusiveAdd subgroupInclusiveAdd subgroupMax "
    "subgroupMemoryBarrier subgroupMemoryBarrierBuffer subgroupMemoryBarrierShared subgroupMin "
    "subgroupMul subgroupOr subgroupShuffle subgroupShuffleDown subgroupShuffleUp "
    "subgroupShuffleXor subgroupXor tan tanh texelFetch texture textureSize transpose trunc "
    "uaddCarry uint64BitsToDouble uintBitsToFloat umulExtended unpackDouble2x32 unpackHalf2x16 "
    "unpackSnorm2x16 unpackSnorm4x8 unpackUnorm2x16 unpackUnorm4x8 usubBorrow";

static const llvm::StringSet<> &getKeywords() {
  static const llvm::StringSet<> words = [] {
    llvm::StringSet<> set;
    addWords(set, kKeywords);
    // What every compute shader defines.
    set.insert("main");
    for (llvm::StringRef bits : {"8", "16", "32", "64"})
      for (llvm::StringRef prefix : {"i", "u"}) {
        set.insert(((prefix == "u" ? "uint" : "int") + bits + "_t").str());
        for (llvm::StringRef length : {"2", "3", "4"})
          set.insert((prefix + bits + "vec" + length).str());
      }
    for (llvm::StringRef bits : {"16", "32", "64"}) {
      set.insert(("float" + bits + "_t").str());
      for (llvm::StringRef length : {"2", "3", "4"})
        set.insert(("f" + bits + "vec" + length).str());
    }
    return set;
  }();
  return words;
}

static const llvm::StringSet<> &getFunctions() {
  static const llvm::StringSet<> words = [] {
    llvm::StringSet<> set;
    addWords(set, kFunctions);
    return set;
  }();
  return words;
}

NamingRules vkmorph::glsl::getNamingRules() {
  static constexpr llvm::StringRef prefixes[] = {"gl_", "GL_"};
  NamingRules rules;
  rules.reserved = &getKeywords();
  rules.builtins = &getFunctions();
  rules.reservedPrefixes = prefixes;
  // What arrays are asked for their length by; glslang takes it for that after every point.
  static constexpr llvm::StringRef members[] = {"length"};
  rules.reservedMembers = members;
  return rules;
}
