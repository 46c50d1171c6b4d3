/** The short vectors of HIP in C++: named elements, and operators on whole vectors. A part of
 *  hip_vector_types.h. */
#ifndef GPUINTEROP_HIP_VECTOR_CLASS_H
#define GPUINTEROP_HIP_VECTOR_CLASS_H

#ifdef __cplusplus

#include <type_traits>

/** The elements of a vector; n is 1 to 4. */
template <class _Tp, unsigned int n> struct HIP_vector_base;

template <class _Tp> struct HIP_vector_base<_Tp, 1> {
    typedef _Tp value_type;
    _Tp x;
    _Tp &element(unsigned int) { return x; }
    const _Tp &element(unsigned int) const { return x; }
};

template <class _Tp> struct alignas(2 * sizeof(_Tp)) HIP_vector_base<_Tp, 2> {
    typedef _Tp value_type;
    _Tp x, y;
    _Tp &element(unsigned int i) { return i == 0 ? x : y; }
    const _Tp &element(unsigned int i) const { return i == 0 ? x : y; }
};

template <class _Tp> struct HIP_vector_base<_Tp, 3> {
    typedef _Tp value_type;
    _Tp x, y, z;
    _Tp &element(unsigned int i) { return i == 0 ? x : i == 1 ? y : z; }
    const _Tp &element(unsigned int i) const { return i == 0 ? x : i == 1 ? y : z; }
};

template <class _Tp> struct alignas(4 * sizeof(_Tp)) HIP_vector_base<_Tp, 4> {
    typedef _Tp value_type;
    _Tp x, y, z, w;
    _Tp &element(unsigned int i) { return i == 0 ? x : i == 1 ? y : i == 2 ? z : w; }
    const _Tp &element(unsigned int i) const { return i == 0 ? x : i == 1 ? y : i == 2 ? z : w; }
};

/** A vector of n numbers. */
template <class _Tp, unsigned int n> struct HIP_vector_type : HIP_vector_base<_Tp, n> {
    HIP_vector_type() = default;

    /** All elements from one number. For a vector of one element the conversion is implicit. */
    template <class _Up, unsigned int m = n,
              typename std::enable_if<m == 1 && std::is_arithmetic<_Up>::value, int>::type = 0>
    HIP_vector_type(_Up value)
    {
        this->x = static_cast<_Tp>(value);
    }

    template <class _Up, unsigned int m = n,
              typename std::enable_if<(m > 1) && std::is_arithmetic<_Up>::value, int>::type = 0>
    explicit HIP_vector_type(_Up value)
    {
        for (unsigned int i = 0; i < n; i++)
            this->element(i) = static_cast<_Tp>(value);
    }

    /** Each element from its own number. */
    template <class _Up, class... Rest,
              typename std::enable_if<(n > 1) && sizeof...(Rest) + 1 == n, int>::type = 0>
    HIP_vector_type(_Up first, Rest... rest)
    {
        const _Tp all[] = {static_cast<_Tp>(first), static_cast<_Tp>(rest)...};
        for (unsigned int i = 0; i < n; i++)
            this->element(i) = all[i];
    }

    HIP_vector_type &operator++() { return *this += _Tp(1); }
    HIP_vector_type &operator--() { return *this -= _Tp(1); }
    HIP_vector_type operator++(int)
    {
        HIP_vector_type before = *this;
        ++*this;
        return before;
    }
    HIP_vector_type operator--(int)
    {
        HIP_vector_type before = *this;
        --*this;
        return before;
    }

    HIP_vector_type operator-() const
    {
        HIP_vector_type result;
        for (unsigned int i = 0; i < n; i++)
            result.element(i) = static_cast<_Tp>(-this->element(i));
        return result;
    }

    template <class _Up = _Tp, typename std::enable_if<std::is_integral<_Up>::value, int>::type = 0>
    HIP_vector_type operator~() const
    {
        HIP_vector_type result;
        for (unsigned int i = 0; i < n; i++)
            result.element(i) = static_cast<_Tp>(~this->element(i));
        return result;
    }
};

/* An operator on two vectors, or on a vector and a number, and its assignment form. elements is
 * the kind of number that it accepts. */
