/* What a call of a typed form came to: the C function and its arguments, which the test's own
 * definitions of the C functions write down. No library is linked. */
#ifndef TYPED_H
#define TYPED_H

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <string>

static std::string called;
static int failures;

static inline std::string shown(const char *function)
{
    return function;
}

template <class First, class... Rest>
static inline std::string shown(const char *function, First first, Rest... rest)
{
    char text[32];
    snprintf(text, sizeof(text), " %" PRIxPTR, (uintptr_t)first);
    return shown((function + std::string(text)).c_str(), rest...);
}

template <class... Arguments> static inline void note(const char *function, Arguments... arguments)
{
    called += (called.empty() ? "" : "; ") + shown(function, arguments...);
}

template <class... Arguments>
static inline void expect(int line, const char *function, Arguments... arguments)
{
    std::string wanted = shown(function, arguments...);
    if (called != wanted) {
        printf("line %d: wanted '%s', called '%s'\n", line, wanted.c_str(), called.c_str());
        failures++;
    }
    called.clear();
}

#endif
