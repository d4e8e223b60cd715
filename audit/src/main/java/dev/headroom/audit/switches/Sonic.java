package dev.headroom.audit.switches;

import dev.headroom.formats.cabling.PortName;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Facts;
import dev.headroom.formats.fact.Known;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** The tables of a SONiC configuration (CONFIG_DB) that decide over RDMA's class. */
final class Sonic implements SwitchQos {
  private final HostFacts host;
  private final Facts facts;

  /** Keys of each table's rows: a port asks for its own among those of hundreds. */
  private final Map<String, List<String>> keys = new HashMap<>();

  /** For each table keyed by port and numbers, the rows of each port, with their numbers. */
  private final Map<String, Map<String, List<Row>>> rows = new HashMap<>();

  /** The row of QoS settings of each port. */
  private final Map<String, String> settings = new HashMap<>();

  private record Row(String key, SortedSet<Integer> numbers) {}

  private Sonic(HostFacts host) {
    this.host = host;
    facts = host.facts();
    for (Subject item : facts.subjects(Thing.ITEM)) {
      int bar = item.name().indexOf('|');
      if (bar >= 0) {
        keys.computeIfAbsent(item.name().substring(0, bar), _ -> new ArrayList<>())
            .add(item.name().substring(bar + 1));
      }
    }
    for (String key : keys("PORT_QOS_MAP")) {
      for (String port : key.split(",")) {
        settings.putIfAbsent(port, key);
      }
    }
  }

  /** None where nothing of it looks like SONiC. */
  static Optional<Sonic> of(HostFacts host) {
    Sonic sonic = new Sonic(host);
    return sonic.hasAny("PORT_QOS_MAP")
            || sonic.hasAny("BUFFER_POOL")
            || sonic.hasAny("BUFFER_PG")
            || sonic.hasAny("WRED_PROFILE")
            || sonic.hasAny("DSCP_TO_TC_MAP")
        ? Optional.of(sonic)
        : Optional.empty();
  }

  @Override
  public String name() {
    return field("DEVICE_METADATA", "localhost", "hostname").orElse(host.name());
  }

  boolean hasAny(String table) {
    return !keys(table).isEmpty();
  }

  /** Keys of a table's rows: {@code Ethernet0}, {@code Ethernet0|3-4}. */
  List<String> keys(String table) {
    return keys.getOrDefault(table, List.of());
  }

  Known<String> field(String table, String key, String field) {
    return facts.text(new Subject(Thing.ITEM, table + "|" + key), field);
  }

  Known<Long> number(String table, String key, String field) {
    return facts.number(new Subject(Thing.ITEM, table + "|" + key), field);
  }

  List<Fact> row(String table, String key) {
    return facts.about(new Subject(Thing.ITEM, table + "|" + key));
  }

  @Override
  public String family() {
    return "SONiC";
  }

  /** Those with a row of QoS settings, alone or with others. */
  @Override
  public List<String> ports() {
    return keys("PORT_QOS_MAP").stream()
        .filter(key -> !key.equals("global"))
        .flatMap(key -> List.of(key.split(",")).stream())
        .toList();
  }

  /** LLDP tells the alias of a port, not its name (docker-lldp's lldpmgrd). */
  @Override
  public String portCalled(String name) {
    return hasRow("PORT", name)
        ? name
        : keys("PORT").stream()
            .filter(port -> field("PORT", port, "alias").is(name::equalsIgnoreCase))
            .findFirst()
            .or(() -> PortName.among(keys("PORT"), name))
            .orElse(name);
  }

  private boolean hasRow(String table, String key) {
    return keys(table).contains(key);
  }

  /** A port's QoS setting; older configurations have one row for many ports. */
  private Known<String> setting(String port, String field) {
    return field("PORT_QOS_MAP", settings.getOrDefault(port, port), field);
  }

  /** The map that a port uses, by name. */
  Known<String> map(String port, String field) {
    return setting(port, field).map(Sonic::name);
  }

  @Override
  public Known<SortedSet<Integer>> lossless(String port) {
    return priorities(port, "pfc_enable");
  }

  /** Images that know no pfcwd_sw_enable watch all lossless priorities of a port in PFC_WD. */
  @Override
  public Known<SortedSet<Integer>> watched(String port) {
    Known<SortedSet<Integer>> named = priorities(port, "pfcwd_sw_enable");
    return named.isSaid() || namesWatched()
        ? named
        : field("PFC_WD", port, "action").map(_ -> lossless(port).orElse(new TreeSet<>()));
  }

