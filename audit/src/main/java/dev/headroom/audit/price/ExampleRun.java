package dev.headroom.audit.price;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.run.RunListener;
import dev.headroom.run.ScenarioRun;
import dev.headroom.run.cache.RunCache;
import dev.headroom.sim.measure.DropCause;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.sim.measure.RunResult;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/**
 * Run of an example scenario with the settings of a real host.
 *
 * @param figure what the example is looked at for, in its unit
 * @param failedFlows flows whose queue pairs gave up; until then they count for the figure
 * @param digest of the run
 * @param command that runs it again
 */
record ExampleRun(double figure, long failedFlows, String digest, String command) {
  /** What is run. */
  enum Example {
    /** Two hosts alike, one of which writes to the other. */
    PAIR("pair.yaml", "goodput of "),
    /** Eight such hosts write to a ninth. */
    FAN_IN("fan-in.yaml", "goodput of an incast of eight such hosts to "),
    /** Eight hosts write to a ninth, and the first of them to a tenth, which is looked at. */
    BYSTANDER(
        "bystander.yaml",
        "goodput of a bystander flow beside an incast of eight senders, " + "behind ",
        9),
    /**
     * A host pauses its switch, and one that writes to it writes to a third, which is looked at.
     */
    STORM("storm.yaml", "goodput of a bystander flow during a pause storm of 1 s, behind ", 2),
    /** The hosts of two leaves write to each other. */
    UPLINKS("uplinks.yaml", "goodput between the hosts of two leaves like "),
    /** Four of nine hosts are written to by all others. */
    CROSSING("crossing.yaml", "unpaused time of the hosts in four crossing incasts, behind ");

    /** Not one flow but all that is delivered is measured. */
    private static final int ALL = -1;

    private final String file;
    private final String metric;
    private final int looked;

    Example(String file, String metric) {
      this(file, metric, ALL);
    }

    /**
     * An example.
     *
     * @param looked the host that is written to by the only flow that is measured
     */
    Example(String file, String metric, int looked) {
      this.file = file;
      this.metric = metric;
      this.looked = looked;
    }

    /** What is measured, before the name of the NIC. */
    String metric() {
      return metric;
    }

    String unit() {
      return this == CROSSING ? "%" : "Gb/s";
    }

    private String path() {
      return "examples/" + file;
    }

    private String text() {
      try (InputStream in = ExampleRun.class.getResourceAsStream(file)) {
        if (in == null) {
          throw new IllegalStateException("the program lacks its file " + file);
        }
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /**
   * What makes two runs the same.
   *
   * @param settings knobs by name
   */
  record Wanted(Example example, SortedMap<String, String> settings) {}

  /**
   * Runs it, or takes what it came to before.
   *
   * @param isWanted whether somebody waits for it
   * @throws IllegalArgumentException if no scenario can have these settings
   * @throws CancellationException if nobody waits for it any more
   */
  static ExampleRun of(Wanted wanted, RunCache cache, BooleanSupplier isWanted) {
    Example example = wanted.example();
    List<String> sets =
        wanted.settings().entrySet().stream()
            .map(each -> each.getKey() + "=" + each.getValue())
            .toList();
    Scenario scenario =
        switch (ScenarioReader.read(example.text(), example.path(), sets)) {
          case ScenarioReader.Good good -> good.scenario();
          case ScenarioReader.Bad bad ->
              throw new IllegalArgumentException(bad.problems().getFirst().toString());
        };
    Looked looked = new Looked(example.looked, isWanted);
    RunResult result = cache.run(ScenarioRun.of(scenario), looked).result().balanced();
    if (result.outcome() == RunResult.Outcome.INTERRUPTED) {
      throw new CancellationException();
    }
    long brokenOff = result.counts().flows() - result.counts().finished();
    double figure =
        switch (example) {
          case CROSSING -> brokenOff > 0 ? 0 : unpaused(result, scenario.fabric().hosts().size());
          case BYSTANDER, STORM -> looked.gbps;
          case PAIR, FAN_IN, UPLINKS -> goodput(result);
        };
    boolean isHole = result.counts().drops().containsKey(DropCause.OVERSIZE);
    if (figure == 0 && !isHole) {
      throw new IllegalArgumentException("its flows do not finish");
    }
    return new ExampleRun(
        figure,
        example.looked == Example.ALL ? brokenOff : 0,
        result.digest(),
        command(example, sets));
  }

  /**
   * Payload over the time from the start to the last byte, or to where the last queue pair gave up,
   * in 10^9 bits a second.
   */
  private static double goodput(RunResult result) {
    boolean finished = result.outcome() == RunResult.Outcome.FINISHED;
    long timePs = finished ? result.completionTimePs() : result.endPs();
    return result.counts().payloadDelivered() * 8 / (timePs * 1e-12) / 1e9;
  }

  /** The share of the time for which a host may send, in percent; nobody pauses the switch. */
  private static double unpaused(RunResult result, int hosts) {
    double all = (double) result.completionTimePs() * hosts;
    return 100 * (1 - result.counts().pausedPs() / all);
  }

  /** The flow to a host that nobody else writes to. */
  private static final class Looked implements RunListener {
    private final int host;
    private final BooleanSupplier isWanted;
    private double gbps;

    Looked(int host, BooleanSupplier isWanted) {
      this.host = host;
      this.isWanted = isWanted;
    }

    @Override
    public boolean progressed(long nowPs, long flowsFinished, long packets) {
      if (packets == 0 && !isWanted.getAsBoolean()) {
        throw new CancellationException(); // it is being put together
      }
      return isWanted.getAsBoolean();
    }

    @Override
    public boolean shouldContinue() {
      return isWanted.getAsBoolean();
    }

    @Override
    public void flowEnded(FlowResult flow) {
      if (flow.destination() == host) {
        gbps = flow.bytes() * 8 / (flow.fctPs() * 1e-12) / 1e9;
      }
    }
  }

  private static String command(Example example, List<String> sets) {
    StringBuilder command = new StringBuilder("headroom sim ").append(example.path());
    sets.forEach(each -> command.append(" --set ").append(each));
    return command.toString();
  }
}
