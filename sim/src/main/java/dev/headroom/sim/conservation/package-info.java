/**
 * Conservation checks of a network (every packet, byte and credit is found), and the search for
 * deadlocks. They read only. Start at {@link dev.headroom.sim.conservation.ConservationCheck}.
 */
@NullMarked
package dev.headroom.sim.conservation;

import org.jspecify.annotations.NullMarked;
