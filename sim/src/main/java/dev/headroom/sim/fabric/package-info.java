/**
 * Ports, wires, devices and partitions, independent of flow control, switch and host. Start at
 * {@link dev.headroom.sim.fabric.Port}.
 *
 * <p>A hop costs one event where the physics allows: {@link dev.headroom.sim.fabric.Port#arrive}
 * takes a packet off a wire, its {@link dev.headroom.sim.fabric.NetworkDevice} processes it, and an
 * idle output puts it on the next wire at once. Only the head of a wire is in the event queue. Flow
 * control and link-level retry are behind {@link dev.headroom.sim.fabric.LinkFlowControl} and
 * {@link dev.headroom.sim.fabric.LinkRetry}, made by a {@link dev.headroom.sim.fabric.LinkFactory}.
 */
@NullMarked
package dev.headroom.sim.fabric;

import org.jspecify.annotations.NullMarked;
