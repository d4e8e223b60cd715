package dev.headroom.model.workload;

import static dev.headroom.model.knob.ValueType.NUMBER;
import static dev.headroom.model.knob.ValueType.TIME;

import dev.headroom.model.knob.BuildRecipe;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.KnobConflict;
import dev.headroom.model.knob.Settings;
import dev.headroom.unit.CountedNoun;
import dev.headroom.unit.Time;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Workload of randomly arriving flows. Each host has a Poisson process with {@code load * rate / (8
 * * mean size)} flows a second, each to a uniformly random host, with a size drawn from a
 * distribution. The load counts payload, as the HPCC simulator's generator does; at 400 Gb/s and
 * load 0.3 with WebSearch (mean 1.7 MB) a host starts 9,000 flows a second.
 *
 * <p>Each host draws from a stream of its own; flows are numbered in order of their start.
 */
final class PoissonArrivals extends ListedFlows {
  private static final double MOST_FLOWS = 50e6;

  static final Knob<Double> LOAD =
      Knob.of(
              "workload.load",
              NUMBER,
              "0.3",
              "offered payload as a fraction of each host's link rate")
          .within("0.0001", "10");
  static final Knob<SizeDistribution> SIZES =
      Knob.of(
          "workload.sizes",
          SizeDistribution.TYPE,
          "WebSearch",
          "flow sizes: a published distribution, file:NAME with lines of SIZE PERCENT, one "
              + "size, or points such as {10KB: 15%, 1MB: 100%}");
  static final Knob<Time> DURATION =
      Knob.of("workload.duration", TIME, "1ms", "time during which flows arrive")
          .within("1ns", "1000s");

  static final Workload WORKLOAD =
      new Workload(
          "poisson",
          "flows of random size between random hosts, with Poisson arrivals",
          List.of(LOAD, SIZES, DURATION, CommonParameters.HOSTS, CommonParameters.START),
          PoissonArrivals::check,
          PoissonArrivals::new);

  private final Settings settings;

  private PoissonArrivals(Settings settings, WorkloadSite site) {
    super(draw(settings, site));
    this.settings = settings;
  }

  private record Arrival(long startPs, int source, int destination, long bytes)
      implements Row, Comparable<Arrival> {
    @Override
    public int compareTo(Arrival other) {
      int byTime = Long.compare(startPs, other.startPs);
      return byTime != 0 ? byTime : Integer.compare(source, other.source);
    }
  }

  /** All flows, in order of their start. */
  private static List<Arrival> draw(Settings settings, WorkloadSite site) {
    int[] hosts = CommonParameters.participants(settings, site);
    SizeDistribution sizes = settings.get(SIZES);
    double mean = sizes.mean();
    long endPs = settings.get(DURATION).ps();
    long beginPs = settings.get(CommonParameters.START).ps();
    List<Arrival> arrivals = new ArrayList<>();
    for (int position = 0; position < hosts.length; position++) {
      int host = hosts[position];
      RandomStream draws = site.draws("poisson/" + site.hosts().get(host));
      double gapPs = 8e12 * mean / (settings.get(LOAD) * site.rates().get(host).bps());
      double at = draws.nextExponential() * gapPs;
      while (at < endPs) {
        int other = draws.nextInt(hosts.length - 1);
        int to = hosts[other < position ? other : other + 1];
        arrivals.add(
            new Arrival(beginPs + (long) at, host, to, sizes.quantile(draws.nextDouble())));
        at += draws.nextExponential() * gapPs;
      }
    }
    arrivals.sort(null);
    return arrivals;
  }

  private static List<KnobConflict> check(Settings settings, WorkloadSite site) {
    List<KnobConflict> complaints = new ArrayList<>(CommonParameters.check(settings, site, 2));
    double mean = settings.get(SIZES).mean();
    double flows =
        Arrays.stream(CommonParameters.participants(settings, site))
            .mapToDouble(host ->
                settings.get(LOAD)
                    * site.rates().get(host).bps()
                    / (8 * mean)
                    * settings.get(DURATION).seconds())
            .sum();
    if (flows > MOST_FLOWS) {
      complaints.add(
          new KnobConflict(
              DURATION.name(),
              "that makes about %.0f flows".formatted(flows),
              "at most %.0f: a shorter time or a lower load".formatted(MOST_FLOWS)));
    }
    return complaints;
  }

  @Override
  public String description() {
    String sizes = settings.get(SIZES).text();
    return "Poisson arrivals at load %s for %s, sizes %s, %s"
        .formatted(
            new BigDecimal(settings.get(LOAD).toString()).stripTrailingZeros().toPlainString(),
            settings.get(DURATION),
            sizes.contains("=") ? "as listed" : sizes,
            CountedNoun.of(flows(), "flow"));
  }

  @Override
  public BuildRecipe recipe() {
    return new BuildRecipe(WORKLOAD.name(), settings);
  }
}
