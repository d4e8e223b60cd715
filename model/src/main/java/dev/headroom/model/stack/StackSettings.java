package dev.headroom.model.stack;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Settings of a software stack on a host.
 *
 * @param stack which
 * @param variables variables and their values, those of the stack itself before those of the one
 *     below
 * @param left what the scenario sets and the stack cannot be told
 */
public record StackSettings(SoftwareStack stack, List<Told> variables, List<Left> left) {
  /**
   * A variable with its value.
   *
   * @param of the stack whose variable it is
   * @param isDefault whether the stack does that without being told
   */
  public record Told(SoftwareStack of, StackVariable variable, String value, boolean isDefault) {}

  /**
   * Something that no variable carries.
   *
   * @param reason in words, a sentence without its end
   */
  public record Left(StackTopic topic, String reason) {}

  public StackSettings {
    variables = List.copyOf(variables);
    left = List.copyOf(left);
  }

  /**
   * Of a stack and the one below it.
   *
   * @param all also what the stack does without being told
   */
  public static StackSettings of(HostJob job, SoftwareStack stack, boolean all) {
    List<Told> told = new ArrayList<>();
    Set<StackTopic> reached = EnumSet.noneOf(StackTopic.class);
    for (SoftwareStack each : stack.chain()) {
      for (StackVariable variable : StackVariables.of(each)) {
        Optional<String> value =
            variable.value().apply(job).filter(_ -> job.isFor(each, variable.topic()));
        if (value.isPresent()) {
          reached.add(variable.topic());
          boolean isDefault = value.equals(variable.stackDefault().apply(job));
          if (all || !isDefault) {
            told.add(new Told(each, variable, value.get(), isDefault));
          }
        }
      }
    }
    return new StackSettings(stack, told, left(job, stack, reached));
  }

  /** What the scenario sets and none of the topics that are told says. */
  private static List<Left> left(HostJob job, SoftwareStack stack, Set<StackTopic> reached) {
    Set<String> carried =
        reached.stream().flatMap(topic -> topic.knobs().stream()).collect(Collectors.toSet());
    return Arrays.stream(StackTopic.values())
        .filter(topic -> !reached.contains(topic))
        .filter(topic ->
            topic.knobs().stream().anyMatch(knob -> job.sets(knob) && !carried.contains(knob)))
        .map(topic -> new Left(topic, why(job, stack, topic)))
        .toList();
  }

  private static String why(HostJob job, SoftwareStack stack, StackTopic topic) {
    List<StackVariable> variables =
        stack.chain().stream()
            .flatMap(each -> StackVariables.of(each).stream())
            .filter(variable -> variable.topic() == topic)
            .toList();
    if (variables.isEmpty()) {
      return "%s has no variable for it%s".formatted(stack.title(), elsewhere(topic));
    }
    return variables.stream().anyMatch(StackVariable::isModelled)
        ? "no variable needed with transport.type %s and this workload".formatted(job.transport())
        : variables.getFirst().unmodelled();
  }

  /** Where else it is set, if it is. */
  private static String elsewhere(StackTopic topic) {
    return switch (topic) {
      case TRAFFIC_CLASS ->
          "; it is set for all queue pairs of a port: /sys/class/infiniband/DEV/tc/1/traffic_class";
      case PATH_MTU -> "; the port's MTU applies: ip link set DEV mtu N";
      case RELAXED_ORDERING -> "; it is set on the NIC: setpci CAP_EXP+8.w";
      case ADAPTIVE_ROUTING -> "; it is set on switches";
      default -> "";
    };
  }
}
