package dev.headroom.app.show;

import dev.headroom.model.collective.CollectiveLibrary;
import dev.headroom.model.machine.NicProduct;
import dev.headroom.model.machine.PcieSlot;
import dev.headroom.model.pcie.PcieGeneration;
import dev.headroom.model.pcie.PcieLink;
import dev.headroom.model.server.Nic;
import dev.headroom.model.server.Server;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Output of {@code lspci -vvv} for root ports, PCIe switch ports, NICs and GPUs. It has the
 * modelled registers: payload, read request, link state, and errors for NICs. Bits of errors are on
 * that a run has counted, as they are until somebody clears them.
 */
public final class PciFunctions {
  /** Host bridges of a PCI domain: the buses of each begin at a multiple of 16. */
  private static final int BRIDGES = 15;

  private static final int NIC_BUS = 8;
  private static final int GPU_BUS = 12;
  private static final int ENDPOINTS = 4;

  /** Of all that cards have. */
  static final int LANES = NicProduct.LANES;

  /** The GPU of these machines whose link is PCIe 4.0; the others' is 5.0 (their data sheets). */
  private static final String FOURTH_GENERATION = "A100";

  /**
   * A bridge.
   *
   * @param primary bus that it is on
   * @param secondary the first bus below
   * @param subordinate the last
   * @param errors errors on the link below
   */
  private record Bridge(
      String text, int numaNode, int primary, int secondary, int subordinate, AerCounters errors) {
    Bridge with(int bus) {
      return new Bridge(
          text, numaNode, primary, Math.min(secondary, bus), Math.max(subordinate, bus), errors);
    }

    Bridge having(AerCounters errors) {
      return new Bridge(text, numaNode, primary, secondary, subordinate, errors);
    }

    @Override
    public String toString() {
      return """
      %s (prog-if 00 [Normal decode])
      \tBus: primary=%02x, secondary=%02x, subordinate=%02x, sec-latency=0
      \tNUMA node: %d
      %s\
      """
          .formatted(
              text,
              primary,
              secondary,
              subordinate,
              numaNode,
              AdvancedErrorReporting.capability(errors));
    }
  }

  /**
   * The link of a device.
   *
   * @param can what the device could
   * @param is what it does
   * @param errors errors on it
   */
  private record Link(PcieGeneration can, PcieGeneration is, int lanes, AerCounters errors) {}

  private final Server server;
  private final ServerActivity run;

  /** Bridges and endpoints by address, so that they come out in order. */
  private final Map<String, Object> functions = new TreeMap<>();

  private PciFunctions(Server server, ServerActivity run) {
    this.server = server;
    this.run = run;
  }

  /**
   * All of them.
   *
   * @throws IllegalArgumentException if NICs have more lanes than there are cards with
   */
  static String of(Server server, ServerActivity run) {
    if (server.pcie().lanes() > NicProduct.LANES) {
      throw new IllegalArgumentException(
          "hosts.pcie.lanes is %d, but NICs have links of at most %d lanes"
              .formatted(server.pcie().lanes(), NicProduct.LANES));
    }
    PciFunctions all = new PciFunctions(server, run);
    List<PcieSlot> gpus = server.layout().gpus();
    for (int gpu = 0; gpu < gpus.size(); gpu++) {
      all.gpu(gpu, gpus.get(gpu));
    }
    server.nics().forEach(all::nic);
    StringBuilder out = new StringBuilder();
    all.functions.forEach(
        (address, text) -> out.append(address).append(' ').append(text).append('\n'));
    return out.toString();
  }

  /** Bus and device of a GPU, as CUDA's programs print them: {@code 1B:00}. */
  public static String busOfGpu(Server server, int number) {
    PciFunctions all = new PciFunctions(server, ServerActivity.NOTHING);
    PcieSlot slot = server.layout().gpus().get(number);
    int place = GPU_BUS + number % ENDPOINTS;
    return String.format(
        Locale.ROOT, "%02X:%02X", all.bus(slot, place), all.sharesItsSwitch(slot) ? place : 0);
  }

