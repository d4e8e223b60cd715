/**
 * Marking (active queue management) that users bring along: what a {@link
 * dev.headroom.sim.mark.Marker} is asked, and what it can see of a packet and its queue. The
 * simulator's own is {@code fabric.Marking}.
 */
@NullMarked
package dev.headroom.sim.mark;

import org.jspecify.annotations.NullMarked;
