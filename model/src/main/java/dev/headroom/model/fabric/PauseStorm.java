package dev.headroom.model.fabric;

import dev.headroom.unit.Time;

/**
 * Start or end of a PFC pause storm, in which a host's NIC pauses all lossless classes of its
 * switch for no reason. A hung host or a broken NIC does this (Guo et al., RDMA over Commodity
 * Ethernet at Scale, SIGCOMM 2016, section 4.3).
 *
 * @param at when
 * @param node id of the host
 * @param on whether it begins; else it stops
 */
public record PauseStorm(Time at, int node, boolean on) implements FailureEvent {}
