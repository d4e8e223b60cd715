package dev.headroom.audit.fix;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Plan of all changes to all machines of an audit.
 *
 * @param steps in the order of the findings
 * @param switches names of the machines that are switches
 * @param cables known links of hosts to switches
 * @param tunings groups of a {@link TuningProfile}, by the host
 */
public record FixPlan(
    List<Planned> steps,
    Set<String> switches,
    List<Cable> cables,
    Map<String, List<TuningGroup>> tunings) {

  /**
   * One step of a finding's fix.
   *
   * @param host the host it is for; empty for whatever host it runs on
   * @param part the finding's part of it, such as an interface; empty for the whole host
   * @param tuning whether the finding is no fault, so that the step is made only on request
   * @param why the finding in a few words: its rule
   */
  public record Planned(String host, String part, boolean tuning, String why, FixStep step) {
    public Planned(String host, String why, FixStep step) {
      this(host, "", false, why, step);
    }
  }

  /**
   * Link of a host's interface to a switch port.
   *
   * @param port as the switch names it
   */
  public record Cable(String host, String nic, String device, String port) {}

  /** Keeps copies. */
  public FixPlan {
    steps = List.copyOf(steps);
    switches = Set.copyOf(switches);
    cables = List.copyOf(cables);
    tunings = Map.copyOf(tunings);
  }

  /** Steps alone. */
  public static FixPlan of(List<Planned> steps) {
    return new FixPlan(steps, Set.of(), List.of(), Map.of());
  }

  /** The switch port of an interface, if the audit knows it. */
  Optional<Cable> cable(String host, String nic) {
    return cables.stream()
        .filter(each -> each.host().equals(host) && each.nic().equals(nic))
        .findFirst();
  }
}
