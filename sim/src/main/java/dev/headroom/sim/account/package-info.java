/**
 * What schedules came to, and where their time went: read off their {@linkplain
 * dev.headroom.sim.collective.Workers workers} once a run is over. {@link
 * dev.headroom.sim.account.ScheduleEnds} asks for it all.
 */
@NullMarked
package dev.headroom.sim.account;

import org.jspecify.annotations.NullMarked;
