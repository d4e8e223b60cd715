package dev.headroom.sim.nic;

import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.sim.Lab;
import dev.headroom.sim.RunOptions;
import dev.headroom.sim.measure.FlowResult;
import java.util.List;

/** Two hosts that are not ideal, on one cable, as perftest has them. */
record Pair(String rate, Settings settings) {
  static Pair at(String rate) {
    return new Pair(
        rate,
        Settings.DEFAULTS
            .parse(PcieKnobs.STAGES, "detailed")
            .parse(CongestionKnobs.ALGORITHM, "none"));
  }

  Pair with(Knob<?> knob, String value) {
    return new Pair(rate, settings.parse(knob, value));
  }

  Pair with(Settings more) {
    return new Pair(rate, settings.with(more));
  }

  /** What came of so many messages on each of so many queue pairs. */
  Lab.Outcome run(String operation, int queuePairs, long size, int messages) {
    Lab lab =
        Lab.chain(List.of(rate), "10ns")
            .set(settings)
            .set(TransportKnobs.OPERATION, operation)
            .set(TransportKnobs.MESSAGE_SIZE, size + "B");
    for (int i = 0; i < queuePairs; i++) {
      lab.flow(
          "read".equals(operation) ? 1 : 0, "read".equals(operation) ? 0 : 1, size * messages, 0);
    }
    return lab.run(RunOptions.DEFAULT);
  }

  /** Millions of messages a second in the long run: what a run twice as long takes longer. */
  double messageRate(String operation, int queuePairs, long size, int messages) {
    double more = (double) messages * queuePairs;
    long once = endPs(run(operation, queuePairs, size, messages));
    long twice = endPs(run(operation, queuePairs, size, 2 * messages));
    return more / ((twice - once) / 1e6);
  }

  /** Data rate in Gb/s in the long run. */
  double gbps(String operation, int queuePairs, long size, int messages) {
    return messageRate(operation, queuePairs, size, messages) * size * 8 / 1e3;
  }

  private static long endPs(Lab.Outcome outcome) {
    return outcome.flows().stream().mapToLong(FlowResult::completedPs).max().orElseThrow();
  }
}
