package dev.headroom.formats.switches.sonic;

import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.ConfigCommands;
import dev.headroom.formats.switches.DscpClasses;
import dev.headroom.formats.switches.PfcFault;
import dev.headroom.formats.switches.PortNames;
import dev.headroom.formats.switches.PriorityGroup;
import dev.headroom.formats.switches.SwitchBuffers;
import dev.headroom.formats.switches.SwitchConfiguration;
import dev.headroom.formats.switches.SwitchPort;
import dev.headroom.formats.switches.SwitchPortLink;
import dev.headroom.formats.switches.SwitchQos;
import dev.headroom.formats.switches.SwitchReferences;
import dev.headroom.formats.switches.VendorTerms;
import dev.headroom.formats.switches.WredCurve;
import dev.headroom.model.text.PortRanges;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** SONiC configuration: the tables of CONFIG_DB that determine the treatment of RDMA's class. */
final class SonicConfiguration extends SwitchConfiguration {
  private static final VendorTerms WORDS =
      VendorTerms.of("SONiC", "DSCP_TO_TC_MAP")
          .marking(
              "set the wred_profile of the lossless class in these rows of QUEUE",
              "set ecn to ecn_all or ecn_green, and wred_green_enable to true, in this profile")
          .watchdog(
              "sonic-db-cli CONFIG_DB HSET 'PORT_QOS_MAP|{port}' pfcwd_sw_enable {priorities}"
                  + " && pfcwd start --action drop {port} 200 --restoration-time 400",
              "config save (not config qos reload, which rebuilds these tables from the platform's "
                  + "templates)");

  private static final SortedSet<Integer> NOTHING = Collections.emptySortedSet();

  /** Fields of a port's row that only a configuration has. */
  private static final List<String> MAPS =
      List.of("dscp_to_tc_map", "tc_to_queue_map", "tc_to_pg_map", "pfc_to_queue_map");

  private static final Pattern METRES = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*m");

  private final HostFacts host;
  private final FactSet facts;

  private final SonicTables tables;
  private final SonicBuffers buffers;
  private final SonicMarking marking;

  /** For each table keyed by port and numbers, the rows of each port, with their numbers. */
  private final Map<String, Map<String, List<Row>>> rows = new HashMap<>();

  /** The row of QoS settings of each port. */
  private final Map<String, String> settings = new HashMap<>();

  /** What each map of DSCPs says: ports share them. */
  private final Map<String, DscpClasses> classes = new HashMap<>();

  private record Row(String key, SortedSet<Integer> numbers) {}

  SonicConfiguration(HostFacts host) {
    this.host = host;
    facts = host.facts();
    tables = SonicTables.of(facts);
    buffers = new SonicBuffers(tables);
    marking = new SonicMarking(tables);
    for (String key : keys("PORT_QOS_MAP")) {
      for (String port : key.split(",")) {
        settings.putIfAbsent(port, key);
      }
    }
  }

  @Override
  protected boolean isPresent() {
    return hasAny("PORT_QOS_MAP")
        || hasAny("BUFFER_POOL")
        || hasAny("BUFFER_PG")
        || hasAny("WRED_PROFILE")
        || hasAny("DSCP_TO_TC_MAP")
        || !listedQueues().isEmpty()
        || isWhole();
  }

  @Override
  protected String name() {
    return field("DEVICE_METADATA", "localhost", "hostname").orElse(host.name());
  }

  private boolean hasAny(String table) {
    return tables.has(table);
  }

  /** Keys of a table's rows: {@code Ethernet0}, {@code Ethernet0|3-4}. */
  private List<String> keys(String table) {
    return tables.keys(table);
  }

  private ReportedValue<String> field(String table, String key, String field) {
    return tables.text(table, key, field);
  }

  private ReportedValue<Long> number(String table, String key, String field) {
    return tables.number(table, key, field);
  }

