// What std::sort is for a checked class: a stable sort, as kernels sort; so are std::nth_element
// and std::partial_sort, which leave open where the elements stand that they are not asked for.
// Where two elements are equal for the order and can be told apart, C++ does not say which of them
// comes first, and each library of C++ has an answer of its own. All of these note what they have
// sorted by which order: where elements came in no order, those of the kernels are sorted if they
// follow it, too. These overloads are more special than the library's.
#pragma once

#include <bits/stl_algo.h>

#include <cstddef>
#include <iterator>
#include <memory>
#include <type_traits>
#include <vector>

#if __cplusplus > 201703L
#define VKMORPH_CHECK_SORT constexpr
#define VKMORPH_CHECK_IN_CONSTANTS(call)                                                           \
  if (__builtin_is_constant_evaluated())                                                           \
    return call;
#else
#define VKMORPH_CHECK_SORT inline
#define VKMORPH_CHECK_IN_CONSTANTS(call)
#endif

/// Defined where notes are kept (sorted.cpp): the bytes from `first` on have just been sorted by
/// the order that `isSorted` asks of the elements between two places.
extern "C" void vkmorph_check_note_sorted(const void *first, std::size_t bytes,
                                          bool (*isSorted)(const void *, const void *));

namespace vkmorph_check {

// std::sort gives an order elements that are not const, std::stable_sort also const ones, which an
// order need not take. No element is const itself: they are all moved.
template <class Element, class Order> struct OrderOf {
  Order order;
  bool operator()(const Element &a, const Element &b) {
    return order(const_cast<Element &>(a), const_cast<Element &>(b));
  }
};
struct Less {
  template <class Element> bool operator()(Element &a, Element &b) { return a < b; }
};
template <class Element, class Order> struct Sorted {
  static inline const Order *order = nullptr;
  static bool isSorted(const void *first, const void *last) {
    return std::is_sorted(static_cast<const Element *>(first), static_cast<const Element *>(last),
                          OrderOf<Element, Order>{*order});
  }
};
template <class Iterator, class Order> void sort(Iterator first, Iterator last, Order order) {
  using Element = typename std::iterator_traits<Iterator>::value_type;
  using Whole = OrderOf<Element, Order>;
  std::stable_sort<Iterator, Whole>(first, last, Whole{order});
  // What an order refers to may be gone later: only one that has no members is asked again.
  if constexpr (std::is_empty_v<Order>) {
    static const Order kept = order;
    Sorted<Element, Order>::order = &kept;
    if (first != last)
      vkmorph_check_note_sorted(std::addressof(*first), std::size_t(last - first) * sizeof(Element),
                                &Sorted<Element, Order>::isSorted);
  }
}

} // namespace vkmorph_check

// The overloads of one function of the library.
#define VKMORPH_CHECK_SORTS(name)                                                                  \
  template <class Element> VKMORPH_CHECK_SORT void name(Element *first, Element *last) {           \
    VKMORPH_CHECK_IN_CONSTANTS(name<Element *>(first, last))                                       \
    vkmorph_check::sort(first, last, vkmorph_check::Less());                                       \
  }                                                                                                \
  template <class Element, class Order>                                                            \
  VKMORPH_CHECK_SORT void name(Element *first, Element *last, Order order) {                       \
    VKMORPH_CHECK_IN_CONSTANTS((name<Element *, Order>(first, last, order)))                       \
    vkmorph_check::sort(first, last, order);                                                       \
  }                                                                                                \
  template <class Pointer, class Container>                                                        \
  VKMORPH_CHECK_SORT void name(__gnu_cxx::__normal_iterator<Pointer, Container> first,             \
                               __gnu_cxx::__normal_iterator<Pointer, Container> last) {            \
    VKMORPH_CHECK_IN_CONSTANTS(name<decltype(first)>(first, last))                                 \
    vkmorph_check::sort(first, last, vkmorph_check::Less());                                       \
  }                                                                                                \
  template <class Pointer, class Container, class Order>                                           \
  VKMORPH_CHECK_SORT void name(__gnu_cxx::__normal_iterator<Pointer, Container> first,             \
                               __gnu_cxx::__normal_iterator<Pointer, Container> last,              \
                               Order order) {                                                      \
    VKMORPH_CHECK_IN_CONSTANTS((name<decltype(first), Order>(first, last, order)))                 \
    vkmorph_check::sort(first, last, order);                                                       \
  }

// Those of a function that is asked for some of the elements.
#define VKMORPH_CHECK_SORTS_OF_SOME(name)                                                          \
  template <class Element>                                                                         \
  VKMORPH_CHECK_SORT void name(Element *first, [[maybe_unused]] Element *some, Element *last) {    \
    VKMORPH_CHECK_IN_CONSTANTS(name<Element *>(first, some, last))                                 \
    vkmorph_check::sort(first, last, vkmorph_check::Less());                                       \
  }                                                                                                \
  template <class Element, class Order>                                                            \
  VKMORPH_CHECK_SORT void name(Element *first, [[maybe_unused]] Element *some, Element *last,      \
                               Order order) {                                                      \
    VKMORPH_CHECK_IN_CONSTANTS((name<Element *, Order>(first, some, last, order)))                 \
    vkmorph_check::sort(first, last, order);                                                       \
  }                                                                                                \
  template <class Pointer, class Container>                                                        \
  VKMORPH_CHECK_SORT void name(                                                                    \
      __gnu_cxx::__normal_iterator<Pointer, Container> first,                                      \
      [[maybe_unused]] __gnu_cxx::__normal_iterator<Pointer, Container> some,                      \
      __gnu_cxx::__normal_iterator<Pointer, Container> last) {                                     \
    VKMORPH_CHECK_IN_CONSTANTS(name<decltype(first)>(first, some, last))                           \
    vkmorph_check::sort(first, last, vkmorph_check::Less());                                       \
  }                                                                                                \
  template <class Pointer, class Container, class Order>                                           \
  VKMORPH_CHECK_SORT void name(                                                                    \
      __gnu_cxx::__normal_iterator<Pointer, Container> first,                                      \
      [[maybe_unused]] __gnu_cxx::__normal_iterator<Pointer, Container> some,                      \
      __gnu_cxx::__normal_iterator<Pointer, Container> last, Order order) {                        \
    VKMORPH_CHECK_IN_CONSTANTS((name<decltype(first), Order>(first, some, last, order)))           \
    vkmorph_check::sort(first, last, order);                                                       \
  }

namespace std {
VKMORPH_CHECK_SORTS(sort)
VKMORPH_CHECK_SORTS(stable_sort)
VKMORPH_CHECK_SORTS_OF_SOME(nth_element)
VKMORPH_CHECK_SORTS_OF_SOME(partial_sort)
} // namespace std

#undef VKMORPH_CHECK_SORTS
#undef VKMORPH_CHECK_SORTS_OF_SOME
#undef VKMORPH_CHECK_SORT
#undef VKMORPH_CHECK_IN_CONSTANTS

// Behind the overloads, which std::ranges::sort finds then.
#include <algorithm>
