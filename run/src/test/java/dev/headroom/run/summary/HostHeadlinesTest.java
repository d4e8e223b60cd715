package dev.headroom.run.summary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.run.figures.FlowStatistics;
import dev.headroom.run.figures.UnfinishedFlow;
import dev.headroom.sim.RunOptions;
import dev.headroom.sim.Simulation;
import dev.headroom.sim.measure.NicStallCause;
import dev.headroom.sim.measure.RunResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is told of runs that wait for the inside of a host, and that the setting to try helps. */
final class HostHeadlinesTest {
  private static final String PAIR =
      """
      fabric: {topology: single, hosts: 2, links: {rate: 400Gbps, delay: 500ns}}
      hosts: {stages: detailed}
      transport: {messageSize: 1MiB}
      congestion: none
      workload: {type: incast, fanIn: 1, receiver: host-1, flowsPerSender: 4, size: 8MiB}
      """;

  private static final String BOTH_WAYS =
      """
      fabric: {topology: single, hosts: 2, links: {rate: 400Gbps}}
      hosts: {stages: detailed}
      congestion: none
      workload: {type: permutation, shift: 1, size: 16MiB}
      """;

  private static final String RAILS =
      """
      fabric: {topology: rail-optimized, servers: 2, rails: 4, spines: 1, links: {rate: 800Gbps}}
      hosts: {stages: detailed, pcie: {generation: 6, maxPayload: 512, maxReadRequest: 4096}}
      workload: {type: permutation, shift: 4, size: 16MiB}
      """;

  private static final String SMALL_READS =
      """
      fabric: {topology: single, hosts: 2, links: {rate: 200Gbps}}
      hosts: {stages: detailed, nic: {postTime: 0ns}}
      transport: {operation: read, messageSize: 64B}
      congestion: none
      workload: {type: incast, fanIn: 1, receiver: host-1, flowsPerSender: 4096, size: 512B}
      """;

  private static final String STARVED =
      """
      fabric: {topology: single, hosts: 3, links: {rate: 100Gbps}}
      hosts: {stages: detailed, receiveBuffer: 512KiB, pcie: {stallAt: 50us, stallFor: 200us}}
      congestion: none
      workload: {type: incast, fanIn: 2, size: 4MiB}
      run: {stop: 100ms}
      """;

  /** The kind, what its sentence says, the setting to try, and what it is changed to. */
  @ParameterizedTest
  @MethodSource
  void shouldNameThePartAndASettingThatHelps(
      String yaml, String sets, String kind, String says, String key, String value) {
    RunSummary held = run(yaml, sets.split(" "));
    assertThat(held.headline().kind().word()).isEqualTo(kind);
    assertThat(held.headline().text()).startsWith("The bottleneck is host-").contains(says);
    NextStep step = NextStep.after(held).orElseThrow();
    assertThat(step.key()).isEqualTo(key);
    assertThat(step.values()).hasSize(2).last().isEqualTo(value);

    List<String> tried = new ArrayList<>(Arrays.asList(sets.split(" ")));
    tried.add(key + "=" + value);
    RunSummary better = run(yaml, tried.toArray(String[]::new));
    assertThat(better.payload().goodput().meanBps())
        .as("%s instead of %s", better.payload().goodput(), held.payload().goodput())
        .isGreaterThan(1.08 * held.payload().goodput().meanBps());
  }

