package dev.headroom.formats.nic;

import dev.headroom.formats.emit.DeviceChange;
import dev.headroom.formats.emit.Emission;
import dev.headroom.formats.emit.EmitStep;
import dev.headroom.formats.emit.EmittedFile;
import dev.headroom.formats.emit.EmittedStep;
import dev.headroom.formats.emit.Exactness;
import dev.headroom.formats.emit.StatementEdit;
import dev.headroom.formats.emit.StatementForm;
import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.model.knob.ClassMap;
import dev.headroom.model.knob.ClassSchedule;
import dev.headroom.model.text.PortRanges;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Emission of a NIC's QoS: MTU, trust in DSCPs, their priorities, lossless priorities, shares of
 * traffic classes, and the traffic class byte of RDMA. The byte is the DSCP times 4 with ECT(0) in
 * its last two bits: without those no switch marks.
 */
public final class HostQosEmitter {
  private static final String DSCP_MAP = "hosts.dscpMap";

  /** What a NIC does that trusts the priority of VLAN tags: RDMA's packets have none. */
  private static final String UNTAGGED = "*=0";

  private static final String CLASSES = "pfc.classes";
  private static final String SCHEDULING = "hosts.scheduling";
  private static final String DSCP = "transport.dscp";
  private static final String MTU = "transport.mtu";
  private static final int ECT = 2;

  /** Headers of an RDMA packet over UDP, with extended ones, and its check. */
  private static final int HEADERS = 96;

  /** Of an Ethernet interface as it comes. */
  private static final int USUAL_MTU = 1500;

  private static final int PRIORITIES = 8;

  private final HostQosTool tool;
  private final WantedNic wanted;
  private final boolean isKnown;
  private final FactSet facts;
  private final Subject netdev;
  private final NicDriver driver;
  private final Map<String, String> names = new LinkedHashMap<>();
  private final List<DeviceChange> changes = new ArrayList<>();

  /** Commands of all values of a step, also of those that are there, for the file that lasts. */
  private final Map<EmitStep, List<String>> lasting = new EnumMap<>(EmitStep.class);

  private HostQosEmitter(HostQosTool tool, WantedNic wanted, Optional<HostFacts> current) {
    this.tool = tool;
    this.wanted = wanted;
    isKnown = current.isPresent();
    facts = current.map(HostFacts::facts).orElseGet(FactSet::new);
    netdev =
        tool.isGeneric()
            ? Subject.netdev(wanted.nic().netdev())
            : QosSubject.of(facts, wanted.nic());
    driver = NicDriver.of(current, wanted.nic());
    names.put("interface", wanted.nic().netdev());
    names.put("device", wanted.nic().device());
    names.put("card", wanted.nic().pci().orElseGet(() -> card(wanted.nic().netdev())));
  }

  /** The PCI address of an interface, for a shell. */
  private static String card(String netdev) {
    return "\"$(basename \"$(readlink -f /sys/class/net/%s/device)\")\"".formatted(netdev);
  }

  /**
   * Emission for one NIC.
   *
   * @param current the host's facts; empty to write all of it
   */
  public static Emission emit(HostQosTool tool, WantedNic wanted, Optional<HostFacts> current) {
    return new HostQosEmitter(tool, wanted, current).emission();
  }

  /** A command and what takes it back; nothing if no input says what was there. */
  private record Line(String command, List<String> undo) {
    Line(String command, String undo) {
      this(command, undo.isEmpty() ? List.of() : List.of(undo));
    }
  }

  private Emission emission() {
    List<EmittedStep> steps = new ArrayList<>();
    add(EmitStep.LINK, mtu(), "ip link show dev {interface}", steps);
    add(EmitStep.PAUSE, pauses(), tool.check(), steps);
    add(EmitStep.SCHEDULING, shares(), tool.check(), steps);
    add(EmitStep.CLASSES, classes(), tool.check(), steps);
    add(EmitStep.CONTROL, trafficClass(), trafficClassCheck(), steps);
    add(EmitStep.RETIREMENT, retirements(), tool.check(), steps);
    List<String> notes =
        steps.isEmpty()
            ? List.of()
            : switch (tool) {
              case NICCLI -> notes();
              case NICCTL -> notesOfAmd();
              case MLNX_QOS, DCB -> List.of();
            };
    return new Emission(wanted.host(), tool.word(), changes, steps, notes);
  }

