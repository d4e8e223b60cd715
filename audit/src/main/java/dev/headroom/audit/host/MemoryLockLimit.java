package dev.headroom.audit.host;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.UnlimitedMemlock;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.ValueParser;
import dev.headroom.formats.host.HostFacts;

/** Rule that reports a limit on pinned memory. */
final class MemoryLockLimit extends HostRule {
  /** Some 10 GB: less is used up by the buffers of a few hundred queue pairs. */
  private static final long ENOUGH_KIB = 10_000_000;

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
    ReportedValue<String> limit = host.limit("memlock");
    if (!limit.isReported()) {
      to.missingInput(host.name(), "ulimit -l or /proc/PID/limits of the job");
      return;
    }
    String text = limit.get().strip();
    long kibibytes = kibibytes(host, text);
    if (text.equals("unlimited") || kibibytes >= ENOUGH_KIB) {
      to.pass();
      return;
    }
    String whose =
        host.isLimitOfFirstProcess("memlock")
            ? " for process 1, the only process with a known " + "limit"
            : "";
    to.finding(
            host.name(), "memlock", "the limit on pinned memory is " + kibibytes + " KiB" + whose)
        .addEvidence(limit.findEvidence().stream().toList())
        .fix(() -> Fix.of(new UnlimitedMemlock()))
        .report();
  }

  /** Shells count in KiB, {@code /proc/PID/limits} in bytes, and says so. */
  private static long kibibytes(HostFacts host, String text) {
    long number = ValueParser.wholeNumber(text).orElse(0L);
    boolean bytes = host.unitOfLimit("memlock").filter("bytes"::equals).isPresent();
    return bytes ? number / 1024 : number;
  }
}