  /** The whole address of a NIC. */
  static String addressOf(Server server, int nic) {
    PciFunctions all = new PciFunctions(server, ServerActivity.NOTHING);
    PcieSlot slot = server.nics().get(nic).slot();
    int place = NIC_BUS + nic % ENDPOINTS;
    return whole(address(slot, all.bus(slot, place), all.sharesItsSwitch(slot) ? place : 0));
  }

  /** The whole address of the port above a NIC. */
  static String portAbove(Server server, int nic) {
    PciFunctions all = new PciFunctions(server, ServerActivity.NOTHING);
    PcieSlot slot = server.nics().get(nic).slot();
    return whole(portAbove(slot, all.bus(slot, NIC_BUS + nic % ENDPOINTS)));
  }

  private static String whole(String address) {
    return address.length() > "00:00.0".length() ? address : "0000:" + address;
  }

  private void nic(Nic nic) {
    Optional<PcieErrors> errors = run.pcie(nic.number());
    PcieGeneration trained = errors.map(PcieErrors::trained).orElse(server.pcie().generation());
    String kind = nic.infiniband() ? "Infiniband controller" : "Ethernet controller";
    String text = kind + ": Mellanox Technologies " + nic.adapter().family();
    int place = NIC_BUS + nic.number() % ENDPOINTS;
    String order = server.relaxedOrdering() ? "RlxdOrd+" : "RlxdOrd-";
    endpoint(
        nic.slot(),
        place,
        text,
        new Link(
            PcieGeneration.of(nic.adapter().pcieGeneration()),
            trained,
            server.pcie().lanes(),
            errors.map(PcieErrors::endpoint).orElse(AerCounters.NONE)),
        order,
        "mlx5_core");
    errors.ifPresent(seen ->
        functions.computeIfPresent(
            portAbove(nic.slot(), bus(nic.slot(), place)),
            (_, port) -> port instanceof Bridge bridge ? bridge.having(seen.port()) : port));
  }

  private void gpu(int number, PcieSlot slot) {
    boolean isNvidia = server.layout().library() == CollectiveLibrary.NCCL;
    PcieGeneration own = isOfFourthGeneration() ? PcieGeneration.GEN4 : PcieGeneration.GEN5;
    String text =
        isNvidia
            ? "3D controller: NVIDIA Corporation " + server.layout().gpu()
            : "Processing accelerators: Advanced Micro Devices, Inc. [AMD/ATI] Aqua Vanjaram [Instinct MI300X]";
    endpoint(
        slot,
        GPU_BUS + number % ENDPOINTS,
        text,
        new Link(own, own, LANES, AerCounters.NONE),
        "RlxdOrd+",
        isNvidia ? "nvidia" : "amdgpu");
  }

  /**
   * A NIC or GPU.
   *
   * @param place on its host bridge: its bus, or the device on the bus that it shares
   */
  private void endpoint(
      PcieSlot slot, int place, String text, Link link, String order, String driver) {
    boolean shares = sharesItsSwitch(slot);
    int bus = bus(slot, place);
    bridges(slot, bus);
    PcieLink pcie = server.pcie();
    functions.put(
        address(slot, bus, shares ? place : 0),
        """
        %s
        \tNUMA node: %d
        \tCapabilities: [60] Express (v2) Endpoint, MSI 00
        \t\tDevCap:\tMaxPayload 512 bytes, PhantFunc 0, Latency L0s unlimited, L1 unlimited
        \t\t\tExtTag+ AttnBtn- AttnInd- PwrInd- RBE+ FLReset+ SlotPowerLimit 0W
        \t\tDevCtl:\tCorrErr+ NonFatalErr+ FatalErr+ UnsupReq-
        \t\t\t%s ExtTag+ PhantFunc- AuxPwr- NoSnoop+ FLReset-
        \t\t\tMaxPayload %d bytes, MaxReadReq %d bytes
        \t\tDevSta:\tCorrErr%s NonFatalErr- FatalErr- UnsupReq- AuxPwr- TransPend-
        \t\tLnkCap:\tPort #0, Speed %s, Width x%d, ASPM not supported
        \t\tLnkSta:\tSpeed %s%s, Width x%d%s
        %s\tKernel driver in use: %s
        """
            .formatted(
                text,
                slot.numaNode(),
                order,
                pcie.maxPayload(),
                pcie.maxReadRequest(),
                link.errors.total() > 0 ? "+" : "-",
                speed(link.can),
                LANES,
                speed(link.is),
                link.is == link.can ? "" : " (downgraded)",
                link.lanes,
                link.lanes == LANES ? "" : " (downgraded)",
                AdvancedErrorReporting.capability(link.errors),
                driver));
  }

