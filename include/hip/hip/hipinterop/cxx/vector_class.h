/** The short vectors of HIP in C++: named elements, and operators on whole vectors. A part of
 *  hip_vector_types.h. */
#ifndef GPUINTEROP_HIP_VECTOR_CLASS_H
#define GPUINTEROP_HIP_VECTOR_CLASS_H

#ifdef __cplusplus

#include <type_traits>

/** The elements of a vector; n is 1 to 4. */
template <class T, unsigned int n> struct HIP_vector_base;

template <class T> struct HIP_vector_base<T, 1> {
    typedef T value_type;
    T x;
    T &element(unsigned int) { return x; }
    const T &element(unsigned int) const { return x; }
};

template <class T> struct alignas(2 * sizeof(T)) HIP_vector_base<T, 2> {
    typedef T value_type;
    T x, y;
    T &element(unsigned int i) { return i == 0 ? x : y; }
    const T &element(unsigned int i) const { return i == 0 ? x : y; }
};

template <class T> struct HIP_vector_base<T, 3> {
    typedef T value_type;
    T x, y, z;
    T &element(unsigned int i) { return i == 0 ? x : i == 1 ? y : z; }
    const T &element(unsigned int i) const { return i == 0 ? x : i == 1 ? y : z; }
};

template <class T> struct alignas(4 * sizeof(T)) HIP_vector_base<T, 4> {
    typedef T value_type;
    T x, y, z, w;
    T &element(unsigned int i) { return i == 0 ? x : i == 1 ? y : i == 2 ? z : w; }
    const T &element(unsigned int i) const { return i == 0 ? x : i == 1 ? y : i == 2 ? z : w; }
};

/** A vector of n numbers. */
template <class T, unsigned int n> struct HIP_vector_type : HIP_vector_base<T, n> {
    HIP_vector_type() = default;

    /** All elements from one number. For a vector of one element the conversion is implicit. */
    template <class U, unsigned int m = n,
              typename std::enable_if<m == 1 && std::is_arithmetic<U>::value, int>::type = 0>
    HIP_vector_type(U value)
    {
        this->x = static_cast<T>(value);
    }

    template <class U, unsigned int m = n,
              typename std::enable_if<(m > 1) && std::is_arithmetic<U>::value, int>::type = 0>
    explicit HIP_vector_type(U value)
    {
        for (unsigned int i = 0; i < n; i++)
            this->element(i) = static_cast<T>(value);
    }

    /** Each element from its own number. */
    template <class U, class... Rest,
              typename std::enable_if<(n > 1) && sizeof...(Rest) + 1 == n, int>::type = 0>
    HIP_vector_type(U first, Rest... rest)
    {
        const T all[] = {static_cast<T>(first), static_cast<T>(rest)...};
        for (unsigned int i = 0; i < n; i++)
            this->element(i) = all[i];
    }

    HIP_vector_type &operator++() { return *this += T(1); }
    HIP_vector_type &operator--() { return *this -= T(1); }
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
            result.element(i) = static_cast<T>(-this->element(i));
        return result;
    }

    template <class U = T, typename std::enable_if<std::is_integral<U>::value, int>::type = 0>
    HIP_vector_type operator~() const
    {
        HIP_vector_type result;
        for (unsigned int i = 0; i < n; i++)
            result.element(i) = static_cast<T>(~this->element(i));
        return result;
    }
};

/* An operator on two vectors, or on a vector and a number, and its assignment form. elements is
 * the kind of number that it accepts. */
