package dev.headroom.tune.advice;

import dev.headroom.run.summary.Measure;
import dev.headroom.tune.study.StudyCase;
import dev.headroom.unit.Size;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Kind of traffic that a designed fabric is tested with. Sizes are those of the whole fabric; a
 * collective on a piece keeps the size of its messages and has fewer of them.
 */
public enum TrafficKind {
  INCAST("500KB", Measure.COMPLETION),
  PERMUTATION("4MB", Measure.COMPLETION),
  ALL_REDUCE("256MiB", Measure.COMPLETION),
  ALL_TO_ALL("64KiB", Measure.COMPLETION),
  WEB_SEARCH("0B", "slowdownP50"),
  STORAGE("256MiB", "part0CompletionPs");

  /** Size of a collective on a piece at most, so that a run takes less than a second. */
  private static final long MOST_REDUCED = 8L << 20;

  private static final long LEAST_REDUCED = 1L << 20;
  private static final long MOST_PER_PAIR = 256L << 10;
  private static final long MOST_FLOW = 16_000_000;
  private static final double WEB_LOAD = 0.5;
  private static final double STORAGE_LOAD = 0.2;

  private final String usual;
  private final String measure;

  TrafficKind(String usual, String measure) {
    this.usual = usual;
    this.measure = measure;
  }

  /** As commands name it: {@code all-reduce}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The one of that name. */
  public static Optional<TrafficKind> named(String word) {
    return Stream.of(values()).filter(each -> each.word().equals(word)).findFirst();
  }

  public static List<String> words() {
    return Stream.of(values()).map(TrafficKind::word).toList();
  }

  /** Whether it has a size that can be chosen. */
  public boolean hasSize() {
    return this != WEB_SEARCH;
  }

  /** The usual size of its messages or vectors. */
  public Size usualSize() {
    return Size.parse(usual);
  }

  /**
   * The case of a study.
   *
   * @param plan of the whole fabric
   * @param piece that is run
   * @param size of the whole
   */
  StudyCase on(ClusterPlan plan, FabricDesign piece, Size size) {
    int hosts = piece.hosts();
    return switch (this) {
      case INCAST -> {
        int senders = Math.max(1, 3 * hosts / 4);
        String each = bytes(Math.min(MOST_FLOW, size.bytes()));
        yield of(
            "%d hosts, drawn by seed, send %s each to one".formatted(senders, each),
            "{type: incast, fanIn: %d, senders: random, size: %s}".formatted(senders, each));
      }
      case PERMUTATION -> {
        String each = bytes(Math.min(MOST_FLOW, size.bytes()));
        yield of(
            "each host sends %s to one other, pairs drawn by seed".formatted(each),
            "{type: permutation, size: %s}".formatted(each));
      }
      case ALL_REDUCE -> {
        long part = reduced(plan, piece, size);
        String rings = rings(piece, part);
        yield of(
            reducedText(plan, piece, size, part), rails(piece) > 1 ? "[" + rings + "]" : rings);
      }
      case ALL_TO_ALL -> {
        String each = bytes(Math.min(MOST_PER_PAIR, size.bytes()));
        yield of(
            "each host sends %s to each other host".formatted(each),
            "{type: all-to-all, size: %s}".formatted(each));
      }
      case WEB_SEARCH -> {
        double load = load(WEB_LOAD, piece);
        yield of(
            "flows of web search at a load of %s".formatted(load),
            "{type: poisson, sizes: WebSearch, load: %s, duration: 400us}".formatted(load));
      }
      case STORAGE -> {
        long part = reduced(plan, piece, size);
        double load = load(STORAGE_LOAD, piece);
        yield of(
            "%s, beside block storage at a load of %s"
                .formatted(reducedText(plan, piece, size, part), load),
            "[%s, {type: poisson, sizes: AliStorage, load: %s, duration: 300us}]"
                .formatted(rings(piece, part), load));
      }
    };
  }

  private StudyCase of(String description, String workload) {
    return new StudyCase(word(), description, List.of("workload=" + workload), measure);
  }

  /** The load of hosts that the uplinks can carry as well. */
  private static double load(double load, FabricDesign piece) {
    return Math.round(100 * load / piece.oversubscription()) / 100.0;
  }

  /** Of the vector, as much as keeps the messages between neighbours alike. */
  private static long reduced(ClusterPlan plan, FabricDesign piece, Size size) {
    long part = (long) ((double) size.bytes() * ranks(piece) * rails(piece) / plan.hosts());
    return Math.clamp(part, Math.min(LEAST_REDUCED, size.bytes()), MOST_REDUCED) / 1024 * 1024;
  }

  private static int rails(FabricDesign piece) {
    return piece.keys().getOrDefault("rails", 1);
  }

  private static int ranks(FabricDesign piece) {
    return piece.hosts() / rails(piece);
  }

  private static String reducedText(ClusterPlan plan, FabricDesign piece, Size size, long part) {
    return "ring all-reduce of %s over %d hosts%s, in an order drawn by seed%s"
        .formatted(
            bytes(part),
            ranks(piece),
            rails(piece) > 1 ? " on each of %d rails".formatted(rails(piece)) : "",
            plan.hosts() == piece.hosts()
                ? ""
                : " (for %s over %,d)".formatted(size, plan.hosts()));
  }

  /** A ring for each rail, or one. */
  private static String rings(FabricDesign piece, long size) {
    String ring = "{type: all-reduce, size: %s, order: shuffled%s}";
    return rails(piece) == 1
        ? ring.formatted(bytes(size), "")
        : IntStream.range(0, rails(piece))
            .mapToObj(rail -> ring.formatted(bytes(size), ", hosts: \"host-*-rail-" + rail + "\""))
            .collect(Collectors.joining(", "));
  }

  private static String bytes(long bytes) {
    return new Size(bytes).toString();
  }
}
