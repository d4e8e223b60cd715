/** Rules about the results of nccl-tests and perftest. */
@NullMarked
package dev.headroom.audit.benchmark;

import org.jspecify.annotations.NullMarked;
