package dev.headroom.model.scenario;

import static dev.headroom.model.knob.ValueType.SIZE;
import static dev.headroom.model.knob.ValueType.TEXT;
import static dev.headroom.model.knob.ValueType.TIME;
import static dev.headroom.model.knob.ValueType.WHOLE;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.HostNameHints;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.SpellingSuggestion;
import dev.headroom.model.workload.FlowList;
import dev.headroom.model.yaml.FilePosition;
import dev.headroom.model.yaml.YamlNode;
import dev.headroom.model.yaml.YamlProblems;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reader of flows that are listed one by one. */
final class FlowListReader {
  static final String TYPE = "flows";

  static final Knob<String> FROM = Knob.of("workload.flows.from", TEXT, "host-0", "sending host");
  static final Knob<String> TO = Knob.of("workload.flows.to", TEXT, "host-1", "receiving host");
  static final Knob<Size> BYTES =
      Knob.of("workload.flows.size", SIZE, "1MiB", "payload").within("0B", "1048576TiB");
  static final Knob<Time> START =
      Knob.of(
              "workload.flows.start",
              TIME,
              "0ns",
              "start time, or the earliest start time of a flow that waits for others")
          .within("0ns", "1000000s");
  static final Knob<String> NAME =
      Knob.derived(
          "workload.flows.name",
          TEXT,
          "its index in the list, from 0",
          "name of the flow for after:");
  static final Knob<String> AFTER =
      Knob.derived(
          "workload.flows.after",
          TEXT,
          "none",
          "flows whose last byte must arrive before this one starts, by name or index");
  static final Knob<String> AFTER_COMPLETION =
      Knob.derived(
          "workload.flows.afterCompletion",
          TEXT,
          "none",
          "flows that must complete at their sender before this one starts");
  static final Knob<String> PORTS =
      Knob.derived(
          "workload.flows.ports",
          TEXT,
          "computed from the queue pair's number",
          "UDP source and destination port, such as 10000:100");
  static final Knob<Size> WINDOW =
      Knob.derived(
              "workload.flows.window",
              SIZE,
              "the common value",
              "transport.window of this queue pair, and its congestion.hpcc.window if that is set")
          .within("1B", "1TiB");
  static final Knob<Time> BASE_RTT =
      Knob.derived(
              "workload.flows.baseRtt",
              TIME,
              "the common value",
              "congestion.baseRtt of this queue pair; for reliable connections only, like window")
          .within("1ns", "1s");

  static final Knob<Long> CLASS =
      Knob.derived(
              "workload.flows.class",
              WHOLE,
              "the common value",
              "transport.class of this queue pair, and the class of its ACKs if that is not "
                  + "set; for reliable connections only, like window")
          .within("0", "7");

  static final Knob<String> DESCRIPTION =
      Knob.derived(
          "workload.description", TEXT, "the number of flows", "name of the workload in reports");

  static final List<Knob<?>> OF_FLOW =
      List.of(
          FROM, TO, BYTES, START, NAME, AFTER, AFTER_COMPLETION, PORTS, WINDOW, BASE_RTT, CLASS);

  private static final List<String> KEYS = List.of("type", "flows", "description");
  static final String EXAMPLE = "- {from: host-0, to: host-1, size: 1MB, start: 10us}";

  private final YamlProblems problems;
  private final Map<String, Integer> names = new HashMap<>();
  private List<YamlNode> items = List.of();

  FlowListReader(YamlProblems problems) {
    this.problems = problems;
  }

  Optional<FlowProgram> read(YamlNode.Mapping block, Optional<Fabric> fabric) {
    int before = problems.count();
    for (YamlNode.Entry entry : block.entries()) {
      if (!KEYS.contains(entry.key())) {
        problems.addUnknown(
            entry.spot(),
            "workload." + entry.key(),
            () -> "there is no such key" + SpellingSuggestion.hint(entry.key(), KEYS),
            () -> "the keys of a list of flows are type, flows and description");
      }
    }
    YamlNode value = block.value("flows").orElse(new YamlNode.Scalar("", true, block.spot()));
    if (!(value instanceof YamlNode.Sequence list)) {
      problems.add(
          value.spot(),
          "workload.flows",
          YamlNode.kind(value) + " instead of a list of flows",
          "write it like " + EXAMPLE);
      return Optional.empty();
    }
    Map<String, Integer> hosts = new LinkedHashMap<>();
    fabric.ifPresent(
        f -> f.hosts().stream().map(Node::name).forEach(name -> hosts.put(name, hosts.size())));
    items = list.items();
    List<ListedFlow> listed = listed();
    List<FlowList.Entry> entries = new ArrayList<>(listed.size());
    for (ListedFlow flow : listed) {
      int from = fabric.isEmpty() ? 0 : host(flow, FROM, flow.from(), hosts);
      int to = fabric.isEmpty() ? 1 : host(flow, TO, flow.to(), hosts);
      if (from >= 0 && from == to) {
        problems.add(
            spot(flow, TO),
            TO.name(),
            "the flow's source and destination are the same host",
            "two different hosts");
      }
      entries.add(
          new FlowList.Entry(
              Math.max(0, from),
              Math.max(0, to),
              flow.bytes(),
              flow.startPs(),
              others(flow, AFTER, flow.after(), listed.size()),
              others(flow, AFTER_COMPLETION, flow.afterCompletion(), listed.size()),
              ports(flow),
              flow.overrides()));
    }
    if (problems.count() > before) {
      return Optional.empty();
    }
    FlowList flows = new FlowList(entries);
    Optional<Integer> circular = cycle(flows);
    circular.ifPresent(flow ->
        problems.add(
            spot(listed.get(flow), AFTER),
            AFTER.name(),
            "flow %d depends on itself through other flows".formatted(flow),
            "dependencies must not form a cycle"));
    return circular.isPresent() || fabric.isEmpty() ? Optional.empty() : Optional.of(flows);
  }

