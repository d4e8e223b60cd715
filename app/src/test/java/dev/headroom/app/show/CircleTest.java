package dev.headroom.app.show;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.GidEntry;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.NetDevice;
import dev.headroom.formats.host.PciDevice;
import dev.headroom.formats.host.RdmaPort;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.machine.DeviceDistance;
import dev.headroom.model.machine.ServerLayout;
import dev.headroom.model.pcie.PcieGeneration;
import dev.headroom.model.pcie.PcieLink;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.model.server.Nic;
import dev.headroom.model.server.Server;
import dev.headroom.model.wear.FecErrorCounts;
import dev.headroom.model.wear.LinkWear;
import dev.headroom.model.wear.WearKnobs;
import dev.headroom.model.wear.WornLink;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * What the tools of a model's server print, our readers read back to the same model: machine, NICs,
 * PCIe, addresses, counters, of random scenarios.
 */
final class CircleTest {
  private static final long SEED = Long.getLong("headroom.seed", 20261121);
  private static final int SCENARIOS = Integer.getInteger("headroom.circles", 200);
  private static final int PRIORITIES = 8;

  @Test
  void shouldReadBackWhatItShows() {
    Random random = new Random(SEED);
    for (int i = 0; i < SCENARIOS; i++) {
      Server server = server(random);
      ServerActivity run = run(server, random);
      String of = "seed " + SEED + ", scenario " + i + ": " + server;
      for (ShowTool tool : ShowTool.values()) {
        if (!tool.supports(server)) {
          continue;
        }
        HostFacts read = ReadBack.host("# " + tool.command() + "\n" + tool.print(server, run));
        assertThat(told(tool, read, server, run)).as("%s: %s", tool, of).isEmpty();
      }
    }
  }

  /** What a tool's output says otherwise than the server is. */
  private static List<String> told(
      ShowTool tool, HostFacts read, Server server, ServerActivity run) {
    List<String> wrong = new ArrayList<>();
    List<PortTraffic> traffic = run.ports();
    switch (tool) {
      case NVIDIA_SMI_TOPO -> paths(read, server, wrong);
      case LSPCI -> slots(read, server, run, wrong);
      case AER -> errors(read, server, run, wrong);
      case ETHTOOL -> counters(read, server, run, wrong);
      case IP_LINK -> interfaces(read, server, run, wrong);
      case RDMA_STATISTIC -> statistics(read, server, traffic, wrong);
      case NVIDIA_SMI_DMON -> loads(read, run.gpus(), wrong);
      case ETHTOOL_MODULE, MLXLINK -> modules(tool, read, server, run, wrong);
      case SHOW_GIDS ->
          server
              .nics()
              .forEach(nic ->
                  gids(new RdmaPort(read.facts(), Subject.port(nic.device(), "1")), nic, wrong));
      default -> ports(tool, read, server, wrong);
    }
    return wrong;
  }

  private static void paths(HostFacts read, Server server, List<String> wrong) {
    var gpus = server.layout().gpus();
    same("GPUs", read.gpus().size(), gpus.size(), wrong);
    for (int gpu = 0; gpu < gpus.size(); gpu++) {
      for (Nic nic : server.nics()) {
        same(
            "GPU" + gpu + " to " + nic.device(),
            read.distances().gpuToNic(String.valueOf(gpu), nic.device()).orElse(""),
            DeviceDistance.between(gpus.get(gpu), nic.slot()).name(),
            wrong);
      }
    }
  }

