package dev.headroom.model.fabric;

import dev.headroom.unit.Time;

/**
 * The NIC of a host begins to ask its switch for silence in all lossless classes for no reason, or
 * stops: what a hung host or a broken NIC does (Guo et al., RDMA over Commodity Ethernet at Scale,
 * SIGCOMM 2016, section 4.3).
 *
 * @param at when
 * @param node id of the host
 * @param on whether it begins; else it stops
 */
public record PauseStorm(Time at, int node, boolean on) implements Failure {}
