/** The registers of fragments as operands of PTX; a part of mma.h.
 *
 *  GPUINTEROP_NAMES_n(word) is the text of n operands with the names word0, word1 and so on.
 *  GPUINTEROP_EACH_n(word, how) makes these operands of the elements of an array. */
#ifndef GPUINTEROP_CUDA_MATRIX_REGISTERS_H
#define GPUINTEROP_CUDA_MATRIX_REGISTERS_H

/* The type of a register, by its letter in PTX statements. */
#define GPUINTEROP_REGISTER_r unsigned int
#define GPUINTEROP_REGISTER_f float
#define GPUINTEROP_REGISTER_d double

#define GPUINTEROP_NAMES_1(word) "{%[" #word "0]}"
#define GPUINTEROP_NAMES_2(word) "{%[" #word "0], %[" #word "1]}"
#define GPUINTEROP_NAMES_4(word) "{%[" #word "0], %[" #word "1], %[" #word "2], %[" #word "3]}"
#define GPUINTEROP_NAMES_8(word) \
    "{%[" #word "0], %[" #word "1], %[" #word "2], %[" #word "3], " \
    "%[" #word "4], %[" #word "5], %[" #word "6], %[" #word "7]}"

#define GPUINTEROP_EACH_1(word, how) [word##0] how(word[0])
#define GPUINTEROP_EACH_2(word, how) GPUINTEROP_EACH_1(word, how), [word##1] how(word[1])
#define GPUINTEROP_EACH_4(word, how) \
    GPUINTEROP_EACH_2(word, how), [word##2] how(word[2]), [word##3] how(word[3])
#define GPUINTEROP_EACH_8(word, how) \
    GPUINTEROP_EACH_4(word, how), [word##4] how(word[4]), [word##5] how(word[5]), \
    [word##6] how(word[6]), [word##7] how(word[7])

#endif
