package dev.headroom.audit.host;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.fact.ValueParser;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Rule that reports GPU health errors exported by DCGM's exporter. */
final class GpuErrorMetrics extends HostRule {
  private static final String NEEDS =
      "metrics of dcgm-exporter: DCGM_FI_DEV_XID_ERRORS, DCGM_FI_DEV_ROW_REMAP_FAILURE";

  /** As {@code gpu.xid} takes them from a kernel's log. */
  private static final Set<Long> SICK =
      Set.of(48L, 62L, 63L, 64L, 74L, 79L, 92L, 94L, 95L, 119L, 120L, 121L);

  GpuErrorMetrics() {
    super(
        RuleInfo.error("gpu.errors-in-metrics")
            .title("GPU metrics show no errors")
            .inputs(NEEDS)
            .cause(
                "DCGM keeps the number of the last XID. 79: the GPU fell off the bus. 74: an "
                    + "NVLink error. 48, 63, 64, 94 and 95: memory errors. If remapping a row "
                    + "failed, the GPU has no spare row left there and must be replaced. A "
                    + "pending remapping waits for a reset.")
            .source(
                "NVIDIA, XID Errors; DCGM, field identifiers (dcgm_fields.h), health of memory"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    boolean any = false;
    for (Subject gpu : host.facts().subjects(SubjectKind.GPU)) {
      for (Sign sign : Sign.values()) {
        List<Fact> samples = host.facts().all(gpu, "dcgm.DCGM_FI_DEV_" + sign.name());
        any |= !samples.isEmpty();
        Optional<Fact> bad = samples.stream().filter(sign::isBad).findFirst();
        if (samples.isEmpty()) {
          continue;
        }
        if (bad.isEmpty()) {
          to.pass();
          continue;
        }
        to.finding(host.name(), "GPU " + gpu.name(), sign.what.formatted(number(bad.get())))
            .severity(sign.severity(number(bad.get())))
            .addEvidence(bad.get().evidence())
            .fix(() -> Fix.advice(sign.advice(number(bad.get()))))
            .report();
      }
    }
    if (!any) {
      to.missingInput(host.name(), NEEDS);
    }
  }

  /** A metric, by the end of its name. */
  private enum Sign {
    XID_ERRORS(
        Severity.ERROR,
        "its last error was XID %d",
        "take the node out of service and look up the number in NVIDIA's list of XIDs; dmesg has "
            + "the log line"),
    ROW_REMAP_FAILURE(
        Severity.ERROR,
        "a row of its memory could not be remapped",
        "take the GPU out of service: nvidia-smi -q -d ROW_REMAPPER shows the failure, which "
            + "qualifies the GPU for replacement"),
    ROW_REMAP_PENDING(
        Severity.WARNING,
        "a row of its memory will be remapped at the next reset",
        "drain the node and reset the GPU (nvidia-smi --gpu-reset -i N), or reboot the machine");

    private final Severity severity;
    private final String what;
    private final String advice;

    Sign(Severity severity, String what, String advice) {
      this.severity = severity;
      this.what = what;
      this.advice = advice;
    }

    /** As the rules of a kernel's log weigh XID 63, memory to be put aside, and 94, contained. */
    Severity severity(long value) {
      if (this != XID_ERRORS) {
        return severity;
      }
      return value == 63 ? Severity.INFO : value == 94 ? Severity.WARNING : severity;
    }

    String advice(long value) {
      if (this != XID_ERRORS || (value != 63 && value != 94)) {
        return advice;
      }
      return (value == 94 ? "restart the job that it ended; " : "")
          + "reset the GPU when the node is next empty";
    }

    boolean isBad(Fact sample) {
      long value = number(sample);
      return this == XID_ERRORS ? SICK.contains(value) : value > 0;
    }
  }

  private static long number(Fact sample) {
    return ValueParser.decimal(sample.value()).orElse(0.0).longValue();
  }
}
