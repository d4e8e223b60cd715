package dev.headroom.run.summary;

import dev.headroom.model.choice.HostStageDetail;
import dev.headroom.model.knob.CpuKnobs;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.NicKnobs;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.machine.DeviceDistance;
import dev.headroom.model.machine.NicProduct;
import dev.headroom.model.machine.ServerLayout;
import dev.headroom.model.pcie.PciePaths;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.run.figures.NumberText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Names of host parts and distances in a scenario that change nothing in its run, or less than they
 * seem to, a sentence each. None of them is wrong. A name that changes something on one of the
 * hosts that have it is not idle.
 */
public final class IneffectiveLabels {
  private static final String ANY = "any";

  private final Settings own;
  private final List<String> found = new ArrayList<>();

  /** What is said of a name that changes nothing on this host, by the name. */
  private final Map<Knob<?>, String> idle = new LinkedHashMap<>();

  private IneffectiveLabels(Settings own) {
    this.own = own;
  }

  /** Empty where every name does what it says. */
  public static List<String> of(Scenario scenario) {
    Stream<Settings> each =
        scenario.overrides().isEmpty()
            ? Stream.of(scenario.settings())
            : scenario.fabric().hosts().stream().map(scenario::at).distinct();
    List<IneffectiveLabels> hosts = each.map(own -> new IneffectiveLabels(own).find()).toList();
    Set<String> all = new LinkedHashSet<>();
    for (IneffectiveLabels host : hosts) {
      all.addAll(host.found);
      host.idle.forEach((name, sentence) -> {
        if (hosts.stream().allMatch(other -> other.isIneffectiveToo(name, host))) {
          all.add(sentence);
        }
      });
    }
    return List.copyOf(all);
  }

  /** Whether a name that another host has too changes nothing here, or is not had at all. */
  private boolean isIneffectiveToo(Knob<?> name, IneffectiveLabels other) {
    boolean alike = own.isSet(name) && settingText(name).equals(other.settingText(name));
    return !alike || idle.containsKey(name);
  }

  private IneffectiveLabels find() {
    if (own.get(PcieKnobs.STAGES) == HostStageDetail.DETAILED) {
      path();
      processor();
      nic();
    } else {
      ideal();
    }
    return this;
  }

  private void ideal() {
    List<String> names = new ArrayList<>();
    if (own.get(PcieKnobs.MACHINE).equals(ServerLayout.PLAIN)) {
      Stream.of(NicKnobs.MODEL, CpuKnobs.MODEL, PcieKnobs.GPU_PATH)
          .filter(own::isSet)
          .map(this::settingText)
          .forEach(names::add);
    } else {
      names.add(settingText(PcieKnobs.MACHINE));
    }
    if (!names.isEmpty()) {
      found.add(
          "%s %s no effect inside hosts, whose stages take no time (hosts.stages ideal)"
              .formatted(String.join(", ", names), names.size() == 1 ? "has" : "have"));
    }
  }

  private void path() {
    DeviceDistance path = own.get(PcieKnobs.GPU_PATH);
    if (!own.isSet(PcieKnobs.GPU_PATH)) {
      return;
    }
    if (!PciePaths.place(own).isOfGpu()) {
      idle.put(
          PcieKnobs.GPU_PATH,
          "%s has no effect: payload is in host memory (hosts.memory.place host)"
              .formatted(settingText(PcieKnobs.GPU_PATH)));
      return;
    }
    switch (path) {
      case PXB ->
          found.add(
              settingText(PcieKnobs.GPU_PATH)
                  + " is simulated as pix: hosts.pcie.switches sets the cost of switches, and "
                  + "no source gives a rate for several");
      case NODE ->
          found.add(
              settingText(PcieKnobs.GPU_PATH)
                  + " is simulated as phb: where both were measured, they differed by 10 ns "
                  + "and not in rate");
      case PIX, PHB, SYS -> {}
    }
  }

  private void processor() {
    boolean any = ANY.equals(own.get(CpuKnobs.MODEL));
    boolean root = PciePaths.crossesRoot(own);
    if (any && root && !own.isSet(PcieKnobs.PEER_RATE)) {
      found.add(
          "hosts.cpu.model any: a root complex forwards %s of reads and writes, one published figure for servers whose processor is not named, and the same between sockets%s; known families reach 49 to 453 Gb/s (headroom calc peer)"
              .formatted(
                  NumberText.rate(own.get(PcieKnobs.PEER_RATE).bps()),
                  own.isSet(PcieKnobs.SOCKET_RATE)
                      ? " up to hosts.pcie.socketRate"
                      : ", " + own.get(PcieKnobs.SOCKET_LATENCY) + " later"));
    }
    if (!any && !root && !PciePaths.crossesSockets(own) && !PciePaths.keepsOrder(own)) {
      idle.put(
          CpuKnobs.MODEL,
          "%s has no effect: no data goes from NIC to GPU through a root complex, or to another socket"
              .formatted(settingText(CpuKnobs.MODEL)));
    }
  }

  private void nic() {
    if (NicProduct.named(own.get(NicKnobs.MODEL)).filter(NicProduct::isDpu).isPresent()) {
      found.add(
          settingText(NicKnobs.MODEL)
              + " is simulated in NIC mode, as the ConnectX-7 inside it; the offload of its "
              + "Arm cores and accelerators is not modeled");
    }
  }

  private String settingText(Knob<?> knob) {
    return knob.name() + " " + own.print(knob).orElse("");
  }
}
