package dev.headroom.formats.switches.sonic;

import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.BufferTerms;
import dev.headroom.formats.switches.ConfigCommands;
import dev.headroom.formats.switches.DscpClasses;
import dev.headroom.formats.switches.PortNames;
import dev.headroom.formats.switches.PriorityGroup;
import dev.headroom.formats.switches.SwitchBuffers;
import dev.headroom.formats.switches.SwitchConfiguration;
import dev.headroom.formats.switches.SwitchPort;
import dev.headroom.formats.switches.SwitchPortLink;
import dev.headroom.formats.switches.VendorTerms;
import dev.headroom.formats.switches.WredCurve;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** SONiC configuration: the tables of CONFIG_DB that determine the treatment of RDMA's class. */
final class SonicConfiguration extends SwitchConfiguration {
  private static final VendorTerms WORDS =
      VendorTerms.of("SONiC", "DSCP_TO_TC_MAP")
          .marking(
              "set the wred_profile of the lossless class in these rows of QUEUE",
              "set ecn to ecn_all or ecn_green in this profile")
          .watchdog(
              "sonic-db-cli CONFIG_DB HSET 'PORT_QOS_MAP|{port}' pfcwd_sw_enable {priorities}",
              "config save (not config qos reload, which rebuilds these tables from the platform's "
                  + "templates)");

  private static final BufferTerms BUFFERS =
      new BufferTerms(
          new BufferTerms.Asked(
              "TC_TO_PRIORITY_GROUP_MAP and PORT_QOS_MAP of SONiC",
              "PORT_QOS_MAP and the lossless rows of BUFFER_PG, which SONiC may create at run "
                  + "time",
              "speed, CABLE_LENGTH and xoff of a lossless port",
              "BUFFER_POOL, a lossless BUFFER_PROFILE and WRED_PROFILE of SONiC",
              "dynamic_th of the lossless BUFFER_PROFILE"),
          new BufferTerms.Cure(
              "map each lossless class to the group of the same number in "
                  + "TC_TO_PRIORITY_GROUP_MAP",
              "set a profile in these rows of BUFFER_PG with xoff for the port's speed and cable "
                  + "(pg_profile_lookup.ini), or NULL with dynamic buffers",
              "set a profile in these rows of BUFFER_PG with xoff for the port's speed and cable "
                  + "(pg_profile_lookup.ini; headroom calc pfc-headroom), or NULL with dynamic "
                  + "buffers; or correct CABLE_LENGTH"),
          "green_min_threshold",
          "dynamic_th");

  private static final Pattern METRES = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*m");

  private final HostFacts host;
  private final FactSet facts;