  private static void slots(HostFacts read, Server server, ServerActivity run, List<String> wrong) {
    List<PciDevice> nics =
        read.pci().devices().stream()
            .filter(device -> device.driver().equalTo("mlx5_core"))
            .sorted(Comparator.comparing(PciDevice::address))
            .toList();
    same("NICs", nics.size(), server.nics().size(), wrong);
    long gpus = read.pci().devices().stream().filter(PciDevice::isGpu).count();
    same("GPUs", gpus, (long) server.layout().gpus().size(), wrong);
    PcieLink link = server.pcie();
    for (int i = 0; i < Math.min(nics.size(), server.nics().size()); i++) {
      PciDevice device = nics.get(i);
      PcieErrors errors = at(device.address(), server, run);
      same("speed", device.linkGts().orElse(0.0), gts(errors.trained()), wrong);
      bits(read, device.subject(), errors.endpoint(), wrong);
      PcieGeneration can = PcieGeneration.of(server.nics().getFirst().adapter().pcieGeneration());
      same("speed that it could", device.linkMaxGts().orElse(0.0), gts(can), wrong);
      same("width", device.linkWidth().orElse(0L), (long) link.lanes(), wrong);
      same("payload", device.payloadBytes().orElse(0L), (long) link.maxPayload(), wrong);
      same("order", device.relaxedOrdering().orElse(true), server.relaxedOrdering(), wrong);
      same("reads", device.readRequestBytes().orElse(0L), (long) link.maxReadRequest(), wrong);
      same(
          "NUMA node",
          device.numaNode().orElse(-1L),
          (long) server.nics().get(i).slot().numaNode(),
          wrong);
    }
    for (int nic = 0; nic < server.nics().size(); nic++) {
      Subject port = Subject.pci(PciFunctions.portAbove(server, nic));
      bits(read, port, run.pcie(nic).orElseThrow().port(), wrong);
    }
  }

  /** Of the NIC at an address. */
  private static PcieErrors at(String address, Server server, ServerActivity run) {
    return IntStream.range(0, server.nics().size())
        .filter(nic -> PciFunctions.addressOf(server, nic).equals(address))
        .mapToObj(nic -> run.pcie(nic).orElseThrow())
        .findFirst()
        .orElseThrow();
  }

  private static void bits(HostFacts read, Subject subject, AerCounters seen, List<String> wrong) {
    seen.byName()
        .forEach((bit, count) ->
            same(
                subject + " " + bit,
                read.facts().text(subject, "aer.CESta." + bit).orElse(""),
                count > 0 ? "on" : "off",
                wrong));
  }

  private static void errors(
      HostFacts read, Server server, ServerActivity run, List<String> wrong) {
    for (int nic = 0; nic < server.nics().size(); nic++) {
      PcieErrors own = run.pcie(nic).orElseThrow();
      counts(read, PciFunctions.addressOf(server, nic), own.endpoint(), wrong);
      counts(read, PciFunctions.portAbove(server, nic), own.port(), wrong);
    }
  }

  private static void counts(HostFacts read, String address, AerCounters seen, List<String> wrong) {
    Set<String> lines =
        read.facts().all().stream()
            .filter(fact -> fact.subject().equals(Subject.pci(address)))
            .filter(fact -> fact.key().equals("aer_dev_correctable"))
            .map(Fact::value)
            .collect(Collectors.toSet());
    seen.byName()
        .forEach((name, count) -> same(name, lines.contains(name + " " + count), true, wrong));
    same("total", lines.contains("TOTAL_ERR_COR " + seen.total()), true, wrong);
  }

  private static double gts(PcieGeneration generation) {
    return generation.transfersPerSecond() / 1e9;
  }

  private static void ports(ShowTool tool, HostFacts read, Server server, List<String> wrong) {
    List<RdmaPort> ports = read.rdmaPorts();
    same("ports", ports.size(), server.nics().size(), wrong);
    for (int i = 0; i < Math.min(ports.size(), server.nics().size()); i++) {
      RdmaPort port = ports.get(i);
      Nic nic = server.nics().get(i);
      same("device", port.device(), nic.device(), wrong);
      same("state", port.state().orElse(""), "ACTIVE", wrong);
      if (tool != ShowTool.RDMA_LINK) {
        same("InfiniBand", port.isInfiniBand(), nic.infiniband(), wrong);
      } else if (!nic.infiniband()) {
        same("netdev", port.netdev().orElse(""), nic.netdev(), wrong);
      }
      if (tool == ShowTool.IBSTAT || tool == ShowTool.IBSTATUS) {
        same("rate", port.rateGbps().orElse(0.0), nic.rate().bps() / 1e9, wrong);
      }
      if (tool == ShowTool.IBV_DEVINFO) {
        same("MTU", port.activeMtu().orElse(0L), (long) nic.mtu(), wrong);
      }
      if (tool == ShowTool.IBSTAT || tool == ShowTool.IBV_DEVINFO) {
        String guid = read.facts().text(Subject.rdma(nic.device()), "guid.node").orElse("");
        same("GUID", Long.parseUnsignedLong(guid.isEmpty() ? "0" : guid, 16), nic.guid(), wrong);
      }
      if (nic.infiniband()) {
        same("LID", lid(read.facts(), port), nic.lid(), wrong);
      }
    }
  }

