package dev.headroom.audit.cluster;

import dev.headroom.audit.host.InterfaceQos;
import dev.headroom.audit.switches.SettingKnobs;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.NetDevice;
import dev.headroom.formats.host.PciDevice;
import dev.headroom.formats.nic.NicIdentity;
import dev.headroom.formats.nic.NicSettings;
import dev.headroom.formats.setting.KnobValue;
import dev.headroom.formats.setting.SettingScale;
import dev.headroom.formats.setting.SettingUnit;
import dev.headroom.formats.setting.SettingValue;
import dev.headroom.formats.switches.SwitchPort;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Tuning of a NIC as knobs of the simulator: congestion control, the class of CNPs, PFC.
 *
 * @param knobs by name, with the line that says each
 * @param notes what the simulator does not have, a clause each
 */
record NicTuning(SortedMap<String, KnobValue> knobs, List<String> notes) {
  private static final String CNP_CLASS = "transport.cnpClass";
  private static final int CLASSES = 8;

  /** Keeps copies. */
  NicTuning {
    knobs = Collections.unmodifiableSortedMap(new TreeMap<>(knobs));
    notes = List.copyOf(notes);
  }

  /**
   * Of one NIC.
   *
   * @param isOnly whether the host has no other
   * @param port the switch port of its cable, where that is known
   */
  static NicTuning of(HostFacts host, NicModel nic, boolean isOnly, Optional<SwitchPort> port) {
    int dscp = InterfaceQos.dscp(host).orElse(InterfaceQos.USUAL_DSCP);
    Optional<InterfaceQos> qos = qos(host, nic);
    int priority = priority(qos, dscp);
    List<SettingValue> values = NicSettings.of(host, identity(host, nic, isOnly, priority));
    SettingKnobs knobs = new SettingKnobs();
    knobs.addAll(values);
    values.stream()
        .filter(NicTuning::isCnpDscp)
        .findFirst()
        .ifPresent(value -> notifications(value, qos, port, knobs));
    qos.ifPresent(each -> pauses(each, knobs));
    qos.filter(_ -> InterfaceQos.dscp(host).isReported())
        .map(each -> each.priority(dscp))
        .ifPresent(each -> dataClass(each, dscp, knobs));
    return new NicTuning(knobs.knobs(), List.copyOf(knobs.notes()));
  }

  private static Optional<InterfaceQos> qos(HostFacts host, NicModel nic) {
    return InterfaceQos.of(host).stream()
        .filter(each -> each.name().equals(nic.netdev()))
        .findFirst();
  }

  private static int priority(Optional<InterfaceQos> qos, int dscp) {
    return qos.flatMap(each -> each.priority(dscp).optional())
        .map(Math::toIntExact)
        .orElse(dscp / CLASSES);
  }

  /** A NIC by all its names, with the priority of RDMA's packets. */
  static NicIdentity identity(HostFacts host, NicModel nic, boolean isOnly) {
    int dscp = InterfaceQos.dscp(host).orElse(InterfaceQos.USUAL_DSCP);
    return identity(host, nic, isOnly, priority(qos(host, nic), dscp));
  }

  /** A NIC by all its names. */
  private static NicIdentity identity(HostFacts host, NicModel nic, boolean isOnly, int priority) {
    return new NicIdentity(
        nic.name(),
        nic.netdev(),
        address(host, nic, isOnly),
        nic.gbps() > 0 ? nic.gbps() * 1e9 : Double.NaN,
        priority,
        isOnly);
  }

  /** The PCI address of a NIC: as its device says, its interface, or the order of functions. */
  private static Optional<String> address(HostFacts host, NicModel nic, boolean isOnly) {
    NicPciePaths paths = NicPciePaths.of(host);
    List<String> tuned = tunedFunctions(host);
    return host.rdmaDevices().stream()
        .filter(each -> each.name().equals(nic.name()))
        .flatMap(each -> each.pci().optional().stream())
        .findFirst()
        .or(() ->
            host.netDevices().stream()
                .filter(each -> each.name().equals(nic.netdev()))
                .flatMap((NetDevice each) -> each.pci().optional().stream())
                .findFirst())
        .or(() ->
            host.rdmaPorts().stream()
                .filter(port -> port.device().equals(nic.name()))
                .findFirst()
                .flatMap(paths::deviceOf)
                .map(PciDevice::address))
        .or(() -> nic.name().contains(":") ? Optional.of(nic.name()) : Optional.empty())
        .or(() -> isOnly && tuned.size() == 1 ? Optional.of(tuned.getFirst()) : Optional.empty())
        .map(Subject::pciName);
  }

  /** PCI functions with DCQCN's parameters in debugfs. */
  private static List<String> tunedFunctions(HostFacts host) {
    return host.facts().subjects(SubjectKind.PCI, "dcqcn.").stream().map(Subject::name).toList();
  }

  /** Parameters of PCI functions that belong to none of the NICs, a sentence each. */
  static List<String> unmatched(HostFacts host, List<NicModel> nics) {
    List<String> known =
        nics.stream().flatMap(nic -> address(host, nic, nics.size() == 1).stream()).toList();
    return tunedFunctions(host).stream()
        .filter(each -> !known.contains(each))
        .map(each ->
            "DCQCN's parameters of %s at %s: no input shows the RDMA device of this PCI function"
                .formatted(each, host.name()))
        .toList();
  }

  private static boolean isCnpDscp(SettingValue value) {
    return value.setting().knob().equals(CNP_CLASS)
        && value.setting().scale() instanceof SettingScale.Steps steps
        && steps.unit() == SettingUnit.DSCP;
  }

  /** The class that the switch gives to the DSCP of CNPs, else the host, else its upper bits. */
  private static void notifications(
      SettingValue value, Optional<InterfaceQos> qos, Optional<SwitchPort> port, SettingKnobs to) {
    KnobValue usual = to.knobs().get(CNP_CLASS);
    if (usual == null) {
      return;
    }
    int dscp = (int) dscp(value.written());
    Optional<Long> mapped =
        port.flatMap(each -> each.classes().of(dscp).optional())
            .or(() -> qos.flatMap(each -> each.priority(dscp).optional()))
            .filter(each -> each < CLASSES);
    String setting = value.setting().name() + " " + dscp + " by the DSCP map";
    mapped.ifPresent(
        each -> to.put(new KnobValue(CNP_CLASS, String.valueOf(each), setting, usual.evidence())));
  }

  private static void dataClass(ReportedValue<Long> priority, int dscp, SettingKnobs to) {
    priority
        .findEvidence()
        .filter(_ -> priority.matches(each -> each < CLASSES))
        .ifPresent(said ->
            to.put(
                new KnobValue(
                    "transport.class",
                    String.valueOf(priority.get()),
                    "priority of DSCP " + dscp,
                    said)));
  }

  private static long dscp(String written) {
    return Long.decode(written.strip());
  }

  private static void pauses(InterfaceQos qos, SettingKnobs to) {
    Optional<Evidence> said = qos.pfcEvidence().stream().findFirst();
    if (said.isEmpty()) {
      return;
    }
    String classes =
        qos.lossless().stream().map(String::valueOf).collect(Collectors.joining(",", "[", "]"));
    to.put(
        qos.lossless().isEmpty()
            ? new KnobValue("pfc.enabled", "false", "PFC is off", said.get())
            : new KnobValue("pfc.classes", classes, "priorities with PFC", said.get()));
  }
}
