/**
 * Failures of links, hosts and switches in a run: their times, their effects, and the routes after
 * them. Start at {@link dev.headroom.sim.failure.FailurePlan}.
 */
@NullMarked
package dev.headroom.sim.failure;

import org.jspecify.annotations.NullMarked;