  /** What Broadcom's setup script does beside what is written ({@code bnxt_setupcc.sh} 236.1). */
  private List<String> notes() {
    List<String> notes = new ArrayList<>();
    notes.add(
        filled(
            "niccli: the plan does not give RDMA's priority a traffic class of the card: it has two,"
                + " three or eight by its firmware. Map it with niccli --dev {card} qos --ets --tsa"
                + " ... --up2tc ... --tcbw ... first",
            Map.of()));
    notes.add(
        filled(
            "niccli: pauses of the whole link exclude PFC: ethtool -A {interface} rx off tx off, and"
                + " no lldpad may run",
            Map.of()));
    if (!changesOf(DSCP_MAP).isEmpty() && !hasDscps()) {
      notes.add(
          filled(
              "niccli: no input shows which priorities DSCPs of {interface} have now, and one DSCP may"
                  + " have several: delete entries that niccli --dev {card} qos --ets --show lists"
                  + " for DSCPs of the plan first, with qos --apptlv --del --app PRIORITY,5,DSCP",
              Map.of()));
    }
    return notes;
  }

  private List<String> notesOfAmd() {
    return changesOf(SCHEDULING).isEmpty()
            || EtsShares.of(ClassSchedule.of(scheduling())).schedule().strict().isEmpty()
        ? List.of()
        : List.of(
            "nicctl: a strict priority takes a limit of its rate with it; %s Gb/s is written, which AMD's reference has for CNPs, and which is too little for data"
                .formatted(EtsShares.STRICT_LIMIT));
  }

  private List<DeviceChange> changesOf(String knob) {
    return changes.stream().filter(each -> each.knob().equals(knob)).toList();
  }

  private void add(EmitStep step, List<Line> lines, String check, List<EmittedStep> to) {
    if (lines.isEmpty()) {
      return;
    }
    List<String> commands = lines.stream().map(Line::command).toList();
    to.add(
        new EmittedStep(
            step,
            commands.stream()
                .map(each -> new StatementEdit(tool.word(), each, List.of(), "", false))
                .toList(),
            commands,
            List.of(StatementForm.fill(check, names).orElse(check).split("\n")),
            lines.reversed().stream().flatMap(each -> each.undo().stream()).toList(),
            List.of(unit(step, lasting.getOrDefault(step, commands))),
            warnings(step, lines)));
  }

  private List<String> warnings(EmitStep step, List<Line> lines) {
    List<String> warnings = new ArrayList<>();
    if (step == EmitStep.LINK) {
      warnings.add("a change of the MTU may drop the link");
    }
    List<String> kept =
        lines.stream().filter(line -> line.undo().isEmpty()).map(Line::command).toList();
    if (isKnown && !kept.isEmpty()) {
      warnings.add(
          "its undo does not take back %s%s: no input shows what was there"
              .formatted(
                  kept.getFirst(), kept.size() > 1 ? " and " + (kept.size() - 1) + " more" : ""));
    }
    return warnings;
  }

  /** The unit of what is lossless at the end replaces that of the time in between. */
  private EmittedFile unit(EmitStep step, List<String> commands) {
    EmitStep of = step == EmitStep.RETIREMENT ? EmitStep.PAUSE : step;
    return SettingsUnit.of(
        tool.word() + "-" + of.key(), tool.word() + " settings", wanted.nic().netdev(), commands);
  }

  private String filled(String form, Map<String, String> more) {
    Map<String, String> holes = new LinkedHashMap<>(names);
    holes.putAll(more);
    return StatementForm.fill(form, holes).orElse("");
  }

  private void changed(String knob, Optional<String> from, String to, Exactness exactness) {
    String value = wanted.knobs().getOrDefault(knob, "");
    changes.add(
        new DeviceChange(
            wanted.host(), tool.word(), wanted.nic().netdev(), from, to, knob, value, exactness));
  }

  private SortedSet<Integer> lossless() {
    SortedSet<Integer> classes = new TreeSet<>();
    String text = wanted.knobs().getOrDefault(CLASSES, "").replaceAll("[\\[\\] ]", "");
    if (!"false".equals(wanted.knobs().get("pfc.enabled"))) {
      for (String each : text.split(",")) {
        if (each.matches("[0-7]")) {
          classes.add(Integer.valueOf(each));
        }
      }
    }
    return classes;
  }

  private Optional<SortedSet<Integer>> losslessNow() {
    SortedSet<Integer> on = new TreeSet<>();
    boolean known = false;
    for (int i = 0; i < PRIORITIES; i++) {
      Optional<String> said =
          facts.text(netdev, "qos.priority." + i + ".pfc").optional().map(String::strip);
      known |= said.isPresent();
      if (said.equals(Optional.of("1"))) {
        on.add(i);
      }
    }
    return known ? Optional.of(on) : Optional.empty();
  }

