package dev.headroom.audit.environment;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.HcaChoice;
import dev.headroom.audit.fix.JobVariable;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.host.HcaList;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.RdmaPort;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Rule that reports an {@code NCCL_IB_HCA} with a device that the host does not have. */
final class MissingHca extends HostRule {
  /** One output of one device does not say that there is no other. */
  static final String WHOLE =
      "a complete list of the host's RDMA devices (ibstat, ibv_devices, rdma link)";

  /** A port after a slash, where NCCL splits at colons only. */
  private static final String SLASH = ".*\\w/\\d+(,.*)?";

  MissingHca() {
    super(
        RuleInfo.error("nccl.hca-not-there")
            .title("NCCL_IB_HCA lists devices that the host has")
            .inputs(VariableRule.ENVIRONMENT, "all of the host's RDMA devices")
            .cause(
                "NCCL skips a missing device without a warning. The job runs on fewer rails, or "
                    + "on sockets if no device is left.")
            .modes(35)
            .source("NCCL environment variables, NCCL_IB_HCA; article S1:32"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    ReportedValue<String> list = host.environment("NCCL_IB_HCA");
    Set<String> devices = new TreeSet<>();
    host.rdmaPorts().forEach(port -> devices.add(port.device()));
    host.rdmaDevices().forEach(device -> devices.add(device.name()));
    // Lines of ibv_devinfo that somebody picked out are of a device that they do not name.
    devices.remove("unnamed");
    if (!list.isReported() && !host.isEnvironmentComplete()) {
      to.missingInput(host.name(), VariableRule.ENVIRONMENT);
    } else if (!list.isReported()) {
      to.notApplicable(host.name(), "NCCL_IB_HCA is not set");
    } else if (list.matches(text -> text.matches(SLASH))) {
      slash(host, list, to);
    } else if (devices.isEmpty()) {
      to.missingInput(host.name(), "the host's RDMA devices (ibstat, show_gids, rdma link)");
    } else {
      judge(host, list, devices, to);
    }
  }

  private static void slash(HostFacts host, ReportedValue<String> list, FindingCollector to) {
    to.finding(
            host.name(),
            "NCCL_IB_HCA",
            ("it is '%s'; the port number must follow a colon, because an entry with a slash "
                    + "matches no device")
                .formatted(list.get().strip()))
        .addEvidence(list.findEvidence().stream().toList())
        .fix(() ->
            Fix.of(
                new JobVariable(
                    "NCCL_IB_HCA", list.get().strip().replaceAll("/(\\d+)(?=,|$)", ":$1"))))
        .report();
  }

  private static void judge(
      HostFacts host, ReportedValue<String> list, Set<String> devices, FindingCollector to) {
    HcaList named = HcaList.of(list.get());
    List<String> missing =
        named.entries().stream()
            .map(MissingHca::withoutSign)
            .filter(each -> devices.stream().noneMatch(device -> named.matches(each, device)))
            .map(HcaList.Entry::name)
            .toList();
    if (missing.isEmpty() || named.excluded()) {
      to.pass();
      return;
    }
    if (!host.areRdmaDevicesComplete()) {
      to.missingInput(host.name(), WHOLE);
      return;
    }
    to.finding(
            host.name(),
            "NCCL_IB_HCA",
            "it lists %s, but the host has %s"
                .formatted(String.join(", ", missing), String.join(", ", devices)))
        .addEvidence(list.findEvidence().stream().toList())
        .fix(() -> choice(host, devices).fix())
        .report();
  }

  /** By link type where the host has both; otherwise all of them. */
  private static HcaChoice choice(HostFacts host, Set<String> devices) {
    Set<String> infiniband = new TreeSet<>();
    Set<String> ethernet = new TreeSet<>();
    for (RdmaPort port : host.rdmaPorts()) {
      if (devices.contains(port.device())) {
        if (port.isInfiniBand()) {
          infiniband.add(port.device());
        } else if (port.isEthernet()) {
          ethernet.add(port.device());
        }
      }
    }
    if (infiniband.isEmpty() || ethernet.isEmpty()) {
      return new HcaChoice(devices, Set.of());
    }
    return new HcaChoice(infiniband, ethernet);
  }

  /** Signs before other names than the first are for {@code nccl.list-signs} to tell. */
  private static HcaList.Entry withoutSign(HcaList.Entry entry) {
    return new HcaList.Entry(entry.name().replaceFirst("^[\\^=]+", ""), entry.port());
  }
}