  /** The bus of an endpoint. */
  private int bus(PcieSlot slot, int place) {
    return bus(slot) + (sharesItsSwitch(slot) ? slot.switches().size() + 1 : place);
  }

  /** Whether its switch has another switch below, so that both are on one bus. */
  private boolean sharesItsSwitch(PcieSlot slot) {
    List<Integer> own = slot.switches();
    return !own.isEmpty()
        && Stream.concat(server.layout().gpus().stream(), server.layout().nics().stream())
            .filter(other -> other.hostBridge() == slot.hostBridge())
            .map(PcieSlot::switches)
            .anyMatch(all -> all.size() > own.size() && all.subList(0, own.size()).equals(own));
  }

  /** The root port and the ports of switches above an endpoint. */
  private void bridges(PcieSlot slot, int endpoint) {
    int bus = bus(slot);
    List<Integer> switches = slot.switches();
    for (int depth = 0; depth <= switches.size(); depth++) {
      String text =
          depth == 0
              ? rootPort()
              : "PCI bridge: "
                  + PciNames.ofSwitch(server.layout().machine(), isOfFourthGeneration());
      int below = depth == switches.size() ? endpoint : bus + depth + 1;
      int primary = bus + depth;
      functions.merge(
          address(slot, primary, device(slot, depth, endpoint)),
          new Bridge(text, slot.numaNode(), primary, below, endpoint, AerCounters.NONE),
          (old, same) -> old instanceof Bridge bridge ? bridge.with(below).with(endpoint) : old);
    }
  }

  /** The device that the root port, or the port of a switch, above an endpoint is on its bus. */
  private static int device(PcieSlot slot, int depth, int endpoint) {
    return depth == 0 ? rootPort(slot, endpoint) : slot.switches().get(depth - 1) % 10;
  }

  /** The port right above an endpoint. */
  private static String portAbove(PcieSlot slot, int endpoint) {
    int depth = slot.switches().size();
    return address(slot, bus(slot) + depth, device(slot, depth, endpoint));
  }

  private String rootPort() {
    return "PCI bridge: "
        + server
            .processor()
            .map(PciNames::ofRootPort)
            .orElseGet(() -> PciNames.ofRootPort(server.layout().cpu()));
  }

  /** Whether the GPUs of its switches are of PCIe 4.0. */
  private boolean isOfFourthGeneration() {
    return server.layout().gpu().contains(FOURTH_GENERATION);
  }

  /** A root port leads to a switch, or to one device. */
  private static int rootPort(PcieSlot slot, int endpoint) {
    return slot.switches().isEmpty() ? endpoint % 16 : 1;
  }

  private static String speed(PcieGeneration generation) {
    double perSecond = generation.transfersPerSecond() / 1e9;
    String digits =
        perSecond == Math.rint(perSecond)
            ? String.valueOf((long) perSecond)
            : String.valueOf(perSecond);
    return digits + "GT/s";
  }

  private static int bus(PcieSlot slot) {
    return (slot.hostBridge() % BRIDGES + 1) * 16;
  }

  private static String address(PcieSlot slot, int bus, int device) {
    String address = String.format(Locale.ROOT, "%02x:%02x.0", bus, device);
    int domain = slot.hostBridge() / BRIDGES;
    return domain == 0 ? address : String.format(Locale.ROOT, "%04x:", domain) + address;
  }
}
