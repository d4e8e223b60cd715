/**
 * Simulated time: events and their order, random numbers, and the windows in which devices and
 * partitions advance.
 *
 * <p>Knows nothing of networks. An event is two longs: its time, and a key that orders events of
 * the same time and says what happens to whom. Start with {@link
 * dev.headroom.sim.kernel.DeviceEventQueue}, what is to happen at one device, and {@link
 * dev.headroom.sim.kernel.PartitionScheduler}, whose turn it is.
 */
@NullMarked
package dev.headroom.sim.kernel;

import org.jspecify.annotations.NullMarked;
