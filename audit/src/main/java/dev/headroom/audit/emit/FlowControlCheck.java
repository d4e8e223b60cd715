package dev.headroom.audit.emit;

import dev.headroom.audit.cluster.HostNics;
import dev.headroom.audit.host.InterfaceQos;
import dev.headroom.audit.switches.HostSwitchLinks;
import dev.headroom.formats.emit.EmitStep;
import dev.headroom.formats.emit.StatementForm;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.nic.WantedNic;
import dev.headroom.formats.switches.SwitchPort;
import dev.headroom.formats.switches.SwitchQos;
import dev.headroom.formats.switches.vendors.SwitchVendors;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Check of a plan for ports that have flow control before it and lack it in between.
 *
 * <p>A link is safe if the packets that a host sends go into one class at both ends, and that class
 * has PFC at both. It follows the links through the steps of a plan; of a link whose one end is not
 * known, the other end alone.
 */
final class FlowControlCheck {
  private final Map<String, LinkEnd> ends = new LinkedHashMap<>();
  private final List<Watched> links = new ArrayList<>();
  private String anyHost = "";

  /**
   * Link under watch.
   *
   * @param host key of the end at a host; blank if it is not known
   * @param port key of the end at a switch; blank if it is not known
   */
  private record Watched(String host, String port, String device, String name) {}

  private FlowControlCheck() {}

  static List<FlowControlGap> gaps(
      List<WantedDevice> wanted,
      List<DeviceEmission> devices,
      List<PlanStep> steps,
      EmitBundle bundle) {
    Set<String> chosen = devices.stream().map(DeviceEmission::device).collect(Collectors.toSet());
    FlowControlCheck check = new FlowControlCheck();
    check.ends(wanted.stream().filter(device -> chosen.contains(device.name())).toList(), bundle);
    check.links(bundle);
    return check.follow(steps);
  }

  // --- the ends today ---------------------------------------------------------------------------

  private void ends(List<WantedDevice> wanted, EmitBundle bundle) {
    Map<String, WantedDevice> byName = new LinkedHashMap<>();
    wanted.forEach(device -> byName.put(device.name(), device));
    for (HostFacts host : bundle.hosts()) {
      Optional<WantedDevice> device = Optional.ofNullable(byName.get(host.name()));
      if (WantedDevices.isSwitch(host)) {
        SwitchQos qos = SwitchVendors.qos(host).orElseThrow();
        qos.ports().set().forEach(port -> ends.put(key(host, port.name()), end(port, device)));
      } else {
        for (InterfaceQos qos : InterfaceQos.of(host)) {
          ends.put(key(host, qos.name()), end(host, qos, device));
          anyHost = key(host, qos.name());
        }
      }
    }
  }

  private static String key(HostFacts device, String port) {
    return device.name() + "\n" + port;
  }

  private static LinkEnd end(SwitchPort port, Optional<WantedDevice> device) {
    Map<Integer, Integer> classes = new TreeMap<>();
    for (int dscp = 0; dscp < LinkEnd.DSCPS; dscp++) {
      int number = dscp;
      port.classes()
          .of(dscp)
          .optional()
          .ifPresent(each -> classes.put(number, Math.toIntExact(each)));
    }
    Map<String, String> own = new TreeMap<>();
    device.ifPresent(each -> {
      own.putAll(each.knobs());
      own.putAll(each.ofPorts().getOrDefault(port.name(), new TreeMap<>()));
    });
    return new LinkEnd(
        new TreeSet<>(port.lossless().orElse(new TreeSet<>())),
        classes,
        InterfaceQos.USUAL_DSCP,
        LinkEnd.Wanted.of(own, "fabric.switches.dscpMap"));
  }

  private static LinkEnd end(HostFacts host, InterfaceQos qos, Optional<WantedDevice> device) {
    Map<Integer, Integer> classes = new TreeMap<>();
    for (int dscp = 0; dscp < LinkEnd.DSCPS; dscp++) {
      int number = dscp;
      qos.priority(dscp).optional().ifPresent(each -> classes.put(number, Math.toIntExact(each)));
    }
    Map<String, String> own = new TreeMap<>();
    device.stream()
        .flatMap(each -> each.nics().stream())
        .filter(nic -> nic.nic().netdev().equals(qos.name()))
        .map(WantedNic::knobs)
        .forEach(own::putAll);
    return new LinkEnd(
        new TreeSet<>(qos.lossless()),
        classes,
        InterfaceQos.dscp(host).orElse(InterfaceQos.USUAL_DSCP),
        LinkEnd.Wanted.of(own, "hosts.dscpMap"));
  }

