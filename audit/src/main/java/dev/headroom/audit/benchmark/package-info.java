/** Rules about what nccl-tests and perftest measured. */
@NullMarked
package dev.headroom.audit.benchmark;

import org.jspecify.annotations.NullMarked;
