package dev.headroom.model.fabric;

import dev.headroom.unit.Time;

/**
 * Start or end of a NIC freeze: the NIC takes nothing out of its receive buffer, answers nothing
 * and sends nothing. Its port still pauses the switch, or withholds credit, for what fills the
 * buffer, as that of a hung host does (Guo et al., RDMA over Commodity Ethernet at Scale, SIGCOMM
 * 2016, section 4.3).
 *
 * @param at when
 * @param node id of the host
 * @param on whether it begins to stand still; else it goes on
 */
public record NicFreeze(Time at, int node, boolean on) implements FailureEvent {}
