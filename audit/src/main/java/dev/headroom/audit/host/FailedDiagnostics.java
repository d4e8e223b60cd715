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
import dev.headroom.formats.fact.ValueParser;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.nvidia.DcgmTest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.regex.Pattern;

/** Rule that reports GPU tests of DCGM that failed, each once for all GPUs that failed it. */
final class FailedDiagnostics extends HostRule {
  private static final String NEEDS = "dcgmi diag -r 2 (or 3), as text or with -j";

  /** What DCGM fails on, though nothing is broken: how the machine is set up. */
  private static final Pattern SETTING =
      Pattern.compile("(?i)persistence mode|CUDA_VISIBLE_DEVICES|enforced power limit");

  /** Of the lines with messages, which a test may have one of for each GPU. */
  private static final int MOST_SEEN = 4;

  /** CUDA's error 802, on machines whose NVSwitches nobody brought up. */
  private static final String NOT_INITIALIZED = "system not yet initialized";

  FailedDiagnostics() {
    super(
        RuleInfo.error("gpu.diag-failed")
            .title("GPUs pass the DCGM tests that were run")
            .inputs(NEEDS)
            .cause(
                "A GPU that fails a short test also fails under a job, or is slower than the "
                    + "other GPUs, and a collective waits for the slowest. Skipped tests prove "
                    + "nothing: below level 2 no test loads the GPU.")
            .source(
                "DCGM user guide, Diagnostics and Diagnostic Errors; NVIDIA/DCGM, dcgmlib/dcgm_errors.h;"
                    + " nccl-tests#264, IBM/autopilot#68"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    Map<String, Test> tests = new LinkedHashMap<>();
    for (Subject subject : host.facts().subjects(SubjectKind.ITEM)) {
      Optional<DcgmTest> diagnostic = DcgmTest.of(subject);
      if (diagnostic.isPresent()) {
        Test test = tests.computeIfAbsent(diagnostic.get().test(), _ -> new Test());
        for (String key : List.of(DcgmTest.STATUS, DcgmTest.MESSAGE, DcgmTest.SEVERITY)) {
          host.facts().all(subject, key).forEach(fact -> test.add(diagnostic.get().device(), fact));
        }
      }
    }
    if (tests.values().stream().noneMatch(Test::isRun)) {
      to.missingInput(host.name(), NEEDS);
      return;
    }
    tests.forEach((name, test) -> judge(host, name, test, to));
  }

  private void judge(HostFacts host, String name, Test test, FindingCollector to) {
    if (test.seen.isEmpty()) {
      if (test.passed) {
        to.pass();
      }
      return;
    }
    String whose = test.devices.isEmpty() ? "" : " on " + String.join(", ", test.devices);
    String why = test.messages.isEmpty() ? "" : ": " + test.messages.getFirst();
    int more = test.messages.size() - 1;
    to.finding(
            host.name(),
            test.devices.size() == 1 ? test.devices.getFirst() : "",
            "DCGM's test %s %s%s%s%s"
                .formatted(
                    name,
                    test.hasFailed() ? "failed" : "warns",
                    whose,
                    why,
                    more > 0 ? " (and %d more)".formatted(more) : ""))
        .severity(test.isWarningOnly() ? Severity.WARNING : Severity.ERROR)
        .addEvidence(test.seen)
        .addEvidence(test.said.stream().limit(MOST_SEEN).toList())
        .fix(() -> Fix.advice(advice(test)))
        .report();
  }

  private static String advice(Test test) {
    if (test.messages.stream().anyMatch(each -> each.contains(NOT_INITIALIZED))) {
      return "start the fabric manager (systemctl enable --now nvidia-fabricmanager); if it does "
          + "not start, /var/log/fabricmanager.log shows the cause; then run the test again";
    }
    if (test.isWarningOnly()) {
      return "configure the machine as the message says, and run the test again with no job on "
          + "the GPUs";
    }
    return "take the node out of service; do what the message says, look for XIDs in dmesg, "
        + "reset the GPU (nvidia-smi --gpu-reset) and restart DCGM; if dcgmi diag -r 3 "
        + "fails again with no job running, run NVIDIA's field diagnostic and return the GPU";
  }

  /** What was said of one test. */
  private static final class Test {
    final SequencedSet<String> devices = new LinkedHashSet<>();
    final SequencedSet<String> messages = new LinkedHashSet<>();
    final List<Evidence> seen = new ArrayList<>();
    final List<Evidence> said = new ArrayList<>();
    private final List<Long> severities = new ArrayList<>();
    boolean passed;
    private boolean failed;
    private boolean failedOnDevice;
    private boolean warned;

    void add(String device, Fact fact) {
      switch (fact.key()) {
        case DcgmTest.STATUS -> status(device, fact);
        case DcgmTest.MESSAGE -> {
          messages.add(fact.value());
          said.add(fact.evidence());
        }
        case DcgmTest.SEVERITY -> ValueParser.wholeNumber(fact.value()).ifPresent(severities::add);
        default -> throw new IllegalArgumentException("not a part of a test: " + fact.key());
      }
    }

    private void status(String device, Fact fact) {
      boolean fails = fact.value().equalsIgnoreCase("fail");
      boolean warns = fact.value().equalsIgnoreCase("warn");
      failed |= fails && device.isEmpty();
      failedOnDevice |= fails && !device.isEmpty();
      warned |= warns;
      passed |= fact.value().equalsIgnoreCase("pass");
      if (fails || warns) {
        seen.add(fact.evidence());
        if (!device.isEmpty()) {
          devices.add(device);
        }
      }
    }

    boolean isRun() {
      return passed || failed || failedOnDevice || warned;
    }

    /** Of a device DCGM 4 writes Fail where the test as a whole only warns. */
    boolean hasFailed() {
      return failed || (failedOnDevice && !warned);
    }

    /** DCGM calls it one to watch (1) or of the configuration (5), or it names a setting. */
    boolean isWarningOnly() {
      return !hasFailed()
          || (!severities.isEmpty() && severities.stream().allMatch(each -> each == 1 || each == 5))
          || (!messages.isEmpty()
              && messages.stream().allMatch(each -> SETTING.matcher(each).find()));
    }
  }
}
