package dev.headroom.formats.htsim;

import dev.headroom.formats.NearestMatch;
import dev.headroom.formats.ProblemCollector;
import dev.headroom.formats.TextWord;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Time;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Reader of a fat tree ({@code .topo}): a header, then a block for each tier of switches. */
final class TopoReader {
  private enum Key {
    DOWNLINK_SPEED_GBPS,
    RADIX_DOWN,
    RADIX_UP,
    DOWNLINK_LATENCY_NS,
    SWITCH_LATENCY_NS,
    OVERSUBSCRIBED,
    BUNDLE,
    QUEUE_UP,
    QUEUE_DOWN
  }

  /** A tier's block as written. */
  private static final class Block {
    private final TextWord at;
    private final Map<Key, Integer> values = new EnumMap<>(Key.class);

    Block(TextWord at) {
      this.at = at;
    }

    int get(Key key, int fallback) {
      return values.getOrDefault(key, fallback);
    }
  }

  private static final List<String> HEADER = List.of("nodes", "tiers", "podsize");

  private final Path file;
  private final ProblemCollector problems;
  private final Map<String, Integer> header = new HashMap<>();
  private final Map<Integer, Block> blocks = new TreeMap<>();
  private boolean saidQueue;

  private TopoReader(Path file, ProblemCollector problems) {
    this.file = file;
    this.problems = problems;
  }

  /** The tree; empty if anything in it is wrong. */
  static Optional<HtsimFatTree> read(Path file, ProblemCollector problems) throws IOException {
    return new TopoReader(file, problems).topo();
  }

  private Optional<HtsimFatTree> topo() throws IOException {
    int before = problems.errors();
    Optional<Block> current = Optional.empty();
    for (HtsimLine line : HtsimLine.all(file)) {
      String word = line.first().text().toLowerCase(Locale.ROOT);
      if (HEADER.contains(word)) {
        line.whole(problems, word, 1, 10_000_000).ifPresent(value -> header.put(word, value));
      } else if (word.equals("tier")) {
        current = block(line);
      } else if (current.isPresent()) {
        value(current.get(), line, word);
      } else {
        unknown(line.first());
      }
      if (line.hasNext()) {
        error(line.next(), "the line has more than a key and its value", "remove it");
      }
    }
    for (String key : HEADER) {
      if (!header.containsKey(key)) {
        error(TextWord.NOWHERE, "missing line " + key, "add it above the first tier");
      }
    }
    if (problems.errors() > before) {
      return Optional.empty();
    }
    return checked(before);
  }

  private Optional<Block> block(HtsimLine line) {
    Block block = new Block(line.first());
    line.whole(problems, "tier", 0, 2)
        .ifPresent(tier -> {
          if (blocks.put(tier, block) != null) {
            error(block.at, "tier " + tier + " is given twice", "give each tier its own number");
          }
        });
    return Optional.of(block);
  }

  private void value(Block block, HtsimLine line, String word) {
    Optional<Key> key =
        Stream.of(Key.values())
            .filter(k -> k.name().toLowerCase(Locale.ROOT).equals(word))
            .findFirst();
    if (key.isEmpty()) {
      unknown(line.first());
      return;
    }
    int least = key.get() == Key.SWITCH_LATENCY_NS ? 0 : 1;
    line.whole(problems, line.first().text(), least, Integer.MAX_VALUE)
        .ifPresent(value -> {
          if (block.values.put(key.get(), value) != null) {
            error(line.first(), "it is given twice for this tier", "keep one");
          }
        });
    if ((key.get() == Key.QUEUE_UP || key.get() == Key.QUEUE_DOWN) && !saidQueue) {
      saidQueue = true;
      problems.warn(
          file,
          line.first(),
          "",
          "port queue sizes are ignored",
          "in Headroom, ports share fabric.switches.buffer");
    }
  }

  private void unknown(TextWord word) {
    List<String> known = new ArrayList<>(HEADER);
    known.add("tier");
    Stream.of(Key.values()).map(k -> k.name().toLowerCase(Locale.ROOT)).forEach(known::add);
    error(
        word,
        "'" + word.text() + "' is not a known key" + (blocks.isEmpty() ? " of the header" : ""),
        NearestMatch.to(word.text(), known)
            .map(near -> "did you mean " + near + "?")
            .orElse("write one of " + String.join(", ", known)));
  }

  // --- consistency ------------------------------------------------------------------------------

