/** Readers of benchmark outputs: nccl-tests, perftest, OSU, iperf, CUDA samples, CSV tables. */
@NullMarked
package dev.headroom.formats.benchmark;

import org.jspecify.annotations.NullMarked;