  private void links(EmitBundle bundle) {
    Set<String> joined = new TreeSet<>();
    for (HostSwitchLinks.Link link : HostSwitchLinks.of(bundle.hosts())) {
      String host = key(link.host(), link.nic());
      String port = key(link.device(), link.port());
      if (ends.containsKey(host) && ends.containsKey(port)) {
        links.add(new Watched(host, port, link.device().name(), link.port()));
        joined.addAll(List.of(host, port));
      }
    }
    for (HostFacts host : bundle.hosts()) {
      boolean isSwitch = WantedDevices.isSwitch(host);
      List<String> names =
          isSwitch
              ? SwitchVendors.qos(host).orElseThrow().ports().set().stream()
                  .map(SwitchPort::name)
                  .toList()
              : HostNics.of(host).stream().map(nic -> nic.nic().netdev()).toList();
      for (String name : names) {
        String key = key(host, name);
        if (ends.containsKey(key) && joined.add(key)) {
          links.add(new Watched(isSwitch ? "" : key, isSwitch ? key : "", host.name(), name));
        }
      }
    }
  }

  // --- through the steps ------------------------------------------------------------------------

  private List<FlowControlGap> follow(List<PlanStep> steps) {
    Map<Watched, Boolean> safe = new LinkedHashMap<>();
    links.stream().filter(link -> reason(link).isEmpty()).forEach(link -> safe.put(link, true));
    Map<Watched, FlowControlGap> open = new LinkedHashMap<>();
    List<FlowControlGap> gaps = new ArrayList<>();
    for (PlanStep step : steps) {
      take(step);
      for (Watched link : safe.keySet()) {
        Optional<String> reason = reason(link);
        FlowControlGap gap = open.get(link);
        if (reason.isPresent() && gap == null) {
          open.put(
              link, new FlowControlGap(link.device(), link.name(), step.number(), 0, reason.get()));
        } else if (reason.isEmpty() && gap != null) {
          open.remove(link);
          gaps.add(
              new FlowControlGap(
                  gap.device(), gap.port(), gap.from(), step.number(), gap.reason()));
        }
      }
    }
    open.forEach((link, gap) -> {
      if (!isWantedOff(link)) {
        gaps.add(gap);
      }
    });
    return gaps;
  }

  private boolean isWantedOff(Watched link) {
    return Stream.of(link.host(), link.port())
        .filter(ends::containsKey)
        .anyMatch(key -> ends.getOrDefault(key, LinkEnd.NONE).wanted().isOff());
  }

  private void take(PlanStep step) {
    EmitStep kind = step.step().step();
    for (Map.Entry<String, LinkEnd> each : ends.entrySet()) {
      String[] names = each.getKey().split("\n", 2);
      if (names[0].equals(step.device())
          && (step.part().isEmpty() || step.part().equals(names[1]))) {
        LinkEnd after = each.getValue().after(kind);
        each.setValue(
            kind == EmitStep.PAUSE && movesWithPauses(step)
                ? after.after(EmitStep.CLASSES)
                : after);
      }
    }
  }

  /** Whether the language pauses by DSCP, so that a DSCP gets its class with its pauses. */
  private static boolean movesWithPauses(PlanStep step) {
    return step.language() instanceof EmitLanguage.OfSwitch of
        && of.writer().forms().stream()
            .anyMatch(form -> form.scope() == StatementForm.Scope.PAUSED_DSCP);
  }

  /** The DSCP that hosts send with, for ports whose host is not known. */
  private Optional<Integer> anyDscp() {
    return Optional.ofNullable(ends.get(anyHost)).map(LinkEnd::dscp);
  }

  /** Why a link is not safe; empty if it is. */
  private Optional<String> reason(Watched link) {
    LinkEnd host = ends.getOrDefault(link.host(), LinkEnd.NONE);
    LinkEnd port = ends.getOrDefault(link.port(), LinkEnd.NONE);
    int dscp = link.host().isEmpty() ? anyDscp().orElse(port.dscp()) : host.dscp();
    if (!link.host().isEmpty() && !host.pauses(dscp)) {
      return Optional.of(
          "the host sends DSCP %d in class %d, on which it takes no pauses"
              .formatted(dscp, host.classOf(dscp)));
    }
    if (!link.port().isEmpty() && !port.pauses(dscp)) {
      return Optional.of(
          "the switch puts DSCP %d into class %d, for which it sends no pauses"
              .formatted(dscp, port.classOf(dscp)));
    }
    boolean isOne =
        link.host().isEmpty() || link.port().isEmpty() || host.classOf(dscp) == port.classOf(dscp);
    return isOne
        ? Optional.empty()
        : Optional.of(
            "DSCP %d is in class %d at the host and in class %d at the switch"
                .formatted(dscp, host.classOf(dscp), port.classOf(dscp)));
  }
}
