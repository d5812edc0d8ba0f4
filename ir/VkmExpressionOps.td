//===- VkmExpressionOps.td - Expressions with C++ meaning ----------------------*- tablegen -*-===//

#ifndef VKMORPH_IR_VKMEXPRESSIONOPS_TD
#define VKMORPH_IR_VKMEXPRESSIONOPS_TD

include "mlir/Interfaces/CallInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "ir/VkmAttrs.td"
include "ir/VkmTypes.td"

def Vkm_ConstantOp : Vkm_Op<"constant", [Vkm_Expression, Pure, ConstantLike, AllTypesMatch<["value", "result"]>]> {
  let summary = "a literal or the value of a constant expression";
  let description = [{
    The attribute carries the type, signedness included. A bool is `true` or `false`.

    Constraints: the result has the attribute's type, which is a scalar.

    ```mlir
    %0 = vkm.constant 0 : si32
    %1 = vkm.constant 1.5 : f32
    %2 = vkm.constant true
    ```
  }];
  let arguments = (ins TypedAttrInterface:$value);
  let results = (outs Vkm_Scalar:$result);
  let assemblyFormat = "$value attr-dict";
  let hasFolder = 1;
}

def Vkm_LoadOp : Vkm_Op<"load", [Vkm_Expression, TypesMatchWith<"the result has the place's type", "ref", "result",
                                 "::llvm::cast<RefType>($_self).getPointee()">]> {
  let summary = "reads a place";
  let description = [{
    The lvalue-to-rvalue conversion of C++: what the place holds now. It has a read effect, so that no pass
    moves it across a write.

    Constraints: the result has the type that the place holds.

    ```mlir
    %0 = vkm.load %number : !vkm.ref<si32>
    ```
  }];
  let arguments = (ins Arg<Vkm_RefType, "the place", [MemRead]>:$ref);
  let results = (outs Vkm_Object:$result);
  let assemblyFormat = "$ref `:` type($ref) attr-dict";
}

