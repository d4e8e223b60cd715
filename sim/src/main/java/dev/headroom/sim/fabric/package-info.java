/**
 * Ports, wires, devices and the partitions that simulate them, whatever flow control, switch or
 * host there is.
 *
 * <p>A packet costs one event a hop where the physics allows: {@link
 * dev.headroom.sim.fabric.Port#arrive} takes it off a wire, its {@link
 * dev.headroom.sim.fabric.NetworkDevice} says what becomes of it, and an idle output puts it on the
 * next wire in the same breath. Only the head of a wire is in the event queue. Start with {@link
 * dev.headroom.sim.fabric.Port}; what a port leaves to others is behind {@link
 * dev.headroom.sim.fabric.LinkFlowControl} and {@link dev.headroom.sim.fabric.LinkRetry}, made by a
 * {@link dev.headroom.sim.fabric.LinkFactory}.
 */
@NullMarked
package dev.headroom.sim.fabric;

import org.jspecify.annotations.NullMarked;
