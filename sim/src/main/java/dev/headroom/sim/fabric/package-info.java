/**
 * Packets, wires, ports, switches with their shared buffer, PFC, ECN marking and routing.
 *
 * <p>A packet costs one event a hop where the physics allows: {@link
 * dev.headroom.sim.fabric.Port#arrive} takes it off a wire, {@link dev.headroom.sim.fabric.Switch}
 * admits and routes it, and an idle output puts it on the next wire in the same breath. Only the
 * head of a wire is in the event queue. Start with {@link dev.headroom.sim.fabric.Port}.
 */
@NullMarked
package dev.headroom.sim.fabric;

import org.jspecify.annotations.NullMarked;
