package dev.headroom.model.fabric;

import dev.headroom.unit.Rate;
import dev.headroom.unit.Time;
import java.util.Optional;

/**
 * Change of the rate at which a host drains its receive buffer, or its return to {@code
 * hosts.drain}. The host's memory is busy with something else, or it has throttled itself.
 *
 * @param at when
 * @param node id of the host
 * @param drain how fast from then on; empty: as {@code hosts.drain} says
 */
public record SlowReceiver(Time at, int node, Optional<Rate> drain) implements FailureEvent {}
