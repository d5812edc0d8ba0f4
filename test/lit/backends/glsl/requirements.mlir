// What a shader needs of a device, and the extensions that its text names: those and no others.
// RUN: vkmorph-translate --emit-glsl %s | FileCheck %s
// RUN: vkmorph-opt --vkm-raise-glsl %s | FileCheck %s --check-prefix=NEEDS

// NEEDS: module @plain attributes {{.*}}vkm.requires = {storageBuffersPerStage = 1 : i64, workgroupInvocations = 64 : i64, workgroupSize = array<i32: 64, 1, 1>}
// NEEDS: module @exchange attributes {{.*}}vkm.requires = {apiVersion = "1.1", storageBuffersPerStage = 1 : i64, subgroupOperations = ["basic", "shuffle"]
// NEEDS: module @subgroups attributes {{.*}}vkm.requires = {apiVersion = "1.1", sharedMemoryBytes = 36 : i64, storageBuffersPerStage = 1 : i64, subgroupOperations = ["basic", "arithmetic"]
// NEEDS: module @wide attributes {{.*}}vkm.requires = {pushConstantBytes = 20 : i64, shaderFloat64, shaderInt64, storageBuffersPerStage = 1 : i64
// NEEDS: module @atomics attributes {{.*}}vkm.requires = {shaderBufferFloat32AtomicAdd, shaderBufferInt64Atomics, shaderInt64

