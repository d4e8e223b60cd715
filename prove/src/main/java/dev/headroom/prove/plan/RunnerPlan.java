package dev.headroom.prove.plan;

import java.util.List;
import java.util.Optional;

/**
 * How commands reach the hosts.
 *
 * @param user of SSH; empty for SSH's own choice
 * @param namespace of pods; empty for kubectl's own choice
 * @param pod name of the pod on a host, with {@code %h} for the host
 * @param command words that start a shell on a host, with {@code %h} for the host; empty but for
 *     {@link Way#COMMAND}
 * @param gidIndex for perftest's {@code -x}; below 0 for its own choice
 * @param checks tools that look at each host before the traffic
 * @param collective over all hosts together, before the traffic
 */
public record RunnerPlan(
    Way way,
    String user,
    String namespace,
    String pod,
    List<String> command,
    int gidIndex,
    List<HostTool> checks,
    Optional<CollectivePlan> collective) {
  /** On this machine. */
  public static final RunnerPlan LOCAL =
      new RunnerPlan(
          Way.LOCAL,
          "",
          "",
          "burnin-%h",
          List.of(),
          -1,
          List.of(HostTool.values()),
          Optional.empty());

  public RunnerPlan {
    command = List.copyOf(command);
    checks = List.copyOf(checks);
  }
}
