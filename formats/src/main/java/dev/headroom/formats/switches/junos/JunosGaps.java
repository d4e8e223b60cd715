package dev.headroom.formats.switches.junos;

import static dev.headroom.formats.emit.PlacedStatement.TOP;

import dev.headroom.formats.emit.ConfigState;
import dev.headroom.model.text.PortRanges;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** What a Junos configuration needs beside the statements of a plan, a sentence each. */
final class JunosGaps {
  private static final String COS = "set class-of-service ";
  private static final String CLASS = COS + "forwarding-classes class ";
  private static final Pattern LOSSLESS = Pattern.compile(CLASS + "(\\S+) .*no-loss.*");

  private JunosGaps() {}

  static List<String> of(ConfigState before, ConfigState after) {
    List<String> gaps = new ArrayList<>(unscheduled(before, after));
    if (before.isKnown() && !before.all().equals(after.all())) {
      unclassified(after).ifPresent(gaps::add);
      gaps.addAll(unstopped(after));
    }
    return gaps;
  }

  /**
   * Lossless classes whose queue a received pause does not stop: without a flow-control-queue, only
   * queues 3 and 4 stop (Juniper, flow-control-queue).
   */
  private static List<String> unstopped(ConfigState state) {
    List<String> profiles =
        names(state, COS + "congestion-notification-profile (\\S+) input .*").stream()
            .filter(name ->
                names(
                        state,
                        COS
                            + "(congestion-notification-profile) "
                            + Pattern.quote(name)
                            + " output .*")
                    .isEmpty())
            .toList();
    return names(state, LOSSLESS.pattern()).stream()
        .filter(name ->
            names(state, CLASS + Pattern.quote(name) + " (?:.* )?queue-num (\\d+)(?: .*)?").stream()
                .anyMatch(queue -> !queue.matches("[34]")))
        .filter(_ -> !profiles.isEmpty())
        .map(name ->
            ("class %s may not stop when a pause arrives: congestion-notification-profile %s names no"
                    + " flow-control-queue, so that only queues 3 and 4 stop. Add output ieee-802.1"
                    + " code-point BITS flow-control-queue QUEUE for each lossless class")
                .formatted(name, String.join(", ", profiles)))
        .toList();
  }

  /** Ports without class of service, which a plan cannot know to carry RDMA. */
  private static Optional<String> unclassified(ConfigState state) {
    List<String> known =
        names(state, "set class-of-service interfaces (\\S+) .*").stream()
            .map(name -> name.equals("all") ? "*" : name)
            .map(name -> ("\\Q" + name + "\\E").replace("*", "\\E.*\\Q"))
            .toList();
    List<String> others =
        names(state, "set interfaces ((?:et|xe|ge)-[-\\d/:]+) .*").stream()
            .filter(port -> known.stream().noneMatch(port::matches))
            .toList();
    return others.isEmpty()
        ? Optional.empty()
        : Optional.of(
            ("no class-of-service interfaces statement names %s: the plan leaves the classes there"
                    + " as they are. If RDMA passes there, add one, such as the classifier, and make"
                    + " the plan again")
                .formatted(PortRanges.of(others)));
  }

  private static List<String> names(ConfigState state, String command) {
    Pattern pattern = Pattern.compile(command);
    return state.find(TOP, pattern).stream()
        .map(each -> pattern.matcher(each.text()).replaceFirst("$1"))
        .distinct()
        .toList();
  }

  /** New lossless classes that no scheduler map has. */
  private static List<String> unscheduled(ConfigState before, ConfigState after) {
    return after.find(TOP, LOSSLESS).stream()
        .filter(each -> !before.has(each))
        .map(each -> LOSSLESS.matcher(each.text()).replaceFirst("$1"))
        .filter(name ->
            after
                .find(
                    TOP,
                    Pattern.compile(
                        COS
                            + "scheduler-maps \\S+ forwarding-class "
                            + Pattern.quote(name)
                            + " .*"))
                .isEmpty())
        .map(name ->
            ("class %s has no scheduler, so that its packets are not marked: no other lossless class"
                    + " of these ports has one to copy. Add a scheduler with"
                    + " explicit-congestion-notification and a drop-profile-map to the"
                    + " scheduler-map of these ports")
                .formatted(name))
        .toList();
  }
}
