package dev.headroom.web.server;

import dev.headroom.prove.alarm.AlarmEngine;
import dev.headroom.prove.alarm.AlarmTable;
import dev.headroom.prove.plan.PlanFile;
import dev.headroom.prove.rehearse.Rehearsal;
import dev.headroom.prove.run.BurnInRun;
import dev.headroom.prove.run.RunProgress;
import dev.headroom.prove.sample.HostSample;
import dev.headroom.prove.sample.Series;
import dev.headroom.prove.watch.EventLog;
import dev.headroom.prove.watch.SampleLog;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** A rehearsed burn-in and a watch, in folders for a page. */
public final class MadeProof {
  private static final String SCENARIO =
      """
      fabric:
        topology: single
        hosts: 2
        links: {rate: 400Gbps, delay: 500ns}
      workload: {type: permutation, size: 1MB}
      """;
  private static final String PLAN =
      """
      name: two links
      level: article
      targets:
        - {host: host-0..1}
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
        window: 20us
        seed: 1
      """;

  private MadeProof() {}

  /** Rehearses a plan of two links. */
  public static void burnIn(Path folder) throws IOException {
    try (Rehearsal rehearsal =
        Rehearsal.of(PlanFile.read(PLAN, "plan.yaml", name -> Optional.of(SCENARIO)))) {
      BurnInRun.run(
          PlanFile.read(PLAN, "plan.yaml", name -> Optional.of(SCENARIO)),
          folder,
          rehearsal,
          RunProgress.NONE);
    }
  }

  /** Adds a few samples of a machine; it has timeouts of acknowledgements from one on. */
  public static void watch(Path folder, boolean sick) throws IOException {
    AlarmEngine engine = new AlarmEngine(AlarmTable.all());
    EventLog events = new EventLog(folder);
    Instant start = Instant.parse(sick ? "2026-02-03T04:05:06Z" : "2026-02-03T00:00:00Z");
    try (SampleLog log = new SampleLog(folder)) {
      for (int i = 0; i < 12; i++) {
        HostSample sample =
            HostSample.of(
                "gpu-<1>",
                start.plusSeconds(30L * i),
                Map.of(
                    Series.of(
                        "node_infiniband_local_ack_timeout_errors_total",
                        "device",
                        "mlx5_0",
                        "port",
                        "1"),
                    sick ? 100.0 * i : 7,
                    Series.of("node_infiniband_state_id", "device", "mlx5_0", "port", "1"),
                    4.0));
        log.add(sample);
        events.add(engine.add(sample), engine.incidents());
      }
    }
  }
}
