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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Rule that reports GPUs that did not join the NVLink fabric, or whose fabric is unhealthy, by the
 * driver's output.
 */
final class FabricState extends HostRule {
  private static final String NEEDS =
      "the part Fabric of nvidia-smi -q, or nvidia-smi --query-gpu=fabric.state,fabric.status --format=csv";

  private static final String LESS =
      "NVLinks, or routes through NVSwitches, have failed. Collectives that use them inside the "
          + "node are slow or hang, and jobs end with XID 45 or 74.";

  FabricState() {
    super(
        RuleInfo.error("gpu.fabric-state")
            .title("each GPU is registered with its NVLink fabric, and the fabric is healthy")
            .inputs(NEEDS)
            .cause(
                "On machines with NVSwitches no CUDA program starts (system not yet initialized, "
                    + "802) until the fabric manager has registered the GPU, seconds after its "
                    + "start. From B200 on this also needs the subnet manager NVLSM and the "
                    + "modules mlx5_ib and ib_umad. Where tenants share the switches, a GPU "
                    + "waits until its partition is activated.")
            .source(
                "NVML API reference, Fabric definitions; NVIDIA Fabric Manager User Guide;"
                    + " siderolabs/extensions#717, #893; NVIDIA/gpu-operator#2781"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    Map<Complaint, List<Seen>> complaints = new LinkedHashMap<>();
    int told = 0;
    for (Subject gpu :
        Stream.concat(
                host.facts().subjects(SubjectKind.GPU).stream(),
                host.facts().subjects(SubjectKind.HOST).stream())
            .toList()) {
      boolean well = false;
      boolean complained = false;
      for (Fact fact : host.facts().firstFactsOf(gpu, key -> !fabricKey(key).isEmpty())) {
        String key = fabricKey(fact.key());
        if (key.isEmpty() || fact.value().matches("(?i)n/a|not supported|\\[.*")) {
          continue;
        }
        told++;
        Complaint complaint = Complaint.of(key, fact.value().strip());
        well |= complaint == Complaint.NONE;
        if (complaint != Complaint.NONE && !complained) {
          complained = true;
          complaints.computeIfAbsent(complaint, _ -> new ArrayList<>()).add(new Seen(gpu, fact));
        }
      }
      if (well && !complained) {
        to.pass();
      }
    }
    if (told == 0) {
      to.missingInput(host.name(), NEEDS);
    }
    complaints.forEach((complaint, seen) -> report(host, complaint, seen, to));
  }

  /** What of the fabric it tells, as {@code nvidia-smi -q} names it; blank if nothing. */
  private static String fabricKey(String key) {
    String small = key.toLowerCase(Locale.ROOT).replace('_', '-');
    String plain = small.startsWith("nvidia-smi.query.") ? small.substring(17) : small;
    return plain.startsWith("fabric.") ? plain.substring(7) : "";
  }

  private void report(HostFacts host, Complaint complaint, List<Seen> seen, FindingCollector to) {
    List<Evidence> lines = seen.stream().map(each -> each.fact().evidence()).toList();
    String first = seen.getFirst().fact().value().strip();
    to.finding(
            host.name(),
            seen.size() == 1 && seen.getFirst().gpu().kind() == SubjectKind.GPU
                ? "GPU " + seen.getFirst().gpu().name()
                : "",
            (seen.size() == 1 ? "" : "of " + seen.size() + " GPUs ")
                + complaint.what.formatted(first))
        .severity(complaint.severity)
        .cause(complaint.isRegistered ? LESS : info().cause())
        .addEvidence(lines.stream().limit(10).toList())
        .fix(() -> Fix.advice(complaint.advice))
        .report();
  }

  private record Seen(Subject gpu, Fact fact) {}

  /** What may be said of a GPU, and what to do then. */
  private enum Complaint {
    NONE(Severity.INFO, false, "", ""),
    NOT_REGISTERED(
        Severity.ERROR,
        false,
        "the registration with the NVLink fabric is '%s'",
        "check systemctl status nvidia-fabricmanager and its log: it must run, in the driver's "
            + "version; on B200 and later load mlx5_ib and ib_umad first and check that nvlsm "
            + "runs too; then run nvidia-smi -r, or reboot the machine"),
    FAILED(
        Severity.ERROR,
        false,
        "the registration with the NVLink fabric ended with '%s'",
        "look for the cause in /var/log/fabricmanager.log; reset the GPUs (nvidia-smi -r) with "
            + "no job on them, and restart nvidia-fabricmanager"),
    UNHEALTHY(
        Severity.ERROR,
        true,
        "the health of the NVLink fabric is '%s'",
        "take the node out of service; nvidia-smi nvlink -s and -e show the failed links, the "
            + "fabric manager's log and dmesg (XID, SXid) show the cause"),
    REDUCED(
        Severity.WARNING,
        true,
        "the NVLink fabric has reduced bandwidth ('%s')",
        "nvidia-smi nvlink -s shows the missing links; plan to take the node out of service");

    private final Severity severity;
    private final boolean isRegistered;
    private final String what;
    private final String advice;

    Complaint(Severity severity, boolean isRegistered, String what, String advice) {
      this.severity = severity;
      this.isRegistered = isRegistered;
      this.what = what;
      this.advice = advice;
    }

    static Complaint of(String key, String value) {
      String small = value.toLowerCase(Locale.ROOT);
      return switch (key) {
        case "state" -> small.equals("completed") ? NONE : NOT_REGISTERED;
        case "status" -> small.equals("success") ? NONE : FAILED;
        case "health.summary" ->
            small.equals("healthy") ? NONE : small.equals("limited capacity") ? REDUCED : UNHEALTHY;
        case "health.bandwidth" -> small.equals("full") ? NONE : REDUCED;
        case "health.route-unhealthy" -> small.equals("true") ? UNHEALTHY : NONE;
        default -> NONE;
      };
    }
  }
}
