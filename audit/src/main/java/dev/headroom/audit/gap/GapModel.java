package dev.headroom.audit.gap;

import dev.headroom.audit.Finding;
import dev.headroom.audit.Severity;
import dev.headroom.audit.benchmark.BusbwCurves.Point;
import dev.headroom.audit.cluster.NicModel;
import dev.headroom.audit.gap.Gap.Cause;
import dev.headroom.audit.gap.Gap.NicShare;
import dev.headroom.audit.gap.Gap.Row;
import dev.headroom.audit.gap.Gap.UnusedNics;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.model.collective.Collective;
import dev.headroom.model.machine.Cluster;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.run.cache.RunCache;
import dev.headroom.unit.Size;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Simulations of a job's collective: with the machines as found, with all findings fixed, and with
 * all but one fixed, for each of them.
 */
public final class GapModel {
  /** Bytes that all GPUs together work on, at most: a run of a few seconds, packet by packet. */
  private static final double MOST = 16.0 * (1L << 30);

  /** The same within one machine, where there are no packets. */
  private static final double MOST_WITHIN = 1024.0 * (1L << 30);

  /** Between two sizes of the curve there lies a factor of at least this. */
  private static final double STEP = 3.9;

  /**
   * What a call of eight H100 took beside what NCCL's model has for it (docs/validation.md,
   * nccl-tests); eight A100 in one process took as long.
   */
  private static final long CALL_PS = 50_000_000;

  /** GB/s; what is printed of less is too coarse to tell a time. */
  private static final double LEAST = 0.5;

  /** Share of a NIC's rate that a healthy collective reaches at large sizes. */
  private static final double FULL_SHARE = 0.8;

  /** Collectives of which a machine sends what nccl-tests calls the bus bandwidth. */
  private static final Set<Collective> SENDS_BUS_BANDWIDTH =
      Set.of(
          Collective.ALL_REDUCE,
          Collective.ALL_GATHER,
          Collective.REDUCE_SCATTER,
          Collective.BROADCAST,
          Collective.REDUCE);

  /** Share of a bus bandwidth; what costs less is no cause. */
  private static final double ROUNDING = 0.005;

  private final Collective collective;
  private final Cluster cluster;
  private final NcclTestsTable benchmark;
  private final List<Optional<HostFacts>> machines;
  private final List<Finding> findings;
  private final int devices;
  private final AssumedNics unread;
  private final int gpusPerThread;
  private final JobMachines job;
  private final JobMachines unnarrowed;

  /** A run was stopped before its end. */
  public static final class StoppedException extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /**
   * A model of what was measured.
   *
   * @param collective which it was
   * @param cluster what ran it
   * @param all everything that was read
   * @param findings of all of that
   * @param nics of hosts of which nothing was read; if empty as such machines are sold, as many as
   *     the job names
   */
  public GapModel(
      NcclTestsTable benchmark,
      Collective collective,
      Cluster cluster,
      List<HostFacts> all,
      List<Finding> findings,
      Optional<AssumedNics> nics) {
    this.benchmark = benchmark;
    this.collective = collective;
    this.cluster = cluster;
    this.machines = JobMachines.matched(benchmark.hosts(), cluster, all);
    this.findings =
        findings.stream()
            .filter(each -> each.severity() != Severity.INFO || JobSettings.isJobSetting(each))
            .filter(each -> isOfJob(each, all))
            .toList();
    NamedDevices named = NamedDevices.of(all);
    this.devices = named.count();
    AssumedNics most = nics.orElseGet(() -> AssumedNics.asSold(cluster, machines.size()));
    this.unread = nics.isPresent() ? most : most.named(named.count());
    this.gpusPerThread = Math.min(benchmark.gpusPerThread(), cluster.machine().gpus());
    this.job = of(all, unread, named);
    this.unnarrowed = of(all, most, NamedDevices.NONE);
  }

  private JobMachines of(List<HostFacts> all, AssumedNics others, NamedDevices named) {
    return new JobMachines(
        cluster, collective, machines, all, findings, others, named, gpusPerThread);
  }

  /** Findings on servers that took no part are not about this job. */
  private boolean isOfJob(Finding finding, List<HostFacts> all) {
    boolean takesPart =
        machines.stream().flatMap(Optional::stream).anyMatch(is(finding.place().host()));
    boolean isServer =
        all.stream()
            .filter(is(finding.place().host()))
            .anyMatch(host -> !NicModel.of(host).isEmpty());
    return takesPart || !isServer;
  }

