// What std::sort is for a checked class: a stable sort, as kernels sort. Where two elements are
// equal for the order and can be told apart, C++ does not say which of them comes first, and each
// library of C++ has an answer of its own. These overloads are more special than the library's.
#pragma once

#include <algorithm>
#include <iterator>
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
template <class Iterator, class Order> void sort(Iterator first, Iterator last, Order order) {
  using Element = typename std::iterator_traits<Iterator>::value_type;
  std::stable_sort(first, last, OrderOf<Element, Order>{order});
}

} // namespace vkmorph_check

namespace std {

template <class Element> VKMORPH_CHECK_SORT void sort(Element *first, Element *last) {
  VKMORPH_CHECK_IN_CONSTANTS(sort<Element *>(first, last))
  vkmorph_check::sort(first, last, vkmorph_check::Less());
}
template <class Element, class Order>
VKMORPH_CHECK_SORT void sort(Element *first, Element *last, Order order) {
  VKMORPH_CHECK_IN_CONSTANTS((sort<Element *, Order>(first, last, order)))
  vkmorph_check::sort(first, last, order);
}
template <class Pointer, class Container>
VKMORPH_CHECK_SORT void sort(__gnu_cxx::__normal_iterator<Pointer, Container> first,
                             __gnu_cxx::__normal_iterator<Pointer, Container> last) {
  VKMORPH_CHECK_IN_CONSTANTS(sort<decltype(first)>(first, last))
  vkmorph_check::sort(first, last, vkmorph_check::Less());
}
template <class Pointer, class Container, class Order>
VKMORPH_CHECK_SORT void sort(__gnu_cxx::__normal_iterator<Pointer, Container> first,
                             __gnu_cxx::__normal_iterator<Pointer, Container> last, Order order) {
  VKMORPH_CHECK_IN_CONSTANTS((sort<decltype(first), Order>(first, last, order)))
  vkmorph_check::sort(first, last, order);
}

} // namespace std

#undef VKMORPH_CHECK_SORT
#undef VKMORPH_CHECK_IN_CONSTANTS