#define GPUINTEROP_VECTOR_OPERATOR(op, elements)                                                  \
    template <class T, unsigned int n, typename std::enable_if<elements, int>::type = 0>          \
    static inline HIP_vector_type<T, n> &operator op##=(HIP_vector_type<T, n> &a,                 \
                                                        const HIP_vector_type<T, n> &b)           \
    {                                                                                             \
        for (unsigned int i = 0; i < n; i++)                                                      \
            a.element(i) = static_cast<T>(a.element(i) op b.element(i));                          \
        return a;                                                                                 \
    }                                                                                             \
    template <class T, unsigned int n, class U,                                                   \
              typename std::enable_if<(elements) && std::is_arithmetic<U>::value, int>::type = 0> \
    static inline HIP_vector_type<T, n> &operator op##=(HIP_vector_type<T, n> &a, U b)            \
    {                                                                                             \
        return a op##= HIP_vector_type<T, n>(b);                                                  \
    }                                                                                             \
    template <class T, unsigned int n, typename std::enable_if<elements, int>::type = 0>          \
    static inline HIP_vector_type<T, n> operator op(HIP_vector_type<T, n> a,                      \
                                                    const HIP_vector_type<T, n> &b)               \
    {                                                                                             \
        return a op##= b;                                                                         \
    }                                                                                             \
    template <class T, unsigned int n, class U,                                                   \
              typename std::enable_if<(elements) && std::is_arithmetic<U>::value, int>::type = 0> \
    static inline HIP_vector_type<T, n> operator op(HIP_vector_type<T, n> a, U b)                 \
    {                                                                                             \
        return a op##= HIP_vector_type<T, n>(b);                                                  \
    }                                                                                             \
    template <class T, unsigned int n, class U,                                                   \
              typename std::enable_if<(elements) && std::is_arithmetic<U>::value, int>::type = 0> \
    static inline HIP_vector_type<T, n> operator op(U a, const HIP_vector_type<T, n> &b)          \
    {                                                                                             \
        return HIP_vector_type<T, n>(a) op b;                                                     \
    }

GPUINTEROP_VECTOR_OPERATOR(+, true)
GPUINTEROP_VECTOR_OPERATOR(-, true)
GPUINTEROP_VECTOR_OPERATOR(*, true)
GPUINTEROP_VECTOR_OPERATOR(/, true)
GPUINTEROP_VECTOR_OPERATOR(%, std::is_integral<T>::value)
GPUINTEROP_VECTOR_OPERATOR(&, std::is_integral<T>::value)
GPUINTEROP_VECTOR_OPERATOR(|, std::is_integral<T>::value)
GPUINTEROP_VECTOR_OPERATOR(^, std::is_integral<T>::value)
GPUINTEROP_VECTOR_OPERATOR(<<, std::is_integral<T>::value)
GPUINTEROP_VECTOR_OPERATOR(>>, std::is_integral<T>::value)
#undef GPUINTEROP_VECTOR_OPERATOR

/* Two vectors are equal if all elements are. */

template <class T, unsigned int n>
static inline bool operator==(const HIP_vector_type<T, n> &a, const HIP_vector_type<T, n> &b)
{
    for (unsigned int i = 0; i < n; i++) {
        if (!(a.element(i) == b.element(i)))
            return false;
    }
    return true;
}

template <class T, unsigned int n, class U,
          typename std::enable_if<std::is_arithmetic<U>::value, int>::type = 0>
static inline bool operator==(const HIP_vector_type<T, n> &a, U b)
{
    return a == HIP_vector_type<T, n>(b);
}

template <class T, unsigned int n, class U,
          typename std::enable_if<std::is_arithmetic<U>::value, int>::type = 0>
static inline bool operator==(U a, const HIP_vector_type<T, n> &b)
{
    return HIP_vector_type<T, n>(a) == b;
}

template <class T, unsigned int n, class U>
static inline auto operator!=(const HIP_vector_type<T, n> &a, const U &b) -> decltype(a == b)
{
    return !(a == b);
}

template <class T, unsigned int n, class U,
          typename std::enable_if<std::is_arithmetic<U>::value, int>::type = 0>
static inline bool operator!=(U a, const HIP_vector_type<T, n> &b)
{
    return !(a == b);
}

#endif

#endif
