/**
 * Tables of a collective's time and bandwidth by size, as nccl-tests print them.
 *
 * <p>{@link dev.headroom.run.collective.SweepRequest} is the request, {@link
 * dev.headroom.run.collective.CollectiveScenario} the scenario of each row, {@link
 * dev.headroom.run.collective.CollectiveSweep} the results.
 */
@NullMarked
package dev.headroom.run.collective;

import org.jspecify.annotations.NullMarked;
