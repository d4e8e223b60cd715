package dev.headroom.tune.study;

import dev.headroom.run.summary.Measure;
import dev.headroom.tune.search.Objective;
import dev.headroom.tune.trial.ScenarioText;
import java.util.List;
import java.util.Map;

/** Study of an incast on one switch, whose runs take milliseconds. */
final class SmallStudy {
  /** Kmin is far too high: short flows wait behind long queues. */
  static final String HIGH_KMIN =
      """
      name: incast with a high Kmin
      fabric: {topology: single, hosts: 9, links: {rate: 100Gbps, delay: 1us}}
      congestion: {kmin: 800KB, kmax: 1600KB, pmax: 1}
      workload:
        - {type: incast, fanIn: 4, size: 1MB}
        - {type: poisson, sizes: AliStorage, load: 0.3, duration: 500us}
      """;

  private static final String SPACE =
      """
      knobs:
        - {knob: congestion.kmin, from: 2KB, to: 800KB, levels: 10}
        - {knob: congestion.kmax, times: congestion.kmin, from: 2, to: 8, levels: 3}
        - {knob: congestion.cnpInterval, values: [4us, 50us]}
      """;

  private SmallStudy() {}

  static ScenarioText text(String yaml) {
    return new ScenarioText("small.yaml", yaml, Map.of(), List.of());
  }

  static Study of(String yaml, int runs) {
    return new Study(
        text(yaml),
        List.of(),
        List.of(Objective.less(Measure.SLOWDOWN)),
        List.of(),
        SPACE,
        "space.yaml",
        List.of(),
        List.of("vendor"),
        0,
        runs,
        1,
        60_000);
  }
}
