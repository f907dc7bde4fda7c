/* Population count and trailing zeros for 64-bit boards.
 *
 * A portable x86-64 build must not assume the POPCNT instruction, yet every processor of the last
 * fifteen years has it: each module that includes this header decides once, when it is loaded.
 * LOA_PORTABLE=1 in the environment forces the other branch, for tests. */
#ifndef LOA_BITS_H
#define LOA_BITS_H

#include <stdint.h>
#include <stdlib.h>

static inline int loa_popcount_portable(uint64_t bits)
{
    bits -= (bits >> 1) & 0x5555555555555555ULL;
    bits = (bits & 0x3333333333333333ULL) + ((bits >> 2) & 0x3333333333333333ULL);
    bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0fULL;
    return (int)((bits * 0x0101010101010101ULL) >> 56);
}

#if defined(__POPCNT__) || defined(__aarch64__)
static inline int loa_popcount(uint64_t bits) { return __builtin_popcountll(bits); }
static inline int loa_popcount_is_fast(void) { return 1; }
#elif defined(__x86_64__) && defined(__GNUC__)
static int loa_use_popcnt;
__attribute__((constructor)) static void loa_choose_popcount(void)
{
    const char *portable = getenv("LOA_PORTABLE");
    __builtin_cpu_init();
    loa_use_popcnt = !(portable && *portable == '1') && __builtin_cpu_supports("popcnt");
}
static inline int loa_popcount(uint64_t bits)
{
    if (__builtin_expect(loa_use_popcnt, 1)) {
        uint64_t count = 0; /* zeroed: some cores wait for the old value */
        __asm__("popcnt %1, %0" : "+r"(count) : "r"(bits) : "cc");
        return (int)count;
    }
    return loa_popcount_portable(bits);
}
static inline int loa_popcount_is_fast(void) { return loa_use_popcnt; }
#else
static inline int loa_popcount(uint64_t bits) { return loa_popcount_portable(bits); }
static inline int loa_popcount_is_fast(void) { return 0; }
#endif

/* Index of the lowest set bit; bits must not be 0. */
static inline int loa_lowest(uint64_t bits)
{
#if defined(__GNUC__)
    return __builtin_ctzll(bits);
#else
    return loa_popcount((bits & (0 - bits)) - 1);
#endif
}

/* Index of the highest set bit; bits must not be 0. */
static inline int loa_highest(uint64_t bits)
{
#if defined(__GNUC__)
    return 63 - __builtin_clzll(bits);
#else
    int square = 0;
    while (bits >>= 1)
        square++;
    return square;
#endif
}

#endif
