/**
 * GPUs at work on a collective: their workers take the steps of a {@link
 * dev.headroom.model.schedule.Schedule}, each when what it waits for has come ({@link
 * dev.headroom.sim.collective.ScheduleWorkers}; of all schedules of a run, {@link
 * dev.headroom.sim.collective.RunWorkers}).
 *
 * <p>Messages between machines are flows, posted on the hosts that are the GPUs' NICs; those within
 * one take a time that is worked out.
 */
@NullMarked
package dev.headroom.sim.collective;

import org.jspecify.annotations.NullMarked;
