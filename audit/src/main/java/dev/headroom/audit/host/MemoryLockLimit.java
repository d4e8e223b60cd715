package dev.headroom.audit.host;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.container.PinnedMemoryFix;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.fact.ValueParser;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Rule that reports a limit on pinned memory. */
final class MemoryLockLimit extends HostRule {
  /** Some 10 GB: less is used up by the buffers of a few hundred queue pairs. */
  private static final long ENOUGH_KIB = 10_000_000;

  private static final Subject SLURM_DAEMON = new Subject(SubjectKind.ITEM, "unit slurmd.service");
  private static final Pattern SLURM = Pattern.compile("(?i)slurm");

  private static final String BATCH_SYSTEM =
      "set the limit of the service that starts jobs: systemctl edit slurmd (or the container "
          + "runtime, kubelet, pbs_mom), [Service] LimitMEMLOCK=infinity, then systemctl "
          + "daemon-reload and restart it. With Slurm also set "
          + "PropagateResourceLimitsExcept=MEMLOCK in slurm.conf. limits.conf applies to logins "
          + "only";

  MemoryLockLimit() {
    super(
        RuleInfo.error("memory.memlock")
            .title("processes may pin all memory that they register")
            .inputs("ulimit -l or /proc/PID/limits of the job")
            .cause(
                "Memory registered with a NIC is pinned. With a limit of 64 KiB or 8 MiB the "
                    + "first completion queue or buffer fails with ENOMEM.")
            .modes(22)
            .source("setrlimit(2), RLIMIT_MEMLOCK; article S3:183"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    jobService(host, to);
    ReportedValue<String> limit = host.limit("memlock");
    if (!limit.isReported()) {
      to.missingInput(host.name(), "ulimit -l or /proc/PID/limits of the job");
      return;
    }
    String text = limit.get().strip();
    if (isUnlimited(host, text) || isWithoutLimit(host)) {
      to.pass();
      return;
    }
    String whose =
        host.isLimitOfFirstProcess("memlock")
            ? " for process 1, the only process with a known limit"
            : "";
    to.finding(
            host.name(),
            "memlock",
            "the limit on pinned memory is " + kibibytes(host, text) + " KiB" + whose)
        .addEvidence(limit.findEvidence().stream().toList())
        .fix(() ->
            isOfBatchSystem(host, limit) && !PinnedMemoryFix.isContainer(host)
                ? Fix.advice(BATCH_SYSTEM)
                : PinnedMemoryFix.of(host))
        .report();
  }

  /** The limit that Slurm's daemon hands to the jobs it starts. */
  private static void jobService(HostFacts host, FindingCollector to) {
    ReportedValue<String> limit = host.facts().text(SLURM_DAEMON, "LimitMEMLOCK");
    if (!limit.isReported() || !host.facts().text(SLURM_DAEMON, "ActiveState").equalTo("active")) {
      return;
    }
    Optional<Long> bytes = ValueParser.wholeNumber(limit.get());
    if (bytes.isEmpty()
        || Long.compareUnsigned(Long.divideUnsigned(bytes.get(), 1024), ENOUGH_KIB) >= 0) {
      to.pass();
      return;
    }
    to.finding(
            host.name(),
            "slurmd",
            "slurmd starts jobs with a limit on pinned memory of %d KiB"
                .formatted(Long.divideUnsigned(bytes.get(), 1024)))
        .addEvidence(limit.findEvidence().stream().toList())
        .fix(() -> Fix.advice(BATCH_SYSTEM))
        .report();
  }

  /**
   * Whether the limit is of a process that a service started: its own output says so, or
   * limits.conf allows all and the process still has less.
   */
  private static boolean isOfBatchSystem(HostFacts host, ReportedValue<String> limit) {
    return limit
            .findEvidence()
            .filter(line -> SLURM.matcher(line.source().name()).find())
            .isPresent()
        || host.facts().subjects(SubjectKind.ENV).stream()
            .anyMatch(each -> each.name().startsWith("SLURM_"))
        || isConfiguredWithoutLimit(host);
  }

  private static boolean isConfiguredWithoutLimit(HostFacts host) {
    List<Fact> configured =
        host.facts()
            .firstFactsOf(
                new Subject(SubjectKind.LIMIT, "memlock"),
                key -> key.matches("configured\\.(soft|hard|both)\\.\\*"));
    return !configured.isEmpty()
        && configured.stream().allMatch(fact -> fact.value().matches("unlimited|-1|infinity"));
  }

  /** The kernel does not apply the limit to a process with CAP_IPC_LOCK. */
  private static boolean isWithoutLimit(HostFacts host) {
    return !host.isLimitOfFirstProcess("memlock")
        && PinnedMemoryFix.locksMemory(host).orElse(false);
  }

  private static boolean isUnlimited(HostFacts host, String text) {
    return text.equals("unlimited") || Long.compareUnsigned(kibibytes(host, text), ENOUGH_KIB) >= 0;
  }

  /** Shells count in KiB, {@code /proc/PID/limits} in bytes, and says so. */
  private static long kibibytes(HostFacts host, String text) {
    long number = ValueParser.wholeNumber(text).orElse(0L);
    boolean bytes = host.unitOfLimit("memlock").filter("bytes"::equals).isPresent();
    return bytes ? Long.divideUnsigned(number, 1024) : number;
  }
}
