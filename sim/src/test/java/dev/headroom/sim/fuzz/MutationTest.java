package dev.headroom.sim.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.fabric.PfcHeadroom;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.CreditKnobs;
import dev.headroom.model.knob.FalconKnobs;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.SrdKnobs;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.knob.TcpKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Presets;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.workload.FlowList;
import dev.headroom.sim.Trial;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Proves that the property tests can fail: with a fault in the settings or in the engine they say
 * what is wrong, and without it the same scenario passes.
 */
@Tag("whole")
final class MutationTest {
  /** Of the ACK timeout: 2.1 s, so that no queue pair gives up before the run is over. */
  private static final String SELDOM = "19";

  private static final Rate RATE = Rate.ofGbps(100);
  private static final Time DELAY = Time.ofMicros(5);

  @Test
  void shouldPassWithoutAFault() {
    assertThat(Trial.faults(incast(Settings.DEFAULTS, 0))).isEmpty();
    assertThat(Trial.faults(incast(Settings.DEFAULTS, 0.01))).isEmpty();
  }

  @Test
  void shouldSeeThatHalfTheHeadroomLosesPackets() {
    // One-byte cells, so that the formula leaves no margin for small packets.
    Settings settings = Settings.DEFAULTS.with(SwitchKnobs.SWITCH_CELL, "1B");
    long needed =
        PfcHeadroom.of(RATE.bps(), DELAY.ps(), 4174, 4174, 1, 1, PfcHeadroom.responsePs(RATE.bps()))
            .bytes();
    assertThat(Trial.faults(incast(settings, 0))).isEmpty();
    assertThat(Trial.faults(incast(settings.with(PfcKnobs.HEADROOM, needed / 2 + "B"), 0)))
        .anyMatch(fault -> fault.contains("a lossless class dropped"));
  }

  /** One method of the engine does nothing; the last column is what must be noticed. */
  @ParameterizedTest(name = "{0}.{1}")
  @CsvSource({
    // XON is never sent: senders stay paused and their flows never finish.
    "switching.SharedBuffer, maySendXon,  0,    is empty but still pauses its peer",
    "switching.SharedBuffer, maySendXon,  0,    nothing says why",
    // Neither XOFF nor XON is sent: the headroom overflows.
    "fabric.Port, sendFlowControl,      0,    a lossless class dropped",
    // ACKs vanish at the host: with the packet they came in, or heard and forgotten.
    "rc.RcWriteEndpoint,           acknowledged, 0,   packets are in use",
    "rc.WriteRequester,    acknowledge, 0,    failed although nothing was lost",
    // A switch keeps what has left charged.
    "switching.SharedBuffer, release,     0,    is charged",
    // Packets are lost and nobody counts them.
    "fabric.Partition,    drop,        0.01, packets vanished",
    "fabric.Port,         drop,        0.01, packets are in use",
    // A lost tail is never sent again.
    "rc.RcRequester, armTimer,    0.05, nothing says why",
    // Nobody says that the last byte has come.
    "workload.FlowStateTable,   delivered,   0,    nothing says why",
    "host.HostRegistry,           delivered,   0,    nothing says why",
  })
  void shouldSeeAFaultInTheEngine(String type, String method, double loss, String noticed)
      throws ReflectiveOperationException {
    expectNoticed(type, method, incast(Settings.DEFAULTS, loss), noticed);
  }

  /** The same with other verbs: READs of many requests, and SENDs with few receive requests. */
  @ParameterizedTest(name = "{0}.{1}, {2}")
  @CsvSource({
    // Requests are heard and forgotten.
    "rc.ReadResponder, take,     read, 0,    failed although nothing was lost",
    // No response is ever the one that is due, or a lost one is never asked for again.
    "rc.ReadRequester,    take,     read, 0,    failed although nothing was lost",
    "rc.RcRequester, armTimer, read, 0.05, nothing says why",
    // A receive request is never posted again, or there though nobody sees it.
    "rc.ReceiveQueue, complete, send, 0, a receive request is posted",
    "rc.GoBackNResponder, isReady, send, 0,    a receive request is posted",
    // An RNR NAK is thrown away.
    "rc.RcWriteEndpoint,           notReady, send, 0,    packets are in use",
  })
  void shouldSeeAFaultInOtherVerbs(
      String type, String method, String operation, double loss, String noticed)
      throws ReflectiveOperationException {
    expectNoticed(type, method, incast(ofVerb(operation), loss), noticed);
  }

