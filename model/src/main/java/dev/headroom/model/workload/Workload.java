package dev.headroom.model.workload;

import dev.headroom.model.knob.Complaint;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Settings;
import java.util.List;
import java.util.function.BiFunction;

/**
 * A generator of flows that is asked for by name, with what it must be told.
 *
 * @param name as {@code workload.type} names it
 * @param meaning one line: who sends what to whom
 * @param parameters what it must be told
 * @param check what is wrong with parameters that are each in range; empty when nothing
 * @param build the flows; only for parameters that {@code check} finds nothing wrong with
 */
public record Workload(
    String name,
    String meaning,
    List<Knob<?>> parameters,
    BiFunction<Settings, Site, List<Complaint>> check,
    BiFunction<Settings, Site, FlowProgram> build) {}