  private static int lid(FactSet facts, RdmaPort port) {
    return facts.number(port.subject(), "lid").orElse(-1L).intValue();
  }

  private static void gids(RdmaPort port, Nic nic, List<String> wrong) {
    List<GidEntry> gids = port.gids();
    same("GIDs", gids.size(), nic.infiniband() ? 1 : 4, wrong);
    if (!nic.infiniband() && gids.size() == 4) {
      same("type", gids.get(3).type().orElse(""), "v2", wrong);
      same(
          "address",
          port.facts().text(gids.get(3).subject(), "ipv4").orElse(""),
          nic.ipv4(),
          wrong);
      same("netdev", gids.get(3).netdev().orElse(""), nic.netdev(), wrong);
    }
  }

  private static void counters(
      HostFacts read, Server server, ServerActivity run, List<String> wrong) {
    for (int i = 0; i < server.nics().size(); i++) {
      PortTraffic sent = run.ports().get(i);
      String name = server.nics().size() > 1 ? server.nics().get(i).netdev() : "";
      Optional<NetDevice> device =
          read.netDevices().stream()
              .filter(each -> name.isEmpty() || each.name().equals(name))
              .findFirst();
      if (device.isEmpty()) {
        wrong.add("no interface " + name + " was read");
        continue;
      }
      for (int priority = 0; priority < PRIORITIES; priority++) {
        String prio = "prio" + priority;
        count(device.get(), "rx_" + prio + "_bytes", sent.receivedBytes()[priority], wrong);
        count(device.get(), "tx_" + prio + "_packets", sent.sentPackets()[priority], wrong);
        count(device.get(), "rx_" + prio + "_pause", sent.pausesReceived()[priority], wrong);
        count(device.get(), "rx_" + prio + "_pause_duration", sent.pausedUs()[priority], wrong);
        count(device.get(), "tx_" + prio + "_pause", sent.pausesSent()[priority], wrong);
      }
      count(device.get(), "tx_bytes_phy", Arrays.stream(sent.sentBytes()).sum(), wrong);
      count(device.get(), "tx_pause_storm_error_events", sent.pauseStorms(), wrong);
      count(device.get(), "rx_out_of_buffer", sent.losses().unfetched(), wrong);
      count(device.get(), "rx_crc_errors_phy", sent.losses().damaged(), wrong);
      count(device.get(), "rx_discards_phy", sent.losses().discarded(), wrong);
      count(device.get(), "tx_discards_phy", sent.losses().unsent(), wrong);
      run.module(i).ifPresent(wear -> line(device.get(), wear, wrong));
    }
  }

  private static void line(NetDevice device, LinkWear wear, List<String> wrong) {
    FecErrorCounts errors = wear.correction().errors();
    count(device, "link_down_events_phy", wear.uptime().flaps(), wrong);
    count(device, "rx_pcs_symbol_err_phy", Math.round(errors.lostSymbols()), wrong);
    count(device, "rx_corrected_bits_phy", Math.round(errors.correctedBits()), wrong);
    long lanes = Math.max(1, wear.link().rate().bps() / 100_000_000_000L);
    for (int lane = 0; lane < 5; lane++) {
      boolean told = lane < Math.min(4, lanes);
      long raw = told ? Math.round(errors.wrongBits() / lanes) : -1;
      count(device, "rx_err_lane_" + lane + "_phy", raw, wrong);
    }
  }

