/** What benchmarks print: nccl-tests, perftest, OSU. */
@NullMarked
package dev.headroom.formats.bench;

import org.jspecify.annotations.NullMarked;
