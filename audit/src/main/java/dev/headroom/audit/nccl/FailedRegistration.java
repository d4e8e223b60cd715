package dev.headroom.audit.nccl;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.container.PinnedMemoryFix;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.FixStep;
import dev.headroom.audit.fix.ManualStep;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.nccl.NcclKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Rule that reports registrations, queues and contexts that a NIC or the kernel refuses for lack of
 * memory. The limit on pinned memory is one cause; a limit of the NIC is another, and a larger
 * {@code memlock} does not help there.
 */
final class FailedRegistration extends JobRule {
  private static final int MOST = 10;

  private static final Pattern REFUSED =
      Pattern.compile(
          "(?:ibv_create_cq|ibv_reg_mr|ibv_create_qp|ibv_create_srq|failed to create \\w+ QP).*(?:Cannot allocate memory|ENOMEM)");

  /** A process that cannot even open the device. */
  private static final Pattern CONTEXT =
      Pattern.compile(
          "ibv_open_device\\(.*failed: Cannot allocate memory|alloc_uar\\(.*failed: Cannot allocate memory");

  /**
   * Lines that name the limit; UCX adds its value where there is one (src/uct/ib/base/ib_log.c).
   */
  private static final Pattern LIMITED =
      Pattern.compile(
          "RLIMIT_MEMLOCK too small|cannot create cq|user memlock|set max locked memory");

  /** UCX says of a registration whether the process has a limit. */
  private static final Pattern OF_UCX = Pattern.compile("UCX +\\w+ .*ibv_\\w*reg_mr");

  /** The NIC's firmware refuses a command of the driver, for want of entries in its tables. */
  private static final Pattern NIC_REFUSAL =
      Pattern.compile(
          "(?:CREATE|ALLOC)_\\w+\\(0x\\w+\\).*status (?:limits exceeded|no resources)|create_mkey\\w*:.*(?:limits exceeded|reg mr failed)",
          Pattern.CASE_INSENSITIVE);

  private static final String SMALLER =
      "until then, smaller batches and fewer data loader workers register less memory";

  FailedRegistration() {
    super(
        RuleInfo.error("nccl.out-of-pinned-memory")
            .title("queues and memory can be registered")
            .inputs(LOG)
            .cause(
                "Registration pins memory, and the limit is reached: RLIMIT_MEMLOCK of the shell "
                    + "or service, or a container without IPC_LOCK. If the limit is unlimited, "
                    + "the device's own memory is exhausted, as with hundreds of processes on "
                    + "one NIC.")
            .modes(22)
            .source(
                "ibv_reg_mr(3), ibv_create_cq(3); NVIDIA/nccl-tests#206; openucx/ucx#6049, #6264, "
                    + "#8336, #8746; article S3:267"));
  }

  @Override
  boolean isAbout(Fact warning) {
    return JobLog.matches(warning, FailedRegistration::isRefusal);
  }

  private static boolean isRefusal(String line) {
    return REFUSED.matcher(line).find()
        || CONTEXT.matcher(line).find()
        || LIMITED.matcher(line).find();
  }

  @Override
  protected void judge(HostFacts host, JobLog log, FindingCollector to) {
    List<Evidence> lines = log.lines(FailedRegistration::isRefusal);
    if (lines.isEmpty()) {
      if (log.reached(JobStage.CONNECTED)) {
        to.pass();
      } else {
        to.missingInput(
            host.name(),
            log.all(NcclKeys.INFO).isEmpty() ? LOG : JobStage.CONNECTED.requestedInput());
      }
      return;
    }
    Optional<Evidence> ofNic = refusalOfNic(host);
    if (ofNic.isPresent()) {
      ofNic(host, log, lines, ofNic.get(), to);
    } else if (lines.stream().allMatch(line -> CONTEXT.matcher(line.text()).find())) {
      noContext(host, log, lines, to);
    } else {
      registration(host, log, lines, to);
    }
  }

  private static Optional<Evidence> refusalOfNic(HostFacts host) {
    return host.facts().subjects(SubjectKind.EVENT).stream()
        .flatMap(event -> host.facts().all(event, "kernel").stream())
        .filter(line -> NIC_REFUSAL.matcher(line.value()).find())
        .map(Fact::evidence)
        .findFirst();
  }