  /** Without a timeout, which would send what waits for ever. */
  @Test
  void shouldSeeThatTheWaitAfterAnRnrNakNeverEnds() throws ReflectiveOperationException {
    expectNoticed(
        "host.HostRegistry", "resume", incast(ofVerb("send"), 0, "0"), "nothing says why");
  }

  private static Settings ofVerb(String operation) {
    return Settings.DEFAULTS
        .parse(TransportKnobs.OPERATION, operation)
        .with(TransportKnobs.MESSAGE_SIZE, Size.parse("64KiB"))
        .with(TransportKnobs.RECEIVE_QUEUE, 2L)
        .with(TransportKnobs.RECEIVE_REPOST, Time.ofMicros(30))
        .with(TransportKnobs.RNR_TIMER, 1L);
  }

  /** The same where packets are placed as they come. */
  @ParameterizedTest(name = "{0}.{1}, {2}")
  @CsvSource({
    // A gap that has closed stays open, or a bit is never set.
    "rc.OutOfOrderResponder, advance, out-of-order,     0,    failed although nothing was lost",
    "rc.PacketBitmap,       remove,  out-of-order,     0,    failed although nothing was lost",
  })
  void shouldSeeAFaultInOtherRecoveries(
      String type, String method, String recovery, double loss, String noticed)
      throws ReflectiveOperationException {
    Scenario scenario = incast(Settings.DEFAULTS.parse(TransportKnobs.RECOVERY, recovery), loss);
    expectNoticed(type, method, scenario, noticed);
  }

  /** The same under credit-based flow control. */
  @ParameterizedTest(name = "{0}.{1}")
  @CsvSource({
    // Room is never free again, or the sender never hears of it.
    "credit.CreditReceiver, releaseNext, 0,    nothing says why",
    "credit.CreditReceiver, releaseNext, 0,    in its input buffer",
    "credit.CreditSender,  grant,       0,    no update is on its way",
    "credit.CreditLink,    arrive,      0,    nothing says why",
    // What waits for credit is never let go.
    "credit.CreditSender,  fits,        0,    nothing says why",
    // A flow control packet does not say how much was granted.
    "credit.CreditReceiver, limit,       0,    nothing says why",
    // What is lost on the wire takes its credits along for ever.
    "credit.CreditReceiver, sync,        0.05, nothing says why",
  })
  void shouldSeeAFaultInCredits(String type, String method, double loss, String noticed)
      throws ReflectiveOperationException {
    Settings settings =
        Settings.DEFAULTS.with(CreditKnobs.CREDITS, true).parse(CreditKnobs.CREDIT_BUFFER, "16KiB");
    expectNoticed(type, method, incast(settings, loss, SELDOM), noticed);
  }

  /** The same under Ultra Ethernet's form of it. */
  @ParameterizedTest(name = "{0}.{1}")
  @CsvSource({
    // Nobody is told what is free again.
    "credit.ControlOrderedSets, sendNextAdvertisement, 0,    nothing says why",
    // A CC_Update says nothing.
    "credit.ControlOrderedSets, send,     0.05, nothing says why",
  })
  void shouldSeeAFaultInCbfc(String type, String method, double loss, String noticed)
      throws ReflectiveOperationException {
    Settings settings =
        Presets.named("cbfc")
            .orElseThrow()
            .settings()
            .parse(CreditKnobs.CREDIT_BUFFER, "16KiB")
            .parse(CreditKnobs.CREDIT_SPACING, "25600B");
    expectNoticed(type, method, incast(settings, loss, SELDOM), noticed);
  }

  /** The same where packets are placed as they come, with a timeout that nothing else explains. */
  @ParameterizedTest(name = "{0}.{1}, {2}")
  @CsvSource({
    // ACKs are heard and forgotten.
    "srd.SrdSender,            acknowledged, srd,    0,    failed although nothing was lost",
    "falcon.FalconSender,      acknowledged, falcon, 0,    failed although nothing was lost",
    // A lost tail is never sent again.
    "delivery.PacketDeliveryEndpoint,   watch,        srd,    0.05, nothing says why",
    "delivery.PacketDeliveryEndpoint,   watch,        falcon, 0.05, nothing says why",
    // Nobody counts what is placed.
    "delivery.PacketDeliveryConnections,      place,        srd,    0,    nothing says why",
    "delivery.PacketDeliveryConnections,      place,        falcon, 0,    nothing says why",
  })
  void shouldSeeAFaultInOtherTransports(
      String type, String method, String transport, double loss, String noticed)
      throws ReflectiveOperationException {
    Settings settings =
        Presets.named(transport)
            .orElseThrow()
            .settings()
            .with(PfcKnobs.PFC, true)
            .with(SrdKnobs.MIN_TIMEOUT, Time.parse("100ms"))
            .with(FalconKnobs.MIN_TIMEOUT, Time.parse("100ms"));
    Scenario scenario = incast(settings, loss);
    expectNoticed(type, method, scenario, noticed);
  }