  private Optional<HtsimFatTree> checked(int before) {
    int hosts = header.getOrDefault("nodes", 0);
    int tiers = header.getOrDefault("tiers", 0);
    int podHosts = header.getOrDefault("podsize", 0);
    if (tiers < 2 || tiers > 3) {
      error(TextWord.NOWHERE, tiers + " tiers", "a fat tree has 2 or 3");
      return Optional.empty();
    }
    List<HtsimFatTree.Tier> built = new ArrayList<>();
    for (int tier = 0; tier < tiers; tier++) {
      Block block = blocks.get(tier);
      if (block == null) {
        error(TextWord.NOWHERE, "missing block Tier " + tier, "add it");
      } else {
        complete(block, tier, tier == tiers - 1);
        built.add(tier(block, tier == tiers - 1));
      }
    }
    if (problems.errors() > before) {
      return Optional.empty();
    }
    HtsimFatTree topo = new HtsimFatTree(hosts, podHosts, built);
    divides(TextWord.NOWHERE, "podsize", podHosts, "nodes", hosts);
    divides(at(0), "radix_down", built.get(0).radixDown(), "podsize", podHosts);
    divides(
        at(1), "its bundle", built.get(1).bundle(), "the radix_up below", built.get(0).radixUp());
    if (built.get(0).bundle() != 1) {
      error(at(0), "more than one link to each host", "hosts have one link: write Bundle 1");
    }
    if (tiers == 2 && podHosts != hosts) {
      error(TextWord.NOWHERE, "a two-tier fat tree has one pod", "write Podsize " + hosts);
    }
    if (tiers == 3) {
      divides(
          at(2), "its bundle", built.get(2).bundle(), "the radix_up below", built.get(1).radixUp());
    }
    if (problems.errors() > before) {
      return Optional.empty();
    }
    radix(1, topo.torsPerPod() * built.get(1).bundle(), built.get(1).radixDown());
    if (tiers == 3) {
      radix(2, topo.pods() * built.get(2).bundle(), built.get(2).radixDown());
    }
    for (int tier = 0; tier < tiers - 1; tier++) {
      oversubscription(tier, built.get(tier), built.get(tier + 1));
    }
    return problems.errors() > before ? Optional.empty() : Optional.of(topo);
  }

  private void complete(Block block, int tier, boolean top) {
    for (Key key : List.of(Key.DOWNLINK_SPEED_GBPS, Key.DOWNLINK_LATENCY_NS, Key.RADIX_DOWN)) {
      if (!block.values.containsKey(key)) {
        error(
            block.at, "tier " + tier + " has no " + key.name().toLowerCase(Locale.ROOT), "add it");
      }
    }
    if (top == block.values.containsKey(Key.RADIX_UP)) {
      error(
          block.at,
          "tier " + tier + (top ? ", the top, has" : " has no") + " radix_up",
          top ? "remove it" : "add it");
    }
  }

  private static HtsimFatTree.Tier tier(Block block, boolean top) {
    return new HtsimFatTree.Tier(
        Rate.ofGbps(block.get(Key.DOWNLINK_SPEED_GBPS, 1)),
        Time.ofNanos(block.get(Key.DOWNLINK_LATENCY_NS, 0)),
        Time.ofNanos(block.get(Key.SWITCH_LATENCY_NS, 0)),
        block.get(Key.RADIX_DOWN, 1),
        top ? 0 : block.get(Key.RADIX_UP, 1),
        block.get(Key.BUNDLE, 1));
  }

  private void divides(TextWord at, String part, int divisor, String whole, int number) {
    if (number % divisor != 0) {
      error(
          at,
          "%s %d does not divide %s %d".formatted(part, divisor, whole, number),
          "make it a divisor");
    }
  }

  private void radix(int tier, int needed, int written) {
    if (needed != written) {
      error(
          at(tier),
          "tier %d has radix_down %d, but %d links from the tier below"
              .formatted(tier, written, needed),
          "write radix_down " + needed + ", or correct podsize, radix_up and bundle");
    }
  }

  private void oversubscription(int number, HtsimFatTree.Tier tier, HtsimFatTree.Tier above) {
    double ratio =
        (double) tier.radixDown() * tier.rate().bps() / (tier.radixUp() * above.rate().bps());
    int written = block(number).get(Key.OVERSUBSCRIBED, 1);
    if (Math.abs(ratio - written) > 1e-9) {
      problems.warn(
          file,
          at(number),
          "",
          "oversubscribed is %d, but radixes and speeds give %.3g".formatted(written, ratio),
          "Headroom uses the radixes and speeds");
    }
  }

  private Block block(int tier) {
    return blocks.getOrDefault(tier, new Block(TextWord.NOWHERE));
  }

  private TextWord at(int tier) {
    return block(tier).at;
  }

  private void error(TextWord at, String what, String right) {
    problems.error(file, at, "", what, right);
  }
}
