package dev.headroom.prove.plan;

import java.util.List;

/**
 * How commands reach the hosts.
 *
 * @param user of SSH; empty for SSH's own choice
 * @param namespace of pods; empty for kubectl's own choice
 * @param pod name of the pod on a host, with {@code %h} for the host
 * @param gidIndex for perftest's {@code -x}; below 0 for its own choice
 * @param checks tools that look at each host before the traffic
 */
public record RunnerPlan(
    Way way, String user, String namespace, String pod, int gidIndex, List<HostTool> checks) {
  /** On this machine. */
  public static final RunnerPlan LOCAL =
      new RunnerPlan(Way.LOCAL, "", "", "burnin-%h", -1, List.of(HostTool.values()));
}