  /**
   * The MTU of the interface, for the RDMA path MTU that is wanted. RDMA packets have up to 96
   * bytes of headers (Linux, {@code ib_addr.h}, iboe_get_mtu); a larger MTU stays as it is.
   */
  private List<Line> mtu() {
    String wantedMtu = wanted.knobs().getOrDefault(MTU, "").replaceAll("\\s*B$", "");
    if (!wantedMtu.matches("256|512|1024|2048|4096")) {
      return List.of();
    }
    int least = Integer.parseInt(wantedMtu) + HEADERS;
    Optional<Long> now = facts.number(Subject.netdev(wanted.nic().netdev()), "mtu").optional();
    boolean isEthernet = !wanted.nic().netdev().startsWith("ib");
    if (!isEthernet || now.filter(mtu -> mtu >= least).isPresent()) {
      return List.of();
    }
    int mtu = Math.max(USUAL_MTU, least);
    changed(MTU, now.map(String::valueOf), String.valueOf(mtu), new Exactness.Exact());
    return List.of(new Line(link(String.valueOf(mtu)), now.map(old -> link(old + "")).orElse("")));
  }

  private String link(String mtu) {
    return "ip link set dev %s mtu %s".formatted(wanted.nic().netdev(), mtu);
  }

  /** PFC that is on without a word about its classes leaves them to the device. */
  private boolean saysPauses() {
    return wanted.knobs().containsKey(CLASSES) || "false".equals(wanted.knobs().get("pfc.enabled"));
  }

  /** PFC on the wanted classes, and still on those of before, whose packets are on their way. */
  private List<Line> pauses() {
    Optional<SortedSet<Integer>> before = losslessNow();
    if (!saysPauses() || before.equals(Optional.of(lossless()))) {
      return List.of();
    }
    changed(CLASSES, before.map(Object::toString), lossless().toString(), new Exactness.Exact());
    SortedSet<Integer> old = before.orElseGet(TreeSet::new);
    SortedSet<Integer> both = union(old, lossless());
    boolean isOff = before.isEmpty() && both.isEmpty();
    if (!tool.retirement().isEmpty()) {
      lasting.put(EmitStep.PAUSE, commands(EmitStep.PAUSE, both));
      return isOff ? ended(all(), false) : begun(without(both, old), before.isPresent());
    }
    return both.equals(old) && !isOff ? List.of() : List.of(turned(old, both, before.isPresent()));
  }

  /** End of PFC on classes that are lossless no longer. */
  private List<Line> retirements() {
    SortedSet<Integer> old = losslessNow().orElseGet(TreeSet::new);
    SortedSet<Integer> both = union(old, lossless());
    if (!saysPauses() || both.equals(lossless())) {
      return List.of();
    }
    if (tool.retirement().isEmpty()) {
      return List.of(turned(both, lossless(), true));
    }
    SortedSet<Integer> gone = without(both, lossless());
    List<String> kept = new ArrayList<>(commands(EmitStep.PAUSE, lossless()));
    kept.addAll(commands(EmitStep.RETIREMENT, gone));
    lasting.put(EmitStep.RETIREMENT, kept);
    return ended(gone, true);
  }

  private static SortedSet<Integer> union(SortedSet<Integer> one, SortedSet<Integer> other) {
    SortedSet<Integer> both = new TreeSet<>(one);
    both.addAll(other);
    return both;
  }

  private static SortedSet<Integer> without(SortedSet<Integer> all, SortedSet<Integer> some) {
    SortedSet<Integer> rest = new TreeSet<>(all);
    rest.removeAll(some);
    return rest;
  }

  private static SortedSet<Integer> all() {
    return IntStream.range(0, PRIORITIES).boxed().collect(Collectors.toCollection(TreeSet::new));
  }

  /** All classes at once, by tools whose command names those that have PFC. */
  private Line turned(SortedSet<Integer> from, SortedSet<Integer> to, boolean isKnown) {
    return new Line(pause(to), isKnown ? pause(from) : "");
  }

  /** PFC on single classes, by tools that turn each on and off. */
  private List<Line> begun(SortedSet<Integer> fresh, boolean isKnown) {
    List<Line> lines = new ArrayList<>();
    if (!fresh.isEmpty() && !tool.pauseType().isEmpty()) {
      lines.add(new Line(tool.pauseType(), ""));
    }
    fresh.forEach(each ->
        lines.add(
            new Line(
                single(EmitStep.PAUSE, each), isKnown ? single(EmitStep.RETIREMENT, each) : "")));
    return lines;
  }

