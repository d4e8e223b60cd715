/**
 * Times of schedules after a run: completion, and the share of each cause, read from their {@link
 * dev.headroom.sim.collective.ScheduleWorkers}. Start at {@link
 * dev.headroom.sim.jobtimes.ScheduleOutcomes}.
 */
@NullMarked
package dev.headroom.sim.jobtimes;

import org.jspecify.annotations.NullMarked;
