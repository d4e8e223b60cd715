/**
 * Simulated time: the event queue, random numbers, and the windows in which partitions advance.
 *
 * <p>Knows nothing of networks. An event is two longs: its time, and a key that orders events of
 * the same time and says what happens to whom. Start with {@link
 * dev.headroom.sim.kernel.EventQueue}.
 */
@NullMarked
package dev.headroom.sim.kernel;

import org.jspecify.annotations.NullMarked;