  private List<Line> ended(SortedSet<Integer> gone, boolean isKnown) {
    return gone.stream()
        .map(each ->
            new Line(
                single(EmitStep.RETIREMENT, each), isKnown ? single(EmitStep.PAUSE, each) : ""))
        .toList();
  }

  private List<String> commands(EmitStep step, SortedSet<Integer> classes) {
    List<String> commands = new ArrayList<>();
    if (step == EmitStep.PAUSE && !classes.isEmpty() && !tool.pauseType().isEmpty()) {
      commands.add(tool.pauseType());
    }
    classes.forEach(each -> commands.add(single(step, each)));
    return commands;
  }

  private String single(EmitStep step, int ofClass) {
    return filled(
        step == EmitStep.PAUSE ? tool.command(EmitStep.PAUSE) : tool.retirement(),
        Map.of("class", String.valueOf(ofClass)));
  }

  private String pause(SortedSet<Integer> classes) {
    String list = classes.stream().map(String::valueOf).collect(Collectors.joining(","));
    return filled(
            tool.command(EmitStep.PAUSE),
            Map.of(
                "bits", each(i -> classes.contains(i) ? "1" : "0"),
                "on", classes.stream().map(i -> i + ":on").collect(Collectors.joining(" ")),
                "classes", list.isEmpty() ? "0xFF" : list))
        .strip();
  }

  private static String each(IntFunction<String> text) {
    return IntStream.range(0, PRIORITIES).mapToObj(text).collect(Collectors.joining(","));
  }

  private List<Line> classes() {
    String map = wanted.knobs().getOrDefault(DSCP_MAP, "");
    Optional<String> trust = facts.text(netdev, "qos.trust").optional().map(String::strip);
    boolean isUntagged = map.replace("\"", "").equals(UNTAGGED) && trust.equals(Optional.of("pcp"));
    if (map.isEmpty() || map.equals("default") || isUntagged) {
      return List.of();
    }
    List<Line> lines = new ArrayList<>();
    List<String> all = lasting.computeIfAbsent(EmitStep.CLASSES, _ -> new ArrayList<>());
    if (!tool.trust().isEmpty()) {
      all.add(filled(tool.trust(), Map.of()));
    }
    if (!tool.trust().isEmpty() && !trust.equals(Optional.of("dscp"))) {
      String command = filled(tool.trust(), Map.of());
      lines.add(new Line(command, trust.map(old -> command.replace("dscp", old)).orElse("")));
      changed(DSCP_MAP, trust, "trust dscp", new Exactness.Exact());
    }
    Map<List<String>, List<String>> moved = new LinkedHashMap<>();
    for (Map.Entry<Integer, Integer> each : ClassMap.named(map, ClassMap.ofDscps(map)).entrySet()) {
      int dscp = each.getKey();
      int priority = each.getValue();
      all.add(sorted(dscp, String.valueOf(priority)));
      List<String> now = priorities(dscp);
      if (!now.equals(List.of(String.valueOf(priority)))) {
        lines.addAll(moved(dscp, now, String.valueOf(priority)));
        moved
            .computeIfAbsent(
                List.of(String.join(" and ", now), String.valueOf(priority)),
                _ -> new ArrayList<>())
            .add(String.valueOf(dscp));
      }
    }
    moved.forEach((priorities, dscps) -> {
      String list = PortRanges.of(dscps).replace(" to ", "-");
      Optional<String> from = Optional.of(priorities.getFirst()).filter(now -> !now.isEmpty());
      changed(
          DSCP_MAP, from, "DSCP " + list + " to " + priorities.getLast(), new Exactness.Exact());
    });
    return lines;
  }

  /** Present priorities of a DSCP. */
  private List<String> priorities(int dscp) {
    return facts.all(netdev, "qos.dscp." + dscp + ".priority").stream()
        .map(fact -> fact.value().strip())
        .distinct()
        .toList();
  }

  /** Whether an input shows the table of DSCPs, so that one that it lacks has no entry. */
  private boolean hasDscps() {
    return !facts.firstFactsOf(netdev, key -> key.startsWith("qos.dscp.")).isEmpty();
  }

