// What std::sort is for a checked class: a stable sort, as kernels sort. Where two elements are
// equal for the order and can be told apart, C++ does not say which of them comes first, and each
// library of C++ has an answer of its own. These overloads are more special than the library's.
#pragma once

#include <algorithm>
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

namespace std {

template <class Element> VKMORPH_CHECK_SORT void sort(Element *first, Element *last) {
  VKMORPH_CHECK_IN_CONSTANTS(sort<Element *>(first, last))
  stable_sort(first, last);
}
template <class Element, class Order>
VKMORPH_CHECK_SORT void sort(Element *first, Element *last, Order order) {
  VKMORPH_CHECK_IN_CONSTANTS((sort<Element *, Order>(first, last, order)))
  stable_sort(first, last, order);
}
template <class Pointer, class Container>
VKMORPH_CHECK_SORT void sort(__gnu_cxx::__normal_iterator<Pointer, Container> first,
                             __gnu_cxx::__normal_iterator<Pointer, Container> last) {
  using Iterator = __gnu_cxx::__normal_iterator<Pointer, Container>;
  VKMORPH_CHECK_IN_CONSTANTS(sort<Iterator>(first, last))
  stable_sort(first, last);
}
template <class Pointer, class Container, class Order>
VKMORPH_CHECK_SORT void sort(__gnu_cxx::__normal_iterator<Pointer, Container> first,
                             __gnu_cxx::__normal_iterator<Pointer, Container> last, Order order) {
  using Iterator = __gnu_cxx::__normal_iterator<Pointer, Container>;
  VKMORPH_CHECK_IN_CONSTANTS((sort<Iterator, Order>(first, last, order)))
  stable_sort(first, last, order);
}

} // namespace std

#undef VKMORPH_CHECK_SORT
#undef VKMORPH_CHECK_IN_CONSTANTS
