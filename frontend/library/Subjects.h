//===- Subjects.h - The tables of library functions, one for each subject ---------------------===//

#ifndef VKMORPH_FRONTEND_LIBRARY_SUBJECTS_H
#define VKMORPH_FRONTEND_LIBRARY_SUBJECTS_H

#include "frontend/library/Library.h"

namespace vkmorph::frontend {

// <algorithm> and <numeric> over ranges
extern const LibrarySubject kFills;  ///< AlgorithmFills.cpp: fill, generate, iota
extern const LibrarySubject kCopies; ///< AlgorithmCopies.cpp: copy, transform, replace
/// AlgorithmCompactions.cpp: copy_if, remove_if, unique
extern const LibrarySubject kCompactions;
extern const LibrarySubject kScans;    ///< AlgorithmScans.cpp: partial_sum, inclusive_scan
extern const LibrarySubject kOrders;   ///< AlgorithmOrders.cpp: reverse, sort, lower_bound
extern const LibrarySubject kFolds;    ///< AlgorithmFolds.cpp: accumulate, count
extern const LibrarySubject kSearches; ///< AlgorithmSearches.cpp: find, all_of, max_element
extern const LibrarySubject kBlocks;   ///< Memory.cpp: memcpy, memset, bit_cast
// Numbers
extern const LibrarySubject kExtremes;         ///< Extremes.cpp: min, max, clamp of anything
extern const LibrarySubject kMathFunctions;    ///< MathFunctions.cpp: sqrt, sin
extern const LibrarySubject kNumericFunctions; ///< NumericFunctions.cpp: isfinite, lerp
extern const LibrarySubject kBitFunctions;     ///< BitFunctions.cpp: popcount, rotl
// Classes
extern const LibrarySubject kArrays;          ///< Arrays.cpp: std::array, std::begin
extern const LibrarySubject kIterators;       ///< Iterators.cpp: what is done to iterators
extern const LibrarySubject kTuples;          ///< Tuples.cpp: std::pair, std::tuple
extern const LibrarySubject kStdVectors;      ///< StdVectors.cpp: elements and sizes
extern const LibrarySubject kVariants;        ///< Variants.cpp: std::variant
extern const LibrarySubject kSmartPointers;   ///< SmartPointers.cpp: std::unique_ptr
extern const LibrarySubject kVectorChanges;   ///< VectorAppends.cpp: push_back, clear
extern const LibrarySubject kFunctionObjects; ///< FunctionObjects.cpp: std::plus, std::invoke
extern const LibrarySubject kUtilities;       ///< Utilities.cpp: move, swap, exchange
extern const LibrarySubject kVectors;         ///< VectorCalls.cpp: GLM, LiteMath
/// RefusedFunctions.cpp: what the device has no counterpart for, with its remedy.
extern const LibrarySubject kRefusedFunctions;

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_LIBRARY_SUBJECTS_H
