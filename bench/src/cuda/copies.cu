// What a GPU, its PCIe link and a thread of the CPU take of each other: copies, launches, flags, fences, pinning.
// Figures of it are in docs/validation.md. To repeat them, with CUDA's compiler and one GPU:
//
//   nvcc -O3 -arch=sm_90 -o copies bench/src/cuda/copies.cu && ./copies
#include <cuda_runtime.h>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
#define OK(x) do { cudaError_t e = (x); if (e != cudaSuccess) { printf("error %s line %d: %s\n", #x, __LINE__, cudaGetErrorString(e)); exit(1); } } while (0)
using clk = std::chrono::steady_clock;
static double ns(clk::time_point a, clk::time_point b) { return std::chrono::duration<double, std::nano>(b - a).count(); }
static double pct(std::vector<double> v, double p) { std::sort(v.begin(), v.end()); return v[(size_t)(p * (v.size() - 1))]; }

__global__ void empty() {}
// Answers each value of "from" with the same in "to"; both in host memory.
__global__ void answer(volatile int *from, volatile int *to, int n) {
  for (int i = 1; i <= n; i++) { while (*from != i) {} *to = i; }
}
// Writes i, waits until the CPU has answered it.
__global__ void ask(volatile int *from, volatile int *to, int n, long long *cycles) {
  for (int i = 1; i <= n; i++) { long long t = clock64(); *to = i; while (*from != i) {} cycles[i - 1] = clock64() - t; }
}
__global__ void chase(const int *p, int n, long long *out) {
  int at = 0; long long t = clock64();
  for (int i = 0; i < n; i++) at = *(volatile const int *)(p + at);
  out[0] = clock64() - t; out[1] = at;
}
__global__ void fence(volatile int *to, int n, long long *cycles) {
  for (int i = 0; i < n; i++) { long long t = clock64(); to[0] = i; __threadfence_system(); cycles[i] = clock64() - t; }
}
__global__ void timer(volatile int *from, unsigned long long *out) {
  unsigned long long a, b; long long c = clock64();
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(a));
  do { asm volatile("mov.u64 %0, %globaltimer;" : "=l"(b)); } while (b - a < 100000000ull);
  out[0] = clock64() - c; out[1] = b - a;
}
__global__ void read16(const uint4 *p, size_t n, uint4 *sink) {
  uint4 s = make_uint4(0, 0, 0, 0);
  for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) { uint4 v = p[i]; s.x ^= v.x; s.y ^= v.y; s.z ^= v.z; s.w ^= v.w; }
  if (s.x == 0x12345678u) *sink = s;
}
__global__ void write16(uint4 *p, size_t n, unsigned v) {
  for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) p[i] = make_uint4(v, v, v, v);
}

