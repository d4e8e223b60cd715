package dev.headroom.audit.environment;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.JobVariable;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.RdmaPort;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Rule that reports a {@code UCX_NET_DEVICES} with a device that the host does not have. UCX calls
 * an RDMA device by its port, {@code mlx5_0:1}, and what takes TCP by its interface, {@code eth0}.
 */
final class MissingUcxDevice extends HostRule {
  private static final String VARIABLE = "UCX_NET_DEVICES";

  /** A device with its port. Patterns and exceptions are UCX's own, and none is judged here. */
  private static final String PORT = "\\w[\\w.-]*:\\d{1,3}";

  MissingUcxDevice() {
    super(
        RuleInfo.error("job.ucx-device-not-there")
            .title("UCX_NET_DEVICES lists devices that the host has")
            .inputs(VariableRule.ENVIRONMENT, "all of the host's RDMA devices")
            .cause(
                "UCX warns about a missing device and continues without it. The job then runs on "
                    + "fewer rails, or ends without a transport if no device is left.")
            .source("openucx/ucx, src/ucp/core/ucp_context.c"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    ReportedValue<String> list = host.environment(VARIABLE);
    Set<String> ports =
        host.rdmaPorts().stream()
            .map(MissingUcxDevice::named)
            .collect(Collectors.toCollection(TreeSet::new));
    if (!list.isReported() && !host.isEnvironmentComplete()) {
      to.missingInput(host.name(), VariableRule.ENVIRONMENT);
    } else if (!list.isReported()) {
      to.notApplicable(host.name(), VARIABLE + " is not set");
    } else if (ports.isEmpty()) {
      to.missingInput(host.name(), "the host's RDMA devices (ibstat, show_gids, rdma link)");
    } else {
      judge(host, list, ports, to);
    }
  }

  private static String named(RdmaPort port) {
    return port.device() + ":" + port.number();
  }

  private static void judge(
      HostFacts host, ReportedValue<String> list, Set<String> ports, FindingCollector to) {
    List<String> missing =
        Stream.of(list.get().strip().split(","))
            .map(String::strip)
            .filter(each -> isMissing(host, each, ports))
            .toList();
    if (missing.isEmpty()) {
      to.pass();
      return;
    }
    if (!host.areRdmaDevicesComplete()
        || host.rdmaDevices().stream().anyMatch(device -> device.ports().isEmpty())) {
      to.missingInput(host.name(), MissingHca.WHOLE);
      return;
    }
    to.finding(
            host.name(),
            VARIABLE,
            "it lists %s, but the host has %s"
                .formatted(String.join(", ", missing), String.join(", ", ports)))
        .addEvidence(list.findEvidence().stream().toList())
        .fix(() -> Fix.of(new JobVariable(VARIABLE, String.join(",", ports))))
        .report();
  }

  private static boolean isMissing(HostFacts host, String entry, Set<String> ports) {
    return entry.matches(PORT)
        ? !ports.contains(entry)
        : host.facts().has(new Subject(SubjectKind.RDMA, entry));
  }
}
