// Facts of launches take no time that doubles with each variable that several values are made of: each is looked at once.
//
// RUN: %python %S/Inputs/chains.py %t.cpp
// RUN: timeout 30 vkmorph %t.cpp --class=Chains --emit=planned -- -std=c++17 2>&1 | FileCheck %s
// CHECK: warning: cannot prove that iterations of kernel 'kernel1D_Set' are independent
// CHECK: vkm.kernel @kernel1D_Set
