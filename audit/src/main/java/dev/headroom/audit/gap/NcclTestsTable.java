package dev.headroom.audit.gap;

import dev.headroom.audit.benchmark.BusbwCurves;
import dev.headroom.audit.benchmark.BusbwCurves.Point;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.model.collective.Collective;
import dev.headroom.model.machine.Machine;
import dev.headroom.model.machine.MachineCatalogue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Result table of nccl-tests, with its participants.
 *
 * @param collective what was measured, where the output tells
 * @param gpus by the list of ranks above the table; 0 without one
 * @param perHost GPUs of each host that took part, in the middle if not all have as many; 0 if
 *     nothing says
 * @param isEven whether all hosts had as many, as far as the list of ranks says
 * @param hosts whose they are, each once, in the order of ranks; none if the list is not whole
 * @param gpu what the ranks call their GPU; blank without a list
 * @param gpusPerThread how many GPUs a thread called for, by the head of the table ({@code nGpus});
 *     1 where it is not there
 * @param points the rows that measured anything, smallest first
 * @param algbw of the last of them, GB/s; 0 if it does not say
 */
public record NcclTestsTable(
    Optional<Collective> collective,
    int gpus,
    int perHost,
    boolean isEven,
    List<String> hosts,
    String gpu,
    int gpusPerThread,
    List<Point> points,
    double algbw) {
  /** Names of the programs, those that are part of others last. */
  private static final List<Collective> BY_NAME =
      List.of(
          Collective.REDUCE_SCATTER,
          Collective.ALL_REDUCE,
          Collective.ALL_GATHER,
          Collective.ALL_TO_ALL,
          Collective.BROADCAST,
          Collective.SEND_RECV,
          Collective.SCATTER,
          Collective.GATHER,
          Collective.REDUCE);

  private record Product(Pattern gpu, String machine) {}

  private static final List<Product> MACHINES =
      List.of(
          new Product(Pattern.compile("\\bMI3(00X|25X)"), "mi300x"),
          new Product(Pattern.compile("\\bGB200\\b"), "gb200-nvl72"),
          new Product(Pattern.compile("\\bB200\\b"), "hgx-b200"),
          new Product(Pattern.compile("\\bH[12]00\\b(?!.*(PCIE|NVL))"), "dgx-h100"),
          new Product(Pattern.compile("\\bA100\\b(?!.*PCIE)"), "dgx-a100"));

  /** Two printed bandwidths of three digits each differ from their true ratio by less. */
  private static final double ROUNDING = 0.02;

  /** Half of the last digit that is printed, GB/s. */
  private static final double LAST_DIGIT = 0.005;

  /** More GPUs than the digits can tell apart. */
  private static final int MOST = 10_000;

  /** {@code -g} of nccl-tests, in the line of what it was asked for. */
  private static final Pattern OF_THREAD = Pattern.compile("\\bnGpus\\s+(\\d{1,3})\\b");

  /** Keeps copies. */
  public NcclTestsTable {
    hosts = List.copyOf(hosts);
    points = List.copyOf(points);
  }

  /** The table that goes up to the largest size, of all that these say; of two alike the last. */
  public static Optional<NcclTestsTable> of(Collection<HostFacts> all) {
    Optional<NcclTestsTable> best = Optional.empty();
    for (HostFacts host : all) {
      for (List<Point> table : BusbwCurves.of(host)) {
        List<Point> points = table.stream().filter(each -> each.busbw() > 0).toList();
        if (!points.isEmpty()
            && points.getLast().bytes() >= best.map(NcclTestsTable::largest).orElse(0.0)) {
          best = Optional.of(of(host.facts(), points));
        }
      }
    }
    return best;
  }

  /** How many tables these have; also those in which nothing was measured. */
  public static int tables(Collection<HostFacts> all) {
    return all.stream().mapToInt(host -> BusbwCurves.of(host).size()).sum();
  }

  /**
   * The machine that such GPUs are sold in; empty where their name is another or says of one on a
   * card.
   */
  public Optional<Machine> machine() {
    String name = gpu.toUpperCase(Locale.ROOT);
    return MACHINES.stream()
        .filter(each -> each.gpu().matcher(name).find())
        .findFirst()
        .flatMap(each -> MachineCatalogue.named(each.machine()));
  }

  /**
   * How many GPUs there were, by what the bus bandwidth is of the algorithm's; empty where the
   * digits that are printed leave several numbers, or the collective has none.
   */
  public OptionalInt counted(Collective of) {
    if (algbw <= 0) {
      return OptionalInt.empty();
    }
    double busbw = points.getLast().busbw();
    double low = (busbw - LAST_DIGIT) / (algbw + LAST_DIGIT);
    double high = (busbw + LAST_DIGIT) / (algbw - LAST_DIGIT);
    int[] fit =
        IntStream.rangeClosed(2, MOST)
            .filter(ranks -> of.busFactor(ranks) >= low && of.busFactor(ranks) <= high)
            .limit(2)
            .toArray();
    return fit.length == 1 ? OptionalInt.of(fit[0]) : OptionalInt.empty();
  }

  /** Size of the last row, bytes. */
  public double largest() {
    return points.getLast().bytes();
  }

  private static NcclTestsTable of(FactSet facts, List<Point> points) {
    RankList ranks = RankList.above(facts, points.getFirst());
    return new NcclTestsTable(
        named(facts, points.getLast()).or(() -> counted(facts, points.getLast())),
        ranks.ranks(),
        ranks.perHost(),
        ranks.isEven(),
        ranks.hosts(),
        ranks.gpu(),
        gpusPerThread(facts, points.getFirst()),
        points,
        algbw(facts, points.getLast()));
  }

  /**
   * By the program's name, the last that its output says before the table, or that in the name of
   * the file that it was kept in.
   */
  private static Optional<Collective> named(FactSet facts, Point last) {
    List<Fact> programs =
        facts.subjects(SubjectKind.MEASUREMENT).stream()
            .flatMap(test -> facts.all(test, "collective-test-starting").stream())
            .toList();
    List<String> said = new ArrayList<>();
    programs.stream()
        .filter(fact -> fact.evidence().source().equals(last.evidence().source()))
        .filter(fact -> fact.evidence().line() <= last.evidence().line())
        .max(Comparator.comparingInt(fact -> fact.evidence().line()))
        .or(() -> programs.stream().findFirst())
        .ifPresent(fact -> said.add(fact.value()));
    String file = last.evidence().source().name();
    said.add(file.substring(file.lastIndexOf('/') + 1));
    for (String each : said) {
      String letters = each.toLowerCase(Locale.ROOT).replaceAll("[^a-z]", "");
      for (Collective collective : BY_NAME) {
        if (letters.contains(collective.word().replace("-", ""))) {
          return Optional.of(collective);
        }
      }
    }
    return Optional.empty();
  }

  /** By the nearest head above the table, in the same file. */
  private static int gpusPerThread(FactSet facts, Point first) {
    return facts.subjects(SubjectKind.MEASUREMENT).stream()
        .flatMap(test -> facts.all(test, "arguments").stream())
        .filter(fact -> fact.evidence().source().equals(first.evidence().source()))
        .filter(fact -> fact.evidence().line() <= first.evidence().line())
        .max(Comparator.comparingInt(fact -> fact.evidence().line()))
        .map(fact -> OF_THREAD.matcher(fact.value()))
        .filter(Matcher::find)
        .map(told -> Math.max(1, Integer.parseInt(told.group(1))))
        .orElse(1);
  }

  private static double algbw(FactSet facts, Point row) {
    double inPlace = facts.decimal(row.row(), "in-place.algbw.gbytes").orElse(0.0);
    return facts.decimal(row.row(), "out-of-place.algbw.gbytes").orElse(inPlace);
  }

  /**
   * By what the bus bandwidth is of the algorithm's, and whether values are summed or a root is
   * named: a reduce-scatter has less, an all-reduce as much among two ranks and more among others.
   * Where nothing is summed, several have the same.
   */
  private static Optional<Collective> counted(FactSet facts, Point last) {
    double algbw = algbw(facts, last);
    boolean sums = facts.text(last.row(), "operation").matches(word -> !word.equals("none"));
    boolean rooted = facts.text(last.row(), "root").matches(root -> !root.startsWith("-"));
    boolean less = last.busbw() < algbw * (1 - ROUNDING);
    if (!sums || algbw <= 0) {
      return Optional.empty();
    }
    return Optional.of(
        rooted ? Collective.REDUCE : less ? Collective.REDUCE_SCATTER : Collective.ALL_REDUCE);
  }
}
