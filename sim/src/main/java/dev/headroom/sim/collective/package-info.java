/**
 * Execution of schedules: the workers of GPUs take the steps of a {@link
 * dev.headroom.model.schedule.Schedule} as their messages arrive. {@link
 * dev.headroom.sim.collective.ScheduleWorkers} has the workers of one schedule, {@link
 * dev.headroom.sim.collective.RunWorkers} those of a run.
 *
 * <p>Messages between machines are flows of the hosts that stand for the GPUs' NICs; messages
 * within a machine take a computed time.
 */
@NullMarked
package dev.headroom.sim.collective;

import org.jspecify.annotations.NullMarked;