  /** {@code show pfc priority} alone says nothing of the watchdog; a configuration does. */
  @Override
  public boolean tellsWatchdog() {
    return anyPort("dscp_to_tc_map") || hasAny("PFC_WD");
  }

  private boolean anyPort(String field) {
    return keys("PORT_QOS_MAP").stream()
        .anyMatch(key -> field("PORT_QOS_MAP", key, field).isSaid());
  }

  /** A shell tells of the queue that it was asked about, a configuration of all. */
  @Override
  public boolean tellsMarking() {
    return hasAny("QUEUE")
        && keys("QUEUE").stream().noneMatch(key -> field("QUEUE", key, "present").isSaid());
  }

  /**
   * Curves that mark lossless queues: those that such a queue uses, or else is not named after
   * lossy.
   */
  List<Curve> losslessCurves() {
    if (!hasAny("QUEUE") || ports().isEmpty()) {
      return curves().stream()
          .filter(curve -> !curve.name().toUpperCase(Locale.ROOT).contains("LOSSY"))
          .toList();
    }
    Map<String, Curve> used = new LinkedHashMap<>();
    for (String port : ports()) {
      for (int priority : lossless(port).orElse(new TreeSet<>())) {
        curve(port, priority).ifPresent(curve -> used.putIfAbsent(curve.name(), curve));
      }
    }
    return List.copyOf(used.values());
  }

  /** Whether ports name the priorities that the watchdog looks after. */
  boolean namesWatched() {
    return anyPort("pfcwd_sw_enable");
  }

  @Override
  public Optional<Curve> curve(String port, int priority) {
    return covering("QUEUE", port, priority)
        .map(row -> field("QUEUE", row, "wred_profile"))
        .filter(Known::isSaid)
        .map(profile -> curve(name(profile.get())));
  }

  @Override
  public Known<Long> mtu(String port) {
    return number("PORT", port, "mtu");
  }

  @Override
  public Known<Boolean> strict(String port, int queue) {
    return covering("QUEUE", port, queue)
        .map(row -> field("QUEUE", row, "scheduler"))
        .filter(Known::isSaid)
        .map(name -> field("SCHEDULER", name(name.get()), "type"))
        .orElseGet(() -> Known.unsaid("the scheduler of queue " + queue + " of " + port))
        .map(type -> type.strip().equalsIgnoreCase("STRICT"));
  }

  @Override
  public List<Curve> curves() {
    return keys("WRED_PROFILE").stream().map(this::curve).toList();
  }

  private Curve curve(String profile) {
    return new Curve(
        profile,
        field("WRED_PROFILE", profile, "ecn").map(ecn -> !ecn.equals("ecn_none")),
        number("WRED_PROFILE", profile, "green_min_threshold").map(Long::doubleValue),
        number("WRED_PROFILE", profile, "green_max_threshold").map(Long::doubleValue));
  }

  /** A list such as {@code 3,4}, in order. */
  Known<SortedSet<Integer>> priorities(String port, String field) {
    return setting(port, field).map(Commands::numbers);
  }

  /** The name behind a reference, which older versions write {@code [TABLE|name]}. */
  static String name(String reference) {
    String plain = reference.replaceAll("[\\[\\]]", "").strip();
    return plain.substring(plain.lastIndexOf('|') + 1);
  }

  @Override
  public String dscpMap() {
    return "DSCP_TO_TC_MAP";
  }

  /** By the port's map, or the only one there is. */
  @Override
  public Known<Long> trafficClass(String port, int dscp) {
    String map =
        map(port, "dscp_to_tc_map")
            .or(map("global", "dscp_to_tc_map"))
            .orElse(keys("DSCP_TO_TC_MAP").stream().findFirst().orElse("AZURE"));
    return number("DSCP_TO_TC_MAP", map, String.valueOf(dscp));
  }

  /** The row of a table keyed by port and a range of numbers that holds this number. */
  Optional<String> covering(String table, String port, int number) {
    return rows.computeIfAbsent(table, this::byPort).getOrDefault(port, List.of()).stream()
        .filter(row -> row.numbers().contains(number))
        .map(Row::key)
        .findFirst();
  }

  private Map<String, List<Row>> byPort(String table) {
    Map<String, List<Row>> byPort = new HashMap<>();
    for (String key : keys(table)) {
      int bar = key.lastIndexOf('|');
      if (bar > 0) {
        Row row = new Row(key, Commands.numbers(key.substring(bar + 1)));
        for (String port : key.substring(0, bar).split(",")) {
          byPort.computeIfAbsent(port, _ -> new ArrayList<>()).add(row);
        }
      }
    }
    return byPort;
  }
}
