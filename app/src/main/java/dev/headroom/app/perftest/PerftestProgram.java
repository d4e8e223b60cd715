package dev.headroom.app.perftest;

import dev.headroom.model.choice.MemoryPlace;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.wire.perftest.BandwidthResult;
import dev.headroom.wire.perftest.PerfReport;
import java.util.Optional;
import java.util.PrimitiveIterator;
import java.util.function.Consumer;

/** One invocation of a perftest program on a host, with its output size by size. */
public final class PerftestProgram {
  private static final int LARGEST_MTU = 4096;

  /** How a call ended. */
  public enum End {
    DONE,
    /** A queue pair went to error, or the run could not end. */
    FAILED,
    /** A limit was not reached. */
    REFUSED,
    INTERRUPTED
  }

  private final PerftestArguments call;
  private final PerftestRun run;
  private final PerftestOutput output;
  private final PerftestJson json;
  private Optional<PerfReport> last = Optional.empty();

  /**
   * @param scenario read with {@link PerftestArguments#sets} laid over it
   * @param host on which it is called
   * @throws IllegalArgumentException if that host cannot do as it is told; the message says what
   *     would be right
   */
  public PerftestProgram(Scenario scenario, Node host, PerftestArguments call) {
    this.call = call;
    if (call.counted().isPresent() && !scenario.failures().isEmpty()) {
      throw new IllegalArgumentException(
          call.program()
              + ": --duration: it assumes a constant rate, which fabric.failures contradicts; "
              + "use --iters");
    }
    PerftestPair pair = PerftestPair.of(scenario, host, call);
    Scenario placed = scenario.with(memory(scenario.at(host), scenario.settings(), pair, call));
    run = new PerftestRun(placed, pair, call);
    long mtu = placed.settings().get(TransportKnobs.MTU);
    output = new PerftestOutput(pair, call, (int) Math.min(mtu, LARGEST_MTU));
    json = new PerftestJson(pair, call, (int) Math.min(mtu, LARGEST_MTU));
  }

  /** Where the buffers are: in host memory, unless a GPU's is asked for. */
  private static Settings memory(
      Settings here, Settings everywhere, PerftestPair pair, PerftestArguments call) {
    boolean staged = here.get(PcieKnobs.MEMORY) == MemoryPlace.STAGED;
    if (staged && pair.gpu().isPresent()) {
      throw new IllegalArgumentException(
          call.program()
              + ": NICs do not access GPU memory there (hosts.memory.place: staged), so it "
              + "cannot be registered");
    }
    return pair.distanceToGpu()
        .map(
            way -> everywhere.with(PcieKnobs.MEMORY, MemoryPlace.GPU).with(PcieKnobs.GPU_PATH, way))
        .orElseGet(() -> everywhere.with(PcieKnobs.MEMORY, MemoryPlace.HOST));
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
      outcome.report().ifPresent(this::keep);
      if (outcome.report().isEmpty()) {
        screen.accept(output.failed(outcome));
        return End.FAILED;
      }
    }
    screen.accept(output.end());
    return call.limits().refusal().isEmpty() ? End.DONE : End.REFUSED;
  }

  private void keep(PerfReport report) {
    if (report instanceof BandwidthResult b) {
      double bandwidth = call.gigabits() ? b.averageGbps() : b.averageMiBps();
      call.limits().measured(bandwidth, b.messageRateMpps());
    }
    last = Optional.of(report);
  }

  /** Why the results will not do, in perftest's words; empty if they will. */
  public String refusal() {
    return call.limits().refusal().orElse("");
  }

  /** The report of the last size in JSON; empty where there is none. */
  public Optional<String> json() {
    return last.map(json::of);
  }
}
