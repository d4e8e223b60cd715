package dev.headroom.model.fabric;

import dev.headroom.unit.Time;

/**
 * A link goes down or comes up in mid-run.
 *
 * @param at when
 * @param link position in {@link Fabric#links()}
 * @param up whether it comes up; else it goes down
 */
public record LinkEvent(Time at, int link, boolean up) implements Failure {}