  static Stream<Arguments> shouldNameThePartAndASettingThatHelps() {
    String cached = "hosts.memory.registration=cached hosts.memory.registrations=8";
    return Stream.of(
        Arguments.of(
            PAIR,
            "hosts.memory.place=gpu hosts.memory.gpuPath=sys",
            "gpu-path",
            "the root complex between the NIC and its GPU (hosts.memory.gpuPath sys), "
                + "which forwards 141 Gb/s of NIC reads.",
            "hosts.memory.gpuPath",
            "pix"),
        Arguments.of(
            PAIR,
            "hosts.memory.place=gpu hosts.memory.gpuPath=sys hosts.cpu.model=ice-lake",
            "gpu-path",
            "the link between its CPU socket and the other socket (hosts.pcie.socketRate "
                + "80Gbps), which carries 80",
            "hosts.memory.gpuPath",
            "pix"),
        Arguments.of(
            PAIR,
            "hosts.memory.place=gpu hosts.pcie.acs=redirect",
            "gpu-path",
            "(hosts.pcie.acs redirect), which forwards 141 Gb/s of NIC reads.",
            "hosts.pcie.acs",
            "off"),
        Arguments.of(
            RAILS,
            "hosts.pcie.sharing=4",
            "pcie-shared",
            "(hosts.pcie.sharing 4)",
            "hosts.pcie.sharing",
            "1"),
        Arguments.of(
            PAIR,
            "hosts.pcie.othersRead=300Gbps",
            "pcie-shared",
            "(hosts.pcie.othersRead 300Gbps)",
            "hosts.pcie.othersRead",
            "1Mbps"),
        Arguments.of(
            PAIR,
            "hosts.pcie.generation=4 hosts.pcie.lanes=8",
            "pcie-link",
            "its PCIe link: Gen4 x8 carries ",
            "hosts.pcie.lanes",
            "16"),
        Arguments.of(
            PAIR,
            "hosts.pcie.generation=4",
            "pcie-link",
            "its PCIe link: Gen4 x16 carries ",
            "hosts.pcie.generation",
            "5"),
        Arguments.of(
            PAIR,
            "hosts.pcie.readTags=16",
            "pcie-window",
            "16 outstanding reads of 512 B each (hosts.pcie.readTags) allow 117 Gb/s.",
            "hosts.pcie.readTags",
            "256"),
        Arguments.of(
            PAIR,
            "hosts.pcie.relaxedOrdering=false",
            "pcie-window",
            "5.25 KB outstanding (hosts.pcie.relaxedOrdering false) allow 150 Gb/s.",
            "hosts.pcie.relaxedOrdering",
            "true"),
        Arguments.of(
            PAIR,
            "hosts.pcie.writeCredits=4KiB",
            "pcie-window",
            "4 KiB outstanding (hosts.pcie.writeCredits) allow 117 Gb/s.",
            "hosts.pcie.writeCredits",
            "16384B"),
        Arguments.of(
            PAIR,
            "hosts.memory.registration=each",
            "registration",
            "32 regions, one after another (hosts.memory.registration each).",
            "hosts.memory.registration",
            "ahead"),
        Arguments.of(
            PAIR,
            cached + " hosts.memory.buffers=400",
            "registration",
            "the buffers of 32 of 32 messages were not registered, 0 of them because they "
                + "had been evicted",
            "hosts.memory.registration",
            "ahead"),
        Arguments.of(
            PAIR,
            cached + " hosts.memory.buffers=4 workload.size=64MiB",
            "registration",
            "the buffers of 256 of 256 messages were not registered, 240 of them because "
                + "they had been evicted (hosts.memory.registrations 8).",
            "hosts.memory.registrations",
            "16"),
        Arguments.of(
            PAIR,
            "hosts.memory.registration=on-demand",
            "page-faults",
            "page faults: 4 pages at 2.30 ms each (hosts.memory.registration on-demand).",
            "hosts.memory.registration",
            "ahead"),
        Arguments.of(
            SMALL_READS,
            "hosts.nic.contextCache=1000",
            "context-misses",
            "found their context in host memory (hosts.nic.contextCache 1000).",
            "hosts.nic.contextCache",
            "4096"),
        Arguments.of(
            PAIR,
            "hosts.memory.page=4KiB hosts.nic.translations=512",
            "translation-misses",
            "missed the translation cache (hosts.nic.translations 512, hosts.memory.page 4KiB).",
            "hosts.memory.page",
            "2MiB"),
        Arguments.of(
            PAIR,
            "hosts.memory.page=4KiB hosts.memory.buffer=64MiB hosts.nic.translationRate=5",
            "translation-rate",
            "missed the translation cache (hosts.memory.page 4KiB), and the NIC looks up "
                + "5,000,000 per second (hosts.nic.translationRate).",
            "hosts.memory.page",
            "2MiB"),
        Arguments.of(
            PAIR,
            "preset=odp",
            "page-faults",
            "page faults: 1,024 pages at 220 us for the first page of a message, and 127 "
                + "ns for each other page (hosts.memory.registration on-demand).",
            "hosts.memory.registration",
            "ahead"),
        Arguments.of(
            PAIR,
            "hosts.memory.page=4KiB hosts.iommu.translation=root hosts.pcie.readTags=64",
            "translation-misses",
            "the IOMMU walked its page table for ",
            "hosts.iommu.translation",
            "off"),
        Arguments.of(
            PAIR,
            "hosts.pcie.bitErrors=1e-4",
            "pcie-errors",
            "and retrained once, to Gen4.",
            "hosts.pcie.bitErrors",
            "0"),
        Arguments.of(
            BOTH_WAYS,
            "hosts.memory.place=gpu hosts.nic.function=virtual hosts.nic.functions=8"
                + " hosts.pcie.lookups=4",
            "gpudirect-off",
            "GPUDirect is off, because 8 functions do not fit into 4 look-up entries "
                + "(hosts.pcie.lookups).",
            "hosts.nic.functions",
            "4"),
        Arguments.of(
            BOTH_WAYS,
            "hosts.memory.place=staged",
            "gpudirect-off",
            "copies through host memory (hosts.memory.place staged).",
            "hosts.memory.place",
            "gpu"),
        Arguments.of(
            STARVED,
            "run.seed=1",
            "host-stall",
            "a stall: the NIC of host-0 got no PCIe credits from 50us to 250us.",
            "hosts.pcie.stallFor",
            "0ns"));
  }

