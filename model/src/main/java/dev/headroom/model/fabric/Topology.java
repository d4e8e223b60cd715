package dev.headroom.model.fabric;

import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.KnobConflict;
import dev.headroom.model.knob.Settings;
import java.util.List;
import java.util.function.Function;

/**
 * Topology selected by name, with its parameters.
 *
 * @param name as {@code fabric.topology} names it
 * @param meaning one line: what it looks like
 * @param parameters what it must be told, but for the cables ({@link Cables#PARAMETERS})
 * @param check what is wrong with parameters that are each in range; empty when nothing
 * @param build the fabric; only for parameters that {@code check} finds nothing wrong with
 */
public record Topology(
    String name,
    String meaning,
    List<Knob<?>> parameters,
    Function<Settings, List<KnobConflict>> check,
    Function<Settings, Fabric> build) {}
