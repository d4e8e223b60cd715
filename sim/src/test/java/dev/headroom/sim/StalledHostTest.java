package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.sim.measure.RunResult;
import dev.headroom.unit.CountedNoun;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A NIC that gets no PCIe credits neither takes data nor sends again what it was to: the queue pair
 * is in error after as many timeouts as its retry count says, whatever its transport and verb.
 */
final class StalledHostTest {
  private static final long MS = 1_000_000_000L;

  private record Outcome(RunResult run, List<FlowResult> flows) {}

  private static Outcome run(String... sets) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "hosts.stages=detailed",
                "hosts.pcie.stallAt=100us",
                "hosts.receiveBuffer=512KiB",
                "pfc.enabled=false",
                "workload.size=8MiB"));
    all.addAll(List.of(sets));
    String pair =
        """
        fabric: {topology: single, hosts: 2, links: {rate: 100Gbps}}
        workload: {type: permutation, shift: 1}
        run: {stop: 5s}
        """;
    Scenario scenario =
        switch (ScenarioReader.read(pair, "stall", all)) {
          case ScenarioReader.Good(Scenario good) -> good;
          case ScenarioReader.Bad bad -> throw new AssertionError(bad.toString());
        };
    List<FlowResult> flows = new ArrayList<>();
    RunResult result =
        Simulation.run(scenario, RunOptions.DEFAULT, flows::add, ProgressListener.SILENT);
    return new Outcome(result, flows);
  }

  /**
   * 2^14 times 4.096 us are 67.1 ms; the retry count of RoCE is 7 and bounds retries, not tries.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "rocev2",
        "rocev2 transport.operation=send",
        "rocev2 transport.operation=read",
        "rocev2 transport.recovery=selective-repeat",
        "rocev2 transport.recovery=out-of-order",
        "rocev2 transport.goBackUnit=4KiB",
        "rocev2 transport.ackEvery=1",
        "infiniband",
        "infiniband transport.operation=read",
        "rocev1"
      })
  void shouldEndQueuePairsAsTheRetryCountSays(String transport) {
    String[] words = ("transport=" + transport + " hosts.pcie.stallFor=3s").split(" ");
    Outcome outcome = run(words);
    assertThat(outcome.flows)
        .hasSize(2)
        .allSatisfy(flow ->
            assertThat(flow.failure())
                .startsWith("transport retry counter exceeded: 8 timeouts in a row")
                .contains("the NIC of host-0 got no PCIe credits from 100us to 3000.1ms")
                .contains("the NIC of host-1 got no PCIe credits from 100us to 3000.1ms"));
    assertThat(outcome.run.counts().streams().timeouts()).isEqualTo(16);
  }

  @Test
  void shouldCountOneTimeoutAsOne() {
    Outcome outcome = run("transport=rocev2", "hosts.pcie.stallFor=3s", "transport.retryCount=0");
    assertThat(outcome.flows)
        .allSatisfy(flow -> assertThat(flow.failure()).contains(": 1 timeout in a row without"));
  }

  @ParameterizedTest(name = "{0} retries")
  @CsvSource({"0, 1", "3, 4", "7, 8"})
  void shouldCountRetriesOfGoBackN(int retries, int timeouts) {
    Outcome outcome = run("transport.retryCount=" + retries, "hosts.pcie.stallFor=3s");
    assertThat(outcome.flows).allSatisfy(flow -> assertThat(flow.finished()).isFalse());
    assertThat(outcome.run.counts().streams().timeouts()).isEqualTo(2L * timeouts);
  }

  /** After a stall of a third of a second, five timeouts, it goes on and loses nothing. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "rocev2",
        "rocev2 transport.recovery=selective-repeat",
        "rocev2 transport.recovery=out-of-order",
        "rocev2 transport.operation=read",
        "infiniband"
      })
  void shouldGoOnAfterAShorterStall(String transport) {
    String[] words = ("transport=" + transport + " hosts.pcie.stallFor=350ms").split(" ");
    Outcome outcome = run(words);
    assertThat(outcome.flows).allSatisfy(flow -> assertThat(flow.finished()).isTrue());
    assertThat(outcome.run.counts().streams().timeouts()).isEqualTo(10);
    assertThat(outcome.run.endPs()).isBetween(350 * MS, 355 * MS);
  }

  /** A millisecond and five retries are Ultra Ethernet's; its contexts close as queue pairs do. */
  @ParameterizedTest
  @CsvSource({"write, 5", "write, 0", "read, 5"})
  void shouldCloseContextsAsTheirRetriesSay(String operation, int retries) {
    Outcome outcome =
        run(
            "transport=uec",
            "transport.operation=" + operation,
            "transport.uet.timeout=1ms",
            "transport.uet.retries=" + retries,
            "hosts.pcie.stallFor=3s");
    assertThat(outcome.flows)
        .hasSize(2)
        .allSatisfy(flow ->
            assertThat(flow.failure())
                .startsWith(
                    "context closed: %s of one ".formatted(CountedNoun.of(retries + 1, "timeout")))
                .contains("got no PCIe credits"));
  }
}
