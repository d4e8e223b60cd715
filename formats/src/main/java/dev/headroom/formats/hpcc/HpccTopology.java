package dev.headroom.formats.hpcc;

import dev.headroom.formats.ProblemCollector;
import dev.headroom.formats.TextWord;
import dev.headroom.formats.WordReader;
import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.Node;
import dev.headroom.unit.CountedNoun;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Time;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Topology file of the HPCC simulator: counts, the ids of the switches, and the links. Node ids and
 * the order of links are kept, so a port here is that simulator's interface index less one.
 */
final class HpccTopology {
  /** More nodes have no address of the form 11.x.y.1. */
  private static final int MOST_NODES = 65_536;

  private static final int MOST_PORTS = 256;

  private final WordReader words;
  private final ProblemCollector problems;
  private final double lossPerLink;
  private final HpccModel model;
  private boolean ended;

  private HpccTopology(
      WordReader words, ProblemCollector problems, double lossPerLink, HpccModel model) {
    this.words = words;
    this.problems = problems;
    this.lossPerLink = lossPerLink;
    this.model = model;
  }

  /**
   * Reads a fabric.
   *
   * @param lossPerLink of links whose own is 0
   * @param model whether delays are cut to nanoseconds
   * @return the fabric; empty if too little could be read to go on
   */
  static Optional<HpccWiring> read(
      Path file, ProblemCollector problems, double lossPerLink, HpccModel model)
      throws IOException {
    return new HpccTopology(WordReader.of(file), problems, lossPerLink, model).wiring();
  }

  private Optional<HpccWiring> wiring() {
    int before = problems.errors();
    Optional<Integer> nodes = count("number of nodes", MOST_NODES);
    Optional<Integer> switches = count("number of switches", MOST_NODES);
    Optional<Integer> links = count("number of links", 10_000_000);
    if (nodes.isEmpty() || switches.isEmpty() || links.isEmpty()) {
      return Optional.empty();
    }
    if (words.hasNext() && words.last().line() == words.peek().line()) {
      error(
          words.peek(),
          "the first line holds more than three counts",
          "write the numbers of nodes, switches and links; the longer first line of"
              + " ns-3-alibabacloud is not read");
      return Optional.empty();
    }
    boolean[] isSwitch = new boolean[nodes.get()];
    for (int i = 0; i < switches.get(); i++) {
      id("switch", isSwitch.length).ifPresent(id -> isSwitch[id] = true);
    }
    List<Link> listed = new ArrayList<>();
    for (int i = 0; i < links.get(); i++) {
      if (!words.hasNext()) {
        error(
            words.last(),
            "the file ends after " + i + " of " + links.get() + " links",
            "list all links, or correct the count");
        break;
      }
      link(isSwitch).ifPresent(listed::add);
    }
    if (words.hasNext()) {
      warn(
          words.peek(),
          "the file continues after the last link",
          "the rest is ignored, as in " + "HPCC ns-3");
    }
    List<Link> found = lastOfEach(listed);
    if (problems.errors() == before) {
      check(isSwitch, found);
    }
    if (problems.errors() > before) {
      return Optional.empty();
    }
    return Optional.of(HpccWiring.of(build(isSwitch, found), listed));
  }

  private Fabric build(boolean[] isSwitch, List<Link> links) {
    int[] tier = TierFinder.of(isSwitch, links);
    int[] pod = TierFinder.pods(isSwitch, links, tier);
    List<Node> nodes = new ArrayList<>();
    int switches = 0;
    for (int id = 0; id < isSwitch.length; id++) {
      if (isSwitch[id]) {
        switches++;
        nodes.add(new Node(id, "switch-" + id, Node.Kind.SWITCH, tier[id], pod[id]));
      } else {
        nodes.add(new Node(id, "host-" + id, Node.Kind.HOST, 0, id));
      }
    }
    String shape =
        "%s: %s, %s"
            .formatted(
                words.file().getFileName(),
                CountedNoun.of(isSwitch.length - switches, "host"),
                CountedNoun.of(switches, "switch"));
    return new Fabric(shape, nodes, links);
  }

