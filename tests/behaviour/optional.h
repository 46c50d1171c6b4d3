/* Functions that a library under question may lack yet: "not in this version" is then their answer,
 * and they do nothing. What every library has by now leaves this list. */
#ifndef BEHAVIOUR_OPTIONAL_H
#define BEHAVIOUR_OPTIONAL_H

#define NOT_IN_THIS_VERSION ((cudaError_t)-7)

/* Calls a function where there is one. The name of a macro within itself is the function. */
#define IF_THERE(function, ...) \
    (function != NULL ? function(__VA_ARGS__) : NOT_IN_THIS_VERSION)

/* What no header declares yet. */
cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *, struct cudaExtent *,
    unsigned int *, cudaArray_t);
cudaError_t cudaFreeArray(cudaArray_t);
cudaError_t cudaGetSymbolAddress(void **, const void *);
cudaError_t cudaGetSymbolSize(size_t *, const void *);
cudaError_t cudaMemcpyFromSymbol(void *, const void *, size_t, size_t, enum cudaMemcpyKind);
cudaError_t cudaMemcpyFromSymbolAsync(void *, const void *, size_t, size_t, enum cudaMemcpyKind,
    cudaStream_t);
cudaError_t cudaMemcpyToSymbol(const void *, const void *, size_t, size_t, enum cudaMemcpyKind);
cudaError_t cudaMemcpyToSymbolAsync(const void *, const void *, size_t, size_t,
    enum cudaMemcpyKind, cudaStream_t);
cudaError_t cudaStreamBeginCapture(cudaStream_t, enum cudaStreamCaptureMode);
cudaError_t cudaStreamEndCapture(cudaStream_t, cudaGraph_t *);

#pragma weak cudaArrayGetInfo
#define cudaArrayGetInfo(...) \
    IF_THERE(cudaArrayGetInfo, __VA_ARGS__)
#pragma weak cudaFreeArray
#define cudaFreeArray(...) \
    IF_THERE(cudaFreeArray, __VA_ARGS__)
#pragma weak cudaGetSymbolAddress
#define cudaGetSymbolAddress(...) \
    IF_THERE(cudaGetSymbolAddress, __VA_ARGS__)
#pragma weak cudaGetSymbolSize
#define cudaGetSymbolSize(...) \
    IF_THERE(cudaGetSymbolSize, __VA_ARGS__)
#pragma weak cudaMemcpyFromSymbol
#define cudaMemcpyFromSymbol(...) \
    IF_THERE(cudaMemcpyFromSymbol, __VA_ARGS__)
#pragma weak cudaMemcpyFromSymbolAsync
#define cudaMemcpyFromSymbolAsync(...) \
    IF_THERE(cudaMemcpyFromSymbolAsync, __VA_ARGS__)
#pragma weak cudaMemcpyToSymbol
#define cudaMemcpyToSymbol(...) \
    IF_THERE(cudaMemcpyToSymbol, __VA_ARGS__)
#pragma weak cudaMemcpyToSymbolAsync
#define cudaMemcpyToSymbolAsync(...) \
    IF_THERE(cudaMemcpyToSymbolAsync, __VA_ARGS__)
#pragma weak cudaStreamBeginCapture
#define cudaStreamBeginCapture(...) \
    IF_THERE(cudaStreamBeginCapture, __VA_ARGS__)
#pragma weak cudaStreamEndCapture
#define cudaStreamEndCapture(...) \
    IF_THERE(cudaStreamEndCapture, __VA_ARGS__)

#endif