  private static void count(NetDevice device, String name, long value, List<String> wrong) {
    same(name, device.counter(name).orElse(-1L), value, wrong);
  }

  private static void statistics(
      HostFacts read, Server server, List<PortTraffic> traffic, List<String> wrong) {
    for (int i = 0; i < server.nics().size(); i++) {
      RdmaPort port = new RdmaPort(read.facts(), Subject.port(server.nics().get(i).device(), "1"));
      Map<String, Long> counters = traffic.get(i).rdma().byName();
      counters.forEach((name, value) -> same(name, port.counter(name).orElse(-1L), value, wrong));
    }
  }

  private static void loads(HostFacts read, List<GpuLoad> gpus, List<String> wrong) {
    for (int gpu = 0; gpu < gpus.size(); gpu++) {
      Subject subject = Subject.gpu(String.valueOf(gpu));
      GpuLoad load = gpus.get(gpu);
      number(read, subject, "dmon.sm", Math.round(100 * load.busyShare()), wrong);
      number(read, subject, "dmon.rxpci", Math.round(load.receivedBps() / 1e6), wrong);
      number(read, subject, "dmon.txpci", Math.round(load.sentBps() / 1e6), wrong);
    }
  }

  private static void number(
      HostFacts read, Subject subject, String key, long value, List<String> wrong) {
    same(
        subject + " " + key,
        read.facts().number(subject, key).orElse(-1L).longValue(),
        value,
        wrong);
  }

  private static void interfaces(
      HostFacts read, Server server, ServerActivity run, List<String> wrong) {
    for (int i = 0; i < server.nics().size(); i++) {
      Nic nic = server.nics().get(i);
      Subject device = Subject.netdev(nic.netdev());
      long address = nic.infiniband() ? nic.portGuid() : nic.mac();
      same("address", address(read, device), address, wrong);
      same(
          "bytes received",
          read.facts().number(device, "counter.rx_bytes").orElse(-1L),
          run.kernel() ? Arrays.stream(run.ports().get(i).receivedBytes()).sum() : 0,
          wrong);
      same(
          "frames dropped",
          read.facts().number(device, "counter.rx_dropped").orElse(-1L),
          run.ports().get(i).losses().discarded(),
          wrong);
      same(
          "frames with errors",
          read.facts().number(device, "counter.rx_errors").orElse(-1L),
          run.ports().get(i).losses().damaged(),
          wrong);
    }
  }

  private static void modules(
      ShowTool tool, HostFacts read, Server server, ServerActivity run, List<String> wrong) {
    for (int i = 0; i < run.modules().size(); i++) {
      Nic nic = server.nics().get(i);
      Subject device =
          tool == ShowTool.MLXLINK
              ? server.nics().size() > 1
                  ? Subject.rdma(nic.device())
                  : new Subject(SubjectKind.ITEM, "unnamed NIC")
              : Subject.netdev(server.nics().size() > 1 ? nic.netdev() : "unnamed");
      String key =
          tool == ShowTool.MLXLINK ? "mlxlink.module.temperature-c" : "module.module-temperature";
      String celsius =
          run.modules()
              .get(i)
              .map(wear ->
                  String.format(
                      Locale.ROOT,
                      tool == ShowTool.MLXLINK ? "%.0f" : "%.2f",
                      wear.temperature().lastC()))
              .orElse("");
      same(
          "temperature of " + nic.device(),
          read.facts().text(device, key).orElse("").split(" ", 2)[0],
          celsius,
          wrong);
    }
  }

  /** A MAC address, or what IPoIB's ends with: the GUID of the port. */
  private static long address(HostFacts read, Subject device) {
    String text = read.facts().text(device, "address").orElse("0").replace(":", "");
    return Long.parseUnsignedLong(text.substring(Math.max(0, text.length() - 16)), 16);
  }

  private static <T> void same(String what, T read, T model, List<String> wrong) {
    if (!read.equals(model)) {
      wrong.add(what + " was read as " + read + " and is " + model);
    }
  }

