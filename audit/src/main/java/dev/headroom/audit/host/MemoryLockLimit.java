package dev.headroom.audit.host;

import dev.headroom.audit.Card;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.Judgement;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.MemoryLock;
import dev.headroom.formats.fact.Known;
import dev.headroom.formats.host.HostFacts;

/** A limit on pinned memory. */
final class MemoryLockLimit extends HostRule {
  MemoryLockLimit() {
    super(
        Card.error("memory.memlock")
            .title("processes may pin as much memory as they register")
            .needs("ulimit -l or /proc/PID/limits of the job")
            .cause(
                "Whatever is registered with a NIC is pinned. With 64 KiB or 8 MiB the first"
                    + " completion queue or buffer fails with ENOMEM.")
            .modes(22)
            .source("setrlimit(2), RLIMIT_MEMLOCK; article S3:183"));
  }

  @Override
  protected void judge(HostFacts host, Judgement to) {
    Known<String> limit = host.limit("memlock");
    if (!limit.isSaid()) {
      to.needs(host.name(), "ulimit -l or /proc/PID/limits of the job");
      return;
    }
    if (limit.get().strip().equals("unlimited") || limit.get().matches("\\d{8,}")) {
      to.pass();
      return;
    }
    to.find(host.name(), "memlock", "the limit on pinned memory is " + limit.get().strip())
        .seen(limit.where().stream().toList())
        .fix(() -> Fix.of(new MemoryLock()))
        .report();
  }
}
