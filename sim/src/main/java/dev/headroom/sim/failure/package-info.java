/**
 * Links, hosts and switches that fail in a run: when, what becomes of them, and the routes from
 * then on. Start with {@link dev.headroom.sim.failure.FailurePlan}.
 */
@NullMarked
package dev.headroom.sim.failure;

import org.jspecify.annotations.NullMarked;