int main() {
  cudaDeviceProp p; OK(cudaGetDeviceProperties(&p, 0));
  int khz = 0; cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, 0);
  printf("device\t%s\tSMs %d\tclock %d kHz\n", p.name, p.multiProcessorCount, khz);
  const size_t big = 256u << 20;
  char *host, *dev, *dev2, *host2;
  OK(cudaHostAlloc(&host, big, cudaHostAllocMapped)); OK(cudaHostAlloc(&host2, big, cudaHostAllocMapped));
  OK(cudaMalloc(&dev, big)); OK(cudaMalloc(&dev2, big));
  memset(host, 1, big); memset(host2, 2, big);
  cudaStream_t a, b; OK(cudaStreamCreate(&a)); OK(cudaStreamCreate(&b));
  char *pageable = (char *)malloc(64 << 20); memset(pageable, 1, 64 << 20);

  // The clock of an SM under this load, by the timer.
  unsigned long long *o; OK(cudaHostAlloc((void **)&o, 64, cudaHostAllocMapped));
  timer<<<1, 1>>>(nullptr, o); OK(cudaDeviceSynchronize());
  double ghz = (double)o[0] / (double)o[1];
  printf("SM clock\t%.4f GHz\n", ghz);

  // Copies, each waited for.
  for (int way = 0; way < 3; way++)
    for (size_t s : {(size_t)4, (size_t)64, (size_t)1024, (size_t)4096, (size_t)16384, (size_t)65536, (size_t)262144, (size_t)1 << 20, (size_t)4 << 20, (size_t)16 << 20, (size_t)64 << 20, big}) {
      if (way == 2 && s > (64u << 20)) continue;
      int n = s <= 65536 ? 2000 : s <= (1u << 20) ? 300 : 12;
      std::vector<double> t;
      for (int i = 0; i < n + 3; i++) {
        auto x = clk::now();
        if (way == 0) OK(cudaMemcpyAsync(dev, host, s, cudaMemcpyHostToDevice, a));
        else if (way == 1) OK(cudaMemcpyAsync(host, dev, s, cudaMemcpyDeviceToHost, a));
        else OK(cudaMemcpyAsync(dev, pageable, s, cudaMemcpyHostToDevice, a));
        OK(cudaStreamSynchronize(a));
        if (i >= 3) t.push_back(ns(x, clk::now()));
      }
      double m = pct(t, .5);
      printf("copy\t%s\t%zu B\t%.0f ns (p10 %.0f, p90 %.0f)\t%.2f Gb/s\n", way == 0 ? "host to GPU, pinned" : way == 1 ? "GPU to host, pinned" : "host to GPU, pageable", s, m, pct(t, .1), pct(t, .9), 8.0 * s / m);
    }
  // cudaMemcpy, as GDRCopy's README times it.
  for (size_t s : {(size_t)4, (size_t)1024, (size_t)65536}) {
    std::vector<double> t, u;
    for (int i = 0; i < 2000; i++) { auto x = clk::now(); OK(cudaMemcpy(dev, host, s, cudaMemcpyHostToDevice)); t.push_back(ns(x, clk::now())); x = clk::now(); OK(cudaMemcpy(host, dev, s, cudaMemcpyDeviceToHost)); u.push_back(ns(x, clk::now())); }
    printf("cudaMemcpy\t%zu B\tto GPU %.0f ns\tto host %.0f ns\n", s, pct(t, .5), pct(u, .5));
  }
  // Many copies under way, one way and both at once.
  for (int way = 0; way < 3; way++)
    for (size_t s : {(size_t)1 << 20, (size_t)16 << 20, big}) {
      int n = (int)(((size_t)4 << 30) / s); std::vector<double> t;
      for (int r = 0; r < 3; r++) {
        OK(cudaDeviceSynchronize()); auto x = clk::now();
        for (int i = 0; i < n; i++) {
          if (way != 1) OK(cudaMemcpyAsync(dev, host, s, cudaMemcpyHostToDevice, a));
          if (way != 0) OK(cudaMemcpyAsync(host2, dev2, s, cudaMemcpyDeviceToHost, b));
        }
        OK(cudaDeviceSynchronize()); t.push_back(ns(x, clk::now()));
      }
      printf("stream\t%s\t%zu B x %d\t%.2f Gb/s each way\n", way == 0 ? "to GPU" : way == 1 ? "to host" : "both", s, n, 8.0 * s * n / pct(t, 0));
    }
  // Launches.
  { std::vector<double> t; for (int i = 0; i < 3000; i++) { auto x = clk::now(); empty<<<1, 1, 0, a>>>(); OK(cudaStreamSynchronize(a)); t.push_back(ns(x, clk::now())); }
    printf("launch and wait\t%.0f ns (p10 %.0f, p90 %.0f)\n", pct(t, .5), pct(t, .1), pct(t, .9));
    auto x = clk::now(); for (int i = 0; i < 20000; i++) empty<<<1, 1, 0, a>>>(); auto y = clk::now(); OK(cudaStreamSynchronize(a)); auto z = clk::now();
    printf("launches in a row\tcall %.0f ns\tdone %.0f ns\n", ns(x, y) / 20000, ns(x, z) / 20000); }
  // Flags between a thread of the CPU and one of the GPU.
  int *flags; OK(cudaHostAlloc((void **)&flags, 8192, cudaHostAllocMapped)); memset(flags, 0, 8192);
  volatile int *to = flags, *back = flags + 1024;
  { const int n = 20000; std::vector<double> t; answer<<<1, 1, 0, a>>>(to, back, n);
    for (int i = 1; i <= n; i++) { auto x = clk::now(); *to = i; while (*back != i) {} t.push_back(ns(x, clk::now())); }
    OK(cudaStreamSynchronize(a)); printf("CPU asks, GPU polls host memory and answers\t%.0f ns (p10 %.0f, p90 %.0f)\n", pct(t, .5), pct(t, .1), pct(t, .9)); }
  long long *cyc; OK(cudaHostAlloc((void **)&cyc, 20000 * 8, cudaHostAllocMapped)); long long *dc; OK(cudaMalloc(&dc, 20000 * 8));
  { const int n = 20000; memset(flags, 0, 8192); ask<<<1, 1, 0, a>>>(to, back, n, dc);
    for (int i = 1; i <= n; i++) { while (*back != i) {} *to = i; }
    OK(cudaStreamSynchronize(a)); OK(cudaMemcpy(cyc, dc, n * 8, cudaMemcpyDeviceToHost)); std::vector<double> t; for (int i = 0; i < n; i++) t.push_back(cyc[i] / ghz);
    printf("GPU asks, CPU polls and answers, GPU polls host memory\t%.0f ns (p10 %.0f, p90 %.0f)\n", pct(t, .5), pct(t, .1), pct(t, .9)); }
  { const int n = 20000; fence<<<1, 1, 0, a>>>(to, n, dc); OK(cudaStreamSynchronize(a)); OK(cudaMemcpy(cyc, dc, n * 8, cudaMemcpyDeviceToHost)); std::vector<double> t; for (int i = 0; i < n; i++) t.push_back(cyc[i] / ghz);
    printf("GPU writes to host memory and fences\t%.0f ns (p10 %.0f, p90 %.0f)\n", pct(t, .5), pct(t, .1), pct(t, .9)); }
  { fence<<<1, 1, 0, a>>>((volatile int *)dev, 20000, dc); OK(cudaStreamSynchronize(a)); OK(cudaMemcpy(cyc, dc, 20000 * 8, cudaMemcpyDeviceToHost)); std::vector<double> t; for (int i = 0; i < 20000; i++) t.push_back(cyc[i] / ghz);
    printf("GPU writes to its own memory and fences\t%.0f ns\n", pct(t, .5)); }
  // One read after the other from host memory and from its own, each from a line of its own.
  for (int where = 0; where < 2; where++) {
    const int n = 20000, lines = 1 << 20; int *h = (int *)host; int step = 7919;
    for (int i = 0; i < lines; i++) h[i * 32] = ((i + step) % lines) * 32;
    const int *src = h; if (where) { OK(cudaMemcpy(dev, host, big, cudaMemcpyHostToDevice)); src = (const int *)dev; }
    chase<<<1, 1>>>(src, n, dc); OK(cudaDeviceSynchronize()); chase<<<1, 1>>>(src, n, dc); OK(cudaDeviceSynchronize());
    OK(cudaMemcpy(cyc, dc, 8, cudaMemcpyDeviceToHost)); printf("GPU reads %s, one after the other\t%.0f ns\n", where ? "its own memory" : "host memory", cyc[0] / ghz / n); }
  // Kernels that read and write host memory themselves.
  for (int way = 0; way < 2; way++) { std::vector<double> t; for (int r = 0; r < 5; r++) { auto x = clk::now(); if (way) write16<<<264, 512, 0, a>>>((uint4 *)host, big / 16, r); else read16<<<264, 512, 0, a>>>((uint4 *)host, big / 16, (uint4 *)dev); OK(cudaStreamSynchronize(a)); t.push_back(ns(x, clk::now())); }
    printf("GPU's threads %s host memory\t%.2f Gb/s\n", way ? "write" : "read", 8.0 * big / pct(t, 0)); }
  // Pinning memory: by size, in pages of 4 KiB and of what the system gives.
  for (size_t s : {(size_t)4096, (size_t)65536, (size_t)1 << 20, (size_t)16 << 20, (size_t)256 << 20}) {
    std::vector<double> t, u; int n = s <= 65536 ? 200 : s <= (1u << 20) ? 50 : 5;
    for (int i = 0; i < n; i++) { void *m; if (posix_memalign(&m, 4096, s)) return 1; memset(m, 1, s); auto x = clk::now(); OK(cudaHostRegister(m, s, 0)); auto y = clk::now(); OK(cudaHostUnregister(m)); auto z = clk::now(); t.push_back(ns(x, y)); u.push_back(ns(y, z)); free(m); }
    printf("cudaHostRegister\t%zu B\t%.0f ns\tback %.0f ns\n", s, pct(t, .5), pct(u, .5)); }
  return 0;
}
