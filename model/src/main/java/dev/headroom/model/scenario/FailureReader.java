package dev.headroom.model.scenario;

import static dev.headroom.model.knob.ValueType.NUMBER;
import static dev.headroom.model.knob.ValueType.RATE;
import static dev.headroom.model.knob.ValueType.SWITCH;
import static dev.headroom.model.knob.ValueType.TEXT;
import static dev.headroom.model.knob.ValueType.TIME;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.FailureEvent;
import dev.headroom.model.fabric.HostNameHints;
import dev.headroom.model.fabric.InterruptStorm;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.LinkEvent;
import dev.headroom.model.fabric.LinkQuality;
import dev.headroom.model.fabric.NicFreeze;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.fabric.PauseStorm;
import dev.headroom.model.fabric.SlowReceiver;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.yaml.YamlNode;
import dev.headroom.model.yaml.YamlProblems;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Time;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reader of {@code fabric.failures}: links that go down or degrade, hosts with pause storms or
 * interrupt storms, and hosts that receive slowly or freeze.
 */
final class FailureReader {
  static final Knob<String> LINK =
      Knob.of(
          "fabric.failures.link",
          TEXT,
          "leaf-0/spine-0",
          "the link, as NODE/NODE; NODE/NODE#2 for the third of parallel links; NODE/* for "
              + "all links of a node");
  static final Knob<Time> DOWN =
      Knob.of("fabric.failures.down", TIME, "1ms", "time at which the link goes down")
          .within("0ns", "1000000s");
  static final Knob<Time> UP =
      Knob.derived("fabric.failures.up", TIME, "never", "time at which the link comes up again")
          .within("0ns", "1000000s");
  static final Knob<String> HOST =
      Knob.of(
              "fabric.failures.host",
              TEXT,
              "host-0",
              "the host that fails: its NIC sends PFC pauses to its switch in all lossless "
                  + "classes (pause storm); or, with interrupts, drain or frozen, its cores "
                  + "receive an interrupt storm, it drains slowly, or its NIC stalls")
          .from("Guo et al., RDMA over Commodity Ethernet at Scale, SIGCOMM 2016, section 4.3");
  static final Knob<Time> FROM =
      Knob.of(
              "fabric.failures.from",
              TIME,
              "1ms",
              "time at which a link degrades or a host failure starts")
          .within("0ns", "1000000s");
  static final Knob<Time> UNTIL =
      Knob.derived("fabric.failures.until", TIME, "the end", "time at which the failure ends")
          .within("0ns", "1000000s");
  static final Knob<Double> RATE_SHARE =
      Knob.of("fabric.failures.rate", NUMBER, "1", "fraction of its rate to which the link falls")
          .within("0.0001", "1")
          .from("a link that lost some of its lanes, or fell back to a lower rate");
  static final Knob<Double> BIT_ERRORS =
      Knob.derived(
              "fabric.failures.bitErrors",
              NUMBER,
              "unchanged",
              "probability of a bit error on the link after error correction")
          .within("0", "1");

  static final Knob<Double> INTERRUPTS =
      Knob.derived(
              "fabric.failures.interrupts",
              NUMBER,
              "none",
              "interrupts per second on each of the host's networking cores "
                  + "(hosts.cpu.interrupt cycles each), instead of a pause storm")
          .within("1", "1e9")
          .from("an interrupt storm of a device; /proc/interrupts");
  static final Knob<Rate> DRAIN =
      Knob.derived(
              "fabric.failures.drain",
              RATE,
              "hosts.drain",
              "rate at which the host drains its receive buffer during the failure, instead "
                  + "of a pause storm")
          .within("1Mbps", "10Tbps");
  static final Knob<Boolean> FROZEN =
      Knob.of(
              "fabric.failures.frozen",
              SWITCH,
              "false",
              "the host's NIC stalls: it takes nothing from its receive buffer and sends "
                  + "nothing, except pauses or credit for a full buffer")
          .from("Guo et al., RDMA over Commodity Ethernet at Scale, SIGCOMM 2016, section 4.3");

  static final List<Knob<?>> OF_LINK_DOWN = List.of(LINK, DOWN, UP);
  static final List<Knob<?>> OF_LINK_QUALITY = List.of(LINK, FROM, UNTIL, RATE_SHARE, BIT_ERRORS);
  static final List<Knob<?>> OF_HOST = List.of(HOST, FROM, UNTIL, INTERRUPTS, DRAIN, FROZEN);

