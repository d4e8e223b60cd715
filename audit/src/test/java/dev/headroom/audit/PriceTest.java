package dev.headroom.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.audit.cluster.NicModel;
import dev.headroom.audit.price.FleetPricing;
import dev.headroom.audit.price.Pricing;
import dev.headroom.audit.rules.RuleCatalogue;
import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.unit.result.Cells;
import dev.headroom.unit.result.ResultTable;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Prices beside what others measured: reference-figures.md of the knowledge that came with this.
 */
final class PriceTest {
  private static final ResultTable PRICES =
      ResultTable.of(
          "prices",
          PriceTest.class,
          "finding",
          "published, Gb/s",
          "with the fault, Gb/s",
          "without");

  private static final List<String> EXAMPLES =
      List.of(
          "pair.yaml",
          "fan-in.yaml",
          "bystander.yaml",
          "storm.yaml",
          "uplinks.yaml",
          "crossing.yaml");

  private final Healthy healthy = Healthy.host();
  private final Pricing pricing = new Pricing();

  private Price price(HostFacts host, String rule) {
    List<Finding> all = Healthy.findings(List.of(host));
    Finding finding =
        all.stream().filter(each -> each.rule().equals(rule)).findFirst().orElseThrow();
    return pricing.priced(host, finding, all).cost().price();
  }

  private Price.Modelled modelled(HostFacts host, String rule) {
    Price price = price(host, rule);
    assertThat(price).as("%s", price).isInstanceOf(Price.Modelled.class);
    return (Price.Modelled) price;
  }

  private static void row(String finding, String published, Price.Modelled price) {
    PRICES.row(finding, published, Cells.number(price.before(), 1), Cells.number(price.after(), 1));
  }

  /** Stellar, SIGCOMM 2025: 141 Gb/s through the root complex, 393 past it, at 400 Gb/s. */
  @Test
  void shouldPriceTheWayThroughTheRootComplex() {
    Healthy redirected =
        healthy.with(
            "lspci.txt",
            "12:00.0 PCI bridge",
            "ReqRedir- CmpltRedir- U",
            "ReqRedir+ CmpltRedir- U");
    Price.Modelled price = modelled(redirected.facts("node1"), "pcie.acs-redirect");
    row("`pcie.acs-redirect`", "141 and 393 (Stellar, SIGCOMM 2025)", price);
    assertThat(price.before()).isCloseTo(141, within(14.1));
    assertThat(price.after()).isCloseTo(393, within(39.3));
    assertThat(price.unit()).isEqualTo("Gb/s");
    assertThat(price.digestBefore()).isNotEqualTo(price.digestAfter()).hasSize(32);
    assertThat(price.command()).startsWith("headroom sim examples/pair.yaml --set");
  }

  /** pcie-bench's model: 52.9 Gb/s over Gen3 x8 with an MPS of 256. */
  @Test
  void shouldPriceANarrowSlot() {
    String[] cap = {"Speed 32GT/s, Width x16, ASPM", "Speed 8GT/s, Width x16, ASPM"};
    String[] now = {"Speed 32GT/s (ok), Width x16 (ok)", "Speed 8GT/s (ok), Width x8 (downgraded)"};
    Healthy slot =
        healthy
            .with("lspci.txt", "14:00.0 Ethernet", "[ConnectX-7]", "[ConnectX-5]")
            .with("lspci.txt", "14:00.0 Ethernet", cap[0], cap[1])
            .with("lspci.txt", "14:00.0 Ethernet", now[0], now[1])
            .with(
                "lspci.txt",
                "14:00.0 Ethernet",
                "MaxPayload 512 bytes, MaxR",
                "MaxPayload 256 bytes, MaxR");
    Price.Modelled price = modelled(slot.facts("node1"), "pcie.link-width");
    row("`pcie.link-width`, Gen3 x8", "52.9 (pcie-bench)", price);
    assertThat(price.before()).isCloseTo(52.9, within(5.3));
    assertThat(price.after()).isCloseTo(98, within(9.8));
  }