  private static ServerActivity run(Server server, Random random) {
    return new ServerActivity(
        random.nextBoolean(),
        server.nics().stream().map(_ -> traffic(random)).toList(),
        server.layout().gpus().stream()
            .map(_ ->
                new GpuLoad(
                    random.nextDouble(), 5e10 * random.nextDouble(), 5e10 * random.nextDouble()))
            .toList(),
        server.nics().stream()
            .map(nic ->
                random.nextBoolean() ? Optional.of(worn(nic, random)) : Optional.<LinkWear>empty())
            .toList(),
        server.nics().stream()
            .map(
                _ -> Optional.of(new PcieErrors(trained(server, random), aer(random), aer(random))))
            .toList());
  }

  private static PcieGeneration trained(Server server, Random random) {
    return PcieGeneration.of(1 + random.nextInt(server.pcie().generation().number()));
  }

  private static AerCounters aer(Random random) {
    return new AerCounters(
        random.nextInt(3), random.nextInt(3), random.nextInt(3), random.nextInt(3));
  }

  private static LinkWear worn(Nic nic, Random random) {
    Settings told =
        Settings.DEFAULTS
            .with(WearKnobs.INLET, 20 + 30 * random.nextDouble())
            .with(WearKnobs.LOST, 2 * random.nextDouble());
    return new WornLink("any", 0, nic.rate(), told).life().by(1_000_000_000L);
  }

  private static PortTraffic traffic(Random random) {
    return new PortTraffic(
        counts(random),
        counts(random),
        counts(random),
        counts(random),
        counts(random),
        counts(random),
        counts(random),
        few(random),
        new PortLosses(few(random), few(random), few(random), few(random)),
        new RdmaCounters(
            new RdmaCounters.Arrivals(
                few(random), few(random), few(random), few(random), few(random)),
            new RdmaCounters.Retries(
                few(random), few(random), few(random), few(random), few(random), few(random)),
            new RdmaCounters.Notifications(few(random), few(random), few(random))));
  }

  private static long few(Random random) {
    return random.nextInt(1000);
  }

  private static long[] counts(Random random) {
    return IntStream.range(0, PRIORITIES).mapToLong(_ -> random.nextLong(1L << 40)).toArray();
  }

  private static Server server(Random random) {
    String machine = ServerLayout.names().get(random.nextInt(ServerLayout.names().size()));
    int slots = ServerLayout.of(machine, 8).nics().size();
    int rails = 1 + random.nextInt(slots);
    boolean infiniband = random.nextBoolean();
    String text =
        """
        fabric: {topology: rail-optimized, servers: %d, rails: %d, links: {rate: %dGbps}}
        hosts: {machine: %s}
        transport: {mtu: %d}
        workload: {type: permutation, size: 1KB}
        """
            .formatted(
                2 + random.nextInt(6),
                rails,
                List.of(100, 200, 400, 800).get(random.nextInt(4)),
                machine,
                256 << random.nextInt(5));
    List<String> sets = new ArrayList<>();
    sets.add("hosts.pcie.generation=" + (3 + random.nextInt(4)));
    sets.add("hosts.pcie.lanes=" + (4 << random.nextInt(3)));
    sets.add("hosts.pcie.maxPayload=" + (128 << random.nextInt(3)));
    sets.add("hosts.pcie.maxReadRequest=" + (128 << random.nextInt(6)));
    sets.add("hosts.pcie.relaxedOrdering=" + (random.nextInt(4) > 0));
    if (infiniband) {
      sets.add("transport.type=infiniband");
    }
    return switch (ScenarioReader.read(text, "s.yaml", sets, _ -> Optional.empty())) {
      case ScenarioReader.Good(Scenario scenario) -> of(scenario, random);
      case ScenarioReader.Bad bad -> throw new AssertionError(bad.problems() + "\n" + text + sets);
    };
  }

  private static Server of(Scenario scenario, Random random) {
    List<Node> hosts = scenario.fabric().hosts();
    return Server.of(scenario, hosts.get(random.nextInt(hosts.size())));
  }
}
