#include "textflag.h"

// func addTiles(sums *int64, panels *int16, count int)
//
// The loops of kernel.go's products for a block that is transposed: for panels x ≤ y the
// nine sums of products of their features. VPMADDWD multiplies eight pairs of 16-bit
// integers and adds neighbours, so that a 32-bit lane holds the products of two rows;
// lanes are widened every 128 rows (LaneRows = 32 products).
//
// DI the tile's sums, SI panel x, DX panel y, CX the end of the panels; R8, R9 places in
// x and y; X0 … X8 the sums, X9, X10, X11 eight rows of the features of x.

#define STEP 48           // bytes: ROWS of three features
#define PANEL 1536        // bytes: 32 steps
#define TILE 72           // bytes: nine sums

// FEATURE sums the products of the feature of y at the offset with those of x.
#define FEATURE(offset, s0, s1, s2) \
	VMOVDQU  offset(R9), X12   \
	VPMADDWD X12, X9, X13      \
	VPMADDWD X12, X10, X14     \
	VPMADDWD X12, X11, X15     \
	VPADDD   X13, s0, s0       \
	VPADDD   X14, s1, s1       \
	VPADDD   X15, s2, s2

// WIDEN adds the four lanes of s to the sum at the offset.
#define WIDEN(offset, s) \
	VPMOVSXDQ s, X13           \
	VPSRLDQ   $8, s, X14       \
	VPMOVSXDQ X14, X14         \
	VPADDQ    X14, X13, X13    \
	VPSRLDQ   $8, X13, X14     \
	VPADDQ    X14, X13, X13    \
	VMOVQ     X13, AX          \
	ADDQ      AX, offset(DI)

TEXT ·addTiles(SB), NOSPLIT, $0-24
	MOVQ  sums+0(FP), DI
	MOVQ  panels+8(FP), SI
	MOVQ  count+16(FP), CX
	IMULQ $PANEL, CX
	ADDQ  SI, CX

nextX:
	MOVQ SI, DX

nextY:
	MOVQ SI, R8
	MOVQ DX, R9
	MOVQ $2, R10

half:
	VPXOR X0, X0, X0
	VPXOR X1, X1, X1
	VPXOR X2, X2, X2
	VPXOR X3, X3, X3
	VPXOR X4, X4, X4
	VPXOR X5, X5, X5
	VPXOR X6, X6, X6
	VPXOR X7, X7, X7
	VPXOR X8, X8, X8
	MOVQ  $16, R11

step:
	VMOVDQU 0(R8), X9
	VMOVDQU 16(R8), X10
	VMOVDQU 32(R8), X11
	FEATURE(0, X0, X3, X6)
	FEATURE(16, X1, X4, X7)
	FEATURE(32, X2, X5, X8)
	ADDQ    $STEP, R8
	ADDQ    $STEP, R9
	DECQ    R11
	JNZ     step

	WIDEN(0, X0)
	WIDEN(8, X1)
	WIDEN(16, X2)
	WIDEN(24, X3)
	WIDEN(32, X4)
	WIDEN(40, X5)
	WIDEN(48, X6)
	WIDEN(56, X7)
	WIDEN(64, X8)
	DECQ R10
	JNZ  half

	ADDQ $TILE, DI
	ADDQ $PANEL, DX
	CMPQ DX, CX
	JNE  nextY
	ADDQ $PANEL, SI
	CMPQ SI, CX
	JNE  nextX
	VZEROUPPER
	RET

// func hasAVX() bool
//
// The processor has AVX and the system keeps its registers (Intel's manual, volume 1,
// §14.3).
TEXT ·hasAVX(SB), NOSPLIT, $0-1
	MOVB  $0, ret+0(FP)
	MOVL  $1, AX
	XORL  CX, CX
	CPUID
	ANDL  $(1<<27 | 1<<28), CX
	CMPL  CX, $(1<<27 | 1<<28)
	JNE   done
	XORL  CX, CX
	XGETBV
	ANDL  $6, AX
	CMPL  AX, $6
	JNE   done
	MOVB  $1, ret+0(FP)

done:
	RET
