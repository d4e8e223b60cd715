/**
 * What schedules came to, and where their time went: read off their {@linkplain
 * dev.headroom.sim.collective.ScheduleWorkers workers} once a run is over. {@link
 * dev.headroom.sim.jobtimes.ScheduleOutcomes} asks for it all.
 */
@NullMarked
package dev.headroom.sim.jobtimes;

import org.jspecify.annotations.NullMarked;
