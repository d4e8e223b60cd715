package dev.headroom.audit.environment;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.JobVariable;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.host.HcaList;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Rule that reports a device in {@code NCCL_IB_HCA} whose name other devices begin with: {@code
 * mlx5_1} is also {@code mlx5_10}.
 */
final class HcaPrefix extends HostRule {
  private static final String VARIABLE = "NCCL_IB_HCA";

  HcaPrefix() {
    super(
        RuleInfo.warning("nccl.hca-prefix")
            .title("NCCL_IB_HCA selects only the devices that it names")
            .inputs(VariableRule.ENVIRONMENT, "the host's RDMA devices, or NET/IB : Using in a log")
            .cause(
                "Names in NCCL_IB_HCA are prefixes unless the list begins with =. The job then "
                    + "also uses devices that nobody asked for, such as those of storage or of "
                    + "another rail.")
            .modes(35)
            .source("NCCL environment variables, NCCL_IB_HCA"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    ReportedValue<String> list = host.environment(VARIABLE);
    Set<String> devices = new TreeSet<>(host.nccl().devices());
    host.rdmaPorts().forEach(port -> devices.add(port.device()));
    host.rdmaDevices().forEach(device -> devices.add(device.name()));
    if (!list.isReported() && !host.isEnvironmentComplete()) {
      to.missingInput(host.name(), VariableRule.ENVIRONMENT);
    } else if (!list.isReported()) {
      to.notApplicable(host.name(), VARIABLE + " is not set");
    } else if (devices.isEmpty()) {
      to.missingInput(host.name(), "the host's RDMA devices (ibstat, show_gids, rdma link)");
    } else {
      judge(host, list, devices, to);
    }
  }

  private static void judge(
      HostFacts host, ReportedValue<String> list, Set<String> devices, FindingCollector to) {
    HcaList named = HcaList.of(list.get());
    Set<String> meant =
        named.entries().stream().map(HcaList.Entry::name).collect(Collectors.toSet());
    // A name that is no device, such as mlx5, is meant as a prefix.
    List<String> others =
        devices.stream()
            .filter(device -> !meant.contains(device))
            .filter(device ->
                named.entries().stream()
                    .allMatch(
                        each -> devices.contains(each.name()) || !named.matches(each, device)))
            .filter(
                device -> named.entries().stream().anyMatch(each -> named.matches(each, device)))
            .toList();
    if (others.isEmpty()) {
      to.pass();
      return;
    }
    String text = list.get().strip();
    to.finding(
            host.name(),
            VARIABLE,
            "%s=%s also %s %s, whose %s so"
                .formatted(
                    VARIABLE,
                    text,
                    named.excluded() ? "excludes" : "selects",
                    String.join(", ", others),
                    others.size() == 1 ? "name begins" : "names begin"))
        .addEvidence(list.findEvidence().stream().toList())
        .fix(() ->
            Fix.of(
                new JobVariable(
                    VARIABLE, named.excluded() ? "^=" + text.substring(1) : "=" + text)))
        .report();
  }
}
