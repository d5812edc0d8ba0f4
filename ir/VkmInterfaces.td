//===- VkmInterfaces.td - What loops and patterns tell passes that do not know them -*- tablegen -*-===//

#ifndef VKMORPH_IR_VKMINTERFACES_TD
#define VKMORPH_IR_VKMINTERFACES_TD

include "mlir/IR/OpBase.td"

def Vkm_LoopOpInterface : OpInterface<"LoopOpInterface"> {
  let description = [{
    A loop of the source. Each iteration runs the body, then the step, if there is one; the condition decides
    whether there is another iteration.
  }];
  let cppNamespace = "::vkmorph::vkm";
  let methods = [
    InterfaceMethod<"The statements of an iteration.", "::mlir::Region &", "getBody">,
    InterfaceMethod<"Yields whether there is another iteration.", "::mlir::Region &", "getCond">,
    InterfaceMethod<"What runs after each iteration, also after `continue`; null where there is nothing.",
                    "::mlir::Region *", "getStepRegion", (ins), "", [{ return nullptr; }]>,
    InterfaceMethod<"Whether the condition is evaluated before the first iteration, too.", "bool", "testsFirst",
                    (ins), "", [{ return true; }]>,
    InterfaceMethod<"Whether the loop declares a variable, which is the argument of its regions.", "bool",
                    "hasVariable", (ins), "", [{ return false; }]>
  ];
}

def Vkm_PatternOpInterface : OpInterface<"PatternOpInterface"> {
  let description = [{
    What iterations do to places together, each with a value of its own: those of a grid to fields of the class, or
    those of a loop in the grid's iteration to variables of that iteration. Passes that move, copy, count or plan statements ask
    this interface, and no list of operations.
  }];
  let cppNamespace = "::vkmorph::vkm";
  let methods = [
    InterfaceMethod<"What holds the places: fields by their names, variables by their values.",
                    "::llvm::SmallVector<::vkmorph::vkm::Root>", "getPlaces">,
    InterfaceMethod<"What the iteration gives; null where that is no single value.", "::mlir::Value", "getValue",
                    (ins), "", [{ return {}; }]>,
    InterfaceMethod<"What the result owes to the order of the iterations.", "::vkmorph::vkm::ValueOrder",
                    "getValueOrder", (ins), "", [{ return ::vkmorph::vkm::ValueOrder::Free; }]>,
    InterfaceMethod<"What it reads and writes, beside what its operands and regions do.", "void", "addEffects",
                    (ins "::vkmorph::vkm::EffectSet &":$effects), "", [{ (void)effects; }]>,
    InterfaceMethod<"Whether an iteration changes the places where the operation stands. What does not is changed when all iterations have run.",
                    "bool", "changesAtOnce", (ins), "", [{ return false; }]>,
    InterfaceMethod<"Whether the threads of a workgroup work together on it, as it is planned: all of them come to it, and each takes the iterations that this leaves to it.",
                    "bool", "needsWorkgroup", (ins), "", [{ return true; }]>,
    InterfaceMethod<"Bytes of shared memory that a workgroup takes for it, with so many slots for each number, in a grid of so many dimensions.",
                    "int64_t", "getSharedBytes", (ins "int64_t":$slots, "unsigned":$dims), "", [{ return 0; }]>,
    InterfaceMethod<"Instructions of an iteration, beside those of regions; `width` are the numbers of the value, each as wide as it is, 0 for one that constants give.",
                    "int64_t", "getCost", (ins "int64_t":$width), "", [{ return 0; }]>,
    InterfaceMethod<"What a grid with it does, for messages: \"combines values\".", "::llvm::StringRef", "describeWork",
                    (ins), "", [{ return "combines values"; }]>
  ];
}

def Vkm_FieldPatternOpInterface : OpInterface<"FieldPatternOpInterface", [Vkm_PatternOpInterface]> {
  let description = [{
    A pattern of the iterations of a grid: one field of the class, or a part of it, and the value that an iteration gives.
  }];
  let cppNamespace = "::vkmorph::vkm";
  let methods = [
    InterfaceMethod<"The field that holds the place.", "::mlir::FlatSymbolRefAttr", "getFieldAttr">
  ];
}

def Vkm_ReductionOpInterface : OpInterface<"ReductionOpInterface", [Vkm_FieldPatternOpInterface]> {
  let description = [{
    A pattern that combines the values with what the place holds. Exactly one of these says how:

    - `getReduceKind`: an operation that subgroups and atomic operations may have, component by component;
    - `getFunction`: a region that computes one value of two;
    - `picks`: the place gets one of the values, or keeps its own, and nothing is computed.

    A reduction in the region of another one (`vkm.carry`) is a part of it: it takes what the other's choice gives it.
  }];
  let cppNamespace = "::vkmorph::vkm";
  let methods = [
    InterfaceMethod<"The way to the place, as the operation spells it; null for the field itself.",
                    "::mlir::ArrayAttr", "getPathAttr">,
    InterfaceMethod<"The way to the place: names of members, indices of elements; null for an index that is an operand.",
                    "::llvm::SmallVector<::mlir::Attribute>", "getSteps">,
    InterfaceMethod<"As reports name the operation: \"add\", \"compose\". Statements of one name may combine into one place.",
                    "::std::string", "getOperationTitle">,
    InterfaceMethod<"The operation of subgroups and atomics that combines two values.",
                    "::std::optional<::vkmorph::vkm::ReduceKind>", "getReduceKind", (ins), "", [{ return std::nullopt; }]>,
    InterfaceMethod<"The region that combines two values: its arguments are what came before and what comes behind.",
                    "::mlir::Region *", "getFunction", (ins), "", [{ return nullptr; }]>,
    InterfaceMethod<"Whether the place gets one of the values.", "bool", "picks", (ins), "", [{ return false; }]>,
    InterfaceMethod<"What no operation of subgroups and atomics does: \"combines 'm' by a function\". Empty where getReduceKind has one.",
                    "::std::string", "describeCombining", (ins), "", [{ return {}; }]>,
    InterfaceMethod<"Bytes of shared memory that a thread needs beside the value, in a grid of so many dimensions.",
                    "int64_t", "getBytesBesideValue", (ins "unsigned":$dims), "", [{ return 0; }]>
  ];
}

#endif // VKMORPH_IR_VKMINTERFACES_TD
