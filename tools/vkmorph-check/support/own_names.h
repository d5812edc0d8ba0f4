// What a harness calls ours by: macros of the checked class with such names end here. It is no
// header of the library's, and included by harnesses alone.
#pragma once

// Namespaces and types.
#undef check
#undef types
#undef Arguments
#undef ControlFunction
#undef Field
#undef Parameter
#undef Part
#undef Type
#undef BufferRange
#undef Member
#undef MemberSpan
#undef MemberTable
#undef MembersOf
#undef PrivateMembers
#undef VectorMember
#undef VectorSpan
#undef VectorTable
#undef VectorsOf
#undef CountedVector
#undef Within

// Functions.
#undef arrayType
#undef describe
#undef describeClass
#undef elementsOf
#undef fillElements
#undef fillVector
#undef get
#undef inOut
#undef input
#undef kPrivateMembers
#undef makeElement
#undef member
#undef place
#undef recordType
#undef run
#undef takeElements
#undef takeVector
#undef value

// Scalars.
#undef kBool
#undef kDouble
#undef kFloat
#undef kInt8
#undef kInt16
#undef kInt32
#undef kInt64
#undef kUInt8
#undef kUInt16
#undef kUInt32
#undef kUInt64

// Members.
#undef buffer
#undef constructorParameterCount
#undef constructorParameters
#undef controlCount
#undef controls
#undef count
#undef fields
#undef members
#undef offset
#undef range
#undef setResult
#undef setThrown
#undef size
#undef vectorFields
#undef vectors

#undef main
