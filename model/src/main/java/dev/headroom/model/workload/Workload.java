package dev.headroom.model.workload;

import dev.headroom.model.knob.Complaint;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Settings;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Stream;

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
    BiFunction<Settings, Site, FlowProgram> build) {

  /**
   * One that takes the hosts that {@code workload.hosts} says for all that there are: {@code check}
   * and {@code build} see a site of these alone.
   */
  static Workload onChosenHosts(
      String name,
      String meaning,
      List<Knob<?>> parameters,
      BiFunction<Settings, Site, List<Complaint>> check,
      BiFunction<Settings, Site, FlowProgram> build) {
    return new Workload(
        name,
        meaning,
        Stream.concat(Stream.of(Common.HOSTS), parameters.stream()).toList(),
        (settings, site) -> {
          List<Complaint> complaints = Common.check(settings, site, 1);
          return complaints.isEmpty()
              ? check.apply(settings, Common.chosen(settings, site))
              : complaints;
        },
        (settings, site) -> build.apply(settings, Common.chosen(settings, site)));
  }
}
