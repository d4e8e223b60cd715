package dev.headroom.audit.gap;

import dev.headroom.audit.Finding;
import dev.headroom.audit.price.Pricing;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.model.collective.NcclAlgorithm;
import dev.headroom.model.collective.NcclProtocol;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Predicate;

/** Effect of findings on a job as a whole: its network, its path to GPU memory, NCCL's settings. */
final class JobSettings {
  static final String ALGORITHM_KEY = "workload.algorithm";
  static final String PROTOCOL_KEY = "workload.protocol";

  private static final Set<String> SOCKETS =
      Set.of("nccl.socket-transport", "nccl.ib-disabled", "nccl.net-socket");
  private static final String NO_GPU_DIRECT = "nccl.without-gpudirect";
  private static final String GPU_DIRECT_FORBIDDEN = "gpudirect.gdr-forced-off";
  private static final String UNMARKED = "qos.dcqcn-off";
  private static final String ALGORITHM = "nccl.algorithm-forced";
  private static final String PROTOCOL = "nccl.protocol-forced";
  private static final String LOW_LATENCY_PROTOCOL = "nccl.protocol-low-latency";
  private static final String CHANNELS = "nccl.channels-capped";
  private static final String APART = "nccl.p2p-disabled";
  private static final String OWN_NIC_ONLY = "nccl.pxn-disabled";

  /** Those of them that are no fault, and yet change what a job gets. */
  private static final Set<String> CHOICES =
      Set.of(ALGORITHM, PROTOCOL, LOW_LATENCY_PROTOCOL, CHANNELS, OWN_NIC_ONLY);

  private final List<HostFacts> all;
  private final List<Finding> findings;
  private final boolean mostlyStaged;

  JobSettings(List<HostFacts> all, List<Finding> findings) {
    this.all = List.copyOf(all);
    this.findings = List.copyOf(findings);
    long rdma = 0;
    long direct = 0;
    for (HostFacts host : all) {
      for (var channel : host.nccl().channels()) {
        boolean isRdma = channel.transport().startsWith("NET/IB");
        rdma += isRdma ? 1 : 0;
        direct += isRdma && channel.isGpuDirect() ? 1 : 0;
      }
    }
    mostlyStaged = rdma == 0 || direct * 2 < rdma;
  }

  /** Whether a finding that is no fault changes what a job gets. */
  static boolean isJobSetting(Finding finding) {
    return CHOICES.contains(finding.rule());
  }

  boolean isUnfixed(String rule, Predicate<String> fixed) {
    return !fixed.test(rule) && findings.stream().anyMatch(each -> each.rule().equals(rule));
  }

  /** Whether nodes talk through the kernel. */
  boolean isSockets(Predicate<String> fixed) {
    return SOCKETS.stream().anyMatch(rule -> isUnfixed(rule, fixed));
  }

  /** Whether the job's own files say that most of its messages go through host memory. */
  boolean isStaged(Predicate<String> fixed) {
    return (mostlyStaged && isUnfixed(NO_GPU_DIRECT, fixed))
        || isUnfixed(GPU_DIRECT_FORBIDDEN, fixed);
  }

  /** Whether GPUs of a node may not reach each other. */
  boolean isPeerAccessOff(Predicate<String> fixed) {
    return isUnfixed(APART, fixed);
  }

  /** Adds the settings of the network over Ethernet, with what is left of its faults. */
  void ethernet(Predicate<String> fixed, SortedMap<String, String> to) {
    to.put("congestion.algorithm", "dcqcn");
    if (Pricing.LOSSY.stream().anyMatch(rule -> isUnfixed(rule, fixed))) {
      to.put("pfc.enabled", "false");
    }
    if (isUnfixed(UNMARKED, fixed)) {
      to.put("congestion.ecn", "false");
    }
  }

  /** Adds what NCCL is told, where the model can do it. */
  void choices(Predicate<String> fixed, SortedMap<String, String> to) {
    value(ALGORITHM, fixed)
        .flatMap(told ->
            Arrays.stream(NcclAlgorithm.values())
                .filter(each -> letters(each.ncclName()).equals(letters(told)))
                .findFirst())
        .ifPresent(algorithm -> to.put(ALGORITHM_KEY, algorithm.word()));
    value(PROTOCOL, fixed)
        .or(() -> value(LOW_LATENCY_PROTOCOL, fixed))
        .flatMap(told -> NcclProtocol.named(told.strip().toLowerCase(Locale.ROOT)))
        .ifPresent(protocol -> to.put(PROTOCOL_KEY, protocol.word()));
    value(CHANNELS, fixed).ifPresent(most -> to.put("workload.channels", most.strip()));
    if (isUnfixed(OWN_NIC_ONLY, fixed)) {
      to.put("workload.pxn", "false");
    }
  }

  /** What the variable of a rule is set to, if that is left so. */
  private Optional<String> value(String rule, Predicate<String> fixed) {
    return findings.stream()
        .filter(each -> each.rule().equals(rule) && !fixed.test(rule))
        .flatMap(each ->
            all.stream()
                .filter(host -> host.name().equals(each.place().host()))
                .flatMap(host -> host.environment(each.place().part()).optional().stream()))
        .findFirst();
  }

  private static String letters(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z]", "");
  }
}