  /** PCIe is busy all the time and never slower than the wire. */
  @Test
  void shouldNotBlameAHealthyPair() {
    RunSummary pair = run(PAIR);
    assertThat(pair.payload().goodput().meanBps()).isGreaterThan(385e9);
    assertThat(pair.headline().kind()).isEqualTo(Headline.Kind.ALL_IS_WELL);
    assertThat(NextStep.after(pair)).isEmpty();
    assertThat(pair.result().slots().getFirst().inside().sending().ps(NicStallCause.LINK))
        .isLessThan(pair.span().durationPs() / 100);
  }

  /** Twice as slow a link as PCIe: there is nothing that a faster host could do. */
  @Test
  void shouldNotBlameAPartThatIsAsFastAsTheWire() {
    RunSummary slow = run(PAIR, "fabric.links.rate=100Gbps", "hosts.pcie.readTags=16");
    assertThat(slow.headline().kind()).isEqualTo(Headline.Kind.ALL_IS_WELL);
  }

  /** A network that fills up is to blame, not a host that could not fill its own link. */
  @Test
  void shouldBlameTheNetworkWhereThatIsFull() {
    RunSummary incast =
        run(
            PAIR,
            "fabric.hosts=5",
            "workload.fanIn=4",
            "workload.flowsPerSender=1",
            "hosts.pcie.readTags=16");
    assertThat(incast.headline().kind())
        .isIn(Headline.Kind.PAUSES, Headline.Kind.BOTTLENECK, Headline.Kind.ALL_IS_WELL);
  }

  @Test
  void shouldNameAStallInWhatIsUnfinished() {
    RunSummary run = run(STARVED, "hosts.receiveBuffer=64KiB", "hosts.pcie.stallFor=90s");
    String stall = "the NIC of host-0 got no PCIe credits from 50us to 90000.05ms; ";
    assertThat(run.flows().unfinishedFlow())
        .hasSize(2)
        .allMatch(unfinishedFlow -> unfinishedFlow.reason().startsWith(stall));
    assertThat(run.headline().text()).contains(stall);
  }

  /** A sender that stands paused has nothing to do with the stall but the switch between. */
  @Test
  void shouldNameTheStallBehindAPause() {
    RunSummary run =
        run(
            STARVED,
            "workload={type: flows, flows: [{from: host-1, to: host-0, size: 64MiB},"
                + " {from: host-1, to: host-2, size: 64MiB}]}",
            "fabric.switches.buffer=2MiB",
            "overrides=[{select: host-1, hosts.pcie.stallAt: 90s}, {select: host-2,"
                + " hosts.pcie.stallAt: 90s}]",
            "hosts.receiveBuffer=64KiB",
            "hosts.pcie.stallFor=90s");
    UnfinishedFlow behind =
        run.flows().unfinishedFlow().stream()
            .filter(each -> each.path().endsWith("host-2"))
            .findFirst()
            .get();
    assertThat(behind.reason())
        .startsWith("the NIC of host-0 got no PCIe credits from 50us to 90000.05ms; its sender")
        .contains("its sender was paused by switch-0");
  }

  @Test
  void shouldNameTheStallWhereAllHostsStall() {
    RunSummary run =
        run(
            STARVED,
            "hosts.receiveBuffer=64KiB",
            "hosts.pcie.stallFor=5ms",
            "transport.ackTimeout=6",
            "transport.retryCount=7");
    assertThat(run.headline().text()).contains("got no PCIe credits from 50us to 5.05ms");
  }

  @Test
  void shouldSayThatANicGaveItsPauseUp() {
    RunSummary run =
        run(
            STARVED,
            "hosts.receiveBuffer=64KiB",
            "hosts.pcie.stallFor=5ms",
            "hosts.pauseLimit=1ms");
    assertThat(run.headline().kind()).isEqualTo(Headline.Kind.LOSSLESS_DROPS);
    assertThat(run.headline().text())
        .contains("most at host-0: a NIC whose host stopped draining it sent PFC pauses");
  }

  private static RunSummary run(String yaml, String... sets) {
    if (!(ScenarioReader.read(yaml, "s.yaml", List.of(sets)) instanceof ScenarioReader.Good good)) {
      throw new AssertionError("not a scenario: " + ScenarioReader.read(yaml, "s", List.of(sets)));
    }
    FlowStatistics tally = FlowStatistics.of(good.scenario());
    RunResult result =
        Simulation.run(good.scenario(), RunOptions.DEFAULT, tally, (now, flows, packets) -> true);
    return RunSummary.of(good.scenario(), result, tally);
  }
}