  private static Predicate<HostFacts> is(String name) {
    return host -> host.name().equals(name);
  }

  /** The scenario of the machines as they were found, at the size that causes were weighed at. */
  public Scenario found(Gap gap) {
    return job.with(_ -> false).withCallPs(gap.calls().callPs()).at(collective, gap.sizes().at());
  }

  /** The scenario of the machines with all findings fixed, at the same size. */
  public Scenario fixed(Gap gap) {
    return job.with(_ -> true).withCallPs(gap.calls().callPs()).at(collective, gap.sizes().at());
  }

  /**
   * Runs all that it takes, or what it can until the progress asks to stop.
   *
   * @param cache of runs
   * @throws IllegalArgumentException if no scenario can have the settings of these machines
   * @throws StoppedException if the progress asks to stop before the first size is done
   */
  public Gap gap(GapProgress progress, RunCache cache) {
    JobScenarioRuns runs = new JobScenarioRuns(collective, progress, cache);
    JobScenario found = job.with(_ -> false);
    JobScenario whole = job.with(_ -> true);
    List<Point> points = points();
    List<Point> done = ran(points, found, whole, runs, progress);
    long call = call(done, found, runs);
    List<Row> rows = new ArrayList<>();
    for (Point point : done) {
      long bytes = (long) point.bytes();
      rows.add(
          new Row(
              bytes,
              point.busbw(),
              runs.busbw(found, bytes, call),
              runs.busbw(whole, bytes, call)));
    }
    Weighing weighing = new Weighing(whole, rows.getLast(), call, runs, progress);
    if (done.size() == points.size()) {
      weighing.run();
    }
    List<String> read = machines.stream().flatMap(Optional::stream).map(HostFacts::name).toList();
    return new Gap(
        collective,
        cluster,
        new Gap.Sizes(rows, (long) benchmark.largest(), rows.getLast().bytes()),
        new Gap.Calls(call, gpusPerThread),
        weighing.causes,
        weighing.others,
        new Gap.Coverage(read, benchmark.hosts(), unread),
        weighing.unused,
        nicShare(),
        new Gap.Extent(points.size(), done.size(), weighing.rules(), weighing.done));
  }

  /** Those of the sizes that were simulated, as found and fixed, until the progress stopped it. */
  private static List<Point> ran(
      List<Point> points,
      JobScenario found,
      JobScenario whole,
      JobScenarioRuns runs,
      GapProgress progress) {
    List<Point> done = new ArrayList<>();
    try {
      for (Point point : points) {
        long bytes = (long) point.bytes();
        String of = " (size %d of %d)".formatted(done.size() + 1, points.size());
        progress.step(new Size(bytes) + " as found" + of);
        runs.ranPs(found, bytes);
        progress.step(new Size(bytes) + " with the findings fixed" + of);
        runs.ranPs(whole, bytes);
        done.add(point);
      }
    } catch (StoppedException e) {
      if (done.isEmpty()) {
        throw e;
      }
    }
    return done;
  }

  /** The findings, each weighed by runs of the machines with all others fixed. */
  private final class Weighing {
    private final JobScenario whole;
    private final Row row;
    private final long call;
    private final JobScenarioRuns runs;
    private final GapProgress progress;
    private final Map<String, List<Finding>> byRule =
        findings.stream()
            .collect(
                Collectors.groupingBy(
                    Finding::rule, LinkedHashMap::new, Collectors.toUnmodifiableList()));
    private final List<Cause> causes = new ArrayList<>();
    private final List<Finding> others = new ArrayList<>();
    private Optional<UnusedNics> unused = Optional.empty();
    private int done;

    Weighing(JobScenario whole, Row row, long call, JobScenarioRuns runs, GapProgress progress) {
      this.whole = whole;
      this.row = row;
      this.call = call;
      this.runs = runs;
      this.progress = progress;
    }

    int rules() {
      return byRule.size();
    }

    void run() {
      try {
        inTurn(alone());
        progress.step(new Size(row.bytes()) + " with all NICs");
        unused = narrowed(whole, row, call, runs);
      } catch (StoppedException e) {
        // What was weighed until then is whole.
      }
    }