  private Optional<Link> link(boolean[] isSwitch) {
    TextWord first = words.peek();
    Optional<Integer> a = id("node", isSwitch.length);
    Optional<Integer> b = id("node", isSwitch.length);
    Optional<TextWord> rateWord = word("rate");
    Optional<TextWord> delayWord = word("delay");
    Optional<TextWord> lossWord = word("error rate");
    Optional<Long> rate =
        rateWord.flatMap(word ->
            read(
                word,
                Ns3Units.bitsPerSecond(word.text()).filter(r -> r > 0),
                "a rate above 0",
                "100Gbps"));
    Optional<Long> delay =
        delayWord.flatMap(word -> read(word, model.time(word.text()), "a delay", "1000ns"));
    Optional<Double> loss =
        lossWord.flatMap(word -> read(word, probability(word.text()), "a probability", "0.0"));
    if (a.isEmpty() || b.isEmpty() || rate.isEmpty() || delay.isEmpty() || loss.isEmpty()) {
      return Optional.empty();
    }
    if (a.get().equals(b.get())) {
      error(first, "a link from node " + a.get() + " to itself", "name two nodes");
      return Optional.empty();
    }
    return Optional.of(
        new Link(
            a.get(), b.get(), new Rate(rate.get()), new Time(delay.get()), lossOf(loss.get())));
  }

  /** A loss of a link's own is told from the common one, with which it would share its draws. */
  private double lossOf(double own) {
    if (own == 0) {
      return lossPerLink;
    }
    return own == lossPerLink && own < 1 ? Math.nextUp(own) : own;
  }

  /** The last link of each pair of nodes: that simulator's tables hold no other. */
  private List<Link> lastOfEach(List<Link> links) {
    Map<Long, Link> pairs = new LinkedHashMap<>();
    for (Link link : links) {
      if (pairs.remove(pair(link)) != null) {
        warn(
            TextWord.NOWHERE,
            "nodes " + link.a() + " and " + link.b() + " have more than one link",
            "only the last of these links is used, as in HPCC ns-3; only pfc.txt counts the "
                + "ports of the others");
      }
      pairs.put(pair(link), link);
    }
    return List.copyOf(pairs.values());
  }

  private static long pair(Link link) {
    return ((long) Math.min(link.a(), link.b()) << 32) | Math.max(link.a(), link.b());
  }

  private void check(boolean[] isSwitch, List<Link> links) {
    int[] ports = new int[isSwitch.length];
    for (Link link : links) {
      ports[link.a()]++;
      ports[link.b()]++;
    }
    for (int id = 0; id < ports.length; id++) {
      if (ports[id] == 0) {
        error(
            TextWord.NOWHERE,
            (isSwitch[id] ? "switch " : "host ") + id + " has no link",
            "add a link, or correct the counts in line 1");
      } else if (!isSwitch[id] && ports[id] > 1) {
        error(
            TextWord.NOWHERE,
            "host " + id + " has links to " + ports[id] + " nodes",
            "a host has one NIC port in Headroom: use a separate host for each port");
      } else if (isSwitch[id] && ports[id] > MOST_PORTS) {
        warn(
            TextWord.NOWHERE,
            "switch " + id + " has " + ports[id] + " ports",
            "HPCC ns-3 supports at most " + MOST_PORTS);
      }
    }
  }

  // --- words ------------------------------------------------------------------------------------

  private Optional<TextWord> word(String what) {
    if (words.hasNext()) {
      return Optional.of(words.next());
    }
    if (!ended) {
      error(words.last(), "the file ends before the " + what, "add it");
      ended = true;
    }
    return Optional.empty();
  }

  private Optional<Integer> count(String what, int most) {
    return word(what)
        .flatMap(word -> read(word, whole(word.text(), most), "a " + what, "a whole number"));
  }

  private Optional<Integer> id(String what, int nodes) {
    return word(what)
        .flatMap(word ->
            read(word, whole(word.text(), nodes - 1), "a " + what + " id", "0 to " + (nodes - 1)));
  }

  private <T> Optional<T> read(TextWord word, Optional<T> value, String what, String right) {
    if (value.isEmpty()) {
      error(word, "'" + word.text() + "' is not " + what, "write it like " + right);
    }
    return value;
  }

  private static Optional<Integer> whole(String text, int most) {
    if (!text.matches("[0-9]{1,9}") || Integer.parseInt(text) > most) {
      return Optional.empty();
    }
    return Optional.of(Integer.parseInt(text));
  }

  private static Optional<Double> probability(String text) {
    try {
      double value = Double.parseDouble(text);
      return value >= 0 && value <= 1 ? Optional.of(value) : Optional.empty();
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private void error(TextWord at, String what, String right) {
    problems.error(words.file(), at, "", what, right);
  }

  private void warn(TextWord at, String what, String right) {
    problems.warn(words.file(), at, "", what, right);
  }
}