module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.shared @slots : !vkm.array<8 x f32>
    vkm.shared @flag : i1

    // CHECK-LABEL: //--- plain.comp
    // CHECK-NOT: #extension
    // CHECK-NOT: shared
    vkm.shader @plain kernel "plain" local_size [64, 1, 1] bindings [#vkm.binding<0, parameter "data" : si32, write>]
        doc "Nothing." {
      %data = vkm.buffer "data" : !vkm.ptr<si32>
      %zero = vkm.constant 0 : si32
      %0 = vkm.deref %data[%zero] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
      vkm.assign %0, %zero : !vkm.ref<si32>
    }

    // CHECK-LABEL: //--- exchange.comp
    // CHECK: #extension GL_KHR_shader_subgroup_basic : require
    // CHECK-NEXT: #extension GL_KHR_shader_subgroup_shuffle : require
    // CHECK-NOT: #extension
    // CHECK: data[gl_SubgroupInvocationID] = subgroupShuffleXor(data[gl_SubgroupInvocationID], 2u);
    vkm.shader @exchange kernel "exchange" local_size [64, 1, 1]
        bindings [#vkm.binding<0, parameter "data" : f32, read_write>] doc "Shuffles." {
      %data = vkm.buffer "data" : !vkm.ptr<f32>
      %lane = vkm.builtin subgroup_invocation[0] : ui32
      %0 = vkm.deref %data[%lane] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
      %1 = vkm.load %0 : !vkm.ref<f32>
      %two = vkm.constant 2 : ui32
      %2 = vkm.subgroup_exchange %1 by %two : f32
      vkm.assign %0, %2 : !vkm.ref<f32>
    }

    // CHECK-LABEL: //--- subgroups.comp
    // CHECK: #extension GL_KHR_shader_subgroup_basic : require
    // CHECK-NEXT: #extension GL_KHR_shader_subgroup_arithmetic : require
    // CHECK-NOT: #extension
    // CHECK: shared float slots[8];
    // CHECK-NEXT: shared bool flag;
    // CHECK: slots[gl_SubgroupID] = subgroupAdd(data[gl_SubgroupInvocationID]);
    // CHECK-NEXT: const bool condition = gl_SubgroupSize == gl_NumSubgroups;
    vkm.shader @subgroups kernel "subgroups" local_size [64, 1, 1]
        bindings [#vkm.binding<0, parameter "data" : f32, read>] doc "Subgroups." {
      %data = vkm.buffer "data" : !vkm.ptr<f32>
      %lane = vkm.builtin subgroup_invocation[0] : ui32
      %0 = vkm.deref %data[%lane] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
      %1 = vkm.load %0 : !vkm.ref<f32>
      %2 = vkm.subgroup add %1 : f32
      %slots = vkm.shared_ref @slots : !vkm.ref<!vkm.array<8 x f32>>
      %id = vkm.builtin subgroup[0] : ui32
      %slot = vkm.element %slots[%id] : !vkm.ref<!vkm.array<8 x f32>>, ui32 -> !vkm.ref<f32>
      vkm.assign %slot, %2 : !vkm.ref<f32>
      %size = vkm.builtin subgroup_size[0] : ui32
      %count = vkm.builtin num_subgroups[0] : ui32
      %same = vkm.cmp eq %size, %count : ui32
      vkm.if %same {
        %flag = vkm.shared_ref @flag : !vkm.ref<i1>
        vkm.assign %flag, %same : !vkm.ref<i1>
      }
    }

    // CHECK-LABEL: //--- wide.comp
    // CHECK: #extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
    // CHECK-NOT: #extension
    // CHECK: uint64_t n;
    // CHECK-NEXT: double x;
    // CHECK-NEXT: float y;
    // CHECK: data[0] = int64_t(n + 5000000000ul) << 3;
    // CHECK-NEXT: data[1] = int64_t(x * 0.1lf) + 1l;
    vkm.shader @wide kernel "wide" local_size [64, 1, 1]
        bindings [#vkm.binding<0, parameter "data" : si64, write>] doc "Wide types." {
      %data = vkm.buffer "data" : !vkm.ptr<si64>
      %n = vkm.push_constant "n" : ui64
      %x = vkm.push_constant "x" : f64
      %y = vkm.push_constant "y" : f32
      %zero = vkm.constant 0 : si32
      %one = vkm.constant 1 : si32
      %three = vkm.constant 3 : si32
      %0 = vkm.deref %data[%zero] : !vkm.ptr<si64>, si32 -> !vkm.ref<si64>
      %large = vkm.constant 5000000000 : ui64
      %1 = vkm.binary add %n, %large : ui64
      %2 = vkm.cast %1 : ui64 to si64
      %3 = vkm.binary shl %2, %three : si64, si32
      vkm.assign %0, %3 : !vkm.ref<si64>
      %4 = vkm.deref %data[%one] : !vkm.ptr<si64>, si32 -> !vkm.ref<si64>
      %tenth = vkm.constant 0.1 : f64
      %5 = vkm.binary mul %x, %tenth : f64
      %6 = vkm.cast %5 : f64 to si64
      %wideOne = vkm.constant 1 : si64
      %7 = vkm.binary add %6, %wideOne : si64
      vkm.assign %4, %7 : !vkm.ref<si64>
      %8 = vkm.cast %y : f32 to si64
      vkm.assign %4, %8 : !vkm.ref<si64>
    }

    // CHECK-LABEL: //--- atomics.comp
    // CHECK: #extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
    // CHECK-NEXT: #extension GL_EXT_shader_atomic_int64 : require
    // CHECK-NEXT: #extension GL_EXT_shader_atomic_float : require
    // CHECK: atomicAdd(floats[0], 1.0);
    // CHECK-NEXT: atomicMax(longs[0], 1l);
    vkm.shader @atomics kernel "atomics" local_size [64, 1, 1]
        bindings [#vkm.binding<0, parameter "floats" : f32, read_write>,
                  #vkm.binding<1, parameter "longs" : si64, read_write>] doc "Atomics." {
      %floats = vkm.buffer "floats" : !vkm.ptr<f32>
      %longs = vkm.buffer "longs" : !vkm.ptr<si64>
      %zero = vkm.constant 0 : si32
      %0 = vkm.deref %floats[%zero] : !vkm.ptr<f32>, si32 -> !vkm.ref<f32>
      %1 = vkm.deref %longs[%zero] : !vkm.ptr<si64>, si32 -> !vkm.ref<si64>
      %one = vkm.constant 1.0 : f32
      %wideOne = vkm.constant 1 : si64
      %2 = vkm.atomic add %0, %one : !vkm.ref<f32>
      %3 = vkm.atomic max %1, %wideOne : !vkm.ref<si64>
    }
  }
}
