/** The memory that malloc of kernels gives out, as words of 32 bits. Device code reads this file,
 *  too.
 *
 *  The heap has at most 1024 pages of one size, a power of two. A page belongs to a class, whose
 *  blocks have one size, or is a part of a large piece of whole pages, or is free. All words of
 *  the tables in front of the pages are 0 at first: no page is taken.
 *
 *    taken        how many pages are taken; it follows the bits
 *    bits         a bit for each page that is taken: who sets it has the page
 *    classes      of each class: pages that may have free blocks, one bit each; a word with a bit
 *                 for each of these words; for each group of warps the page to try first
 *    states       of each page: its class and how many blocks are free
 *    lengths      of each page: with how many pages a large piece begins there; 0: none
 *    blocks       of each page: a bit for each block that is taken */
#ifndef GI_HEAP_LAYOUT_H
#define GI_HEAP_LAYOUT_H

#define GI_HEAP_MOST_PAGES 1024
#define GI_HEAP_PAGE_WORDS (GI_HEAP_MOST_PAGES / 32)     /* words with a bit for each page */
#define GI_HEAP_SLOTS 16                                 /* groups of warps */
#define GI_HEAP_LEAST_PAGE_BITS 12
#define GI_HEAP_MOST_PAGE_BITS 25
#define GI_HEAP_CLASSES (2 * GI_HEAP_MOST_PAGE_BITS - 10)
#define GI_HEAP_BLOCK_BITS 4                             /* blocks are multiples of 16 bytes */
#define GI_HEAP_MOST_ALIGN 4096                          /* of the first page's address */

/* Words of the tables. */
#define GI_HEAP_AT_TAKEN 0
#define GI_HEAP_AT_BITS 32
#define GI_HEAP_AT_CLASSES (GI_HEAP_AT_BITS + GI_HEAP_PAGE_WORDS)
#define GI_HEAP_CLASS_WORDS 64
#define GI_HEAP_CLASS_SUMMARY GI_HEAP_PAGE_WORDS         /* behind the bits of its pages */
#define GI_HEAP_CLASS_HINTS (GI_HEAP_CLASS_WORDS - GI_HEAP_SLOTS)
#define GI_HEAP_AT_STATES (GI_HEAP_AT_CLASSES + GI_HEAP_CLASSES * GI_HEAP_CLASS_WORDS)
#define GI_HEAP_AT_LENGTHS (GI_HEAP_AT_STATES + GI_HEAP_MOST_PAGES)
#define GI_HEAP_AT_BLOCKS (GI_HEAP_AT_LENGTHS + GI_HEAP_MOST_PAGES)

/* The variable of a module that says where its heap is: the address of the tables, that of the
 * first page, and in two words how many bits a page's size has and how many pages there are. */
#define GI_HEAP_VARIABLE "__gpuinterop_heap"
#define GI_HEAP_VARIABLE_BYTES 24

#endif
