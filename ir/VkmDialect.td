//===- VkmDialect.td - The vkm dialect and what all its files share ------------*- tablegen -*-===//

#ifndef VKMORPH_IR_VKMDIALECT_TD
#define VKMORPH_IR_VKMDIALECT_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

// Textual IR spells values of operations that have a name in the source by that name: `%n`, `%number`.
// An operation of these traits has an attribute `name`, or argument attributes `vkm.name`.
def Vkm_NamedResult : DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>;
def Vkm_NamedArguments : DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>;

def Vkm_Dialect : Dialect {
  let name = "vkm";
  let summary = "A C++ class on its way to shaders and Vulkan commands";
  let description = [{
    One dialect carries a class from its C++ meaning to the text of shaders and of Vulkan host code. A
    module is in exactly one *phase*, named by its `vkm.phase` attribute:

    | phase | what the module holds |
    |---|---|
    | `imported` | the class as it is: fields, methods with roles, bodies as structured statements and expressions with C++ meaning |
    | `normalised` | control functions launch kernels and call no other control functions; kernels take arrays and numbers, no references; no place is one of several |
    | `recognised` | kernels are sequences of `vkm.once` and `vkm.grid`, patterns are named (`vkm.reduce`) |
    | `planned` | every choice is an attribute on the operation it concerns |
    | `lowered` | shaders with explicit workgroup memory and atomics, and Vulkan commands with exact barriers |
    | `raised` | the same, written in what one target language has: legal names, named temporaries, no missing operators |

    The phases exclude each other: the verifier of the attribute rejects an operation that does not belong
    into the module's phase.

    **Order.** A body is a list of *statements* and *expressions* in the order in which C++ evaluates them.
    Expressions are flat SSA values with signed types; loads and assignments have real memory effects, so
    that generic MLIR transformations stay right. A printer nests them again; where a write stands between
    a read and its use, the `raised` phase gives the read a name (`vkm.let`).
  }];
  let cppNamespace = "::vkmorph::vkm";
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasConstantMaterializer = 1;
  let extraClassDeclaration = [{
    void registerOps();
  }];
}

// What an operation is in a body. A printer turns statements into lines and expressions into parts of them.
def Vkm_Statement : NativeOpTrait<"VkmStatement"> { let cppNamespace = "::vkmorph::vkm"; }
def Vkm_Expression : NativeOpTrait<"VkmExpression"> { let cppNamespace = "::vkmorph::vkm"; }

// Phases in which an operation may stand; one without such a trait may stand in all of them.
def Vkm_ImportedOnly : NativeOpTrait<"VkmImportedOnly"> { let cppNamespace = "::vkmorph::vkm"; }
def Vkm_PatternPhase : NativeOpTrait<"VkmPatternPhase"> { let cppNamespace = "::vkmorph::vkm"; }
def Vkm_BeforeLowering : NativeOpTrait<"VkmBeforeLowering"> { let cppNamespace = "::vkmorph::vkm"; }
def Vkm_LoweredPhase : NativeOpTrait<"VkmLoweredPhase"> { let cppNamespace = "::vkmorph::vkm"; }
def Vkm_RaisedOnly : NativeOpTrait<"VkmRaisedOnly"> { let cppNamespace = "::vkmorph::vkm"; }

class Vkm_Op<string mnemonic, list<Trait> traits = []> : Op<Vkm_Dialect, mnemonic, traits>;

#endif // VKMORPH_IR_VKMDIALECT_TD
