//===- VkmCommandOps.td - What the host records: dispatches and barriers -------*- tablegen -*-===//

#ifndef VKMORPH_IR_VKMCOMMANDOPS_TD
#define VKMORPH_IR_VKMCOMMANDOPS_TD

include "mlir/Interfaces/SideEffectInterfaces.td"
include "ir/VkmClassOps.td"

def Vkm_CommandsOp : Vkm_FunctionOp<"commands", [Vkm_LoweredPhase, HasParent<"ClassOp">]> {
  let summary = "the commands of one kernel";
  let description = [{
    What `KCmd` of the generated class records. Parameters are the kernel's scalars; its descriptor set has
    been bound by the control function. `display` is the kernel's name without prefix, `bindings` the
    descriptor set that all its shaders share, `fields` a dictionary from the fields that it touches to
    `#vkm.access`, `overwritten` the names of those that every launch replaces before anything reads them,
    `kernel` the symbol that the kernel had.

    Constraints: parameters are scalars.

    ```mlir
    vkm.commands @kernel1D_Scale(%n: ui32 {vkm.name = "n"}) attributes {
        display = "Scale", bindings = [#vkm.binding<0, parameter "data" : f32, read_write>]} {
      vkm.cmd.pipeline @kernel1D_Scale
      vkm.cmd.push %n : ui32
      vkm.cmd.dispatch (%groups) : ui32
    }
    ```
  }];
  let arguments = !con(functionArguments, (ins OptionalAttr<StrAttr>:$kernel, StrAttr:$display, Vkm_BindingArrayAttr:$bindings,
                                               OptionalAttr<DictionaryAttr>:$fields,
                                               OptionalAttr<TypedArrayAttrBase<AnyAttrOf<[StrAttr, FlatSymbolRefAttr]>, "names of fields">>:$overwritten));
}

class Vkm_Command<string mnemonic, list<Trait> traits = []>
    : Vkm_Op<"cmd." # mnemonic, !listconcat([Vkm_LoweredPhase, Vkm_Statement], traits)>;

def Vkm_CmdPipelineOp : Vkm_Command<"pipeline", [HasParent<"CommandsOp">]> {
  let summary = "binds a shader's pipeline";
  let description = [{
    That of a ray generation shader has the callable shaders that it runs: the rows of its shader binding table, in which
    one may stand several times.

    Constraints: names a shader of the class, which is not callable; it has `callables` where it generates rays, all of
    which are callable shaders of the class.

    ```mlir
    vkm.cmd.pipeline @kernel1D_Scale
    vkm.cmd.pipeline @kernel2D_Paint callables [@kernel2D_Paint_Matte_Shade, @kernel2D_Paint_Mirror_Shade]
    ```
  }];
  let hasVerifier = 1;
  let arguments = (ins FlatSymbolRefAttr:$shader, OptionalAttr<FlatSymbolRefArrayAttr>:$callables);
  let builders = [OpBuilder<(ins "::llvm::StringRef":$shader), [{
    build($_builder, $_state, ::mlir::FlatSymbolRefAttr::get($_builder.getContext(), shader), ::mlir::ArrayAttr());
  }]>];
  let assemblyFormat = "$shader (`callables` $callables^)? attr-dict";
}

def Vkm_CmdPushOp : Vkm_Command<"push", [HasParent<"CommandsOp">]> {
  let summary = "sets all push constants of the bound pipeline";
  let description = [{
    One operand for each `vkm.push_constant` of the shader, in order. They stay set for the pipelines that the
    kernel binds next: all its shaders have one block.

    Constraints: comes after a `vkm.cmd.pipeline`; the operands have the types of its shader's push constants.

    ```mlir
    vkm.cmd.push %n, %scale : ui32, f32
    ```
  }];
  let arguments = (ins Variadic<Vkm_Computed>:$values);
  let assemblyFormat = "$values (`:` type($values)^)? attr-dict";
  let hasVerifier = 1;
}