  /** The same where each packet is asked for. */
  @ParameterizedTest(name = "{0}.{1}")
  @CsvSource({
    // The room of data is never given back, or ACKs of requests are heard and forgotten.
    "falcon.PullRequestSender, onData,     0,    nothing says why",
    "falcon.FalconPullEndpoint,      onFeedback,        0,    packets are in use",
    // Requests come and bring no data.
    "falcon.PullDataSender,   addRequest,          0,    nothing says why",
    // A lost request is never sent again.
    "falcon.FalconPullEndpoint,      retryRequests,     0.05, nothing says why",
  })
  void shouldSeeAFaultInPulls(String type, String method, double loss, String noticed)
      throws ReflectiveOperationException {
    Settings settings =
        Presets.named("falcon")
            .orElseThrow()
            .settings()
            .parse(TransportKnobs.OPERATION, "read")
            .with(PfcKnobs.PFC, true)
            .with(FalconKnobs.MIN_TIMEOUT, Time.parse("100ms"));
    Scenario scenario = incast(settings, loss);
    expectNoticed(type, method, scenario, noticed);
  }

  /** The same with TCP, whose windows fit the buffer. */
  @ParameterizedTest(name = "{0}.{1}")
  @CsvSource({
    // ACKs vanish at the host with the packet they came in, or end nothing.
    "tcp.TcpEndpoint,      acknowledged,  0,    packets are in use",
    "tcp.TcpSender,   takeCompleted, 0,    nothing says why",
    // The stream never goes on.
    "tcp.TcpReceiver, advance,       0,    failed although nothing was lost",
    // Nobody looks at deadlines.
    "tcp.TcpEndpoint,      watch,         0.02, nothing says why",
  })
  void shouldSeeAFaultInTcp(String type, String method, double loss, String noticed)
      throws ReflectiveOperationException {
    Settings settings =
        Presets.named("tcp").orElseThrow().settings().parse(TcpKnobs.RECEIVE_WINDOW, "64KiB");
    Scenario scenario = incast(settings, loss);
    expectNoticed(type, method, scenario, noticed);
  }

  private static void expectNoticed(String type, String method, Scenario scenario, String noticed)
      throws ReflectiveOperationException {
    assertThat(Trial.faults(scenario)).as("without a fault").isEmpty();
    Mutant mutant = new Mutant("dev.headroom.sim." + type, method);
    Object faults =
        mutant
            .loadClass("dev.headroom.sim.Trial")
            .getMethod("faults", Scenario.class)
            .invoke(null, scenario);
    assertThat(mutant.isFaulty()).isTrue();
    assertThat((List<?>) faults).anyMatch(fault -> fault.toString().contains(noticed));
  }

  /** Sixteen hosts send to one, without congestion control, through a buffer that is soon full. */
  private static Scenario incast(Settings settings, double loss) {
    return incast(settings, loss, "10");
  }

  /**
   * The same.
   *
   * @param timeout exponent of the ACK timeout
   */
  private static Scenario incast(Settings settings, double loss, String timeout) {
    List<Node> nodes = new ArrayList<>();
    List<Link> links = new ArrayList<>();
    List<FlowList.Entry> flows = new ArrayList<>();
    int hosts = 17;
    for (int host = 0; host < hosts; host++) {
      nodes.add(new Node(host, "host-" + host, Node.Kind.HOST, 0, host));
      links.add(new Link(host, hosts, RATE, DELAY, host == 0 ? loss : 0));
      if (host > 0) {
        flows.add(FlowList.Entry.at(host, 0, 1_500_000, 0));
      }
    }
    nodes.add(new Node(hosts, "switch-0", Node.Kind.SWITCH, 1, 0));
    FlowList program = new FlowList(flows);
    return new Scenario(
        "incast",
        new Fabric("single switch", nodes, links),
        List.of(),
        withoutCongestionControl(settings)
            .with(SwitchKnobs.SWITCH_BUFFER, "12MiB")
            .with(SwitchKnobs.ALPHA, "0.03125")
            .with(TransportKnobs.ACK_TIMEOUT, timeout)
            .with(RunKnobs.STOP, "10s"),
        List.of(),
        program.description(),
        program);
  }

  private static Settings withoutCongestionControl(Settings settings) {
    Knob<?> algorithm = CongestionKnobs.ALGORITHM;
    return settings.with(algorithm, "none");
  }
}
