//===- VkmStatementOps.td - Structured statements ------------------------------*- tablegen -*-===//

#ifndef VKMORPH_IR_VKMSTATEMENTOPS_TD
#define VKMORPH_IR_VKMSTATEMENTOPS_TD

include "mlir/Interfaces/SideEffectInterfaces.td"
include "ir/VkmAttrs.td"
include "ir/VkmInterfaces.td"
include "ir/VkmTypes.td"

// A comment of the source that stands before a statement rides on it as the discardable attribute
// vkm.comment; the printers print it again.

def Vkm_AssignOp : Vkm_Op<"assign", [Vkm_Statement, TypesMatchWith<"the value has the place's type", "ref",
                                     "value", "::llvm::cast<RefType>($_self).getPointee()">]> {
  let summary = "writes a place";
  let description = [{
    `place = value` as a statement. The value was computed before; nothing is evaluated here.

    Constraints: the value has the place's type.

    ```mlir
    vkm.assign %x, %0 : !vkm.ref<si32>
    ```
  }];
  let arguments = (ins Arg<Vkm_RefType, "the place", [MemWrite]>:$ref, Vkm_Object:$value);
  let assemblyFormat = "$ref `,` $value `:` type($ref) attr-dict";
}

def Vkm_UpdateOp : Vkm_Op<"update", [Vkm_Statement]> {
  let summary = "a compound assignment whose operator needs no conversion";
  let description = [{
    `x += e` where `x` and `e` have one type after promotion, and `++x`, `--x` with the constant 1. Where C++
    converts in between (`uint8_t += int`), the assignment is spelled out.

    Constraints: the place is a number, or a vector or matrix of them; those of `vkm.binary`.

    ```mlir
    vkm.update add %sum, %number : !vkm.ref<si32>, si32
    ```
  }];
  let arguments = (ins Vkm_BinaryKindAttr:$kind, Arg<Vkm_RefType, "the place", [MemRead, MemWrite]>:$ref,
                       Vkm_Number:$value);
  let assemblyFormat = "`` $kind $ref `,` $value `:` type($ref) `,` type($value) attr-dict";
  let hasVerifier = 1;
}

def Vkm_IfOp : Vkm_Op<"if", [Vkm_Statement, SingleBlock, RecursiveMemoryEffects, NoTerminator,
                               NoRegionArguments]> {
  let summary = "if, with or without else";
  let description = [{
    The condition has been evaluated before. A region runs to its end or to a jump (`vkm.break`,
    `vkm.continue`, `vkm.return`), which is its last statement.

    ```mlir
    vkm.if %c {
      vkm.assign %x, %0 : !vkm.ref<f32>
    } else {
      vkm.continue
    }
    ```
  }];
  let arguments = (ins Vkm_Bool:$condition);
  let regions = (region SizedRegion<1>:$thenRegion, MaxSizedRegion<1>:$elseRegion);
  let assemblyFormat = "$condition attr-dict-with-keyword $thenRegion (`else` $elseRegion^)?";
  let builders = [OpBuilder<(ins "::mlir::Value":$condition, CArg<"bool", "false">:$withElse)>];
  let skipDefaultBuilders = 1;
}

def Vkm_ForOp : Vkm_Op<"for", [Vkm_Statement, Vkm_LoopOpInterface, RecursiveMemoryEffects, NoTerminator,
                               Vkm_NamedArguments]> {
  let summary = "for, with one variable that it declares";
  let description = [{
    `for (T name = init; condition; step) body`. Each region's argument is the place of the loop's variable; the
    condition region yields a bool and is evaluated before each iteration, the step region runs after each,
    also after `continue`. Expressions of the condition may be preceded by statements that they need.
    Declared variables beyond one stand before the loop in a `vkm.scope`.

    Set by planning: `tile` (how many of its iterations a workgroup reads at once, of arrays of which all threads read the
    same elements, into shared memory) and `tile_turns` beside it (how many iterations compilers of devices are to write
    out). Set by lowering: `unroll` (compilers of devices should write out all iterations).

    Constraints: each region takes the place of a variable of the initial value's type; the condition yields a
    bool.

    ```mlir
    vkm.for "i" = %zero : si32 cond (%i: !vkm.ref<si32>) {
      %0 = vkm.load %i : !vkm.ref<si32>
      %1 = vkm.cmp lt %0, %n : si32
      vkm.yield %1 : i1
    } step (%i: !vkm.ref<si32>) {
      vkm.update add %i, %one : !vkm.ref<si32>, si32
    } body (%i: !vkm.ref<si32>) {
    }
    ```
  }];
  let arguments = (ins StrAttr:$name, Vkm_Object:$init, OptionalAttr<Vkm_CountAttr>:$tile,
                       OptionalAttr<Vkm_CountAttr>:$tile_turns, UnitAttr:$unroll);
  let regions = (region SizedRegion<1>:$cond, SizedRegion<1>:$step, SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let skipDefaultBuilders = 1;
  let builders = [OpBuilder<(ins "::llvm::StringRef":$name, "::mlir::Value":$init)>];
  let extraClassDeclaration = [{
    // LoopOpInterface
    ::mlir::Region *getStepRegion() { return &getStep(); }
    bool hasVariable() { return true; }
    ::mlir::BlockArgument getCondVar() { return getCond().getArgument(0); }
    ::mlir::BlockArgument getStepVar() { return getStep().getArgument(0); }
    ::mlir::BlockArgument getBodyVar() { return getBody().getArgument(0); }
  }];
}

def Vkm_WhileOp : Vkm_Op<"while", [Vkm_Statement, Vkm_LoopOpInterface, SingleBlock, RecursiveMemoryEffects, NoTerminator,
                               NoRegionArguments]> {
  let summary = "while: also `for` without a variable or without a step";
  let description = [{
    The condition region yields a bool and is evaluated before each iteration.

    Constraints: the condition yields a bool.

    ```mlir
    vkm.while {
      %0 = vkm.constant true
      vkm.yield %0 : i1
    } do {
      vkm.break
    }
    ```
  }];
  let regions = (region SizedRegion<1>:$cond, SizedRegion<1>:$body);
  let assemblyFormat = "attr-dict-with-keyword $cond `do` $body";
  let hasVerifier = 1;
}

def Vkm_DoWhileOp : Vkm_Op<"do_while", [Vkm_Statement, Vkm_LoopOpInterface, SingleBlock, RecursiveMemoryEffects, NoTerminator,
                               NoRegionArguments]> {
  let summary = "do ... while: the condition is evaluated after each iteration";
  let description = [{
    Also after one that `vkm.continue` ended.

    Constraints: the condition yields a bool.

    ```mlir
    vkm.do_while {
      vkm.update sub %n, %one : !vkm.ref<si32>, si32
    } cond {
      %0 = vkm.load %n : !vkm.ref<si32>
      %1 = vkm.cmp gt %0, %zero : si32
      vkm.yield %1 : i1
    }
    ```
  }];
  let regions = (region SizedRegion<1>:$body, SizedRegion<1>:$cond);
  let assemblyFormat = "attr-dict-with-keyword $body `cond` $cond";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    // LoopOpInterface
    bool testsFirst() { return false; }
  }];
}

