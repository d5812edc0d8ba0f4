// What the verifiers of vectors that are appended to reject.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics

vkm.class @C namespaces [] header "c.h" {
  vkm.field @m_sum : si32
  vkm.func @append(%x: si32) {
    // expected-error@+1 {{'vkm.append' op is about no vector of the class: @m_sum}}
    vkm.append @m_sum, %x : si32
  }
}

// -----
vkm.class @C namespaces [] header "c.h" {
  vkm.field @m_hits : !vkm.dynarray<f32>
  vkm.func @append(%x: si32) {
    // expected-error@+1 {{'vkm.append' op appends 'si32' to a vector of 'f32'}}
    vkm.append @m_hits, %x : si32
  }
}

// -----
vkm.class @C namespaces [] header "c.h" {
  vkm.field @m_hits : !vkm.dynarray<si32>
  vkm.func @append(%x: si32, %next: !vkm.ref<ui32>) {
    // expected-error@+1 {{'vkm.append' op has a place of the next slot, but no order}}
    vkm.append @m_hits, %x : si32 by subgroup at %next : !vkm.ref<ui32>
  }
}

// -----
vkm.class @C namespaces [] header "c.h" {
  vkm.field @m_hits : !vkm.dynarray<si32>
  vkm.func @append(%x: si32, %next: !vkm.ref<si32>) {
    // expected-error@+1 {{'vkm.append' op counts in 'si32'}}
    vkm.append @m_hits, %x : si32 by stable at %next : !vkm.ref<si32>
  }
}

// -----
vkm.class @C namespaces [] header "c.h" {
  vkm.field @m_sum : si32
  vkm.func @count() {
    // expected-error@+1 {{'vkm.append_counter' op is about no vector of the class: @m_sum}}
    %count = vkm.append_counter @m_sum : <ui32>
  }
}

// -----
vkm.class @C namespaces [] header "c.h" {
  vkm.func @reserve(%n: ui64) {
    // expected-error@+1 {{'vkm.reserve' op is about no vector of the class: @m_hits}}
    vkm.reserve @m_hits, %n : ui64
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_hits : !vkm.dynarray<si32>
    vkm.func @append(%x: si32) {
      // expected-error@+1 {{'vkm.append' op does not belong into the phase 'lowered'}}
      vkm.append @m_hits, %x : si32
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.scratch @Groups bytes 12 [#vkm.member<"groups" : !vkm.array<3 x si32> at 0>]
    vkm.commands @K_commands() attributes {bindings = [], display = "K"} {
      // expected-error@+1 {{'vkm.cmd.dispatch_indirect' op reads three numbers of workgroups, which are no member of @Groups}}
      vkm.cmd.dispatch_indirect @Groups["groups"]
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.commands @K_commands() attributes {bindings = [], display = "K"} {
      // expected-error@+1 {{'vkm.will_append' op is about no vector of the class: @m_hits}}
      vkm.will_append @m_hits()
    }
  }
}

// -----
vkm.class @C namespaces [] header "c.h" {
  vkm.field @m_hits : !vkm.dynarray<si32>
  vkm.func @append(%x: si32, %elements: !vkm.ptr<f32>) {
    // expected-error@+1 {{'vkm.append' op appends 'si32' to elements of type 'f32'}}
    vkm.append @m_hits, %x : si32 into %elements : !vkm.ptr<f32>
  }
}

// -----
vkm.class @C namespaces [] header "c.h" {
  vkm.field @m_hits : !vkm.dynarray<si32>
  vkm.field @m_hits_size : ui32 size_of @m_hits
  vkm.field @m_next : !vkm.dynarray<si32>
  vkm.func @swap() {
    // expected-error@+1 {{'vkm.exchange_sizes' op exchanges a size that no field holds: @m_next}}
    vkm.exchange_sizes @m_hits, @m_next
  }
}

// -----
vkm.class @C namespaces [] header "c.h" {
  vkm.field @m_hits : !vkm.dynarray<si32>
  vkm.field @m_hits_size : ui32 size_of @m_hits
  vkm.field @m_next : !vkm.dynarray<f32>
  vkm.field @m_next_size : ui32 size_of @m_next
  vkm.func @swap() {
    // expected-error@+1 {{'vkm.exchange_sizes' op exchanges elements of type 'si32' for those of type 'f32'}}
    vkm.exchange_sizes @m_hits, @m_next
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_hits : !vkm.dynarray<si32>
    vkm.commands @K_commands() attributes {bindings = [], display = "K"} {
      // expected-error@+1 {{'vkm.will_exchange' op is about no vector of the class: @m_next}}
      vkm.will_exchange @m_hits, @m_next
    }
  }
}