  /**
   * Commands that leave a DSCP with one priority. Where entries stay beside each other, the old
   * ones go first; to undo it, exactly the new one goes.
   */
  private List<Line> moved(int dscp, List<String> now, String priority) {
    List<Line> lines = new ArrayList<>();
    boolean isThere = now.contains(priority);
    String removal = entry(tool.dscpRemoval(), dscp, priority);
    if (tool.replacesDscps()) {
      List<String> back = new ArrayList<>();
      for (String old : now) {
        back.add(back.isEmpty() ? sorted(dscp, old) : entry(tool.dscpAddition(), dscp, old));
      }
      if (now.isEmpty() && hasDscps() && !removal.isEmpty()) {
        back.add(removal);
      }
      return List.of(new Line(sorted(dscp, priority), back));
    }
    for (String old : now) {
      if (!old.equals(priority)) {
        lines.add(new Line(entry(tool.dscpRemoval(), dscp, old), sorted(dscp, old)));
      }
    }
    if (!isThere) {
      lines.add(new Line(sorted(dscp, priority), hasDscps() ? removal : ""));
    }
    return lines;
  }

  private String sorted(int dscp, String priority) {
    return entry(tool.command(EmitStep.CLASSES), dscp, priority);
  }

  private String entry(String form, int dscp, String priority) {
    return filled(form, Map.of("dscp", String.valueOf(dscp), "class", priority));
  }

  private List<Line> shares() {
    String text = scheduling();
    if (text.isEmpty()) {
      return List.of();
    }
    if (tool.command(EmitStep.SCHEDULING).isEmpty()) {
      changes.add(
          DeviceChange.refused(
              wanted.host(),
              SCHEDULING,
              text,
              tool.word() + ": its traffic classes are two or three by firmware, not eight"));
      return List.of();
    }
    EtsShares shares = EtsShares.of(ClassSchedule.of(text));
    Optional<EtsToday> today = EtsToday.of(facts, netdev, tool);
    if (today.filter(now -> now.has(shares)).isPresent()) {
      return List.of();
    }
    boolean exact = ClassSchedule.of(shares.text()).weights().equals(shares.schedule().weights());
    changed(
        SCHEDULING,
        Optional.empty(),
        shares.text(),
        exact ? new Exactness.Exact() : new Exactness.Rounded(text, shares.text()));
    String form = tool.command(EmitStep.SCHEDULING);
    return List.of(
        new Line(
            filled(form, shares.holes()), today.map(now -> filled(form, now.holes())).orElse("")));
  }

  private String scheduling() {
    return wanted.knobs().getOrDefault(SCHEDULING, "").replace("\"", "");
  }

  /** Only drivers of NVIDIA have the byte of a port and of connections. */
  private boolean hasTrafficClass() {
    return tool.isGeneric() && driver == NicDriver.MLX5;
  }

  private String trafficClassCheck() {
    return "cma_roce_tos -d {device}\ncat /sys/class/infiniband/{device}/tc/1/traffic_class";
  }

  private List<Line> trafficClass() {
    String dscp = wanted.knobs().getOrDefault(DSCP, "");
    if (dscp.isEmpty()) {
      return List.of();
    }
    if (!hasTrafficClass()) {
      changes.add(
          DeviceChange.refused(
              wanted.host(),
              DSCP,
              dscp,
              "its driver has no traffic class of a port; jobs set it, such as by NCCL_IB_TC"));
      return List.of();
    }
    String device = wanted.nic().device();
    String byteOf = String.valueOf(Integer.parseInt(dscp) * 4 + ECT);
    Optional<String> cm =
        facts
            .text(Subject.rdma(device), "cm.tos")
            .optional()
            .or(() -> facts.text(Subject.port(device, "1"), "cm.default_roce_tos").optional())
            .map(String::strip);
    Optional<String> port =
        facts
            .text(Subject.port(device, "1"), "traffic-class")
            .optional()
            .map(text -> text.strip().replaceFirst("(?i).*tclass=", ""));
    List<Line> lines = new ArrayList<>();
    lasting.put(EmitStep.CONTROL, List.of(connections(byteOf), ofPort(byteOf)));
    if (!cm.equals(Optional.of(byteOf))) {
      lines.add(new Line(connections(byteOf), cm.map(this::connections).orElse("")));
    }
    if (!port.equals(Optional.of(byteOf))) {
      lines.add(new Line(ofPort(byteOf), port.map(this::ofPort).orElse("")));
    }
    if (!lines.isEmpty()) {
      changed(DSCP, port.or(() -> cm), byteOf, new Exactness.Exact());
    }
    return lines;
  }

  private String connections(String value) {
    return "cma_roce_tos -d %s -t %s".formatted(wanted.nic().device(), value);
  }

  private String ofPort(String value) {
    return "echo %s > /sys/class/infiniband/%s/tc/1/traffic_class"
        .formatted(value, wanted.nic().device());
  }
}