  @Override
  protected VendorTerms vendorTerms() {
    boolean unnamed =
        ports().stream().anyMatch(port -> !watched(port).equals(lossless(port).orElse(NOTHING)));
    boolean unlisted =
        isTableOfWatchdogKnown()
            && ports().stream()
                .anyMatch(
                    port -> !lossless(port).orElse(NOTHING).isEmpty() && !isInWatchdogTable(port));
    return !unnamed && !unlisted
        ? WORDS
        : WORDS.unwatchedMessage(
            unnamed && unlisted
                ? "pfcwd_sw_enable differs from pfc_enable, and PFC_WD has no row, on "
                : unnamed
                    ? "pfcwd_sw_enable differs from pfc_enable on "
                    : "PFC_WD has no row, so that the watchdog is off, on ");
  }

  /** Those with a row of QoS settings, alone or with others. */
  @Override
  protected List<String> ports() {
    return keys("PORT_QOS_MAP").stream()
        .filter(key -> !key.equals("global"))
        .flatMap(key -> List.of(key.split(",")).stream())
        .toList();
  }

  @Override
  protected List<String> others() {
    return keys("PORT");
  }

  /** LLDP tells the alias of a port, not its name (docker-lldp's lldpmgrd). */
  @Override
  protected PortNames names() {
    Map<String, String> aliases = new HashMap<>();
    for (String port : keys("PORT")) {
      field("PORT", port, "alias").optional().ifPresent(alias -> aliases.put(port, alias));
    }
    return new PortNames(keys("PORT"), List.of(), aliases);
  }

  /** A port's QoS setting; older configurations have one row for many ports. */
  private ReportedValue<String> setting(String port, String field) {
    return field("PORT_QOS_MAP", settings.getOrDefault(port, port), field);
  }

  /** The map that a port uses, by name. */
  private ReportedValue<String> map(String port, String field) {
    return setting(port, field).map(SonicConfiguration::name);
  }

  @Override
  protected ReportedValue<SortedSet<Integer>> lossless(String port) {
    return priorities(port, "pfc_enable");
  }

  /**
   * PFC of a row without {@code pfc_enable} is off (sonic-swss, {@code qosorch.cpp}); a port of a
   * whole configuration needs no row.
   */
  @Override
  protected Optional<Evidence> settingsRead(String port) {
    return port.isEmpty() || !isConfigured(port)
        ? Optional.empty()
        : Stream.concat(
                MAPS.stream().map(map -> setting(port, map)),
                Stream.of("speed", "mtu", "alias").map(field -> field("PORT", port, field)))
            .flatMap(value -> value.findEvidence().stream())
            .findFirst();
  }

  /**
   * Both switches of the watchdog must be on: {@code pfcwd_sw_enable} names the priorities, and a
   * row of PFC_WD starts it (sonic-swss, {@code pfcwdorch.cpp}).
   */
  @Override
  protected ReportedValue<SortedSet<Integer>> watchdogPriorities(String port) {
    ReportedValue<SortedSet<Integer>> off =
        setting(port, "pfc_enable").map(_ -> Collections.emptySortedSet());
    ReportedValue<SortedSet<Integer>> named = priorities(port, "pfcwd_sw_enable");
    if (setting(port, SonicShellReader.WATCHDOG_STATUS).isReported()) {
      return named;
    }
    if (isTableOfWatchdogKnown() && !isInWatchdogTable(port)) {
      return off;
    }
    if (!named.isReported()) {
      return isConfigured(port)
          ? off
          : isInWatchdogTable(port)
              ? lossless(port)
              : ReportedValue.unreported("pfcwd_sw_enable of " + port + " and PFC_WD");
    }
    return isTableOfWatchdogKnown() || !named.get().equals(lossless(port).orElse(NOTHING))
        ? named
        : ReportedValue.unreported("the row of " + port + " in PFC_WD, or show pfcwd config");
  }