def Vkm_SwitchOp : Vkm_Op<"switch", [Vkm_Statement, SingleBlock, RecursiveMemoryEffects, NoTerminator,
                               NoRegionArguments]> {
  let summary = "switch over an integer";
  let description = [{
    Each region has the labels of one entry of `labels`; an empty entry is `default`. Control enters the region
    whose label equals the operand and falls through into the next one where a region does not end in
    `vkm.break` or another jump.

    Constraints: as many entries as regions; labels differ; at most one default.

    ```mlir
    vkm.switch %mode : si32 [[0, 1], []] {
      vkm.break
    }, {
      vkm.break
    }
    ```
  }];
  let arguments = (ins Vkm_Int:$value, ArrayAttr:$labels);
  let regions = (region VariadicRegion<SizedRegion<1>>:$cases);
  let assemblyFormat = "$value `:` type($value) $labels attr-dict-with-keyword $cases";
  let hasVerifier = 1;
}

def Vkm_ScopeOp : Vkm_Op<"scope", [Vkm_Statement, SingleBlock, RecursiveMemoryEffects, NoTerminator,
                               NoRegionArguments]> {
  let summary = "a block with a scope of its own";
  let description = [{
    `{ ... }` as a statement: names declared inside end with it, which keeps equal names apart when printed.

    ```mlir
    vkm.scope {
      %t = vkm.var "t" : !vkm.ref<f32>
    }
    ```
  }];
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "attr-dict-with-keyword $body";
}

class Vkm_JumpOp<string mnemonic> : Vkm_Op<mnemonic, [Vkm_Statement]> {
  let assemblyFormat = "attr-dict";
  let hasVerifier = 1;
}
def Vkm_BreakOp : Vkm_JumpOp<"break"> {
  let summary = "leaves the innermost loop or switch";
  let description = [{
    Constraints: stands in a loop or switch, last in its block.

    ```mlir
    vkm.if %done {
      vkm.break
    }
    ```
  }];
}
def Vkm_ContinueOp : Vkm_JumpOp<"continue"> {
  let summary = "goes on with the next iteration of the innermost loop or grid";
  let description = [{
    In a grid it ends the iteration, not the thread, which may take several.

    Constraints: stands in a loop or grid, last in its block.

    ```mlir
    vkm.if %skip {
      vkm.continue
    }
    ```
  }];
}
def Vkm_ReturnOp : Vkm_Op<"return", [Vkm_Statement]> {
  let summary = "leaves the function, with its value";
  let description = [{
    In a shader it ends the thread.

    Constraints: last in its block; the operand has the function's result type; a shader returns nothing.

    ```mlir
    vkm.return %0 : f32
    ```
  }];
  let arguments = (ins Optional<Vkm_Object>:$value);
  let assemblyFormat = "($value^ `:` type($value))? attr-dict";
  let hasVerifier = 1;
}

def Vkm_LetOp : Vkm_Op<"let", [Vkm_Statement, Vkm_RaisedOnly, SameOperandsAndResultType, Vkm_NamedResult]> {
  let summary = "a named value";
  let description = [{
    A const local of the output: an expression that is used more than once, or whose reads a write would
    overtake if it were printed at its use. It reads what its operand's expression reads, here.
    `precise` forbids the target's compiler to contract the expression.

    Constraints: the result has the operand's type.

    ```mlir
    %old = vkm.let "old" %0 : si32
    ```
  }];
  let arguments = (ins StrAttr:$name, Vkm_Object:$value, UnitAttr:$precise);
  let results = (outs Vkm_Object:$result);
  let assemblyFormat = "(`precise` $precise^)? $name $value `:` type($value) attr-dict";
}

#endif // VKMORPH_IR_VKMSTATEMENTOPS_TD