  /**
   * openucx/ucx#8062: an EPYC takes 150 of 200 Gb/s where writes may not overtake each other. Of
   * other processors nobody says.
   */
  @Test
  void shouldPriceStrictOrderWhereItIsKnownToCost() {
    String epyc = "Advanced Micro Devices, Inc. [AMD] Starship/Matisse GPP Bridge";
    Price.Modelled price = modelled(storage(epyc), "pcie.relaxed-ordering");
    row("`pcie.relaxed-ordering`, EPYC", "150 (openucx/ucx#8062)", price);
    assertThat(price.before()).isCloseTo(150, within(15.0));
    assertThat(price.after()).isCloseTo(196, within(4.0));
    assertThat(price(storage("Intel Corporation Device 352a"), "pcie.relaxed-ordering"))
        .isInstanceOf(Price.Unknown.class);
  }

  /** A server without GPUs whose NIC, of 200 Gb/s, keeps its writes in order. */
  private static HostFacts storage(String bridge) {
    String text =
        """
        # lspci -vvv
        40:01.1 PCI bridge: %s (prog-if 00 [Normal decode])
        \tBus: primary=40, secondary=41, subordinate=41, sec-latency=0
        \tCapabilities: [58] Express (v2) Root Port (Slot+), MSI 00
        \t\tDevCtl:\tCorrErr+ NonFatalErr+ FatalErr+ UnsupReq+
        \t\t\tRlxdOrd+ ExtTag+ PhantFunc- AuxPwr- NoSnoop+
        \t\t\tMaxPayload 512 bytes, MaxReadReq 512 bytes
        \t\tLnkSta:\tSpeed 16GT/s (ok), Width x16 (ok)

        41:00.0 Infiniband controller: Mellanox Technologies MT28908 Family [ConnectX-6]
        \tCapabilities: [60] Express (v2) Endpoint, MSI 00
        \t\tDevCtl:\tCorrErr+ NonFatalErr+ FatalErr+ UnsupReq+
        \t\t\tRlxdOrd- ExtTag+ PhantFunc- AuxPwr- NoSnoop+ FLReset-
        \t\t\tMaxPayload 512 bytes, MaxReadReq 4096 bytes
        \t\tLnkCap:\tPort #0, Speed 16GT/s, Width x16, ASPM not supported
        \t\tLnkSta:\tSpeed 16GT/s (ok), Width x16 (ok)
        \tKernel driver in use: mlx5_core
        """
            .formatted(bridge);
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    try {
      return HostFacts.of(
          "node1",
          List.of(
              FormatCatalogue.reader()
                  .read(FactSource.of("lspci.txt"), new ByteArrayInputStream(bytes))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Headers: 92.6 % of the line with 1024 bytes a packet, 98.0 with 4096. */
  @Test
  void shouldPriceSmallPackets() {
    Healthy small =
        healthy.with(
            "ibv_devinfo.txt", "mlx5_0", "active_mtu:\t\t4096 (5)", "active_mtu:\t\t1024 (3)");
    Price.Modelled price = modelled(small.facts("node1"), "mtu.active-small");
    row("`mtu.active-small`, 1024", "370 and 392 (headers)", price);
    assertThat(price.before() / 4).isCloseTo(92.6, within(1.0));
    assertThat(price.after() / 4).isCloseTo(98.0, within(1.0));
  }

  /** NVIDIA/daqiri#250: paused for 21.7 % of the time, 308 of 400 Gb/s were left. */
  @Test
  void shouldPriceGlobalPauseByItsCounters() {
    HostFacts on = healthy.with("pause.txt", "eth0", "RX:\t\toff", "RX:\t\ton").facts("node1");
    assertThat(price(on, "qos.global-pause"))
        .isInstanceOfSatisfying(
            Price.Unknown.class,
            unknown -> assertThat(unknown.reason()).contains("collect --samples 2"));

    FactSet facts = new FactSet(on.facts().all());
    say(facts, 1, Subject.host(), "sample.1.uptime.s", "100");
    say(facts, 2, Subject.host(), "sample.2.uptime.s", "110");
    say(facts, 1, Subject.netdev("eth0"), "counter.rx_global_pause_duration", "7000000");
    say(facts, 2, Subject.netdev("eth0"), "counter.rx_global_pause_duration", "9170000");
    Price.Modelled price = modelled(new HostFacts("node1", facts, List.of()), "qos.global-pause");
    row("`qos.global-pause`, 21.7 % of the time", "308 (NVIDIA/daqiri#250)", price);
    assertThat(price.before()).isCloseTo(308, within(30.8));
    assertThat(price.after()).isCloseTo(392, within(39.2));
  }

  private static void say(FactSet facts, int sample, Subject subject, String key, String value) {
    FactSource source = new FactSource("counters", sample, Optional.empty());
    facts.add(new Fact(subject, key, value, new Evidence(source, 1, value)));
  }

  /** Behind a slow way to the GPU, queue pairs of a class that loses packets give up. */
  @Test
  void shouldPriceALossyClassWhoseFlowsBreakOff() {
    Healthy sick =
        healthy
            .with("mlnx_qos.txt", "", "trust state: dscp", "trust state: pcp")
            .with("lspci.txt", "", "ReqRedir- CmpltRedir-", "ReqRedir+ CmpltRedir+");
    Price.Modelled price = modelled(sick.facts("node1"), "qos.trust");
    assertThat(price.before()).isBetween(0.001, 20.0);
    assertThat(price.after()).isBetween(100.0, 160.0);
    assertThat(price.metric()).contains("of which").contains("flows fail");
  }

  /** Reads that are too short cost nothing where the way to the GPU holds everything back. */
  @Test
  void shouldNotPriceWhatSomethingElseHides() {
    Healthy short128 =
        healthy.with("lspci.txt", "14:00.0 Ethernet", "MaxReadReq 4096", "MaxReadReq 128");
    Healthy both = short128.with("lspci.txt", "", "ReqRedir- CmpltRedir-", "ReqRedir+ CmpltRedir+");
    assertThat(price(both.facts("node1"), "pcie.max-read-request"))
        .isInstanceOfSatisfying(
            Price.Unknown.class,
            unknown -> assertThat(unknown.reason()).contains("with and without the fix"));
  }

  /** What the model does not have is never taken for free. */
  @Test
  void shouldSayWhyThereIsNoPrice() {
    HostFacts host =
        healthy.with("sysctl.txt", "kernel.numa_balancing", "= 0", "= 1").facts("node1");
    assertThat(price(host, "memory.numa-balancing"))
        .isInstanceOfSatisfying(
            Price.Unknown.class,
            unknown -> assertThat(unknown.reason()).contains("no setting for"));
  }

  /** Go-back-N after drops of a fan-in: a fraction is left of what PFC lets through. */
  @Test
  void shouldPriceAClassThatLosesPackets() {
    HostFacts host =
        healthy.with("mlnx_qos.txt", "", "trust state: dscp", "trust state: pcp").facts("node1");
    Price.Modelled price = modelled(host, "qos.trust");
    assertThat(price.before()).isLessThan(price.after() / 4);
    assertThat(price.after()).isBetween(300.0, 393.0);
    assertThat(price.metric()).startsWith("goodput of an incast of eight such hosts to mlx5_");
    assertThat(price.command())
        .contains("examples/fan-in.yaml")
        .contains("--set pfc.enabled=false");
    assertThat(price.commandFixed()).contains("--set pfc.enabled=true");
  }

  /** Without marks, pauses for a queue that is none of its own hold the bystander's link. */
  @Test
  void shouldPriceASwitchThatDoesNotMark() {
    HostFacts leaf =
        Healthy.switchOf()
            .with("config_db.json", "WRED_PROFILE", "ecn_all", "ecn_none")
            .facts("leaf1");
    Price.Modelled price = modelled(leaf, "switch.ecn-off");
    assertThat(price.metric())
        .isEqualTo("goodput of a bystander flow beside an incast of eight senders, behind leaf1");
    row("`switch.ecn-off`, a bystander", "", price);
    assertThat(price.before()).isLessThan(price.after() / 4);
    assertThat(price.after()).isBetween(300.0, 393.0);
    assertThat(price.command())
        .contains("examples/bystander.yaml")
        .contains("--set congestion.ecn=false")
        .contains("--set congestion.kmin=250000B");
    assertThat(price.digestBefore()).isNotEqualTo(price.digestAfter());
  }

  @Test
  void shouldPriceANicThatAnswersNoMarks() {
    HostFacts host =
        healthy.with("sys/class/net/eth0/ecn/roce_rp/enable/3", "", "1", "0").facts("node1");
    Price.Modelled price = modelled(host, "qos.dcqcn-off");
    assertThat(price.before()).isLessThan(price.after() / 4);
    assertThat(price.command()).contains("examples/bystander.yaml");
  }

  @Test
  void shouldPriceHeadroomThatIsMissing() {
    HostFacts leaf =
        Healthy.switchOf()
            .with("config_db.json", "BUFFER_PROFILE", "\"300000\"", "\"0\"")
            .facts("leaf1");
    Price.Modelled price = modelled(leaf, "switch.no-headroom");
    assertThat(price.metric()).endsWith("to a host behind leaf1");
    assertThat(price.before()).isLessThan(0.95 * price.after());
  }

  @Test
  void shouldPriceMarksThatComeAfterPauses() {
    HostFacts leaf =
        Healthy.switchOf()
            .with("config_db.json", "WRED_PROFILE", "\"250000\"", "\"20000000\"")
            .with("config_db.json", "WRED_PROFILE", "\"1048576\"", "\"21000000\"")
            .facts("leaf1");
    Price.Modelled price = modelled(leaf, "switch.ecn-before-pfc");
    assertThat(price.before()).isLessThan(price.after());
    assertThat(price.command()).contains("congestion.kmin=20000000B");
  }

  @Test
  void shouldPriceALaneThatIsMissing() {
    String lane = "4X       53.125 Gbps";
    HostFacts fabric =
        Healthy.fabric()
            .with("iblinkinfo.txt", "node3 mlx5_0:", lane, lane.replace("4X", "1X"))
            .facts("manager");
    Price.Modelled price = modelled(fabric, "fabric.link-width");
    assertThat(price.after() / price.before()).isCloseTo(4, within(0.2));
    assertThat(price.command()).contains("transport.type=infiniband");
  }

  /**
   * A storm of a second holds the bystander until it ends, or until the watchdog has seen it twice.
   */
  @Test
  void shouldPriceAQueueThatNoWatchdogLooksAfter() {
    Healthy leaf = Healthy.switchOf();
    Price.Modelled price =
        modelled(
            leaf.with(
                    "config_db.json",
                    "PORT_QOS_MAP",
                    "\"pfcwd_sw_enable\": \"3,4\"",
                    "\"pfcwd_sw_enable\": \"3\"")
                .facts("leaf1"),
            "switch.pfc-watchdog");
    assertThat(price.before()).isCloseTo(8.4, within(0.4));
    assertThat(price.after() / price.before()).isBetween(2.0, 5.0);
    assertThat(price.metric()).endsWith("pause storm of 1 s, behind leaf1");
    assertThat(price.commandFixed()).contains("examples/storm.yaml", "pfc.watchdog.action=drop");
  }

  /** How long hosts are paused differs more than between seeds; how soon all is done does not. */
  @Test
  void shouldPriceNotificationsInThePausedClass() {
    Healthy leaf =
        Healthy.switchOf()
            .with("config_db.json", "DSCP_TO_TC_MAP", "\"48\": \"6\"", "\"48\": \"3\"");
    assertThat(price(leaf.facts("leaf1"), "switch.cnp-queue"))
        .isInstanceOfSatisfying(
            Price.Unknown.class,
            unknown -> assertThat(unknown.reason()).contains("not paused for longer"));

    HostFacts together =
        leaf.with(
                "config_db.json",
                "BUFFER_PROFILE",
                "\"dynamic_th\": \"0\"",
                "\"dynamic_th\": \"-3\"")
            .facts("leaf1");
    Price.Modelled price = modelled(together, "switch.cnp-queue");
    assertThat(price.unit()).isEqualTo("%");
    assertThat(price.before()).isLessThan(price.after()).isGreaterThan(90);
    assertThat(price.after()).isLessThanOrEqualTo(100);
    assertThat(price.metric()).endsWith("four crossing incasts, behind leaf1");
    assertThat(price.command()).contains("examples/crossing.yaml", "transport.cnpClass=3");
    assertThat(price.commandFixed()).contains("transport.cnpClass=6");
  }

  @Test
  void shouldPriceAWatchdogThatLooksAfterTooMuchAtNothing() {
    HostFacts leaf =
        Healthy.switchOf()
            .with(
                "config_db.json",
                "PORT_QOS_MAP",
                "\"pfcwd_sw_enable\": \"3,4\"",
                "\"pfcwd_sw_enable\": \"2,3,4\"")
            .facts("leaf1");
    assertThat(price(leaf, "switch.pfc-watchdog")).isInstanceOf(Price.Unknown.class);
  }

  /** Two hosts on each leaf with four links up: one may be missing, three may not. */
  @Test
  void shouldPriceLinksUpThatAreMissing() {
    assertThat(price(withoutLinksUp(31).facts("manager"), "fabric.asymmetry"))
        .isInstanceOfSatisfying(
            Price.Unknown.class,
            unknown -> assertThat(unknown.reason()).contains("enough uplinks for its hosts"));

    Price.Modelled price =
        modelled(withoutLinksUp(31, 32, 33).facts("manager"), "fabric.asymmetry");
    assertThat(price.before() / price.after()).isCloseTo(0.5, within(0.05));
    assertThat(price.command()).contains("examples/uplinks.yaml", "fabric.spines=1");
  }

  private static Healthy withoutLinksUp(int... ports) {
    Healthy fabric = Healthy.fabric();
    for (int port : ports) {
      fabric =
          fabric.with(
              "iblinkinfo.txt",
              "\"leaf4\"      4   " + port,
              "==( 4X       53.125 Gbps Active/  LinkUp)",
              "==(                Down/ Polling)");
    }
    return fabric;
  }

  /** One host of three with the path MTU of an office network: 92.6 % of the line for 98.0. */
  @Test
  void shouldPriceWhatOneHostHasOtherwise() {
    Healthy small =
        healthy.with(
            "ibv_devinfo.txt", "mlx5_0", "active_mtu:\t\t4096 (5)", "active_mtu:\t\t1024 (3)");
    List<HostFacts> hosts =
        List.of(small.facts("node1"), healthy.facts("node2"), healthy.facts("node3"));
    FleetPricing comparing = new FleetPricing(pricing);
    hosts.forEach(each -> comparing.add(each.name(), NicModel.of(each)));

    RuleOutcome mtu =
        Audit.of(hosts, List.of(RuleCatalogue.named("fleet.mtu").orElseThrow())).stream()
            .map(comparing::priced)
            .toList()
            .getFirst();

    assertThat(mtu.findings())
        .singleElement()
        .extracting(finding -> finding.cost().price())
        .isInstanceOfSatisfying(
            Price.Modelled.class,
            price -> {
              assertThat(price.before() / 4).isCloseTo(92.6, within(1.0));
              assertThat(price.after() / 4).isCloseTo(98.0, within(1.0));
              assertThat(price.command()).contains("transport.mtu=1024");
              assertThat(price.commandFixed()).contains("transport.mtu=4096");
            });
  }

  /** What is longer than the port takes never arrives; packets of RDMA that fit do. */
  @Test
  void shouldPriceAPortThatTakesSmallerPackets() {
    assertThat(priceOfPortMtu("1500"))
        .isInstanceOfSatisfying(
            Price.Modelled.class,
            price -> {
              assertThat(price.before()).isZero();
              assertThat(price.after() / 4).isCloseTo(98.0, within(1.0));
              assertThat(price.command()).contains("fabric.switches.mtu=1500B");
              assertThat(price.commandFixed()).doesNotContain("fabric.switches.mtu");
            });
    assertThat(priceOfPortMtu("4200"))
        .isInstanceOfSatisfying(
            Price.Unknown.class, price -> assertThat(price.reason()).contains("fit"));
  }

  private Price priceOfPortMtu(String mtu) {
    Healthy leaf =
        Healthy.switchOf()
            .with("config_db.json", "PORT", "\"mtu\": \"9100\"", "\"mtu\": \"" + mtu + "\"");
    List<HostFacts> hosts = List.of(healthy.facts("node1"), leaf.facts("node2"));
    FleetPricing comparing = new FleetPricing(pricing);
    hosts.forEach(each -> comparing.add(each.name(), NicModel.of(each)));
    return Audit.of(hosts, List.of(RuleCatalogue.named("link.mtu-differs").orElseThrow())).stream()
        .map(comparing::priced)
        .flatMap(each -> each.findings().stream())
        .findFirst()
        .orElseThrow()
        .cost()
        .price();
  }

  @Test
  void shouldBeWhatTheExamplesRun() throws IOException {
    for (String example : EXAMPLES) {
      assertThat(Files.readString(Path.of("../examples", example)))
          .isEqualTo(
              Files.readString(Path.of("src/main/resources/dev/headroom/audit/price", example)));
    }
  }
}
