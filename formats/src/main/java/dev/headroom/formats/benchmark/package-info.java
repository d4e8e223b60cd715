/** What benchmarks print: nccl-tests, perftest, OSU. */
@NullMarked
package dev.headroom.formats.benchmark;

import org.jspecify.annotations.NullMarked;
