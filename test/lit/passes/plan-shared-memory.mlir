// Workgroups are no larger than what their reductions take of the shared memory lets them be: 20 doubles per thread.
// RUN: vkmorph-opt %s -vkm-plan | FileCheck %s --check-prefix=AUTO
// RUN: vkmorph-opt %s -verify-diagnostics -vkm-plan="workgroup-size=1024 target=vulkan13" | FileCheck %s --check-prefix=ASKED
// RUN: echo '{"name": "tiny", "shared_memory_bytes": 128}' > %t.json
// RUN: not vkmorph-opt %s -vkm-plan=target=%t.json 2>&1 | FileCheck %s --check-prefix=TINY
// TINY: error: the reductions in one loop of kernel 'kernel1D_Many' take 164 bytes of shared memory per thread, and target 'tiny' has 128 bytes [vkm2206]
// TINY: note: distribute them over several loops or kernels, reduce smaller values, or choose a target with more shared memory

// AUTO: workgroup_size = array<i32: 128, 1, 1>
// ASKED: workgroup_size = array<i32: 128, 1, 1>
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_many : !vkm.array<20 x f64>
    vkm.kernel @kernel1D_Many(%a: !vkm.ptr<f64> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-warning @below {{kernel 'kernel1D_Many' runs in workgroups of 128 threads, not 1024: its values take 163844 bytes of shared memory, and target 'vulkan13' has 32768 [vkm2214, workgroup-shrunk]}}
      // expected-note @below {{ask for a smaller workgroup size}}
      // expected-remark @below {{in workgroups of 128, finished by the last workgroup}}
      vkm.grid (%x: ui32 "x") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%x] : !vkm.ptr<f64>, ui32 -> !vkm.ref<f64>
        %v = vkm.load %p : !vkm.ref<f64>
        vkm.reduce add @m_many[0], %v : f64
        vkm.reduce add @m_many[1], %v : f64
        vkm.reduce add @m_many[2], %v : f64
        vkm.reduce add @m_many[3], %v : f64
        vkm.reduce add @m_many[4], %v : f64
        vkm.reduce add @m_many[5], %v : f64
        vkm.reduce add @m_many[6], %v : f64
        vkm.reduce add @m_many[7], %v : f64
        vkm.reduce add @m_many[8], %v : f64
        vkm.reduce add @m_many[9], %v : f64
        vkm.reduce add @m_many[10], %v : f64
        vkm.reduce add @m_many[11], %v : f64
        vkm.reduce add @m_many[12], %v : f64
        vkm.reduce add @m_many[13], %v : f64
        vkm.reduce add @m_many[14], %v : f64
        vkm.reduce add @m_many[15], %v : f64
        vkm.reduce add @m_many[16], %v : f64
        vkm.reduce add @m_many[17], %v : f64
        vkm.reduce add @m_many[18], %v : f64
        vkm.reduce add @m_many[19], %v : f64
      }
    }
  }
}