  private static final String EXAMPLE =
      "write it like - {link: leaf-0/spine-0, down: 1ms, up: 2ms}, - {link: leaf-0/spine-0, "
          + "from: 1ms, rate: 25%}, - {host: host-0, from: 1ms, until: 2ms} or - {host: host-0, "
          + "from: 1ms, until: 2ms, interrupts: 500000}; instead of interrupts, the last one can "
          + "have drain: 10Gbps or frozen: true";

  private final YamlProblems problems;
  private final Fabric fabric;
  private final LinkNames names;
  private final List<FailureEvent> events = new ArrayList<>();

  private final LinkOutages outages = new LinkOutages();

  /** Until when a link is worse than made, or a host ails: one thing of a kind at a time. */
  private final Map<String, Time> busyUntil = new HashMap<>();

  FailureReader(YamlProblems problems, Fabric fabric) {
    this.problems = problems;
    this.fabric = fabric;
    names = new LinkNames(fabric);
  }

  /** The failures of a scenario, in time order. */
  List<FailureEvent> read(YamlNode.Mapping root) {
    new BlockList(problems, "fabric.failures", "failure", EXAMPLE)
        .items(root.block("fabric").flatMap(block -> block.value("failures")))
        .forEach(item -> failure(item.block()));
    events.addAll(outages.events());
    if (!events.isEmpty()) { // else even to say how would take a hundredth of a start
      events.sort(Comparator.comparing(FailureEvent::at).thenComparingInt(FailureReader::order));
    }
    return events;
  }

  /** Among failures of the same time: links that go down by their number, before any other. */
  private static int order(FailureEvent failure) {
    return switch (failure) {
      case LinkEvent link -> link.link();
      case LinkQuality quality -> (1 << 28) + quality.link();
      case PauseStorm storm -> (1 << 29) + storm.node();
      case InterruptStorm storm -> (1 << 30) + storm.node();
      case SlowReceiver slow -> (1 << 30) + (1 << 28) + slow.node();
      case NicFreeze still -> (1 << 30) + (1 << 29) + still.node();
    };
  }

  private void failure(YamlNode.Mapping block) {
    if (block.get("host").isPresent()) {
      section(block, OF_HOST, FROM).ifPresent(this::host);
    } else if (block.get("from").isPresent()) {
      section(block, OF_LINK_QUALITY, LINK, FROM).ifPresent(this::quality);
    } else {
      section(block, OF_LINK_DOWN, LINK, DOWN).ifPresent(this::down);
    }
  }

  private Optional<KnobSection> section(
      YamlNode.Mapping block, List<Knob<?>> knobs, Knob<?>... needed) {
    int before = problems.count();
    KnobSection section = new KnobSection(problems, knobs);
    section.read(block, "fabric.failures", Set.of());
    for (Knob<?> knob : needed) {
      if (block.get(knob.name().substring("fabric.failures.".length())).isEmpty()) {
        problems.add(block.spot(), knob.name(), "it is missing", knob.meaning());
        return Optional.empty();
      }
    }
    return problems.count() == before ? Optional.of(section) : Optional.empty();
  }

  private List<Integer> links(KnobSection section) {
    String name = section.settings().get(LINK);
    List<Integer> links = names.find(name);
    if (links.isEmpty()) {
      problems.add(
          section.spot(LINK.name()),
          LINK.name(),
          "there is no link '" + name + "'" + names.hint(name),
          "write it NODE/NODE, such as " + names.example());
    }
    return links;
  }

  private Optional<Time> end(KnobSection section, Knob<Time> from, Knob<Time> until) {
    Time begin = section.settings().get(from);
    Optional<Time> end = section.settings().find(until);
    if (end.isPresent() && end.get().compareTo(begin) <= 0) {
      problems.add(
          section.spot(until.name()),
          until.name(),
          "%s is not after %s: %s"
              .formatted(end.get(), from.name().substring("fabric.failures.".length()), begin),
          "a later time, or omit it");
    }
    return end;
  }

  private void down(KnobSection section) {
    Time down = section.settings().get(DOWN);
    Optional<Time> up = end(section, DOWN, UP);
    for (int link : links(section)) {
      outages.add(link, down, up);
    }
  }