  /** Where a key of a flow stands, or else the flow. */
  private FilePosition spot(ListedFlow flow, Knob<?> knob) {
    YamlNode item = items.get(flow.place());
    return item instanceof YamlNode.Mapping block
        ? block.get(ListedFlow.key(knob)).map(YamlNode.Entry::spot).orElse(block.spot())
        : item.spot();
  }

  private List<ListedFlow> listed() {
    List<ListedFlow> listed = new ArrayList<>(items.size());
    for (YamlNode item : items) {
      int place = listed.size();
      ListedFlow flow = ListedFlow.none(place);
      if (item instanceof YamlNode.Mapping block) {
        flow = ListedFlow.read(place, block, problems);
      } else {
        problems.add(
            item.spot(),
            "workload.flows",
            YamlNode.kind(item) + " instead of a flow",
            "write it like " + EXAMPLE);
      }
      String name = flow.name();
      if (!name.isEmpty() && (name.matches("[0-9]+") || names.putIfAbsent(name, place) != null)) {
        problems.add(
            spot(flow, NAME),
            NAME.name(),
            "'" + name + "' is a number or the name of an earlier flow",
            "a unique name");
      }
      listed.add(flow);
    }
    return listed;
  }

  /** The position of a host, or -1 where there is none and that has been reported. */
  private int host(ListedFlow flow, Knob<String> knob, String name, Map<String, Integer> hosts) {
    if (name.isEmpty()) {
      return -1; // reported already
    }
    Integer position = hosts.get(name);
    if (position == null) {
      problems.add(
          spot(flow, knob),
          knob.name(),
          "there is no host '" + name + "'",
          HostNameHints.instead(name, List.copyOf(hosts.keySet())));
    }
    return position == null ? -1 : position;
  }

  private List<Integer> others(ListedFlow flow, Knob<String> knob, String list, int flows) {
    if (list.isEmpty() || "none".equals(list)) {
      return List.of();
    }
    List<Integer> others = new ArrayList<>();
    for (String name : list.split(",", -1)) {
      String bare = name.strip();
      int position =
          bare.matches("[0-9]{1,9}") ? Integer.parseInt(bare) : names.getOrDefault(bare, flows);
      if (position < flows) {
        others.add(position);
      } else {
        problems.add(
            spot(flow, knob),
            knob.name(),
            "there is no flow '" + bare + "'" + SpellingSuggestion.hint(bare, names.keySet()),
            "the name of a flow, or its index in the list from 0 to " + (flows - 1));
      }
    }
    return others;
  }

  private int ports(ListedFlow flow) {
    if (flow.ports().isEmpty()) {
      return -1;
    }
    String[] pair = flow.ports().split(":", -1);
    boolean right =
        pair.length == 2
            && pair[0].matches("[0-9]{1,5}")
            && pair[1].matches("[0-9]{1,5}")
            && Integer.parseInt(pair[0]) < 65_536
            && Integer.parseInt(pair[1]) < 65_536;
    if (!right) {
      problems.add(
          spot(flow, PORTS),
          PORTS.name(),
          "'" + flow.ports() + "' is not SOURCE:DESTINATION",
          "two numbers below 65536, such as 10000:100");
      return -1;
    }
    return Integer.parseInt(pair[0]) << 16 | Integer.parseInt(pair[1]);
  }

  /** A flow that can never start because it waits for itself; empty when there is none. */
  private static Optional<Integer> cycle(FlowList flows) {
    int[] waiting = new int[flows.flows()];
    Deque<Integer> ready = new ArrayDeque<>();
    for (int flow = 0; flow < waiting.length; flow++) {
      waiting[flow] = flows.needs(flow);
      if (waiting[flow] == 0) {
        ready.add(flow);
      }
    }
    while (!ready.isEmpty()) {
      int flow = ready.poll();
      flows.whenDelivered(flow, later -> release(later, waiting, ready));
      flows.whenCompleted(flow, later -> release(later, waiting, ready));
    }
    for (int flow = 0; flow < waiting.length; flow++) {
      if (waiting[flow] > 0) {
        return Optional.of(flow);
      }
    }
    return Optional.empty();
  }

  private static void release(int flow, int[] waiting, Deque<Integer> ready) {
    if (--waiting[flow] == 0) {
      ready.add(flow);
    }
  }
}