  /**
   * The watchdog looks once per polling interval: {@code pfcwd} refuses an interval beyond the
   * least detection time (sonic-utilities, {@code pfcwd/main.py}), a table does not.
   */
  @Override
  protected Optional<PfcFault> watchdogFault() {
    ReportedValue<Long> interval = number("PFC_WD", "GLOBAL", "POLL_INTERVAL");
    List<String> wrong =
        keys("PFC_WD").stream()
            .filter(key -> !key.equals("GLOBAL"))
            .filter(key ->
                number("PFC_WD", key, "detection_time")
                    .matches(time -> interval.matches(each -> each > time)))
            .toList();
    if (wrong.isEmpty()) {
      return Optional.empty();
    }
    ReportedValue<Long> time = number("PFC_WD", wrong.getFirst(), "detection_time");
    return Optional.of(
        new PfcFault(
            "the PFC watchdog polls every %d ms, later than its detection time of %d ms ends, on %s"
                .formatted(interval.get(), time.get(), PortRanges.of(wrong)),
            "pfcwd interval %d, or a longer detection_time on these ports".formatted(time.get()),
            SwitchQos.evidenceOf(interval, time)));
  }

  /** The priorities of {@code pfcwd_sw_enable}; as with PFC where it may not have been read. */
  private SortedSet<Integer> watched(String port) {
    return priorities(port, "pfcwd_sw_enable")
        .orElse(isConfigured(port) ? NOTHING : lossless(port).orElse(NOTHING));
  }

  private boolean isInWatchdogTable(String port) {
    return keys("PFC_WD").contains(port);
  }

  private boolean isTableOfWatchdogKnown() {
    return hasAny("PFC_WD") || isWhole();
  }

  /** Every value that tells of it is reported, on or off. */
  @Override
  protected boolean isWatchdogKnown() {
    return false;
  }

  /** Whether the row of a port is from a configuration: {@code show pfc priority} has less. */
  private boolean isConfigured(String port) {
    return isWhole() || MAPS.stream().anyMatch(map -> setting(port, map).isReported());
  }

  /** Whether a whole config_db.json was read: parts of it lack the ports or the device. */
  private boolean isWhole() {
    return hasAny("PORT") && hasAny("DEVICE_METADATA");
  }

  /** A shell tells of the queue that it was asked about, a configuration of all. */
  @Override
  protected boolean isMarkingKnown() {
    return hasAny("QUEUE")
        && keys("QUEUE").stream().noneMatch(key -> field("QUEUE", key, "present").isReported());
  }

  /**
   * Curves that mark lossless queues: those that such a queue uses, or else is not named after
   * lossy.
   */
  @Override
  protected List<WredCurve> losslessCurves(List<SwitchPort> ports) {
    return hasAny("QUEUE") && !ports.isEmpty()
        ? super.losslessCurves(ports)
        : curves().stream()
            .filter(curve -> !curve.name().toUpperCase(Locale.ROOT).contains("LOSSY"))
            .toList();
  }

  /** A profile that a queue names but no table defines marks nothing. */
  @Override
  protected Optional<WredCurve> curve(String port, int priority) {
    int queue = (int) (long) queue(port, priority).orElse((long) priority);
    return covering("QUEUE", port, queue)
        .map(row -> field("QUEUE", row, "wred_profile"))
        .filter(ReportedValue::isReported)
        .map(profile -> name(profile.get()))
        .filter(profile -> keys("WRED_PROFILE").contains(profile) || !hasAny("WRED_PROFILE"))
        .map(marking::curve);
  }

  @Override
  protected ReportedValue<Long> queue(String port, int trafficClass) {
    ReportedValue<String> map = map(port, "tc_to_queue_map");
    return map.isReported()
        ? number("TC_TO_QUEUE_MAP", map.get(), String.valueOf(trafficClass))
        : super.queue(port, trafficClass);
  }

  @Override
  protected ReportedValue<Long> pausedQueue(String port, int priority) {
    ReportedValue<String> map = map(port, "pfc_to_queue_map");
    return map.isReported()
        ? number("MAP_PFC_PRIORITY_TO_QUEUE", map.get(), String.valueOf(priority))
        : super.pausedQueue(port, priority);
  }