def Vkm_BinaryOp : Vkm_Op<"binary", [Vkm_Expression, Pure, TypesMatchWith<"the result has the left operand's type",
                                     "lhs", "result", "$_self">]> {
  let summary = "an arithmetic or bitwise operator";
  let description = [{
    Operands have been promoted and converted as C++ demands, so that both have the result's type; only the
    amount of a shift may have another integer type. Unsigned arithmetic wraps; signed overflow, division by
    zero and shifts by the width or more are undefined in C++ and give any value. `div` and `rem` truncate
    towards zero.

    Constraints: both operands have one type, except in shifts; `rem`, the bitwise operators and shifts take
    integers.

    ```mlir
    %0 = vkm.binary add %a, %b : si32
    %1 = vkm.binary shl %a, %n : ui32, si32
    ```
  }];
  let arguments = (ins Vkm_BinaryKindAttr:$kind, Vkm_Arithmetic:$lhs, Vkm_Arithmetic:$rhs);
  let results = (outs Vkm_Arithmetic:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def Vkm_UnaryOp : Vkm_Op<"unary", [Vkm_Expression, Pure, SameOperandsAndResultType]> {
  let summary = "negation, logical not, bitwise not";
  let description = [{
    `-x`, `!x`, `~x`. The operand has been promoted.

    Constraints: `neg` takes numbers, `not` a bool, `bitnot` integers; the result has the operand's type.

    ```mlir
    %0 = vkm.unary neg %x : f32
    ```
  }];
  let arguments = (ins Vkm_UnaryKindAttr:$kind, Vkm_Scalar:$operand);
  let results = (outs Vkm_Scalar:$result);
  let assemblyFormat = "`` $kind $operand `:` type($operand) attr-dict";
  let hasVerifier = 1;
}

def Vkm_CmpOp : Vkm_Op<"cmp", [Vkm_Expression, Pure, SameTypeOperands]> {
  let summary = "compares two values of one type";
  let description = [{
    Comparisons of floats are false where an operand is NaN, except `ne`, which is true.

    Constraints: both operands have one type.

    ```mlir
    %0 = vkm.cmp gt %number, %zero : si32
    ```
  }];
  let arguments = (ins Vkm_CmpKindAttr:$kind, Vkm_Scalar:$lhs, Vkm_Scalar:$rhs);
  let results = (outs Vkm_Bool:$result);
  let assemblyFormat = "`` $kind $lhs `,` $rhs `:` type($lhs) attr-dict";
}

def Vkm_CastOp : Vkm_Op<"cast", [Vkm_Expression, Pure]> {
  let summary = "converts a scalar to another type";
  let description = [{
    A C++ conversion between arithmetic types: integers wrap to the target's width, floats truncate towards
    zero, to bool is `!= 0`. A float outside the range of the target integer is undefined in C++ and gives
    any value. Conversions of constants fold where C++ defines their value.

    Constraints: operand and result are scalars.

    ```mlir
    %0 = vkm.cast %n : ui32 to f32
    ```
  }];
  let arguments = (ins Vkm_Scalar:$operand);
  let results = (outs Vkm_Scalar:$result);
  let assemblyFormat = "$operand `:` type($operand) `to` type($result) attr-dict";
  let hasFolder = 1;
}

def Vkm_BitcastOp : Vkm_Op<"bitcast", [Vkm_Expression, Pure]> {
  let summary = "the bits of a scalar as another type";
  let description = [{
    What `memcpy` between two scalars, or `std::bit_cast`, does: `floatBitsToUint(x)`.

    Constraints: operand and result are numbers of one width.

    ```mlir
    %0 = vkm.bitcast %x : f32 to ui32
    ```
  }];
  let arguments = (ins Vkm_Arithmetic:$operand);
  let results = (outs Vkm_Arithmetic:$result);
  let assemblyFormat = "$operand `:` type($operand) `to` type($result) attr-dict";
  let hasVerifier = 1;
}

def Vkm_NarrowOp : Vkm_Op<"narrow", [Vkm_Expression, Pure]> {
  let summary = "a 64-bit size that shaders take as 32 bits; the host checks that it fits";
  let description = [{
    Stands in control functions, where a value meets a kernel's parameter that narrowing made 32-bit. The host
    throws an error that names the value where it does not fit.

    Constraints: from `ui64` to `ui32`.

    ```mlir
    %0 = vkm.narrow "a_dataSize" %n : ui64
    ```
  }];
  let arguments = (ins StrAttr:$name, UI64:$value);
  let results = (outs UI32:$result);
  let assemblyFormat = "$name $value `:` type($value) attr-dict";
}

class Vkm_ShortCircuitOp<string mnemonic, string text> : Vkm_Op<mnemonic,
    [Vkm_Expression, RecursiveMemoryEffects, SingleBlock, NoRegionArguments]> {
  let summary = text;
  let arguments = (ins Vkm_Bool:$lhs);
  let regions = (region SizedRegion<1>:$rhs);
  let results = (outs Vkm_Bool:$result);
  let assemblyFormat = "$lhs attr-dict-with-keyword $rhs";
  let hasVerifier = 1;
}

def Vkm_AndOp : Vkm_ShortCircuitOp<"and", "`&&`: the region is evaluated where the operand is true"> {
  let description = [{
    Constraints: the region holds expressions only and yields a bool.

    ```mlir
    %0 = vkm.and %a {
      vkm.yield %b : i1
    }
    ```
  }];
}
def Vkm_OrOp : Vkm_ShortCircuitOp<"or", "`||`: the region is evaluated where the operand is false"> {
  let description = [{
    Constraints: the region holds expressions only and yields a bool.

    ```mlir
    %0 = vkm.or %a {
      vkm.yield %b : i1
    }
    ```
  }];
}

def Vkm_SelectOp : Vkm_Op<"select", [Vkm_Expression, RecursiveMemoryEffects, SingleBlock, NoRegionArguments]> {
  let summary = "`c ? a : b`: one region is evaluated";
  let description = [{
    Constraints: the regions hold expressions only and yield the result's type.

    ```mlir
    %0 = vkm.select %c : f32 {
      vkm.yield %a : f32
    } else {
      vkm.yield %b : f32
    }
    ```
  }];
  let arguments = (ins Vkm_Bool:$condition);
  let regions = (region SizedRegion<1>:$whenTrue, SizedRegion<1>:$whenFalse);
  let results = (outs Vkm_Object:$result);
  let assemblyFormat = "$condition `:` type($result) attr-dict-with-keyword $whenTrue `else` $whenFalse";
  let hasVerifier = 1;
}

def Vkm_MathOp : Vkm_Op<"math", [Vkm_Expression, Pure]> {
  let summary = "a mathematical function";
  let description = [{
    `min`, `max` and `clamp` are those of `<algorithm>`: `min(a, b)` is `b < a ? b : a`, `max(a, b)` is
    `a < b ? b : a`, also for NaN. `fmin` and `fmax` are those of `<cmath>`: the number where the other is NaN.
    `round` rounds halves away from zero. Accuracy on the device is that of Vulkan's precision table.

    Constraints: as many operands as the function has; all have the result's type, except that `isnan` and
    `isinf` give a bool; `min max abs clamp` take numbers, the others floats.

    ```mlir
    %0 = vkm.math sqrt(%x) : (f32) -> f32
    ```
  }];
  let arguments = (ins Vkm_MathFnAttr:$fn, Variadic<Vkm_Arithmetic>:$operands);
  let results = (outs Vkm_Scalar:$result);
  let assemblyFormat = "`` $fn `(` $operands `)` `:` functional-type($operands, $result) attr-dict";
  let hasVerifier = 1;
}

def Vkm_CallOp : Vkm_Op<"call", [Vkm_Expression, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "calls a function; in imported control functions also a kernel";
  let description = [{
    Arguments are evaluated before the call. A call whose result is unused, or which has none, is a
    statement. It has unknown memory effects to MLIR; `ir/Effects.h` looks into the callee.

    Constraints: the callee is a `vkm.func`, or in the imported phase a `vkm.kernel` or `vkm.control`, with the
    types of the operands and the result.

    ```mlir
    %0 = vkm.call @square(%x) : (f32) -> f32
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<Vkm_Value>:$operands);
  let results = (outs Variadic<Vkm_Object>:$results);
  let assemblyFormat = "$callee `(` $operands `)` `:` functional-type($operands, $results) attr-dict";
}

def Vkm_ExtractOp : Vkm_Op<"extract", [Vkm_Expression, Pure]> {
  let summary = "a member of a struct value";
  let description = [{
    For structs that are no places, as those that functions return.

    Constraints: the record has a member of that name and type.

    ```mlir
    %0 = vkm.extract %s["x"] : !vkm.record<@Particle> -> f32
    ```
  }];
  let arguments = (ins Vkm_RecordType:$record, StrAttr:$name);
  let results = (outs Vkm_Object:$result);
  let assemblyFormat = "$record `[` $name `]` `:` type($record) `->` type($result) attr-dict";
  let hasVerifier = 1;
}

def Vkm_AggregateOp : Vkm_Op<"aggregate", [Vkm_Expression, Pure]> {
  let summary = "a struct or array value made of its parts";
  let description = [{
    Constraints: one operand for each member of the record, or for each element of the array, in order, of its
    type.

    ```mlir
    %0 = vkm.aggregate(%x, %y : f32, f32) : !vkm.record<@Point>
    ```
  }];
  let arguments = (ins Variadic<Vkm_Object>:$parts);
  let results = (outs AnyTypeOf<[Vkm_RecordType, Vkm_ArrayType]>:$result);
  let assemblyFormat = "`(` ($parts^ `:` type($parts))? `)` `:` type($result) attr-dict";
  let hasVerifier = 1;
}

def Vkm_YieldOp : Vkm_Op<"yield", [Terminator, Pure, ParentOneOf<[
    "AndOp", "OrOp", "SelectOp", "ForOp", "WhileOp", "DoWhileOp", "ExtentOp"]>]> {
  let summary = "the value of a region that is an expression";
  let description = [{
    Constraints: last in a region of `vkm.and`, `vkm.or`, `vkm.select` or `vkm.extent`, or in the condition of a
    loop.

    ```mlir
    %0 = vkm.and %a {
      vkm.yield %b : i1
    }
    ```
  }];
  let arguments = (ins Vkm_Value:$value);
  let assemblyFormat = "$value `:` type($value) attr-dict";
}

#endif // VKMORPH_IR_VKMEXPRESSIONOPS_TD
