package dev.headroom.model.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.congestion.TransportType;
import dev.headroom.model.choice.TcpStack;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.CpuKnobs;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.knob.ValueType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Parts of a workload that set their transport and congestion control for themselves. */
final class PartReaderTest {
  private static final String START =
      "fabric: {topology: single, hosts: 4}\ntransport: {mtu: 1024, retryCount: 3}\n";

  private static Scenario with(String own) {
    return Scenarios.good(
        START + "workload:\n  - {type: permutation}\n  - {type: incast, fanIn: 2, " + own + "}\n");
  }

  @Test
  void shouldHaveNoPartsWhereNoneIsSetApart() {
    assertThat(Scenarios.good(START + "workload: [{type: permutation}]\n").parts()).isEmpty();
  }

  @Test
  void shouldTakeWhatItsTransportBrings() {
    Scenario scenario = with("transport: tcp");
    Settings first = scenario.ofPart(0).settings();
    Settings second = scenario.ofPart(1).settings();
    assertThat(first).isEqualTo(scenario.settings());
    assertThat(second.get(TransportKnobs.TRANSPORT)).isEqualTo(TransportType.TCP);
    assertThat(second.get(CongestionKnobs.ALGORITHM)).hasToString("cubic");
    assertThat(second.get(TransportKnobs.TRAFFIC_CLASS)).isZero();
    assertThat(second.get(CpuKnobs.STACK)).isEqualTo(TcpStack.KERNEL);
    // What was set for another transport is not taken over.
    assertThat(second.get(TransportKnobs.MTU)).isEqualTo(9000);
    assertThat(second.isSet(TransportKnobs.RETRY_COUNT)).isFalse();
  }

  @Test
  void shouldKeepWhatTheScenarioSaysOfHosts() {
    Scenario scenario =
        Scenarios.good(
            START
                + "hosts: {cpu: {stack: free}}\nworkload: [{type: permutation}, {type: incast, fanIn: 2, transport: tcp}]\n");
    assertThat(scenario.ofPart(1).settings().get(CpuKnobs.STACK)).isEqualTo(TcpStack.FREE);
  }

  @Test
  void shouldGoOnFromTheScenarioWhereNoTransportIsNamed() {
    Settings second =
        with("transport: {class: 4}, congestion: {preset: paper, g: 0.5}").ofPart(1).settings();
    assertThat(second.get(TransportKnobs.TRAFFIC_CLASS)).isEqualTo(4);
    assertThat(second.get(TransportKnobs.MTU)).isEqualTo(1024);
    assertThat(second.print(Knobs.get("congestion.form"))).contains("paper");
    assertThat(second.get(Knobs.named("congestion.g", ValueType.NUMBER))).isEqualTo(0.5);
    // Thresholds are the switches'.
    assertThat(second.isSet(CongestionKnobs.KMIN)).isFalse();
  }

  @Test
  void shouldLetOptionsChangeThem() {
    Scenario scenario =
        Scenarios.good(
            START + "workload: [{type: permutation}, {type: incast, fanIn: 2, transport: tcp}]\n",
            "workload.1.transport.class=3",
            "workload.1.congestion.algorithm=cubic",
            "workload.1.congestion=bbr",
            "workload.0.transport.class=5");
    assertThat(scenario.ofPart(1).settings().get(TransportKnobs.TRANSPORT))
        .isEqualTo(TransportType.TCP);
    assertThat(scenario.ofPart(1).settings().get(TransportKnobs.TRAFFIC_CLASS)).isEqualTo(3);
    assertThat(scenario.ofPart(1).settings().get(CongestionKnobs.ALGORITHM)).hasToString("bbr");
    assertThat(scenario.ofPart(0).settings().get(TransportKnobs.TRAFFIC_CLASS)).isEqualTo(5);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "transport: tcp",
        "transport: {type: tcp, class: 3}, congestion: {cubic: {c: 0.5}}",
        "congestion: swift",
        "transport: {class: 4, dscp: 34}"
      })
  void shouldBeWrittenBackEqual(String own) {
    Scenario scenario = with(own);
    Scenario again = Scenarios.good(ScenarioWriter.write(scenario));
    Scenarios.assertEqual(again, scenario);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "congestion: {kmin: 5KB} | 5:43 congestion.kmin | set it under congestion of the scenario",
        "congestion: {algorthm: dcqcn} | 5:43 congestion.algorthm | did you mean 'algorithm'?",
        "congestion: {preset: papre} | 5:51 congestion.preset | did you mean 'paper'?",
        "congestion: [dcqcn] | 5:42 workload.congestion | write it like {congestion: dcqcn}",
        "congestion: cubic | 5:42 congestion.algorithm | transport.type iwarp or tcp",
        "transport: infiniband | 5:41 transport.type | for the whole scenario, or for none of it",
        "pfc: true | 5:30 workload.pfc | known here:"
      })
  void shouldSayWhatIsWrong(String own, String where, String right) {
    String text =
        START + "workload:\n  - {type: permutation}\n  - {type: incast, fanIn: 2, " + own + "}\n";
    assertThat(Scenarios.bad(text))
        .singleElement()
        .satisfies(problem -> {
          assertThat(problem.line() + ":" + problem.column() + " " + problem.key())
              .isEqualTo(where);
          assertThat(problem.toString()).contains(right);
        });
  }

  /**
   * What comes for the kernel goes to memory before it is answered, what comes for the NIC after.
   */
  @Test
  void shouldRefuseDetailedHostsThatTheKernelAndTheNicShare() {
    String hosts = START + "hosts: {stages: detailed}\nworkload: [{type: permutation, %s}]\n";
    assertThat(Scenarios.bad(hosts.formatted("transport: tcp")))
        .anySatisfy(problem ->
            assertThat(problem.toString()).contains("tcp for all workload entries or for none"));
    assertThat(Scenarios.good(hosts.formatted("transport: {class: 4}"))).isNotNull();
  }
}
