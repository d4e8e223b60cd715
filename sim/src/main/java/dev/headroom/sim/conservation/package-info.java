/**
 * Whether everything in a network adds up, and what has come to a stand in it. It only reads. Start
 * with {@link dev.headroom.sim.conservation.ConservationCheck}.
 */
@NullMarked
package dev.headroom.sim.conservation;

import org.jspecify.annotations.NullMarked;