  /** Keys of each table's rows: a port asks for its own among those of hundreds. */
  private final Map<String, List<String>> keys = new HashMap<>();

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
    for (Subject item : facts.subjects(SubjectKind.ITEM)) {
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

  @Override
  protected boolean isPresent() {
    return hasAny("PORT_QOS_MAP")
        || hasAny("BUFFER_POOL")
        || hasAny("BUFFER_PG")
        || hasAny("WRED_PROFILE")
        || hasAny("DSCP_TO_TC_MAP");
  }

  @Override
  protected String name() {
    return field("DEVICE_METADATA", "localhost", "hostname").orElse(host.name());
  }

  private boolean hasAny(String table) {
    return !keys(table).isEmpty();
  }

  /** Keys of a table's rows: {@code Ethernet0}, {@code Ethernet0|3-4}. */
  private List<String> keys(String table) {
    return keys.getOrDefault(table, List.of());
  }

  private ReportedValue<String> field(String table, String key, String field) {
    return facts.text(new Subject(SubjectKind.ITEM, table + "|" + key), field);
  }

  private ReportedValue<Long> number(String table, String key, String field) {
    return facts.number(new Subject(SubjectKind.ITEM, table + "|" + key), field);
  }

  @Override
  protected VendorTerms vendorTerms() {
    VendorTerms words =
        namesWatched()
            ? WORDS.unwatchedMessage("pfcwd_sw_enable differs from pfc_enable on ")
            : WORDS;
    return hasAny("PFC_WD")
        ? words.watchdog("pfcwd start --action drop {port} 200 --restoration-time 400", "")
        : words;
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

  /** Images that know no pfcwd_sw_enable watch all lossless priorities of a port in PFC_WD. */
  @Override
  protected ReportedValue<SortedSet<Integer>> watchdogPriorities(String port) {
    ReportedValue<SortedSet<Integer>> named = priorities(port, "pfcwd_sw_enable");
    return named.isReported() || namesWatched()
        ? named
        : field("PFC_WD", port, "action").map(_ -> lossless(port).orElse(new TreeSet<>()));
  }

  /** {@code show pfc priority} alone says nothing of the watchdog; a configuration does. */
  @Override
  protected boolean isWatchdogKnown() {
    return anyPort("dscp_to_tc_map") || hasAny("PFC_WD");
  }

  private boolean anyPort(String field) {
    return keys("PORT_QOS_MAP").stream()
        .anyMatch(key -> field("PORT_QOS_MAP", key, field).isReported());
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

  /** Whether ports name the priorities that the watchdog looks after. */
  private boolean namesWatched() {
    return anyPort("pfcwd_sw_enable");
  }

  @Override
  protected Optional<WredCurve> curve(String port, int priority) {
    return covering("QUEUE", port, priority)
        .map(row -> field("QUEUE", row, "wred_profile"))
        .filter(ReportedValue::isReported)
        .map(profile -> curve(name(profile.get())));
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
    String map = map(port, "tc_to_pg_map").orElse("AZURE");
    return Optional.of(
        new PriorityGroup(
            number("TC_TO_PRIORITY_GROUP_MAP", map, String.valueOf(priority)),
            covering("BUFFER_PG", port, priority).map(this::headroom)));
  }

  /** NULL: the buffer manager makes one for the port's speed and cable. */
  private PriorityGroup.Headroom headroom(String row) {
    ReportedValue<String> profile = field("BUFFER_PG", row, "profile");
    String name = name(profile.orElse(""));
    return new PriorityGroup.Headroom(
        profile,
        number("BUFFER_PROFILE", name, "xoff"),
        !name.equals("NULL") && hasAny("BUFFER_PROFILE"));
  }

  /** The pool's size is what is left after headroom. */
  @Override
  protected Optional<SwitchBuffers> buffers() {
    List<SwitchBuffers.Profile> profiles =
        keys("BUFFER_PROFILE").stream()
            .filter(key -> number("BUFFER_PROFILE", key, "xoff").matches(bytes -> bytes > 0))
            .map(this::profile)
            .toList();
    return Optional.of(
        new SwitchBuffers(
            number("BUFFER_POOL", "ingress_lossless_pool", "size"),
            profiles,
            hasAny("TC_TO_PRIORITY_GROUP_MAP"),
            BUFFERS));
  }

  /** The share of the pool is a power of two. */
  private SwitchBuffers.Profile profile(String key) {
    ReportedValue<String> power = field("BUFFER_PROFILE", key, "dynamic_th");
    return new SwitchBuffers.Profile(
        key,
        number("BUFFER_PROFILE", key, "size"),
        power.matches(text -> text.matches("-?\\d"))
            ? power.map(text -> Math.scalb(1.0, Integer.parseInt(text)))
            : ReportedValue.unreported("dynamic_th of " + key));
  }

  @Override
  protected ReportedValue<Boolean> strict(String port, int queue) {
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
    return keys("WRED_PROFILE").stream().map(this::curve).toList();
  }

  private WredCurve curve(String profile) {
    return new WredCurve(
        profile,
        field("WRED_PROFILE", profile, "ecn").map(ecn -> !ecn.equals("ecn_none")),
        number("WRED_PROFILE", profile, "green_min_threshold").map(Long::doubleValue),
        number("WRED_PROFILE", profile, "green_max_threshold").map(Long::doubleValue),
        number("WRED_PROFILE", profile, "green_drop_probability").map(percent -> percent / 100.0));
  }

  /** A list such as {@code 3,4}, in order. */
  private ReportedValue<SortedSet<Integer>> priorities(String port, String field) {
    return setting(port, field).map(ConfigCommands::numbers);
  }

  /** The name behind a reference, which older versions write {@code [TABLE|name]}. */
  private static String name(String reference) {
    String plain = reference.replaceAll("[\\[\\]]", "").strip();
    return plain.substring(plain.lastIndexOf('|') + 1);
  }

  /** By the port's map, or the only one there is. */
  @Override
  protected DscpClasses classes(String port) {
    String map =
        map(port, "dscp_to_tc_map")
            .orElseReported(map("global", "dscp_to_tc_map"))
            .orElse(keys("DSCP_TO_TC_MAP").stream().findFirst().orElse("AZURE"));
    return classes.computeIfAbsent(
        map,
        name ->
            DscpClasses.ofEachDscp(dscp -> number("DSCP_TO_TC_MAP", name, String.valueOf(dscp))));
  }

  /** The row of a table keyed by port and a range of numbers that holds this number. */
  private Optional<String> covering(String table, String port, int number) {
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