  private static FindingCollector.Draft draft(
      HostFacts host, JobLog log, List<Evidence> lines, String what, FindingCollector to) {
    return to.finding(
            host.name(),
            log.part(),
            lines.size() == 1 ? what : what + " (" + lines.size() + " lines)")
        .addEvidence(lines.stream().limit(MOST).toList());
  }

  private static void ofNic(
      HostFacts host, JobLog log, List<Evidence> lines, Evidence kernel, FindingCollector to) {
    boolean context = lines.stream().allMatch(line -> CONTEXT.matcher(line.text()).find());
    draft(
            host,
            log,
            lines,
            (context ? "the device cannot be opened" : "registration fails")
                + " because the NIC reached a limit of its own",
            to)
        .addEvidence(kernel)
        .cause(
            "The kernel's log shows that the NIC refused the command. This line follows from "
                + "that, and memlock is not the cause.")
        .fix(() -> context ? contexts() : regions())
        .report();
  }

  private static void noContext(
      HostFacts host, JobLog log, List<Evidence> lines, FindingCollector to) {
    draft(host, log, lines, "the NIC has no room for the context of another process", to)
        .cause(
            "Each process that opens the NIC takes doorbell pages (UAR) of its BAR, and more for "
                + "each transport. When no page is left, opening the device fails with 'Cannot "
                + "allocate memory'. memlock plays no part in it.")
        .fix(FailedRegistration::contexts)
        .report();
  }

  private static Fix contexts() {
    return Fix.advice(
        "look for ALLOC_UAR in dmesg; run fewer processes or transports per NIC (UCX_TLS), or "
            + "enlarge the BAR: read PF_LOG_BAR_SIZE with mlxconfig, set it higher, and "
            + "restart the machine, whose BIOS must map the larger BAR");
  }

  private static Fix regions() {
    return Fix.advice(
        "compare rdma resource show with max_mr, max_qp and max_cq of ibv_devinfo -v; find the "
            + "processes with the most entries (rdma resource show mr), use fewer and larger "
            + "regions, fewer connections or processes per NIC; smaller batches register less");
  }

  private static void registration(
      HostFacts host, JobLog log, List<Evidence> lines, FindingCollector to) {
    boolean named = lines.stream().anyMatch(line -> LIMITED.matcher(line.text()).find());
    boolean deniedByUcx =
        !named && lines.stream().allMatch(line -> OF_UCX.matcher(line.text()).find());
    if (deniedByUcx || (JobLogFix.isUnlimited(host) && !named)) {
      draft(
              host,
              log,
              lines,
              "registration fails for lack of memory, and the job has no limit on pinned memory",
              to)
          .cause(
              deniedByUcx
                  ? "UCX names the limit on pinned memory in this message if the process has "
                      + "one. Candidates are the NIC's own limits, which dmesg shows "
                      + "(CREATE_MKEY, limits exceeded), and the machine's memory."
                  : "The limit that was read is unlimited. Candidates: the job has another limit "
                      + "than that shell (slurmd, dockerd and containerd have their own), the "
                      + "NIC's own memory, and the machine's memory.")
          .fix(() ->
              Fix.advice(
                  "look in dmesg of that time for mlx5 lines with 'limits exceeded'; check the "
                      + "job's limit in /proc/PID/limits of a rank; if it is unlimited, the "
                      + "device's own memory is exhausted: use fewer processes, queue pairs or "
                      + "regions per NIC, or smaller batches"))
          .report();
      return;
    }
    boolean known = named || host.limit("memlock").isReported();
    draft(
            host,
            log,
            lines,
            known
                ? "registration fails because the limit on pinned memory is reached"
                : "registration fails for lack of memory; the likeliest cause is the limit on "
                    + "pinned memory",
            to)
        .fix(() -> withSmallerBuffers(PinnedMemoryFix.of(host)))
        .report();
  }

  private static Fix withSmallerBuffers(Fix fix) {
    List<FixStep> steps = new ArrayList<>(fix.steps());
    steps.add(ManualStep.of(SMALLER));
    return new Fix(steps, "");
  }
}
