/**
 * Tables of a collective's time and bandwidth by size, as nccl-tests print them.
 *
 * <p>{@link dev.headroom.app.collective.SweepRequest} is the request, {@link
 * dev.headroom.app.collective.CollectiveScenario} the scenario of each row, {@link
 * dev.headroom.app.collective.CollectiveSweep} the results.
 */
@NullMarked
package dev.headroom.app.collective;

import org.jspecify.annotations.NullMarked;