  /** By the queue's buffer profile, static or a share of its pool; else the largest pool. */
  @Override
  protected ReportedValue<Long> limit(String port, int trafficClass) {
    int queue = (int) (long) queue(port, trafficClass).orElse((long) trafficClass);
    Optional<String> profile =
        covering("BUFFER_QUEUE", port, queue)
            .map(row -> name(field("BUFFER_QUEUE", row, "profile").orElse("")));
    if (profile.isPresent()) {
      ReportedValue<Long> fixed = number("BUFFER_PROFILE", profile.get(), "static_th");
      String pool = name(field("BUFFER_PROFILE", profile.get(), "pool").orElse(""));
      ReportedValue<Long> size = number("BUFFER_POOL", pool, "size");
      ReportedValue<Double> alpha = buffers.alpha(profile.get());
      if (fixed.isReported()) {
        return fixed;
      }
      if (size.isReported() && alpha.isReported()) {
        return size.map(bytes -> (long) (bytes * alpha.get() / (1 + alpha.get())));
      }
    }
    return keys("BUFFER_POOL").stream()
        .map(pool -> number("BUFFER_POOL", pool, "size"))
        .filter(ReportedValue::isReported)
        .max(Comparator.comparing(ReportedValue::get))
        .orElseGet(() -> super.limit(port, trafficClass));
  }

  @Override
  protected Optional<PfcFault> pfcFault(String port) {
    ReportedValue<String> watched = setting(port, "pfcwd_sw_enable");
    return isConfigured(port) && watched.isReported() && !setting(port, "pfc_enable").isReported()
        ? Optional.of(
            new PfcFault(
                "pfcwd_sw_enable is set, but pfc_enable is not, so that PFC is off",
                "set pfc_enable in the port's row of PORT_QOS_MAP",
                SwitchQos.evidenceOf(watched)))
        : lossless(port).orElse(NOTHING).stream()
            .flatMap(priority -> lossyQueue(port, priority).stream())
            .findFirst();
  }

  /** The queue of a class with PFC that drops when a lossy share of the egress buffer is full. */
  private Optional<PfcFault> lossyQueue(String port, int priority) {
    int queue = (int) (long) queue(port, priority).orElse((long) priority);
    return covering("BUFFER_QUEUE", port, queue)
        .map(row -> field("BUFFER_QUEUE", row, "profile"))
        .filter(profile -> profile.matches(reference -> isLossy(name(reference))))
        .map(profile ->
            new PfcFault(
                "priority %d has PFC, but its egress queue %d has the lossy buffer profile %s"
                    .formatted(priority, queue, name(profile.get())),
                "set a lossless profile (egress_lossless_profile) in these rows of BUFFER_QUEUE",
                SwitchQos.evidenceOf(profile, lossless(port))));
  }

  /** Templates name profiles and pools after it; what drops has no other sign. */
  private boolean isLossy(String profile) {
    return Stream.of(profile, name(field("BUFFER_PROFILE", profile, "pool").orElse("")))
        .anyMatch(name -> name.toLowerCase(Locale.ROOT).contains("lossy"));
  }

  @Override
  protected SwitchReferences references() {
    return new SonicReferences(facts, tables.keys(), isWhole()).read();
  }

  /** What {@code ecnconfig -q} lists: queues of all ports. */
  @Override
  protected SortedMap<Integer, ReportedValue<Boolean>> listedQueues() {
    SortedMap<Integer, ReportedValue<Boolean>> queues = new TreeMap<>();
    for (Subject setting : facts.subjects(SubjectKind.SWITCH_SETTING)) {
      ReportedValue<Long> queue = facts.number(setting, EcnQueueReader.QUEUE);
      ReportedValue<Boolean> on = facts.flag(setting, EcnQueueReader.MARKS);
      if (queue.isReported() && on.isReported()) {
        queues.put((int) (long) queue.get(), on);
      }
    }
    return queues;
  }

  /** Speeds are in Mb/s, and metres behind lengths. */
  @Override
  protected SwitchPortLink line(String port) {
    return new SwitchPortLink(
        number("PORT", port, "mtu"), number("PORT", port, "speed"), cable(port));
  }

  private ReportedValue<SwitchPortLink.Cable> cable(String port) {
    for (String row : keys("CABLE_LENGTH")) {
      ReportedValue<String> written = field("CABLE_LENGTH", row, port);
      if (written.isReported()) {
        Matcher metres = METRES.matcher(written.get());
        return metres.matches()
            ? written.map(
                text -> new SwitchPortLink.Cable(text, Double.parseDouble(metres.group(1))))
            : ReportedValue.unreported("CABLE_LENGTH of " + port + " in metres");
      }
    }
    return ReportedValue.unreported("CABLE_LENGTH of " + port);
  }

