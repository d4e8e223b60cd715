package dev.headroom.audit.cluster;

import dev.headroom.audit.host.InterfaceQos;
import dev.headroom.audit.switches.DscpMap;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.NetDevice;
import dev.headroom.formats.host.PciDevice;
import dev.headroom.formats.host.RdmaPort;
import dev.headroom.formats.host.RoceMtu;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * NIC of a host and its path to the memory it moves, as settings of the simulator. What the host
 * does not say is left out: the simulator then takes its default.
 *
 * @param name of its RDMA device, else its PCI address
 * @param netdev the interface on it; empty if nothing says
 * @param gbps what its port carries, in 10^9 bits a second; 0 if nothing says
 * @param settings knobs by name, values as in a scenario
 */
public record NicModel(
    String name, String netdev, double gbps, SortedMap<String, String> settings) {
  /** The cable from the host, in a scenario of two. */
  public static final String RATE = "fabric.links.rate";

  public static final String MTU = "transport.mtu";
  public static final String TRANSPORT = "transport.type";
  public static final String DRAIN = "hosts.drain";

  /** The class of each DSCP at the NIC. */
  static final String DSCP_MAP = "hosts.dscpMap";

  /** The map of a NIC that trusts PCP: packets without a VLAN tag are in class 0. */
  private static final String UNTAGGED = "\"*=0\"";

  /** The DSCP of RDMA's packets. */
  static final String DSCP = "transport.dscp";

  /** The way to the nearest GPU, as nvidia-smi calls it, in small letters. */
  static final String GPU_PATH = "hosts.memory.gpuPath";

  /** The family of the processors. */
  public static final String CPU = "hosts.cpu.model";

  private static final Set<String> OVER_ROOT = Set.of("phb", "node", "sys");

  static final List<String> NEAREST_FIRST = List.of("pix", "pxb", "phb", "node", "sys");

  private static final int FULL_MTU = 4096;

  private static final Pattern MLXLINK_SPEED = Pattern.compile("(\\d{1,4}(?:\\.\\d{1,2})?)G");

  /** Fastest port of a family, where the port itself says nothing. */
  private static final List<Family> FAMILIES =
      List.of(
          new Family("connectx-8", 800),
          new Family("connectx-7", 400),
          new Family("bluefield-3", 400),
          new Family("connectx-6 dx", 100),
          new Family("connectx-6 lx", 50),
          new Family("connectx-6", 200),
          new Family("connectx-5", 100),
          new Family("connectx-4", 100));

  private record Family(String word, int gbps) {}

  /** Keeps a copy. */
  public NicModel {
    settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
  }

  /** The same with these settings in place of its own. */
  public NicModel with(Map<String, String> other) {
    SortedMap<String, String> both = new TreeMap<>(settings);
    both.putAll(other);
    return new NicModel(name, netdev, gbps, both);
  }

  /**
   * The same with the usual class of each DSCP in place of class 0 for all, which a NIC gives them
   * that trusts the priority of VLAN tags.
   */
  public NicModel trustingDscp() {
    SortedMap<String, String> less = new TreeMap<>(settings);
    less.remove(DSCP_MAP, UNTAGGED);
    return new NicModel(name, netdev, gbps, less);
  }

  /** The RDMA device, or the PCI function if the name is an address: the order of NICs. */
  public Subject subject() {
    return name.indexOf(':') < 0 ? Subject.rdma(name) : Subject.pci(name);
  }

  /** How far it is from the nearest GPU: 0 beside it, more the farther; empty if nothing says. */
  public OptionalInt gpuDistance() {
    int distance = NEAREST_FIRST.indexOf(settings.getOrDefault(GPU_PATH, ""));
    return distance < 0 ? OptionalInt.empty() : OptionalInt.of(distance);
  }

  /** The NICs of a host that do RDMA and are up, in the order of their names. */
  public static List<NicModel> of(HostFacts host) {
    NicPciePaths ways = NicPciePaths.of(host);
    List<NicModel> nics = new ArrayList<>();
    Set<String> seen = new LinkedHashSet<>();
    for (RdmaPort port : host.rdmaPorts()) {
      if (port.state().matches(state -> !state.startsWith("ACTIVE"))) {
        continue;
      }
      Optional<PciDevice> device = ways.deviceOf(port);
      device.ifPresent(each -> seen.add(each.address()));
      nics.add(nic(host, ways, Optional.of(port), device));
    }
    for (PciDevice device : ways.nics()) {
      if (!seen.contains(device.address()) && (seen.isEmpty() || nics.isEmpty())) {
        nics.add(nic(host, ways, Optional.empty(), Optional.of(device)));
      }
    }
    return nics;
  }

  private static NicModel nic(
      HostFacts host, NicPciePaths ways, Optional<RdmaPort> port, Optional<PciDevice> device) {
    SortedMap<String, String> settings = new TreeMap<>();
    Optional<NetDevice> netdev = netdev(host, port, device);
    double gbps = rate(host, port, netdev, device);
    if (gbps > 0) {
      settings.put(RATE, gbps(gbps));
    }
    // 4096 is the simulator's own default: an interface with room for it adds nothing.
    port.flatMap(each -> RoceMtu.of(host, each).optional())
        .filter(mtu -> mtu < FULL_MTU || port.get().activeMtu().isReported())
        .ifPresent(mtu -> settings.put(MTU, String.valueOf(Math.clamp(mtu, 256, 4096))));
    if (port.isPresent() && port.get().isInfiniBand()) {
      settings.put(TRANSPORT, "infiniband");
    }
    device.ifPresent(each -> ways.link(each, settings));
    ways.memory(port, device, settings);
    device.ifPresent(each -> ways.order(each, settings));
    processor(host, settings);
    netdev.ifPresent(each -> pauses(host, each, gbps, settings));
    netdev.ifPresent(each -> classes(host, each, settings));
    String name =
        port.map(RdmaPort::device).orElseGet(() -> device.map(PciDevice::address).orElse(""));
    String its =
        port.flatMap(each -> each.netdev().optional())
            .or(() -> netdev.map(NetDevice::name))
            .orElse("");
    return new NicModel(name, its, gbps, settings);
  }

  /** The processor, where what NICs and GPUs send each other goes through its root complex. */
  private static void processor(HostFacts host, SortedMap<String, String> settings) {
    if (OVER_ROOT.contains(settings.getOrDefault(GPU_PATH, ""))) {
      ProcessorFamily.of(host).ifPresent(family -> settings.put(CPU, family.model()));
    }
  }

  /**
   * What the port says itself, else ethtool of its interface, else mlxlink of its device; and where
   * none of these was read, what the fastest of its family can do.
   */
  private static double rate(
      HostFacts host,
      Optional<RdmaPort> port,
      Optional<NetDevice> netdev,
      Optional<PciDevice> device) {
    Optional<Double> said =
        port.flatMap(each -> each.rateGbps().optional())
            .or(() ->
                netdev
                    .flatMap(each -> host.facts().number(each.subject(), "speed.mbps").optional())
                    .map(mbps -> mbps / 1000.0))
            .or(() -> port.flatMap(each -> ofMlxlink(host, each)))
            .filter(gbps -> gbps > 0);
    if (said.isPresent()) {
      return said.get();
    }
    String product = device.map(each -> each.name().orElse("")).orElse("").toLowerCase(Locale.ROOT);
    return FAMILIES.stream()
        .filter(family -> product.contains(family.word()))
        .findFirst()
        .map(family -> (double) family.gbps())
        .orElse(0.0);
  }

  /** {@code Speed : 400G} of its part about operation. */
  private static Optional<Double> ofMlxlink(HostFacts host, RdmaPort port) {
    Matcher speed =
        MLXLINK_SPEED.matcher(
            host.facts()
                .text(Subject.rdma(port.device()), "mlxlink.operational.speed")
                .orElse("")
                .strip());
    return speed.matches() ? Optional.of(Double.parseDouble(speed.group(1))) : Optional.empty();
  }

  private static Optional<NetDevice> netdev(
      HostFacts host, Optional<RdmaPort> port, Optional<PciDevice> device) {
    Optional<String> named = port.flatMap(each -> each.netdev().optional());
    return host.netDevices().stream()
        .filter(each ->
            named.isPresent()
                ? each.name().equals(named.get())
                : device.isPresent()
                    && each.pci()
                        .matches(pci -> Subject.pciName(pci).equals(device.get().address())))
        .findFirst();
  }

  /**
   * A port that 802.3x pause holds for a share p of the time carries 1 - p of its rate: what its
   * peer drains. The share is what two readings of rx_global_pause_duration (microseconds) differ
   * by.
   */
  private static void pauses(
      HostFacts host, NetDevice device, double gbps, SortedMap<String, String> settings) {
    if (gbps <= 0 || !(device.pause("rx").equalTo(true) || device.pause("tx").equalTo(true))) {
      return;
    }
    double paused = 0;
    for (String counter : List.of("rx_global_pause_duration", "tx_global_pause_duration")) {
      paused =
          Math.max(
              paused,
              host.rates().perSecond(device.subject(), counter).map(us -> us / 1e6).orElse(0.0));
    }
    if (paused > 0 && paused < 1) {
      settings.put(DRAIN, gbps(gbps * (1 - paused)));
    }
  }

  /** The class of each DSCP, and the DSCP that RDMA leaves with. */
  private static void classes(
      HostFacts host, NetDevice device, SortedMap<String, String> settings) {
    InterfaceQos.of(host).stream()
        .filter(qos -> qos.name().equals(device.name()))
        .findFirst()
        .flatMap(qos -> qos.isTrustingPcp() ? Optional.of(UNTAGGED) : DscpMap.of(qos::priority))
        .ifPresent(map -> settings.put(DSCP_MAP, map));
    InterfaceQos.dscp(host).optional().ifPresent(dscp -> settings.put(DSCP, String.valueOf(dscp)));
  }

  /** A rate as scenarios write it. */
  public static String gbps(double gbps) {
    return gbps == Math.rint(gbps)
        ? (long) gbps + "Gbps"
        : String.format(Locale.ROOT, "%.3fGbps", gbps);
  }
}