def Vkm_CmdUpdateOp : Vkm_Command<"update", [HasParent<"CommandsOp">]> {
  let summary = "writes a scalar into class data";
  let description = [{
    For scalars that do not fit the push constants, in a field that is a `temporary`, and for members that the
    host sets between kernels or a kernel sets to numbers of the host's: the command buffer carries the value and
    writes it when it runs (a transfer, with hazards as any other write). `role` names the part of the kernel
    that it stands for, as that of a shader does: "prologue".

    Constraints: the class has a field of that name and the value's type, of 32 or 64 bits; no dispatch of the kernel
    comes before, since a barrier inside of a kernel waits for updates and lets none wait.

    ```mlir
    vkm.cmd.update @Blend_weight = %weight : f32
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$field, Vkm_Computed:$value, OptionalAttr<StrAttr>:$role);
  let assemblyFormat = "$field `=` $value `:` type($value) attr-dict";
  let hasVerifier = 1;
}

def Vkm_CmdFillOp : Vkm_Command<"fill", [HasParent<"CommandsOp">]> {
  let summary = "stores one number of 32 bits all over neighbouring elements of a member";
  let description = [{
    `count` elements from number `first` on, of a vector or of an array in the class data; those of an array of arrays
    are numbered as they lie in memory. Every 32 bits of them become `value`, whatever an element is made of. A transfer
    (`vkCmdFillBuffer`), with hazards as any other write; nothing where there are no elements.

    Constraints: the class has such a field, whose elements are made of numbers of 32 or 64 bits; `first` is not
    negative; `value` has 32 bits.

    ```mlir
    vkm.cmd.fill @m_sums[0] count %n = %zero : f32
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$field, I64Attr:$first, UI32:$count, Vkm_Computed:$value);
  let assemblyFormat = "$field `[` $first `]` `count` $count `=` $value `:` type($value) attr-dict";
  let hasVerifier = 1;
}

def Vkm_CmdDispatchOp : Vkm_Command<"dispatch", [HasParent<"CommandsOp">]> {
  let summary = "dispatches workgroups";
  let description = [{
    The number of workgroups in x, y and z; missing ones are 1.

    Constraints: 1 to 3 numbers.

    ```mlir
    vkm.cmd.dispatch (%groupsX, %groupsY) : ui32, ui32
    ```
  }];
  let arguments = (ins Variadic<UI32>:$groups);
  let assemblyFormat = "`(` $groups `)` (`:` type($groups)^)? attr-dict";
  let hasVerifier = 1;
}

def Vkm_CmdTraceRaysOp : Vkm_Command<"trace_rays", [HasParent<"CommandsOp">]> {
  let summary = "runs a ray generation shader";
  let description = [{
    The number of threads in x, y and z; missing ones are 1. No ray is meant: it is the only way to run a shader that
    executes callable ones. The device may run fewer threads, at least one; shaders stride over what is beyond.

    Constraints: 1 to 3 numbers; the pipeline that is bound is that of a ray generation shader.

    ```mlir
    vkm.cmd.trace_rays (%width, %height) : ui32, ui32
    ```
  }];
  let arguments = (ins Variadic<UI32>:$counts);
  let assemblyFormat = "`(` $counts `)` (`:` type($counts)^)? attr-dict";
  let hasVerifier = 1;
}

def Vkm_CmdBarrierOp : Vkm_Command<"barrier"> {
  let summary = "orders commands before it before commands after it";
  let description = [{
    `hazards` says which accesses it keeps in order; a barrier whose hazards are all write-after-read is an
    execution dependency only. `entry` marks one that also orders the
    object's own earlier commands, of which a control function knows nothing. `from` and `to` are kernels (symbols of `vkm.commands`) whose stages it
    joins; empty inside a kernel, where what `before` says waits for what `after` says: dispatches, updates
    (of class data, and fills), or both. `everything` marks one that orders all accesses, whatever they are: `--barriers=naive`.
    `indirect` marks one behind which numbers of workgroups are read (`vkm.cmd.dispatch_indirect`), at a stage of their own.

    Constraints: at least one hazard, unless it orders everything; `from` and `to` name commands of the class.

    ```mlir
    vkm.cmd.barrier from [@kernel1D_Sum] to [@kernel1D_Scale]
        [#vkm.hazard<read_after_write "m_sum" from "Sum" to "Scale">]
    ```
  }];
  let arguments = (ins SymbolRefArrayAttr:$from, SymbolRefArrayAttr:$to, Vkm_HazardArrayAttr:$hazards,
                       UnitAttr:$entry, UnitAttr:$everything, UnitAttr:$indirect,
                       DefaultValuedAttr<Vkm_BarrierSideAttr, "BarrierSide::Dispatches">:$source,
                       DefaultValuedAttr<Vkm_BarrierSideAttr, "BarrierSide::Dispatches">:$target);
  let assemblyFormat = [{
    (`everything` $everything^)? (`entry` $entry^)? (`indirect` $indirect^)? (`after` $source^)? (`before` $target^)?
    `from` $from `to` $to $hazards attr-dict
  }];
  let hasVerifier = 1;
}

def Vkm_CmdBindOp : Vkm_Command<"bind"> {
  let summary = "binds a kernel's descriptor set";
  let description = [{
    The operands are the buffers of the kernel's bindings of kind `parameter`, in order; the object knows the
    others. `site` numbers the call site within the control function. A run has the set that is bound last before
    it, in its block or in one around it.

    Constraints: stands in a control function; names commands of the class; one buffer for each of their bindings of kind `parameter`, with
    the binding's element type.

    ```mlir
    vkm.cmd.bind @kernel1D_Scale site 0 (%data) : !vkm.ptr<f32>
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$kernel, I32Attr:$site, Variadic<Vkm_PtrType>:$buffers);
  let assemblyFormat = "$kernel `site` $site `(` $buffers `)` (`:` type($buffers)^)? attr-dict";
  let hasVerifier = 1;
}

def Vkm_PrepareImageOp : Vkm_Op<"prepare_image", [Vkm_Statement]> {
  let summary = "makes an image ready for the commands that follow";
  let description = [{
    It has room for `count` pixels in rows of `width` from here on, its layout is general, and what it held is lost.
    Commands that the object recorded earlier are done with it. Sets that are bound later bind it.

    Constraints: stands in a control function; the field is a vector of texels.

    ```mlir
    vkm.prepare_image @lightImage, %width, %count : ui32, ui64
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$field, Vkm_Int:$width, Vkm_Int:$count);
  let assemblyFormat = "$field `,` $width `,` $count `:` type($width) `,` type($count) attr-dict";
  let hasVerifier = 1;
}

def Vkm_CmdRunOp : Vkm_Command<"run"> {
  let summary = "records the commands of one kernel";
  let description = [{
    The operands are the scalars of `vkm.commands`.

    Constraints: stands in a control function; names commands of the class; the operands have the types of their parameters.

    ```mlir
    vkm.cmd.run @kernel1D_Scale(%n) : ui32
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$kernel, Variadic<Vkm_Computed>:$operands);
  let assemblyFormat = "$kernel `(` $operands `)` (`:` type($operands)^)? attr-dict";
  let hasVerifier = 1;
}

def Vkm_CmdReadBackOp : Vkm_Command<"read_back"> {
  let summary = "lets the host look at members between commands";
  let description = [{
    What has been recorded runs here, the host waits for it, and the members come back; commands behind it are recorded
    into a new command buffer. Only a call with host arrays can do so: a control function that holds this has a
    recorded form for its drop-in form alone.

    Constraints: stands in a control function; the class has fields of these names.

    ```mlir
    vkm.cmd.read_back [@m_error]
    ```
  }];
  let arguments = (ins FlatSymbolRefArrayAttr:$fields);
  let assemblyFormat = "$fields attr-dict";
  let hasVerifier = 1;
}

def Vkm_RunRecordedOp : Vkm_Op<"run_recorded", [Vkm_LoweredPhase, Vkm_Statement, HasParent<"ControlOp">]> {
  let summary = "runs the commands of the recorded form";
  let description = [{
    In the drop-in form of a control function: the commands that its recorded form records run, between what is uploaded
    before and what is read back behind them.

    Constraints: stands at the top of a control function with the attribute `vkm.drop_in_of`.

    ```mlir
    vkm.run_recorded
    ```
  }];
  let assemblyFormat = "attr-dict";
  let hasVerifier = 1;
}

def Vkm_IterationCountOp : Vkm_Op<"iteration_count", [Vkm_LoweredPhase, Vkm_Expression, Pure]> {
  let summary = "how many iterations a counted loop has";
  let description = [{
    Of `for (c = lower; c predicate upper; c += step)`, computed without overflow. A step that is no constant
    is an operand, `by`: a positive magnitude, and `step` is 1 or -1, its sign. The host throws an error
    that names the loop where the number, or the largest value of the counter, is 2^32 or more.

    Constraints: the step is not 0, and with `by` it is 1 or -1; the predicate is lt, le, gt, ge or ne.

    ```mlir
    %count = vkm.iteration_count "i" %zero lt %n step 1 : ui32, ui64
    ```
  }];
  let arguments = (ins StrAttr:$name, Vkm_Int:$lower, Vkm_CmpKindAttr:$predicate, Vkm_Int:$upper, I64Attr:$step,
                       Optional<Vkm_Int>:$dynamic_step);
  let results = (outs UI32:$count);
  let assemblyFormat = [{
    $name $lower `` $predicate $upper `step` $step (`by` $dynamic_step^ `:` type($dynamic_step))?
    `:` type($lower) `,` type($upper) attr-dict
  }];
  let hasVerifier = 1;
}

def Vkm_WorkgroupCountOp : Vkm_Op<"workgroup_count", [Vkm_LoweredPhase, Vkm_Expression, Pure]> {
  let summary = "how many workgroups cover a number of threads";
  let description = [{
    `threads / size` rounded up, at most `limit` (0: no cap of the plan) and the device's limit in dimension
    `dim`; shaders stride over what is beyond. At least 1 where `nonempty` is set (the dispatch also runs
    statements once), else 0 for no threads.

    With `coarsening` c there are down to 1/c of these, as long as enough for any device are left: a thread takes up
    to c iterations along `dim` (thread coarsening). `beside` is how many workgroups the dimensions before have; `enough` is
    how many workgroups of the dispatch are enough, where the runtime does not know better. With `jammed` it is all of them or 1/c: a thread takes c neighbouring iterations together, or one.

    Constraints: `size` is at least 1, `limit` at least 0, `dim` 0 to 2, `coarsening` at least 2; `beside`, `enough` and
    `jammed` stand beside `coarsening` only.

    ```mlir
    %groups = vkm.workgroup_count %count by 256 limit 1024 dim 0 nonempty
    %rows = vkm.workgroup_count %height by 8 limit 0 dim 1 coarsening 4 beside %columns
    ```
  }];
  let arguments = (ins UI32:$threads, I32Attr:$size, I32Attr:$limit, I32Attr:$dim, UnitAttr:$nonempty,
                       OptionalAttr<I32Attr>:$coarsening, UnitAttr:$jammed, OptionalAttr<I32Attr>:$enough,
                       Optional<UI32>:$beside);
  let results = (outs UI32:$groups);
  let assemblyFormat = [{
    $threads `by` $size `limit` $limit `dim` $dim (`nonempty` $nonempty^)? (`coarsening` $coarsening^)?
    (`jammed` $jammed^)? (`enough` $enough^)? (`beside` $beside^)? attr-dict
  }];
  let hasVerifier = 1;
}

#endif // VKMORPH_IR_VKMCOMMANDOPS_TD
