package dev.headroom.model.workload;

import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.KnobConflict;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.sizing.AckTimeout;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Flow generator selected by name, with its parameters.
 *
 * @param name as {@code workload.type} names it
 * @param meaning one line: who sends what to whom
 * @param parameters what it must be told
 * @param check what is wrong with parameters that are each in range; empty when nothing
 * @param build the flows; only for parameters that {@code check} finds nothing wrong with
 * @param timeouts of the library that it runs as, by its parameters; empty where it runs as none
 */
public record Workload(
    String name,
    String meaning,
    List<Knob<?>> parameters,
    BiFunction<Settings, WorkloadSite, List<KnobConflict>> check,
    BiFunction<Settings, WorkloadSite, FlowProgram> build,
    Function<Settings, Optional<AckTimeout>> timeouts) {

  /** One of no library. */
  Workload(
      String name,
      String meaning,
      List<Knob<?>> parameters,
      BiFunction<Settings, WorkloadSite, List<KnobConflict>> check,
      BiFunction<Settings, WorkloadSite, FlowProgram> build) {
    this(name, meaning, parameters, check, build, _ -> Optional.empty());
  }

  /** The same, run by a library that sets up its queue pairs in its own way. */
  Workload runAs(Function<Settings, AckTimeout> library) {
    return new Workload(name, meaning, parameters, check, build, library.andThen(Optional::of));
  }

  /**
   * One that takes the hosts that {@code workload.hosts} says for all that there are: {@code check}
   * and {@code build} see a site of these alone.
   */
  static Workload onChosenHosts(
      String name,
      String meaning,
      List<Knob<?>> parameters,
      BiFunction<Settings, WorkloadSite, List<KnobConflict>> check,
      BiFunction<Settings, WorkloadSite, FlowProgram> build) {
    return new Workload(
        name,
        meaning,
        Stream.concat(Stream.of(CommonParameters.HOSTS), parameters.stream()).toList(),
        (settings, site) -> {
          List<KnobConflict> complaints = CommonParameters.check(settings, site, 1);
          return complaints.isEmpty()
              ? check.apply(settings, CommonParameters.chosen(settings, site))
              : complaints;
        },
        (settings, site) -> build.apply(settings, CommonParameters.chosen(settings, site)));
  }
}
