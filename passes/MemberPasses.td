//===- MemberPasses.td - The passes of members that control functions set ----*- tablegen -*-===//
//
// A part of Passes.td.
//
//===----------------------------------------------------------------------------------===//

def PromoteMembers : Vkm_Pass<"vkm-promote-members"> {
  let summary = "Keeps in variables of the host what control functions set members to";
  let description = [{
    `while (m_n > 1) { m_n = m_n / 2; kernel1D_Half(a); }`: where the host computes what a member is set to, and would wait for the device to read it
    (in conditions, for numbers of launches) or not know how many iterations a kernel has, a variable keeps the value beside the member (`vkm.value_of`).
  }];
}

def ForwardMembers : Vkm_Pass<"vkm-forward-members"> {
  let summary = "Gives sizes of vectors the values that members were just assigned";
  let description = [{
    What a control function makes room for (`vkm.reserve`) it knows before its commands run, and so before members that it has assigned
    have their values on the device. Reads of such members in these numbers become what was assigned, where that is one value
    for certain, also in functions that return an expression.
  }];
}

def PassAssigned : Vkm_Pass<"vkm-pass-assigned"> {
  let summary = "Gives kernels the numbers that members were just assigned";
  let description = [{
    `m_width = w; kernel1D_Fill(a);`: where each launch of a kernel finds a member as the control function has assigned it, and the host knows that number, the kernel gets it as a parameter in place of the integer that it reads. So the
    host knows how many iterations there are and how far they reach, and the kernel need not wait for the commands that assign the member. Functions that the kernel calls are copied for it if they read the member.
  }];
}

def SinkMembers : Vkm_Pass<"vkm-sink-members"> {
  let summary = "Assigns members that variables keep once, where control functions end";
  let description = [{
    What no command of a control function reads is set at its ends, to what the variable has there (`vkm.value_of`), and not in each iteration of its loops.
  }];
}
