package dev.headroom.audit.host;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.fact.ValueParser;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Rule that reports GPUs whose load falls between two samples while the CPU load rises. It is a
 * sign of a job that continues without RDMA or GPUDirect and logs nothing.
 */
final class GpuFallback extends HostRule {
  private static final List<String> BUSY =
      List.of("dmon.sm", "dcgm.DCGM_FI_DEV_GPU_UTIL", "dcgm.DCGM_FI_PROF_GR_ENGINE_ACTIVE");
  private static final String NEEDS =
      "two samples, or rows over time, of GPU utilisation (nvidia-smi dmon, DCGM) and of /proc/loadavg";

  /** Points of a hundred that the mean over GPUs must fall by. */
  private static final double FALL = 20;

  /** How much the load must grow by. */
  private static final double RISE = 1.25;

  GpuFallback() {
    super(
        RuleInfo.warning("gpu.fallback-suspected")
            .title("GPU utilization does not drop while CPU load rises")
            .inputs(NEEDS)
            .cause(
                "A job that loses RDMA or GPUDirect continues over sockets or with copies "
                    + "through host memory. GPUs wait, CPUs copy, and no log line reports it.")
            .modes(10, 13)
            .source("NCCL user guide, troubleshooting; article S3:224"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    FactSet facts = host.facts();
    List<Double> before = new ArrayList<>();
    List<Double> after = new ArrayList<>();
    List<Evidence> seen = new ArrayList<>();
    for (Subject gpu : facts.subjects(SubjectKind.GPU)) {
      for (String key : BUSY) {
        List<Fact> rows = facts.all(gpu, key);
        if (rows.size() > 1) {
          double scale = key.endsWith("ACTIVE") ? 100 : 1;
          before.add(scale * value(rows.getFirst()));
          after.add(scale * value(rows.getLast()));
          seen.add(rows.getFirst().evidence());
          seen.add(rows.getLast().evidence());
          break;
        }
      }
    }
    List<Fact> load = facts.all(Subject.host(), "proc.loadavg");
    if (before.isEmpty() || load.size() < 2) {
      to.missingInput(host.name(), NEEDS);
      return;
    }
    double fall = mean(before) - mean(after);
    double rise = first(load.getLast()) / Math.max(1, first(load.getFirst()));
    if (fall < FALL || rise < RISE) {
      to.pass();
      return;
    }
    seen.add(load.getFirst().evidence());
    seen.add(load.getLast().evidence());
    to.finding(
            host.name(),
            "",
            "GPU utilization fell from %.0f to %.0f %% while the CPU load rose %.1f-fold"
                .formatted(mean(before), mean(after), rise))
        .addEvidence(seen)
        .fix(() ->
            Fix.advice(
                "run the job with NCCL_DEBUG=INFO and look for NET/Socket or channels without "
                    + "GDRDMA; rules nccl.socket-transport and nccl.without-gpudirect check that "
                    + "log"))
        .report();
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).average().orElse(0);
  }

  private static double value(Fact fact) {
    return ValueParser.decimal(fact.value()).orElse(0.0);
  }

  /** The load over the last minute. */
  private static double first(Fact fact) {
    return Optional.of(fact.value().strip().split("\\s+")[0])
        .flatMap(ValueParser::decimal)
        .orElse(0.0);
  }
}