  private void quality(KnobSection section) {
    Time from = section.settings().get(FROM);
    Optional<Time> until = end(section, FROM, UNTIL);
    double share = section.settings().get(RATE_SHARE);
    for (int index : links(section)) {
      Link link = fabric.links().get(index);
      double errors = section.settings().find(BIT_ERRORS).orElse(link.bitErrors());
      LinkQuality worse = new LinkQuality(from, index, share, errors);
      if (worse.equals(LinkQuality.restored(from, index, link))) {
        problems.add(
            section.spot("fabric.failures"),
            RATE_SHARE.name(),
            "the entry changes nothing about the link",
            "give rate, such as 25%, or bitErrors, such as 1e-8");
        return;
      }
      if (!isFree(section, "link " + names.name(index), from, until)) {
        return;
      }
      events.add(worse);
      until.ifPresent(time -> events.add(LinkQuality.restored(time, index, link)));
    }
  }

  private void host(KnobSection section) {
    String name = section.settings().get(HOST);
    Time from = section.settings().get(FROM);
    Optional<Time> until = end(section, FROM, UNTIL);
    List<String> hosts = fabric.hosts().stream().map(Node::name).toList();
    int host = hosts.indexOf(name);
    if (host < 0) {
      problems.add(
          section.spot(HOST.name()),
          HOST.name(),
          "there is no host '" + name + "'",
          HostNameHints.instead(name, hosts));
    } else {
      ails(section, fabric.hosts().get(host).id(), from, until);
    }
  }

  /** One thing that is wrong with a host. */
  private void ails(KnobSection section, int node, Time from, Optional<Time> until) {
    Optional<Double> perSecond = section.settings().find(INTERRUPTS);
    Optional<Rate> drain = section.settings().find(DRAIN);
    boolean frozen = section.settings().get(FROZEN);
    if ((perSecond.isPresent() ? 1 : 0) + (drain.isPresent() ? 1 : 0) + (frozen ? 1 : 0) > 1) {
      problems.add(
          section.spot("fabric.failures"),
          "fabric.failures",
          "the entry has more than one of interrupts, drain and frozen",
          "one entry for each");
    } else if (perSecond.isPresent()) {
      interrupts(section, node, perSecond.get(), from, until);
    } else if (drain.isPresent()) {
      slow(section, node, drain.get(), from, until);
    } else if (frozen) {
      still(section, node, from, until);
    } else {
      pauses(section, node, from, until);
    }
  }

  private void slow(KnobSection section, int node, Rate drain, Time from, Optional<Time> until) {
    if (isFree(section, "the drain of " + fabric.nodes().get(node).name(), from, until)) {
      events.add(new SlowReceiver(from, node, Optional.of(drain)));
      until.ifPresent(time -> events.add(new SlowReceiver(time, node, Optional.empty())));
    }
  }

  private void still(KnobSection section, int node, Time from, Optional<Time> until) {
    if (isFree(section, "the stall of " + fabric.nodes().get(node).name(), from, until)) {
      events.add(new NicFreeze(from, node, true));
      until.ifPresent(time -> events.add(new NicFreeze(time, node, false)));
    }
  }

  private void pauses(KnobSection section, int node, Time from, Optional<Time> until) {
    if (isFree(section, "host " + fabric.nodes().get(node).name(), from, until)) {
      events.add(new PauseStorm(from, node, true));
      until.ifPresent(time -> events.add(new PauseStorm(time, node, false)));
    }
  }

  private void interrupts(
      KnobSection section, int node, double perSecond, Time from, Optional<Time> until) {
    if (isFree(section, "the interrupt storm of " + fabric.nodes().get(node).name(), from, until)) {
      events.add(new InterruptStorm(from, node, perSecond));
      until.ifPresent(time -> events.add(new InterruptStorm(time, node, 0)));
    }
  }

  /** Whether nothing listed before lasts until after this begins. */
  private boolean isFree(KnobSection section, String what, Time from, Optional<Time> until) {
    Time before = busyUntil.put(what, until.orElse(new Time(Long.MAX_VALUE)));
    boolean free = before == null || before.compareTo(from) <= 0;
    if (!free) {
      problems.add(
          section.spot(FROM.name()),
          FROM.name(),
          "%s starts at %s, before the end of an earlier entry for it".formatted(what, from),
          "list them in time order, each with until");
    }
    return free;
  }
}
