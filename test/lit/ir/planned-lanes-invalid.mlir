// Plans by which groups of threads take iterations whose loops differ in length: sizes, and what they ask of the loop.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_shuffle = true, subgroup_arithmetic = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%values: !vkm.ptr<const f32> {vkm.name = "values"}, %rows: !vkm.ptr<const si32> {vkm.name = "rows"}, %sums: !vkm.ptr<f32> {vkm.name = "sums"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1)
          attributes {max_workgroups = array<i32: 1024, 1, 1>, workgroup_size = array<i32: 128, 1, 1>} {
        %none = vkm.constant 0.0 : f32
        %total = vkm.var "total" : !vkm.ref<f32> = %none : f32
        %p = vkm.deref %rows[%i] : !vkm.ptr<const si32>, si32 -> !vkm.ref<si32>
        %end = vkm.load %p : !vkm.ref<si32>
        // expected-error@+1 {{'vkm.row' op is planned without lanes, and its loop has not one length in all iterations of the grid}}
        vkm.row(add %total : !vkm.ref<f32>) step 1 by <subgroup from 128> {
          vkm.for "k" = %zero : si32 cond (%k: !vkm.ref<si32>) {
            %at = vkm.load %k : !vkm.ref<si32>
            %more = vkm.cmp lt %at, %end : si32
            vkm.yield %more : i1
          } step (%k: !vkm.ref<si32>) {
            %one = vkm.constant 1 : si32
            vkm.update add %k, %one : !vkm.ref<si32>, si32
          } body (%k: !vkm.ref<si32>) {
            %at = vkm.load %k : !vkm.ref<si32>
            %q = vkm.deref %values[%at] : !vkm.ptr<const f32>, si32 -> !vkm.ref<f32>
            %v = vkm.load %q : !vkm.ref<f32>
            vkm.update add %total, %v : !vkm.ref<f32>, f32
          }
        }
        %sum = vkm.load %total : !vkm.ref<f32>
        %s = vkm.deref %sums[%i] : !vkm.ptr<f32>, si32 -> !vkm.ref<f32>
        vkm.assign %s, %sum : !vkm.ref<f32>
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_shuffle = true, subgroup_arithmetic = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%values: !vkm.ptr<const f32> {vkm.name = "values"}, %rows: !vkm.ptr<const si32> {vkm.name = "rows"}, %sums: !vkm.ptr<f32> {vkm.name = "sums"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1)
          attributes {max_workgroups = array<i32: 1024, 1, 1>, workgroup_size = array<i32: 128, 1, 1>} {
        %none = vkm.constant 0.0 : f32
        %total = vkm.var "total" : !vkm.ref<f32> = %none : f32
        %p = vkm.deref %rows[%i] : !vkm.ptr<const si32>, si32 -> !vkm.ref<si32>
        %end = vkm.load %p : !vkm.ref<si32>
        // expected-error@+1 {{'vkm.row' op has groups of 1 to 24 in workgroups of 128 threads; these are powers of two, none larger than the next}}
        vkm.row(add %total : !vkm.ref<f32>) step 1 by <subgroup from 1 lanes 24> {
          vkm.for "k" = %zero : si32 cond (%k: !vkm.ref<si32>) {
            %at = vkm.load %k : !vkm.ref<si32>
            %more = vkm.cmp lt %at, %end : si32
            vkm.yield %more : i1
          } step (%k: !vkm.ref<si32>) {
            %one = vkm.constant 1 : si32
            vkm.update add %k, %one : !vkm.ref<si32>, si32
          } body (%k: !vkm.ref<si32>) {
            %at = vkm.load %k : !vkm.ref<si32>
            %q = vkm.deref %values[%at] : !vkm.ptr<const f32>, si32 -> !vkm.ref<f32>
            %v = vkm.load %q : !vkm.ref<f32>
            vkm.update add %total, %v : !vkm.ref<f32>, f32
          }
        }
        %sum = vkm.load %total : !vkm.ref<f32>
        %s = vkm.deref %sums[%i] : !vkm.ptr<f32>, si32 -> !vkm.ref<f32>
        vkm.assign %s, %sum : !vkm.ref<f32>
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_shuffle = true, subgroup_arithmetic = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%values: !vkm.ptr<const f32> {vkm.name = "values"}, %rows: !vkm.ptr<const si32> {vkm.name = "rows"}, %sums: !vkm.ptr<f32> {vkm.name = "sums"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1)
          attributes {max_workgroups = array<i32: 1024, 1, 1>, workgroup_size = array<i32: 128, 1, 1>} {
        %none = vkm.constant 0.0 : f32
        %total = vkm.var "total" : !vkm.ref<f32> = %none : f32
        %p = vkm.deref %rows[%i] : !vkm.ptr<const si32>, si32 -> !vkm.ref<si32>
        %end = vkm.load %p : !vkm.ref<si32>
        // expected-error@+1 {{'vkm.row' op has groups of 1 to 256 in workgroups of 128 threads; these are powers of two, none larger than the next}}
        vkm.row(add %total : !vkm.ref<f32>) step 1 by <subgroup from 1 lanes 256> {
          vkm.for "k" = %zero : si32 cond (%k: !vkm.ref<si32>) {
            %at = vkm.load %k : !vkm.ref<si32>
            %more = vkm.cmp lt %at, %end : si32
            vkm.yield %more : i1
          } step (%k: !vkm.ref<si32>) {
            %one = vkm.constant 1 : si32
            vkm.update add %k, %one : !vkm.ref<si32>, si32
          } body (%k: !vkm.ref<si32>) {
            %at = vkm.load %k : !vkm.ref<si32>
            %q = vkm.deref %values[%at] : !vkm.ptr<const f32>, si32 -> !vkm.ref<f32>
            %v = vkm.load %q : !vkm.ref<f32>
            vkm.update add %total, %v : !vkm.ref<f32>, f32
          }
        }
        %sum = vkm.load %total : !vkm.ref<f32>
        %s = vkm.deref %sums[%i] : !vkm.ptr<f32>, si32 -> !vkm.ref<f32>
        vkm.assign %s, %sum : !vkm.ref<f32>
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_shuffle = true, subgroup_arithmetic = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%values: !vkm.ptr<const f32> {vkm.name = "values"}, %rows: !vkm.ptr<const si32> {vkm.name = "rows"}, %sums: !vkm.ptr<f32> {vkm.name = "sums"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1)
          attributes {max_workgroups = array<i32: 1024, 1, 1>, workgroup_size = array<i32: 128, 1, 1>} {
        %none = vkm.constant 0.0 : f32
        %total = vkm.var "total" : !vkm.ref<f32> = %none : f32
        %p = vkm.deref %rows[%i] : !vkm.ptr<const si32>, si32 -> !vkm.ref<si32>
        %end = vkm.load %p : !vkm.ref<si32>
        // expected-error@+1 {{'vkm.row' op has groups of 32 to 16 in workgroups of 128 threads; these are powers of two, none larger than the next}}
        vkm.row(add %total : !vkm.ref<f32>) step 1 by <subgroup from 1 lanes 16 least 32> {
          vkm.for "k" = %zero : si32 cond (%k: !vkm.ref<si32>) {
            %at = vkm.load %k : !vkm.ref<si32>
            %more = vkm.cmp lt %at, %end : si32
            vkm.yield %more : i1
          } step (%k: !vkm.ref<si32>) {
            %one = vkm.constant 1 : si32
            vkm.update add %k, %one : !vkm.ref<si32>, si32
          } body (%k: !vkm.ref<si32>) {
            %at = vkm.load %k : !vkm.ref<si32>
            %q = vkm.deref %values[%at] : !vkm.ptr<const f32>, si32 -> !vkm.ref<f32>
            %v = vkm.load %q : !vkm.ref<f32>
            vkm.update add %total, %v : !vkm.ref<f32>, f32
          }
        }
        %sum = vkm.load %total : !vkm.ref<f32>
        %s = vkm.deref %sums[%i] : !vkm.ptr<f32>, si32 -> !vkm.ref<f32>
        vkm.assign %s, %sum : !vkm.ref<f32>
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%values: !vkm.ptr<const f32> {vkm.name = "values"}, %rows: !vkm.ptr<const si32> {vkm.name = "rows"}, %sums: !vkm.ptr<f32> {vkm.name = "sums"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1)
          attributes {max_workgroups = array<i32: 1024, 1, 1>, workgroup_size = array<i32: 128, 1, 1>} {
        %none = vkm.constant 0.0 : f32
        %total = vkm.var "total" : !vkm.ref<f32> = %none : f32
        %p = vkm.deref %rows[%i] : !vkm.ptr<const si32>, si32 -> !vkm.ref<si32>
        %end = vkm.load %p : !vkm.ref<si32>
        // expected-error@+1 {{'vkm.row' op cannot combine by subgroup operations: target 'small' has no subgroup shuffles}}
        vkm.row(add %total : !vkm.ref<f32>) step 1 by <subgroup from 1 lanes 32> {
          vkm.for "k" = %zero : si32 cond (%k: !vkm.ref<si32>) {
            %at = vkm.load %k : !vkm.ref<si32>
            %more = vkm.cmp lt %at, %end : si32
            vkm.yield %more : i1
          } step (%k: !vkm.ref<si32>) {
            %one = vkm.constant 1 : si32
            vkm.update add %k, %one : !vkm.ref<si32>, si32
          } body (%k: !vkm.ref<si32>) {
            %at = vkm.load %k : !vkm.ref<si32>
            %q = vkm.deref %values[%at] : !vkm.ptr<const f32>, si32 -> !vkm.ref<f32>
            %v = vkm.load %q : !vkm.ref<f32>
            vkm.update add %total, %v : !vkm.ref<f32>, f32
          }
        }
        %sum = vkm.load %total : !vkm.ref<f32>
        %s = vkm.deref %sums[%i] : !vkm.ptr<f32>, si32 -> !vkm.ref<f32>
        vkm.assign %s, %sum : !vkm.ref<f32>
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_shuffle = true, subgroup_arithmetic = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%values: !vkm.ptr<const f32> {vkm.name = "values"}, %rows: !vkm.ptr<const si32> {vkm.name = "rows"}, %sums: !vkm.ptr<f32> {vkm.name = "sums"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1)
          attributes {max_workgroups = array<i32: 1024, 1, 1>, workgroup_size = array<i32: 128, 1, 1>} {
        %none = vkm.constant 0.0 : f32
        %total = vkm.var "total" : !vkm.ref<f32> = %none : f32
        %p = vkm.deref %rows[%i] : !vkm.ptr<const si32>, si32 -> !vkm.ref<si32>
        %end = vkm.load %p : !vkm.ref<si32>
        // expected-error@+1 {{'vkm.row' op is planned by lanes, and by columns or below a number of rows}}
        vkm.row(add %total : !vkm.ref<f32>) step 1 by <tree from 1 below 9 lanes 32> {
          vkm.for "k" = %zero : si32 cond (%k: !vkm.ref<si32>) {
            %at = vkm.load %k : !vkm.ref<si32>
            %more = vkm.cmp lt %at, %end : si32
            vkm.yield %more : i1
          } step (%k: !vkm.ref<si32>) {
            %one = vkm.constant 1 : si32
            vkm.update add %k, %one : !vkm.ref<si32>, si32
          } body (%k: !vkm.ref<si32>) {
            %at = vkm.load %k : !vkm.ref<si32>
            %q = vkm.deref %values[%at] : !vkm.ptr<const f32>, si32 -> !vkm.ref<f32>
            %v = vkm.load %q : !vkm.ref<f32>
            vkm.update add %total, %v : !vkm.ref<f32>, f32
          }
        }
        %sum = vkm.load %total : !vkm.ref<f32>
        %s = vkm.deref %sums[%i] : !vkm.ptr<f32>, si32 -> !vkm.ref<f32>
        vkm.assign %s, %sum : !vkm.ref<f32>
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_shuffle = true, subgroup_arithmetic = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%values: !vkm.ptr<const f32> {vkm.name = "values"}, %rows: !vkm.ptr<const si32> {vkm.name = "rows"}, %sums: !vkm.ptr<f32> {vkm.name = "sums"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1)
          attributes {max_workgroups = array<i32: 1024, 1, 1>, workgroup_size = array<i32: 128, 1, 1>} {
        %none = vkm.constant 0.0 : f32
        %total = vkm.var "total" : !vkm.ref<f32> = %none : f32
        %p = vkm.deref %rows[%i] : !vkm.ptr<const si32>, si32 -> !vkm.ref<si32>
        %end = vkm.load %p : !vkm.ref<si32>
        // expected-error@+1 {{'vkm.row' op is planned by lanes, and groups of threads cannot take its iterations: the grid does not count up by ones in 32 bits, something is written before its loop, a condition stands around it, or it has one length}}
        vkm.row(add %total : !vkm.ref<f32>) step 1 by <tree from 1 lanes 32> {
          vkm.for "k" = %zero : si32 cond (%k: !vkm.ref<si32>) {
            %at = vkm.load %k : !vkm.ref<si32>
            %more = vkm.cmp lt %at, %n : si32
            vkm.yield %more : i1
          } step (%k: !vkm.ref<si32>) {
            %one = vkm.constant 1 : si32
            vkm.update add %k, %one : !vkm.ref<si32>, si32
          } body (%k: !vkm.ref<si32>) {
            %at = vkm.load %k : !vkm.ref<si32>
            %q = vkm.deref %values[%at] : !vkm.ptr<const f32>, si32 -> !vkm.ref<f32>
            %v = vkm.load %q : !vkm.ref<f32>
            vkm.update add %total, %v : !vkm.ref<f32>, f32
          }
        }
        %sum = vkm.load %total : !vkm.ref<f32>
        %s = vkm.deref %sums[%i] : !vkm.ptr<f32>, si32 -> !vkm.ref<f32>
        vkm.assign %s, %sum : !vkm.ref<f32>
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_shuffle = true, subgroup_arithmetic = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%values: !vkm.ptr<const f32> {vkm.name = "values"}, %rows: !vkm.ptr<si32> {vkm.name = "rows"}, %sums: !vkm.ptr<f32> {vkm.name = "sums"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1)
          attributes {max_workgroups = array<i32: 1024, 1, 1>, workgroup_size = array<i32: 128, 1, 1>} {
        %none = vkm.constant 0.0 : f32
        %total = vkm.var "total" : !vkm.ref<f32> = %none : f32
        %p = vkm.deref %rows[%i] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
        %end = vkm.load %p : !vkm.ref<si32>
        // expected-error@+1 {{'vkm.row' op is planned by lanes of the mean length, which nobody knows: where its loop begins and ends depends on what iterations change}}
        vkm.row(add %total : !vkm.ref<f32>) step 1 by <tree from 1 lanes 32> {
          vkm.for "k" = %zero : si32 cond (%k: !vkm.ref<si32>) {
            %at = vkm.load %k : !vkm.ref<si32>
            %more = vkm.cmp lt %at, %end : si32
            vkm.yield %more : i1
          } step (%k: !vkm.ref<si32>) {
            %one = vkm.constant 1 : si32
            vkm.update add %k, %one : !vkm.ref<si32>, si32
          } body (%k: !vkm.ref<si32>) {
            %at = vkm.load %k : !vkm.ref<si32>
            %q = vkm.deref %values[%at] : !vkm.ptr<const f32>, si32 -> !vkm.ref<f32>
            %v = vkm.load %q : !vkm.ref<f32>
            vkm.update add %total, %v : !vkm.ref<f32>, f32
          }
        }
        %sum = vkm.load %total : !vkm.ref<f32>
        %s = vkm.deref %sums[%i] : !vkm.ptr<f32>, si32 -> !vkm.ref<f32>
        vkm.assign %s, %sum : !vkm.ref<f32>
        vkm.assign %p, %zero : !vkm.ref<si32>
      }
    }
  }
}
