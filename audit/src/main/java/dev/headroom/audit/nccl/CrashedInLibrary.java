package dev.headroom.audit.nccl;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Rule that reports processes that the kernel ended for a fault inside a communication library. */
final class CrashedInLibrary extends HostRule {
  private static final String KERNEL_LOG = "dmesg";
  private static final int MOST = 5;

  /**
   * As the kernel prints it for a page fault and for a trap (arch/x86/mm/fault.c, kernel/traps.c);
   * other architectures print the library in the same form.
   */
  private static final Pattern CRASH =
      Pattern.compile(
          "([\\w./:-]+)\\[\\d+\\]:? (?:segfault at|general protection|trap |unhandled).* in ((?:lib(?:nccl|rccl|ucp|uct|ucs|ucm|fabric|ibverbs|mlx5|efa|rdmacm|nvshmem|mpi|gloo|c10|torch_cuda)|libnccl-net)[\\w.+-]*)\\[");

  CrashedInLibrary() {
    super(
        RuleInfo.error("job.crashed-in-library")
            .title("no process crashed inside a communication library")
            .inputs(KERNEL_LOG)
            .cause(
                "A process accessed memory that it may not access, in the code of the library. "
                    + "Its peers then lose their connections or hang. Candidates: buffers freed "
                    + "while a collective used them, a full /dev/shm, two versions of the "
                    + "library in one process, a fault of the library, faulty memory.")
            .source("Linux, arch/x86/mm/fault.c (show_signal_msg), kernel/traps.c"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    Map<String, List<Evidence>> crashes = new TreeMap<>();
    boolean any = false;
    for (var event : host.facts().subjects(SubjectKind.EVENT)) {
      for (Fact line : host.facts().all(event, "kernel")) {
        any = true;
        Matcher crash = CRASH.matcher(line.evidence().text());
        if (crash.find()) {
          crashes
              .computeIfAbsent(
                  crash.group(1) + " crashed in " + crash.group(2), _ -> new ArrayList<>())
              .add(line.evidence());
        }
      }
    }
    if (!any) {
      to.missingInput(host.name(), KERNEL_LOG);
    } else if (crashes.isEmpty()) {
      to.pass();
    }
    crashes.forEach((what, lines) ->
        to.finding(
                host.name(),
                "",
                lines.size() == 1 ? what : "%s (%d times)".formatted(what, lines.size()))
            .addEvidence(lines.stream().limit(MOST).toList())
            .fix(() ->
                Fix.advice(
                    "enable core dumps (ulimit -c unlimited; coredumpctl) and look at the stack; "
                        + "check df -h /dev/shm and the versions of the library (ldd, the line "
                        + "'NCCL version'); try another release"))
            .report());
  }
}
