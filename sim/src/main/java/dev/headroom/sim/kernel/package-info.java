/**
 * Simulated time: events and their order, random numbers, and the windows of devices and
 * partitions. It has no notion of networks.
 *
 * <p>An event is two longs: its time, and a key with its kind, its entity and its order among
 * events of the same time. Start at {@link dev.headroom.sim.kernel.DeviceEventQueue}, the events of
 * a device, and {@link dev.headroom.sim.kernel.PartitionScheduler}, the order in which devices run.
 */
@NullMarked
package dev.headroom.sim.kernel;

import org.jspecify.annotations.NullMarked;
