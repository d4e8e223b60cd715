package dev.headroom.model.fabric;

import dev.headroom.unit.Rate;
import dev.headroom.unit.Time;
import java.util.Optional;

/**
 * A host begins to empty its receive buffer more slowly, or does so again as {@code hosts.drain}
 * says: its memory is busy with something else, or it has throttled itself.
 *
 * @param at when
 * @param node id of the host
 * @param drain how fast from then on; empty: as {@code hosts.drain} says
 */
public record SlowReceiver(Time at, int node, Optional<Rate> drain) implements Failure {}
