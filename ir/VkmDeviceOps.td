//===- VkmDeviceOps.td - Shaders: resources, workgroup memory, barriers, atomics --*- tablegen -*-===//

#ifndef VKMORPH_IR_VKMDEVICEOPS_TD
#define VKMORPH_IR_VKMDEVICEOPS_TD

include "mlir/Interfaces/SideEffectInterfaces.td"
include "ir/VkmAttrs.td"
include "ir/VkmTypes.td"

def Vkm_ShaderOp : Vkm_Op<"shader", [Vkm_LoweredPhase, Symbol, IsolatedFromAbove, SingleBlock, NoTerminator,
                                     NoRegionArguments, HasParent<"ClassOp">]> {
  let summary = "one shader";
  let description = [{
    The body is the entry point: `vkm.buffer` and `vkm.push_constant` declarations first, then
    statements. Fields are reached by `vkm.field_ref` and live in the class data block, at the binding of kind
    `class_data`; `bindings` lists the descriptor set, `local_size` the threads of a workgroup. `kernel` is the
    name of the kernel that the shader is a part of, `role` what it does in it where it is not the first grid
    ("prologue", "loop2", "loop2_count"), `doc` what the shader does.

    `stage` says by what it is run: a dispatch (`compute`), `vkm.cmd.trace_rays` (`ray_generation`), or
    `vkm.execute_callable` in another shader (`callable`). The latter two have no workgroups.

    The discardable attribute `min_subgroup_size` names the smallest subgroup that the shader works with.
    `coherent_fields` are those of which a workgroup reads or writes what others have written in the same dispatch.

    Constraints: three sizes, each at least 1, and all 1 where the stage has no workgroups; bindings differ, and so do
    the names of one kind. Without workgroups there are no shared variables, barriers and subgroup operations in the
    body; a callable shader has no push constants.

    ```mlir
    vkm.shader @kernel1D_Scale kernel "kernel1D_Scale" local_size [256, 1, 1]
        bindings [#vkm.binding<0, parameter "data" : f32, read_write>] doc "every element" {
      %data = vkm.buffer "data" : !vkm.ptr<f32>
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, StrAttr:$kernel, OptionalAttr<StrAttr>:$role,
                       DenseI32ArrayAttr:$local_size, Vkm_BindingArrayAttr:$bindings, StrAttr:$doc,
                       DefaultValuedAttr<Vkm_ShaderStageAttr, "ShaderStage::Compute">:$stage,
                       OptionalAttr<FlatSymbolRefArrayAttr>:$coherent_fields);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $sym_name `kernel` $kernel (`role` $role^)? (`stage` $stage^)? `local_size` $local_size `bindings` $bindings `doc` $doc
    attr-dict-with-keyword $body
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The binding of that kind and name, or null.
    BindingAttr lookupBinding(ResourceKind kind, ::llvm::StringRef name);
  }];
}

class Vkm_DeviceOp<string mnemonic, list<Trait> traits> : Vkm_Op<mnemonic, !listconcat([Vkm_LoweredPhase], traits)>;

def Vkm_BufferOp : Vkm_DeviceOp<"buffer", [Vkm_Statement, Pure, Vkm_NamedResult]> {
  let summary = "a storage buffer of the shader's descriptor set";
  let description = [{
    `coherent`: a workgroup reads or writes elements that others have written in the same dispatch, with
    `vkm.memory_barrier` on both sides.

    Constraints: the parent is a shader that has a binding of that name and element type.

    ```mlir
    %a_data = vkm.buffer "a_data" : !vkm.ptr<const si32>
    ```
  }];
  let arguments = (ins StrAttr:$name, UnitAttr:$coherent);
  let results = (outs Vkm_PtrType:$pointer);
  let builders = [OpBuilder<(ins "::mlir::Type":$pointer, "::llvm::StringRef":$name), [{
    build($_builder, $_state, pointer, name, /*coherent=*/false);
  }]>];
  let assemblyFormat = "$name (`coherent` $coherent^)? `:` type($pointer) attr-dict";
  let hasVerifier = 1;
}

def Vkm_DerefWideOp : Vkm_DeviceOp<"deref_wide", [Vkm_Expression, Pure]> {
  let summary = "the place of several elements of a buffer, as a vector of 128 bits";
  let description = [{
    The elements `N * i` to `N * i + N - 1` for a vector of N; one access to memory reads them.

    Constraints: the elements are numbers of 32 or 64 bits, the result is a place of a vector of them that has
    128 bits.

    ```mlir
    %e = vkm.deref_wide %data[%i] : !vkm.ptr<const f32>, ui32 -> !vkm.ref<!vkm.vec<4 x f32>>
    ```
  }];
  let arguments = (ins Vkm_PtrType:$pointer, Vkm_Int:$index);
  let results = (outs Vkm_RefType:$ref);
  let assemblyFormat = "$pointer `[` $index `]` `:` type($pointer) `,` type($index) `->` type($ref) attr-dict";
  let hasVerifier = 1;
}

def Vkm_LengthOp : Vkm_DeviceOp<"length", [Vkm_Expression, Pure]> {
  let summary = "how many elements a buffer has";
  let description = [{
    Of the range that is bound, in whole elements.

    ```mlir
    %n = vkm.length %data : !vkm.ptr<f32>
    ```
  }];
  let arguments = (ins Vkm_PtrType:$pointer);
  let results = (outs SI32:$length);
  let assemblyFormat = "$pointer `:` type($pointer) attr-dict";
}

def Vkm_ScratchOp : Vkm_DeviceOp<"scratch", [Symbol, HasParent<"ClassOp">]> {
  let summary = "a storage buffer of the object's own that the compiler added";
  let description = [{
    One block with the members listed, `bytes` long; zero when the object is initialised. Partial results of
    workgroups and the counter of finished workgroups live here. A shader that uses it has a binding of
    kind `scratch` with this name.

    Constraints: those of `vkm.record` on members, with `bytes` for the size.

    ```mlir
    vkm.scratch @ArraySummPartials bytes 4100 [#vkm.member<"groupsDone" : ui32 at 0>,
                                               #vkm.member<"m_summPartials" : !vkm.array<1024 x si32> at 4>]
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, I64Attr:$bytes, Vkm_MemberArrayAttr:$members);
  let assemblyFormat = "$sym_name `bytes` $bytes $members attr-dict";
  let hasVerifier = 1;
}

def Vkm_ScratchRefOp : Vkm_DeviceOp<"scratch_ref", [Vkm_Expression, Pure]> {
  let summary = "the place of a member of a scratch buffer";
  let description = [{
    Writes of one workgroup are visible to others after `vkm.memory_barrier` on both sides: the block is
    coherent.

    Constraints: the class has a scratch buffer of that name, with a member of that name and type.

    ```mlir
    %0 = vkm.scratch_ref @ArraySummPartials["groupsDone"] : !vkm.ref<ui32>
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$scratch, StrAttr:$member);
  let results = (outs Vkm_RefType:$ref);
  let assemblyFormat = "$scratch `[` $member `]` `:` type($ref) attr-dict";
  let hasVerifier = 1;
}

// Not pure, although it only names a value: one that is not used keeps its place in the block.
def Vkm_PushConstantOp : Vkm_DeviceOp<"push_constant", [Vkm_Statement, HasParent<"ShaderOp">, Vkm_NamedResult]> {
  let summary = "a scalar or vector that the host passes with a dispatch";
  let description = [{
    Constants lie one after another in order of declaration, each aligned to its size (a vector of three to that of
    four). `vkm.cmd.push` sets all
    of them.

    Constraints: stands in a shader.

    ```mlir
    %n = vkm.push_constant "a_dataSize" : ui32
    ```
  }];
  let arguments = (ins StrAttr:$name);
  let results = (outs Vkm_Computed:$value);
  let assemblyFormat = "$name `:` type($value) attr-dict";
}

def Vkm_SharedOp : Vkm_DeviceOp<"shared", [Symbol, HasParent<"ClassOp">]> {
  let summary = "a variable that the threads of a workgroup share";
  let description = [{
    Indeterminate at first. Declared in the class, before the shaders and device functions that name it by
    `vkm.shared_ref`; a shader declares what it and the functions it calls use.

    Constraints: stands in a class.

    ```mlir
    vkm.shared @m_summShared : !vkm.array<256 x si32>
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, TypeAttrOf<Vkm_Object>:$type);
  let assemblyFormat = "$sym_name `:` $type attr-dict";
}

def Vkm_SharedRefOp : Vkm_DeviceOp<"shared_ref", [Vkm_Expression, Pure]> {
  let summary = "the place of a shared variable";
  let description = [{
    Writes of one thread are visible to the others of its workgroup after a `vkm.barrier`.

    Constraints: the class has a shared variable of that name and type.

    ```mlir
    %0 = vkm.shared_ref @m_summShared : !vkm.ref<!vkm.array<256 x si32>>
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$variable);
  let results = (outs Vkm_RefType:$ref);
  let assemblyFormat = "$variable `:` type($ref) attr-dict";
  let hasVerifier = 1;
}

def Vkm_PayloadOp : Vkm_DeviceOp<"payload", [Symbol, HasParent<"ClassOp">]> {
  let summary = "what a call of a callable shader takes and gives";
  let description = [{
    A variable of each thread that calls, with a member for each argument and result: `vkm.execute_callable` hands it to
    the callable shader, which changes it. Declared in the class, before the functions and shaders that name it by
    `vkm.payload_ref`.

    Constraints: stands in a class; the type is a record.

    ```mlir
    vkm.payload @shadeCall : !vkm.record<@ShadeCall>
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, TypeAttrOf<Vkm_RecordType>:$type);
  let assemblyFormat = "$sym_name `:` $type attr-dict";
}

def Vkm_PayloadRefOp : Vkm_DeviceOp<"payload_ref", [Vkm_Expression, Pure]> {
  let summary = "the place of a payload";
  let description = [{
    Of the thread's own in a shader that calls, and of the caller's in a callable shader.

    Constraints: the class has a payload of that name and type.

    ```mlir
    %0 = vkm.payload_ref @shadeCall : !vkm.ref<!vkm.record<@ShadeCall>>
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$payload);
  let results = (outs Vkm_RefType:$ref);
  let assemblyFormat = "$payload `:` type($ref) attr-dict";
  let hasVerifier = 1;
}

def Vkm_ExecuteCallableOp : Vkm_DeviceOp<"execute_callable", [Vkm_Statement]> {
  let summary = "runs a callable shader";
  let description = [{
    The one at place `index` of the table that the pipeline of the kernel's ray generation shader has (`callables` of
    `vkm.cmd.pipeline`), with the payload. `of` lists which ones that may be. Each thread may run another one. Nothing
    moves across it: the callable shader may read and write what the others do.

    Constraints: the class has a payload of that name; in the lowered phase it has the callable shaders.

    ```mlir
    vkm.execute_callable %way, @shadeCall of [@kernel2D_Paint_Matte_Shade, @kernel2D_Paint_Mirror_Shade]
    ```
  }];
  let arguments = (ins UI32:$index, FlatSymbolRefAttr:$payload, FlatSymbolRefArrayAttr:$callables);
  let assemblyFormat = "$index `,` $payload `of` $callables attr-dict";
  let hasVerifier = 1;
}

def Vkm_BuiltinOp : Vkm_DeviceOp<"builtin", [Vkm_Expression, Pure]> {
  let summary = "which invocation this is";
  let description = [{
    `dim` selects x (0), y (1) or z (2) of the built-ins that are vectors; `local_index`, `subgroup`,
    `num_subgroups`, `subgroup_size` and `subgroup_invocation` are scalars. `launch` and `launch_size` are of ray
    generation shaders: which of the threads that `vkm.cmd.trace_rays` asked for this is, and how many there are.

    Constraints: `dim` is 0 to 2, and 0 for scalars.

    ```mlir
    %0 = vkm.builtin global_invocation[0] : ui32
    ```
  }];
  let arguments = (ins Vkm_BuiltinAttr:$builtin, DefaultValuedAttr<I32Attr, "0">:$dim);
  let results = (outs UI32:$value);
  let assemblyFormat = "`` $builtin `[` $dim `]` `:` type($value) attr-dict";
  let hasVerifier = 1;
}

def Vkm_BarrierOp : Vkm_DeviceOp<"barrier", [Vkm_Statement]> {
  let summary = "all threads of the workgroup arrive; shared memory is ordered";
  let description = [{
    What a thread wrote to shared memory before the barrier, all threads of the workgroup read after it. It
    orders no buffer: for that, `vkm.memory_barrier` stands beside it.

    Constraints: control flow is uniform for the workgroup here (proved by the pass `vkm-check-uniformity`).

    ```mlir
    vkm.barrier
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def Vkm_SubgroupBarrierOp : Vkm_DeviceOp<"subgroup_barrier", [Vkm_Statement]> {
  let summary = "all threads of the subgroup arrive; what they see of memory is ordered";
  let description = [{
    What one thread of the subgroup sees of buffers and shared memory before the barrier, all of them see after it: where
    one has read a counter and passed `vkm.memory_barrier`, the others may read what was written before the count.

    Constraints: control flow is uniform for the subgroup here (proved by the pass `vkm-check-uniformity`).

    ```mlir
    vkm.subgroup_barrier
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def Vkm_MemoryBarrierOp : Vkm_DeviceOp<"memory_barrier", [Vkm_Statement]> {
  let summary = "orders this thread's buffer accesses for the whole device";
  let description = [{
    Accesses of this thread to coherent buffers before it are seen by the device before those after it. No
    thread waits for another: one that writes a result and then counts itself done, and one that reads the
    counter and then the result, both need it in between.

    ```mlir
    vkm.memory_barrier
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def Vkm_AtomicOp : Vkm_DeviceOp<"atomic", [Vkm_Expression, TypesMatchWith<"the value has the place's type", "ref",
    "value", "::llvm::cast<RefType>($_self).getPointee()">, TypesMatchWith<"the result has the place's type", "ref",
    "old", "::llvm::cast<RefType>($_self).getPointee()">]> {
  let summary = "combines a value into a place atomically and gives the old value";
  let description = [{
    Relaxed order: it orders no other access. The place is in a buffer or a field, where the scope is the device,
    or in shared memory, where it is the workgroup.

    Constraints: the place is a number of the value's type; there is no atomic product, and none of the bits of
    floats.

    ```mlir
    %old = vkm.atomic add %counter, %one : !vkm.ref<ui32>
    ```
  }];
  let arguments = (ins Vkm_ReduceKindAttr:$kind, Arg<Vkm_RefType, "the place", [MemRead, MemWrite]>:$ref,
                       Vkm_Arithmetic:$value);
  let results = (outs Vkm_Arithmetic:$old);
  let assemblyFormat = "`` $kind $ref `,` $value `:` type($ref) attr-dict";
  let hasVerifier = 1;
}

def Vkm_BitsOp : Vkm_DeviceOp<"bits", [Vkm_Expression, Pure]> {
  let summary = "the place of a number as that of the unsigned integer with the same bits";
  let description = [{
    Back ends whose language has no such view number all words of the buffer, or of the class data: then `word` is the
    number of this one, and the base any place there.

    Constraints: the place is a number of 32 or 64 bits, the result the place of an unsigned integer that is as wide.

    ```mlir
    %0 = vkm.bits %sum : !vkm.ref<f32> -> !vkm.ref<ui32>
    %1 = vkm.bits %first[%i : ui32] : !vkm.ref<f32> -> !vkm.ref<ui32>
    ```
  }];
  let arguments = (ins Vkm_RefType:$base, Optional<Vkm_Int>:$word);
  let results = (outs Vkm_RefType:$ref);
  let assemblyFormat = "$base (`[` $word^ `:` type($word) `]`)? `:` type($base) `->` type($ref) attr-dict";
  let hasVerifier = 1;
}

def Vkm_CompareSwapOp : Vkm_DeviceOp<"compare_swap", [Vkm_Expression,
    TypesMatchWith<"the value has the place's type", "ref", "value", "::llvm::cast<RefType>($_self).getPointee()">,
    TypesMatchWith<"what is expected has the place's type", "ref", "expected", "::llvm::cast<RefType>($_self).getPointee()">,
    TypesMatchWith<"the result has the place's type", "ref", "old", "::llvm::cast<RefType>($_self).getPointee()">]> {
  let summary = "writes a place if it holds what is expected, atomically, and gives the old value";
  let description = [{
    Order and scope are those of `vkm.atomic`.

    Constraints: the place is an integer of 32 or 64 bits.

    ```mlir
    %old = vkm.compare_swap %bits, %seen, %next : !vkm.ref<ui32>
    ```
  }];
  let arguments = (ins Arg<Vkm_RefType, "the place", [MemRead, MemWrite]>:$ref, Vkm_Int:$expected, Vkm_Int:$value);
  let results = (outs Vkm_Int:$old);
  let assemblyFormat = "$ref `,` $expected `,` $value `:` type($ref) attr-dict";
  let hasVerifier = 1;
}

def Vkm_SubgroupOp : Vkm_DeviceOp<"subgroup", [Vkm_Expression, SameOperandsAndResultType]> {
  let summary = "combines a value over the active threads of the subgroup";
  let description = [{
    Every active thread gets the result. Vectors are combined component by component. With `before` a thread gets what the
    active threads before it have, in the order of their numbers in the subgroup, and the first one the value that changes nothing.

    Constraints: bools take `and`, `or` and `xor`, integers all kinds, floats those of arithmetic; control flow is uniform for the subgroup here (proved by the pass `vkm-check-uniformity`).

    ```mlir
    %sum = vkm.subgroup add %x : si32
    %start = vkm.subgroup add before %x : si32
    ```
  }];
  let arguments = (ins Vkm_ReduceKindAttr:$kind, UnitAttr:$before, AnyTypeOf<[Vkm_Scalar, Vkm_VecType]>:$value);
  let results = (outs AnyTypeOf<[Vkm_Scalar, Vkm_VecType]>:$result);
  let builders = [OpBuilder<(ins "::mlir::Type":$type, "ReduceKind":$kind, "::mlir::Value":$value), [{
    build($_builder, $_state, type, kind, /*before=*/false, value);
  }]>];
  let assemblyFormat = "`` $kind (`before` $before^)? $value `:` type($value) attr-dict";
  let hasVerifier = 1;
}

def Vkm_SubgroupExchangeOp : Vkm_DeviceOp<"subgroup_exchange", [Vkm_Expression,
    TypesMatchWith<"the result has the value's type", "value", "result", "$_self">]> {
  let summary = "the value of the thread of the subgroup whose number differs in the bits of a mask";
  let description = [{
    The numbers are those of `vkm.builtin subgroup_invocation`. The other thread is active as well.

    Constraints: the mask is an unsigned integer of 32 bits; control flow is uniform for the subgroup here (proved by the
    pass `vkm-check-uniformity`).

    ```mlir
    %theirs = vkm.subgroup_exchange %x by %offset : f32
    ```
  }];
  let arguments = (ins AnyTypeOf<[Vkm_Scalar, Vkm_VecType]>:$value, UI32:$mask);
  let results = (outs AnyTypeOf<[Vkm_Scalar, Vkm_VecType]>:$result);
  let assemblyFormat = "$value `by` $mask `:` type($value) attr-dict";
}

#endif // VKMORPH_IR_VKMDEVICEOPS_TD
