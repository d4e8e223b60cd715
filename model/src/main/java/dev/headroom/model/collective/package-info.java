/**
 * Collectives as NCCL runs them: what they move, the algorithms and protocols it has for them, and
 * which of these it takes.
 *
 * <p>Start at {@link dev.headroom.model.collective.TuningModel}: a communicator goes in, the time
 * that NCCL itself expects of each algorithm and protocol comes out, and the choice that follows.
 * Nothing here simulates anything.
 */
@NullMarked
package dev.headroom.model.collective;

import org.jspecify.annotations.NullMarked;
