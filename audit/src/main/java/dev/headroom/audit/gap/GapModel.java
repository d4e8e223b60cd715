package dev.headroom.audit.gap;

import dev.headroom.audit.Finding;
import dev.headroom.audit.Severity;
import dev.headroom.audit.benchmark.BusbwCurves.Point;
import dev.headroom.audit.cluster.NicModel;
import dev.headroom.audit.gap.Gap.Cause;
import dev.headroom.audit.gap.Gap.Row;
import dev.headroom.audit.gap.Gap.UnusedNics;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.model.collective.Collective;
import dev.headroom.model.machine.Cluster;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.ProgressListener;
import dev.headroom.unit.Size;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
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
   * Runs all that it takes.
   *
   * @param progress of each run; may stop it
   * @param steps is told what is run next
   * @throws IllegalArgumentException if no scenario can have the settings of these machines
   * @throws StoppedException if the progress asks for that
   */
  public Gap gap(ProgressListener progress, Consumer<String> steps) {
    JobScenarioRuns runs = new JobScenarioRuns(collective, progress);
    JobScenario found = job.with(_ -> false);
    JobScenario whole = job.with(_ -> true);
    List<Point> points = points();
    for (Point point : points) {
      long bytes = (long) point.bytes();
      steps.accept(new Size(bytes) + " as found and fixed");
      runs.ranPs(found, bytes);
      runs.ranPs(whole, bytes);
    }
    long call = call(points, found, runs);
    List<Row> rows = new ArrayList<>();
    for (Point point : points) {
      long bytes = (long) point.bytes();
      rows.add(
          new Row(
              bytes,
              point.busbw(),
              runs.busbw(found, bytes, call),
              runs.busbw(whole, bytes, call)));
    }
    long at = rows.getLast().bytes();
    Map<String, List<Finding>> byRule =
        findings.stream()
            .collect(
                Collectors.groupingBy(
                    Finding::rule, LinkedHashMap::new, Collectors.toUnmodifiableList()));
    List<Cause> weighed = new ArrayList<>();
    List<Finding> others = new ArrayList<>();
    byRule.forEach((rule, its) -> {
      JobScenario alone = job.with(each -> !each.equals(rule));
      if (alone.equals(whole)) {
        others.addAll(its);
      } else {
        steps.accept("with " + rule + " alone");
        weighed.add(new Cause(its, runs.busbw(alone, at, call), 0));
      }
    });
    weighed.sort(Comparator.comparingDouble(Cause::aloneGBps));
    Set<String> done = new HashSet<>();
    List<Cause> causes = new ArrayList<>();
    double fixed = rows.getLast().fixed();
    double before = rows.getLast().found();
    for (Cause cause : weighed) {
      done.add(cause.first().rule());
      Set<String> soFar = Set.copyOf(done);
      double then = runs.busbw(job.with(soFar::contains), at, call);
      if (isLess(cause.aloneGBps(), fixed) || isLess(before, then)) {
        causes.add(new Cause(cause.findings(), cause.aloneGBps(), then));
      } else {
        others.addAll(cause.findings());
      }
      before = then;
    }
    List<String> read = machines.stream().flatMap(Optional::stream).map(HostFacts::name).toList();
    long largest = (long) benchmark.largest();
    return new Gap(
        collective,
        cluster,
        new Gap.Sizes(rows, largest, at),
        new Gap.Calls(call, gpusPerThread),
        causes,
        others,
        new Gap.Coverage(read, benchmark.hosts(), unread),
        narrowed(whole, rows.getLast(), call, runs));
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
