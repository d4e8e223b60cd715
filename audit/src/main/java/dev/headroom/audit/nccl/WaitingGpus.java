package dev.headroom.audit.nccl;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.List;

/**
 * Rule that reports GPUs on which a kernel runs all the time and takes little power: kernels of
 * NCCL that wait for a peer, the sign of a hanging job.
 */
final class WaitingGpus extends HostRule {
  private static final String LOAD =
      "load and power of GPUs while the job runs: nvidia-smi, nvidia-smi dmon -s put, or metrics "
          + "of dcgm-exporter";
  private static final int MOST = 4;

  /** Without a job's log, so many samples of each of several GPUs tell of a job that hangs. */
  private static final int SAMPLES = 2;

  WaitingGpus() {
    super(
        RuleInfo.warning("job.gpus-waiting")
            .title("busy GPUs of a job take the power of work")
            .inputs(JobRule.LOG, LOAD)
            .cause(
                "A kernel of NCCL polls memory until its peers arrive. The GPU then shows 100 % "
                    + "utilization, little power and no traffic over PCIe. If that lasts, a rank "
                    + "of the job did not reach the collective, or has ended.")
            .source("NVIDIA/nccl#968; cupy/cupy#3557; nebius/soperator#796"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    List<JobLog> runs = JobRuns.of(host);
    List<GpuLoad> waiting = new ArrayList<>();
    List<GpuLoad> idle = new ArrayList<>();
    int told = 0;
    boolean still = host.facts().subjects(SubjectKind.GPU).size() > 1;
    for (Subject gpu : host.facts().subjects(SubjectKind.GPU)) {
      List<GpuLoad> samples = GpuLoad.of(host.facts(), gpu);
      told += samples.isEmpty() ? 0 : 1;
      still &= samples.size() >= SAMPLES && samples.stream().allMatch(GpuLoad::isStill);
      if (!samples.isEmpty() && samples.stream().allMatch(GpuLoad::isWaiting)) {
        waiting.add(samples.getFirst());
      } else if (!samples.isEmpty() && samples.stream().allMatch(GpuLoad::isIdle)) {
        idle.add(samples.getFirst());
      }
    }
    if (told == 0) {
      to.missingInput(host.name(), LOAD);
    } else if (waiting.isEmpty()) {
      to.pass();
    } else if (runs.isEmpty() && still) {
      report(host, waiting, idle, info().severity(), to);
    } else if (runs.isEmpty() && waiting.size() > 1 && waiting.size() == told) {
      // One sample of each may fall into a single long collective.
      report(host, waiting, idle, Severity.INFO, to);
    } else if (runs.isEmpty()) {
      to.missingInput(host.name(), JobRule.LOG);
    } else if (runs.stream().allMatch(log -> log.reached(JobStage.ENDED))) {
      to.pass();
    } else {
      report(host, waiting, idle, info().severity(), to);
    }
  }

  private static void report(
      HostFacts host,
      List<GpuLoad> waiting,
      List<GpuLoad> idle,
      Severity severity,
      FindingCollector to) {
    GpuLoad first = waiting.getFirst();
    String power =
        first.limit().isPresent()
            ? "%.0f of %.0f W".formatted(first.power(), first.limit().getAsDouble())
            : "%.0f W".formatted(first.power());
    List<Evidence> seen = waiting.stream().limit(MOST).map(GpuLoad::evidence).distinct().toList();
    to.finding(
            host.name(),
            "",
            "%s at %.0f %% utilization with %s: the kernels wait for a peer"
                    .formatted(
                        named(waiting) + (waiting.size() == 1 ? " is" : " are"),
                        first.utilization(),
                        power)
                + (idle.isEmpty() ? "" : ", and no kernel runs on " + named(idle)))
        .severity(severity)
        .addEvidence(seen)
        .addEvidence(idle.stream().limit(MOST).map(GpuLoad::evidence).toList())
        .fix(() ->
            Fix.advice(
                "find the rank that is behind: ncclras on a node of the job (NCCL 2.24 and later), "
                    + "or the stacks of all ranks (py-spy dump -p PID); "
                    + (idle.isEmpty()
                        ? "look for a node whose GPUs are idle or compute"
                        : "begin with the ranks of the idle GPUs")))
        .report();
  }

  private static String named(List<GpuLoad> gpus) {
    List<String> names = gpus.stream().map(GpuLoad::gpu).toList();
    return (names.size() == 1 ? "GPU " : "GPUs ") + String.join(", ", names);
  }
}
