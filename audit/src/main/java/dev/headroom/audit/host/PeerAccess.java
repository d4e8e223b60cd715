package dev.headroom.audit.host;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Rule that reports pairs of GPUs that cannot access each other's memory over PCIe. */
final class PeerAccess extends HostRule {
  private static final String NEEDS = "nvidia-smi topo -p2p r, or p2pBandwidthLatencyTest";
  private static final int MOST_PAIRS = 4;

  /** Reasons, the first one decides what to do. */
  private enum Reason {
    /** The chipset, as the driver knows it. */
    CHIPSET(
        "CNS",
        Severity.WARNING,
        "the driver does not know the chipset as one that passes reads and writes between PCIe "
            + "devices (CNS)",
        "enable peer-to-peer traffic between PCIe root ports, Above 4G Decoding and Resizable BAR "
            + "in the BIOS, and update it; or move these GPUs below one PCIe switch, where the "
            + "chipset does not matter; in a virtual machine, pass them through below one virtual "
            + "PCIe switch"),
    /** The place of the two. */
    TOPOLOGY(
        "TNS",
        Severity.WARNING,
        "the path between them has no peer-to-peer traffic (TNS)",
        "move these GPUs below one PCIe switch or one CPU socket"),
    /** An option of the driver. */
    OPTION(
        "DR",
        Severity.WARNING,
        "an option of the driver disables it (DR)",
        "remove the peer-to-peer option from NVreg_RegistryDwords in /etc/modprobe.d, rebuild the "
            + "initramfs and reboot"),
    /** CUDA refuses and gives no reason. */
    REFUSED(
        "CANNOT",
        Severity.WARNING,
        "CUDA refuses it",
        "run nvidia-smi topo -p2p r, which prints the reason: CNS is the chipset or its BIOS, TNS "
            + "the topology, GNS the GPU model"),
    /** The model of the GPU. */
    MODEL(
        "GNS",
        Severity.INFO,
        "this GPU model does not support it (GNS)",
        "no setting changes this; NCCL copies through host memory between these GPUs");

    private final String word;
    private final Severity severity;
    private final String text;
    private final String advice;

    Reason(String word, Severity severity, String text, String advice) {
      this.word = word;
      this.severity = severity;
      this.text = text;
      this.advice = advice;
    }

    static Optional<Reason> of(String word) {
      return List.of(values()).stream().filter(each -> each.word.equals(word)).findFirst();
    }
  }

  /** Pairs with one reason. */
  private record Pairs(List<String> names, List<Evidence> seen) {}

  PeerAccess() {
    super(
        RuleInfo.warning("pcie.peer-access")
            .title("the GPUs of a host can access each other's memory")
            .inputs(NEEDS)
            .cause(
                "Without peer-to-peer access NCCL copies through host memory between these GPUs, "
                    + "which costs CPU memory bandwidth twice. The driver allows it over PCIe if "
                    + "it knows the chipset, or if the GPUs share a PCIe switch. BIOS settings "
                    + "and virtual machines can hide either.")
            .modes(15)
            .source(
                "nvidia-smi topo -p2p, legend; NVML, nvmlGpuP2PStatus_t;"
                    + " NVIDIA/open-gpu-kernel-modules, p2p_caps.c and chipset_pcie.c;"
                    + " NVIDIA/nccl#175; article S3:237"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    Map<Reason, Pairs> refused = new EnumMap<>(Reason.class);
    int all = 0;
    boolean unclear = false;
    for (Subject pair : host.facts().subjects(SubjectKind.PAIR)) {
      // What the driver says has a reason; what CUDA says has none.
      Optional<Fact> status =
          host.facts().first(pair, "p2p").or(() -> host.facts().first(pair, "peer-access"));
      if (status.isEmpty() || status.get().value().equals("X")) {
        continue;
      }
      String word = status.get().value();
      Optional<Reason> reason = Reason.of(word);
      boolean allowed = word.equals("OK") || word.equals("CAN");
      unclear |= !allowed && reason.isEmpty();
      if (allowed || reason.isPresent()) {
        all++;
      }
      if (reason.isPresent()) {
        Pairs pairs =
            refused.computeIfAbsent(
                reason.get(), _ -> new Pairs(new ArrayList<>(), new ArrayList<>()));
        pairs.names().add(pair.name().replace(' ', '-'));
        pairs.seen().add(status.get().evidence());
      }
    }
    if (unclear) {
      // NS is what a healthy host says of NVLink or atomics (-p2p n, a).
      to.missingInput(host.name(), "nvidia-smi topo -p2p r, with a reason other than NS or U");
    } else if (all == 0) {
      to.missingInput(host.name(), NEEDS);
    } else if (refused.isEmpty()) {
      to.pass();
    }
    int total = all;
    refused.forEach((reason, pairs) -> report(host, reason, pairs, total, to));
  }

  private static void report(
      HostFacts host, Reason reason, Pairs pairs, int all, FindingCollector to) {
    List<String> names = pairs.names();
    to.finding(
            host.name(),
            "",
            "%d of %d pairs of GPUs cannot access each other's memory (%s%s): %s"
                .formatted(
                    names.size(),
                    all,
                    names.stream().limit(MOST_PAIRS).collect(Collectors.joining(", ")),
                    names.size() > MOST_PAIRS
                        ? " and " + (names.size() - MOST_PAIRS) + " more"
                        : "",
                    reason.text))
        .severity(reason.severity)
        .addEvidence(pairs.seen().stream().distinct().limit(MOST_PAIRS).toList())
        .fix(() -> Fix.advice(reason.advice))
        .report();
  }
}
