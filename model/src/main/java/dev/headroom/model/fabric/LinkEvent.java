package dev.headroom.model.fabric;

import dev.headroom.unit.Time;

/**
 * Link failure or recovery during a run.
 *
 * @param at when
 * @param link position in {@link Fabric#links()}
 * @param up whether it comes up; else it goes down
 */
public record LinkEvent(Time at, int link, boolean up) implements FailureEvent {}
