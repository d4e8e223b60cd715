package dev.headroom.app.perftest;

import dev.headroom.model.fabric.Node;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Scenario;
import java.util.Locale;
import java.util.PrimitiveIterator;
import java.util.function.Consumer;

/** One call of a program of perftest on a host: its output, size by size. */
public final class PerftestProgram {
  private static final int LARGEST_MTU = 4096;

  /** How a call ended. */
  public enum End {
    DONE,
    /** A queue pair went to error, or the run could not end. */
    FAILED,
    INTERRUPTED
  }

  private final PerftestArguments call;
  private final PerftestRun run;
  private final PerftestOutput output;

  /**
   * @param scenario read with {@link PerftestArguments#sets} laid over it
   * @param host on which it is called
   * @throws IllegalArgumentException if that host cannot do as it is told; the message says what
   *     would be right
   */
  public PerftestProgram(Scenario scenario, Node host, PerftestArguments call) {
    this.call = call;
    PerftestPair pair = PerftestPair.of(scenario, host, call);
    Scenario placed = scenario.with(memory(scenario.at(host), scenario.settings(), pair, call));
    run = new PerftestRun(placed, pair, call);
    long mtu = placed.settings().get(TransportKnobs.MTU);
    output = new PerftestOutput(pair, call, (int) Math.min(mtu, LARGEST_MTU));
  }

  /** Where the buffers are: in host memory, unless a GPU's is asked for. */
  private static Settings memory(
      Settings here, Settings everywhere, PerftestPair pair, PerftestArguments call) {
    boolean staged = "staged".equals(here.get(PcieKnobs.MEMORY));
    if (staged && call.gpu().isPresent()) {
      throw new IllegalArgumentException(
          call.program()
              + ": --use_cuda: NICs do not reach GPU memory there (hosts.memory.place: staged), so"
              + " it cannot be registered");
    }
    return pair.wayTo(call.gpu())
        .map(way ->
            everywhere
                .parse(PcieKnobs.MEMORY, "gpu")
                .parse(PcieKnobs.GPU_PATH, way.name().toLowerCase(Locale.ROOT)))
        .orElseGet(() -> everywhere.parse(PcieKnobs.MEMORY, "host"));
  }

  /** Runs it and prints as it goes. */
  public End print(Consumer<String> screen, PerftestRun.Simulator simulator) {
    screen.accept(output.head());
    PrimitiveIterator.OfLong sizes = call.sizes().iterator();
    while (sizes.hasNext()) {
      PerftestRun.Outcome outcome = run.run(sizes.nextLong(), simulator);
      if (outcome.interrupted()) {
        return End.INTERRUPTED;
      }
      screen.accept(output.row(outcome));
      if (outcome.report().isEmpty()) {
        screen.accept(output.failed(outcome));
        return End.FAILED;
      }
    }
    screen.accept(output.end());
    return End.DONE;
  }
}