  /** Numbers in the rows of the port's queues: there may be more queues than classes. */
  @Override
  protected SortedSet<Integer> queues(String port) {
    SortedSet<Integer> queues = new TreeSet<>();
    rowsOf("QUEUE", port).forEach(row -> queues.addAll(row.numbers()));
    return queues;
  }

  @Override
  protected Optional<PriorityGroup> group(String port, int priority) {
    ReportedValue<String> map = map(port, "tc_to_pg_map");
    return Optional.of(
        new PriorityGroup(
            map.isReported()
                ? number("TC_TO_PRIORITY_GROUP_MAP", map.get(), String.valueOf(priority))
                : ReportedValue.unreported("tc_to_pg_map of " + port),
            covering("BUFFER_PG", port, priority).map(buffers::headroom)));
  }

  @Override
  protected Optional<SwitchBuffers> buffers() {
    return Optional.of(buffers.read());
  }

  @Override
  protected ReportedValue<Boolean> strict(String port, int trafficClass) {
    int queue = (int) (long) queue(port, trafficClass).orElse((long) trafficClass);
    return covering("QUEUE", port, queue)
        .map(row -> field("QUEUE", row, "scheduler"))
        .filter(ReportedValue::isReported)
        .map(name -> field("SCHEDULER", name(name.get()), "type"))
        .orElseGet(
            () -> ReportedValue.unreported("the scheduler of queue " + queue + " of " + port))
        .map(type -> type.strip().equalsIgnoreCase("STRICT"));
  }

  @Override
  protected List<WredCurve> curves() {
    return marking.curves();
  }

  /** A list such as {@code 3,4}, in order. */
  private ReportedValue<SortedSet<Integer>> priorities(String port, String field) {
    return setting(port, field).map(ConfigCommands::numbers);
  }

  /** The name behind a reference, which older versions write {@code [TABLE|name]}. */
  static String name(String reference) {
    String plain = reference.replaceAll("[\\[\\]]", "").strip();
    return plain.substring(plain.lastIndexOf('|') + 1);
  }

  /** By the port's map, or the only one there is. */
  @Override
  protected DscpClasses classes(String port) {
    ReportedValue<String> own =
        map(port, "dscp_to_tc_map").orElseReported(map("global", "dscp_to_tc_map"));
    if (!own.isReported() && isConfigured(port) && !port.isEmpty()) {
      return unsorted(port);
    }
    String map = own.orElse(keys("DSCP_TO_TC_MAP").stream().findFirst().orElse("AZURE"));
    return classes.computeIfAbsent(
        map,
        name ->
            DscpClasses.ofEachDscp(dscp -> number("DSCP_TO_TC_MAP", name, String.valueOf(dscp))));
  }

  /** Without a map all packets of a port are in class 0; unless it sorts by their VLAN tags. */
  private DscpClasses unsorted(String port) {
    ReportedValue<String> seen =
        setting(port, "dot1p_to_tc_map").isReported()
            ? ReportedValue.unreported("dscp_to_tc_map of " + port)
            : setting(port, "pfc_enable");
    return DscpClasses.ofEachDscp(_ -> seen.map(_ -> 0L));
  }

  /** The row of a table keyed by port and a range of numbers that holds this number. */
  Optional<String> covering(String table, String port, int number) {
    return rowsOf(table, port).stream()
        .filter(row -> row.numbers().contains(number))
        .map(Row::key)
        .findFirst();
  }

  private List<Row> rowsOf(String table, String port) {
    return rows.computeIfAbsent(table, this::byPort).getOrDefault(port, List.of());
  }

  private Map<String, List<Row>> byPort(String table) {
    Map<String, List<Row>> byPort = new HashMap<>();
    for (String key : keys(table)) {
      int bar = key.lastIndexOf('|');
      if (bar > 0) {
        Row row = new Row(key, ConfigCommands.numbers(key.substring(bar + 1)));
        for (String port : key.substring(0, bar).split(",")) {
          byPort.computeIfAbsent(port, _ -> new ArrayList<>()).add(row);
        }
      }
    }
    return byPort;
  }
}
