//===- VkmOps.td - All operations of the vkm dialect, for tablegen -------------*- tablegen -*-===//

include "ir/VkmClassOps.td"
include "ir/VkmLvalueOps.td"
include "ir/VkmStatementOps.td"
include "ir/VkmExpressionOps.td"
include "ir/VkmPatternOps.td"
include "ir/VkmDeviceOps.td"
include "ir/VkmCommandOps.td"
include "ir/VkmAppendOps.td"
include "ir/VkmVirtualOps.td"