#define GPUINTEROP_VECTOR_OPERATOR(op, elements)                                                  \
    template <class _Tp, unsigned int n, typename std::enable_if<elements, int>::type = 0>        \
    static inline HIP_vector_type<_Tp, n> &operator op##=(HIP_vector_type<_Tp, n> &a,             \
                                                          const HIP_vector_type<_Tp, n> &b)       \
    {                                                                                             \
        for (unsigned int i = 0; i < n; i++)                                                      \
            a.element(i) = static_cast<_Tp>(a.element(i) op b.element(i));                        \
        return a;                                                                                 \
    }                                                                                             \
    template <class _Tp, unsigned int n, class _Up,                                               \
              typename std::enable_if<(elements) && std::is_arithmetic<_Up>::value,               \
                                      int>::type = 0>                                             \
    static inline HIP_vector_type<_Tp, n> &operator op##=(HIP_vector_type<_Tp, n> &a, _Up b)      \
    {                                                                                             \
        return a op##= HIP_vector_type<_Tp, n>(b);                                                \
    }                                                                                             \
    template <class _Tp, unsigned int n, typename std::enable_if<elements, int>::type = 0>        \
    static inline HIP_vector_type<_Tp, n> operator op(HIP_vector_type<_Tp, n> a,                  \
                                                      const HIP_vector_type<_Tp, n> &b)           \
    {                                                                                             \
        return a op##= b;                                                                         \
    }                                                                                             \
    template <class _Tp, unsigned int n, class _Up,                                               \
              typename std::enable_if<(elements) && std::is_arithmetic<_Up>::value,               \
                                      int>::type = 0>                                             \
    static inline HIP_vector_type<_Tp, n> operator op(HIP_vector_type<_Tp, n> a, _Up b)           \
    {                                                                                             \
        return a op##= HIP_vector_type<_Tp, n>(b);                                                \
    }                                                                                             \
    template <class _Tp, unsigned int n, class _Up,                                               \
              typename std::enable_if<(elements) && std::is_arithmetic<_Up>::value,               \
                                      int>::type = 0>                                             \
    static inline HIP_vector_type<_Tp, n> operator op(_Up a, const HIP_vector_type<_Tp, n> &b)    \
    {                                                                                             \
        return HIP_vector_type<_Tp, n>(a) op b;                                                   \
    }

GPUINTEROP_VECTOR_OPERATOR(+, true)
GPUINTEROP_VECTOR_OPERATOR(-, true)
GPUINTEROP_VECTOR_OPERATOR(*, true)
GPUINTEROP_VECTOR_OPERATOR(/, true)
GPUINTEROP_VECTOR_OPERATOR(%, std::is_integral<_Tp>::value)
GPUINTEROP_VECTOR_OPERATOR(&, std::is_integral<_Tp>::value)
GPUINTEROP_VECTOR_OPERATOR(|, std::is_integral<_Tp>::value)
GPUINTEROP_VECTOR_OPERATOR(^, std::is_integral<_Tp>::value)
GPUINTEROP_VECTOR_OPERATOR(<<, std::is_integral<_Tp>::value)
GPUINTEROP_VECTOR_OPERATOR(>>, std::is_integral<_Tp>::value)
#undef GPUINTEROP_VECTOR_OPERATOR

/* Two vectors are equal if all elements are. */

template <class _Tp, unsigned int n>
static inline bool operator==(const HIP_vector_type<_Tp, n> &a, const HIP_vector_type<_Tp, n> &b)
{
    for (unsigned int i = 0; i < n; i++) {
        if (!(a.element(i) == b.element(i)))
            return false;
    }
    return true;
}

template <class _Tp, unsigned int n, class _Up,
          typename std::enable_if<std::is_arithmetic<_Up>::value, int>::type = 0>
static inline bool operator==(const HIP_vector_type<_Tp, n> &a, _Up b)
{
    return a == HIP_vector_type<_Tp, n>(b);
}

template <class _Tp, unsigned int n, class _Up,
          typename std::enable_if<std::is_arithmetic<_Up>::value, int>::type = 0>
static inline bool operator==(_Up a, const HIP_vector_type<_Tp, n> &b)
{
    return HIP_vector_type<_Tp, n>(a) == b;
}

template <class _Tp, unsigned int n, class _Up>
static inline auto operator!=(const HIP_vector_type<_Tp, n> &a, const _Up &b) -> decltype(a == b)
{
    return !(a == b);
}

template <class _Tp, unsigned int n, class _Up,
          typename std::enable_if<std::is_arithmetic<_Up>::value, int>::type = 0>
static inline bool operator!=(_Up a, const HIP_vector_type<_Tp, n> &b)
{
    return !(a == b);
}

#endif

#endif
