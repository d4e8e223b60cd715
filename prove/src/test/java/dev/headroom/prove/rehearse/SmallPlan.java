package dev.headroom.prove.rehearse;

import dev.headroom.prove.evidence.EvidenceFile;
import dev.headroom.prove.plan.BurnInPlan;
import dev.headroom.prove.plan.PlanFile;
import dev.headroom.prove.run.BurnInRun;
import dev.headroom.prove.run.RunProgress;
import dev.headroom.prove.verdict.RunLedger;
import dev.headroom.prove.verdict.RunVerdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** A plan of four links and ten hours that takes a fraction of a second to rehearse. */
public final class SmallPlan {
  /** A scenario of four hosts at one switch; {@code %s} stands under {@code fabric:}. */
  @SuppressWarnings("InlineFormatString") // apart, it is read as the file that it is
  private static final String SCENARIO =
      """
      fabric:
        topology: single
        hosts: 4
        links: {rate: 400Gbps, delay: 500ns}
      %s
      workload: {type: permutation, size: 1MB}
      """;

  @SuppressWarnings("InlineFormatString") // apart, it is read as the file that it is
  private static final String PLAN =
      """
      name: four links
      level: article
      targets:
        - {host: host-0..3}
      steps:
        checks: {duration: 15min}
        loopback: {duration: 1h}
        pulse: {duration: 5min}
        hammer: {duration: 1h}
        thermal: {duration: 30min}
        pcie: {duration: 30min}
        signoff: {duration: 2h}
      rehearsal:
        scenario: fabric.yaml
        window: 50us
        seed: %d
      %s
      """;

  private SmallPlan() {}

  /** One without faults. */
  public static BurnInPlan healthy(long seed) {
    return of(seed, "", "");
  }

  /**
   * One with faults.
   *
   * @param scenario lines of the scenario, from {@code fabric}'s keys on
   * @param faults of hosts
   */
  public static BurnInPlan of(long seed, String scenario, String faults) {
    return PlanFile.read(
        PLAN.formatted(seed, faults.isEmpty() ? "" : "  faults: [" + faults + "]"),
        "plan.yaml",
        name -> Optional.of(SCENARIO.formatted(scenario)));
  }

  /** Rehearses a plan into a folder. */
  public static RunVerdict rehearse(BurnInPlan plan, Path folder) throws IOException {
    try (Rehearsal rehearsal = Rehearsal.of(plan)) {
      return BurnInRun.run(plan, folder, rehearsal, RunProgress.NONE).orElseThrow();
    }
  }

  /** What the evidence of a folder adds up to. */
  public static RunLedger ledger(Path folder) throws IOException {
    RunLedger ledger = new RunLedger();
    EvidenceFile.read(folder.resolve(EvidenceFile.NAME), ledger);
    return ledger;
  }
}