    private List<Cause> alone() {
      List<Cause> weighed = new ArrayList<>();
      byRule.forEach((rule, its) -> {
        JobScenario alone = job.with(each -> !each.equals(rule));
        if (alone.equals(whole)) {
          others.addAll(its);
          done++;
        } else {
          progress.step("with %s alone (finding %d of %d)".formatted(rule, done + 1, rules()));
          weighed.add(new Cause(its, runs.busbw(alone, row.bytes(), call), 0));
        }
      });
      weighed.sort(Comparator.comparingDouble(Cause::aloneGBps));
      return weighed;
    }

    private void inTurn(List<Cause> weighed) {
      Set<String> fixed = new HashSet<>();
      double before = row.found();
      for (Cause cause : weighed) {
        fixed.add(cause.first().rule());
        Set<String> soFar = Set.copyOf(fixed);
        progress.step("with %d of %d findings fixed".formatted(fixed.size(), weighed.size()));
        double then = runs.busbw(job.with(soFar::contains), row.bytes(), call);
        if (isLess(cause.aloneGBps(), row.fixed()) || isLess(before, then)) {
          causes.add(new Cause(cause.findings(), cause.aloneGBps(), then));
        } else {
          others.addAll(cause.findings());
        }
        done++;
        before = then;
      }
    }
  }

  /**
   * The NICs that would carry what was measured, if that no longer grows with the size: what a
   * machine sends of a ring or of trees is the bus bandwidth.
   */
  private Optional<NicShare> nicShare() {
    List<Point> measured = benchmark.points();
    if (cluster.machines() < 2
        || measured.size() < 2
        || !SENDS_BUS_BANDWIDTH.contains(collective)) {
      return Optional.empty();
    }
    double busbw = measured.getLast().busbw();
    double before = measured.get(measured.size() - 2).busbw();
    if (busbw < LEAST || Math.abs(busbw - before) > Gap.NEAR * busbw) {
      return Optional.empty();
    }
    List<NicModel> read =
        machines.stream().flatMap(Optional::stream).findFirst().map(NicModel::of).orElse(List.of());
    int each = read.isEmpty() ? unread.count() : read.size();
    double gbps =
        read.isEmpty()
            ? unread.gbps()
            : read.stream().mapToDouble(NicModel::gbps).max().orElse(unread.gbps());
    int all = each * machines.size() / cluster.machines();
    int nics = (int) Math.ceil(busbw * 8 / gbps - ROUNDING);
    double share = gbps > 0 && nics > 0 ? busbw * 8 / (nics * gbps) : 0;
    return nics < all && share >= FULL_SHARE
        ? Optional.of(new NicShare(nics, all, gbps, Math.min(1, share)))
        : Optional.empty();
  }

  private Optional<UnusedNics> narrowed(
      JobScenario whole, Row row, long call, JobScenarioRuns runs) {
    JobScenario wide = unnarrowed.with(_ -> true);
    if (devices == 0 || wide.equals(whole)) {
      return Optional.empty();
    }
    double all = runs.busbw(wide, row.bytes(), call);
    return row.fixed() < all * (1 - Gap.NEAR)
        ? Optional.of(new UnusedNics(devices, all))
        : Optional.empty();
  }

  /** By more than what two figures of three digits may be apart. */
  private static boolean isLess(double one, double other) {
    return one < other * (1 - ROUNDING);
  }

  /**
   * What a call takes before anything moves: as much as leaves no row faster than the model of the
   * machines as found, and no more than is known of healthy ones. What threads take to call for
   * their GPUs goes on beside it.
   */
  private long call(List<Point> points, JobScenario found, JobScenarioRuns runs) {
    double factor = collective.busFactor(cluster.gpus());
    long least = CALL_PS;
    for (Point point : points) {
      if (point.busbw() >= LEAST) {
        long measured = Math.round(point.bytes() * 1e3 / point.busbw() * factor);
        least = Math.min(least, measured - runs.ranPs(found, (long) point.bytes()));
      }
    }
    return Math.max(0, least);
  }

  /** Sizes some way apart, up to what runs in seconds; the largest of these is among them. */
  private List<Point> points() {
    double most = cluster.machines() > 1 ? MOST : MOST_WITHIN;
    List<Point> fit =
        benchmark.points().stream()
            .filter(point -> point.bytes() * cluster.gpus() <= most)
            .toList();
    List<Point> all = fit.isEmpty() ? benchmark.points().subList(0, 1) : fit;
    List<Point> chosen = new ArrayList<>();
    for (Point point : all.reversed()) {
      if (chosen.isEmpty() || chosen.getLast().bytes() / point.bytes() >= STEP) {
        chosen.add(point);
      }
    }
    return chosen.reversed();
  }
}
