package dev.headroom.sim.rc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.congestion.roce.LineRateController;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.sim.host.PacketSender;
import dev.headroom.sim.packet.FlowTuple;
import dev.headroom.sim.packet.Packet;
import dev.headroom.unit.Size;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Both ends of READ, without a network: MTU 1024, messages of 2,500 B, three requests at most. */
final class ReadTest {
  private static final long LINE = 100_000_000_000L;
  private static final int WRAP = 1 << 24;

  private static RcSettings settings(int initialPsn) {
    Settings settings =
        Settings.DEFAULTS
            .parse(TransportKnobs.OPERATION, "read")
            .with(TransportKnobs.MTU, 1_024L)
            .with(TransportKnobs.MESSAGE_SIZE, new Size(2_500))
            .with(TransportKnobs.OUTSTANDING_READS, 3L)
            .with(TransportKnobs.INITIAL_PSN, (long) initialPsn);
    return RcSettings.of(settings, 4);
  }

  private static ReadRequester reader(int initialPsn) {
    return new ReadRequester(new FlowTuple(0, 1, 0, 0, 0, 0), settings(initialPsn), LINE);
  }

  private static ReadResponder responder(int initialPsn) {
    return new ReadResponder(
        new FlowTuple(0, 0, 1, 0, 0, 0), settings(initialPsn), new LineRateController(LINE));
  }

  /** All that may be sent now. */
  private static List<Packet> drain(PacketSender sender) {
    List<Packet> packets = new ArrayList<>();
    while (sender.canSend(0)) {
      Packet packet = new Packet();
      sender.fill(packet, 0);
      packets.add(packet);
    }
    return packets;
  }

  private static void ask(ReadResponder responder, List<Packet> requests) {
    requests.forEach(request -> assertThat(responder.take(request, 0)).isFalse());
  }

  private static List<Integer> psns(List<Packet> packets) {
    return packets.stream().map(packet -> packet.psn).toList();
  }

  private static List<Boolean> taken(ReadRequester reader, List<Packet> responses) {
    return responses.stream().map(response -> reader.take(response, 0)).toList();
  }

  /**
   * A READ of 2,500 B as Linux's soft RoCE has it on the wire (rping): frames of 74 B for the
   * request, with number 9063747, and 1086, 1082 and 514 B with 9063747 to 9063749 for the
   * responses, all without their FCS.
   */
  @Test
  void shouldPutOnTheWireWhatLinuxDoes() {
    ReadRequester reader = reader(9_063_747);
    ReadResponder responder = responder(9_063_747);
    reader.post(7, 2_500, 0);
    List<Packet> requests = drain(reader);
    assertThat(requests).hasSize(1);
    Packet request = requests.getFirst();
    assertThat(request.type).isEqualTo((byte) Packet.READ_REQUEST);
    assertThat(request.psn).isEqualTo(9_063_747);
    assertThat((int) request.bytes).isEqualTo(74 + 4);
    ask(responder, requests);
    List<Packet> responses = drain(responder);
    assertThat(psns(responses)).containsExactly(9_063_747, 9_063_748, 9_063_749);
    assertThat(responses.stream().map(p -> (int) p.bytes)).containsExactly(1_090, 1_086, 518);
    assertThat(responses.stream().map(p -> p.payload)).containsExactly(1_024, 1_024, 452);
    assertThat(responses).allMatch(p -> p.type == Packet.DATA && p.flow == 7);
    assertThat(taken(reader, responses)).containsExactly(true, true, true);
    assertThat(reader.takeCompleted()).isNotNull();
    assertThat(reader.isDone()).isTrue();
    assertThat(responder.isDone()).isTrue();
  }

  @Test
  void shouldGiveARequestAsManyNumbersAsItHasResponses() {
    ReadRequester reader = reader(WRAP - 4);
    reader.post(0, 6_000, 0); // 3, 3 and 1 responses
    reader.post(1, 0, 0); // an empty one has one response too
    List<Packet> requests = drain(reader);
    assertThat(psns(requests)).as("three at most").containsExactly(WRAP - 4, WRAP - 1, 2);
    assertThat(requests.stream().map(p -> p.payload)).containsExactly(2_500, 2_500, 1_000);
    ReadResponder responder = responder(WRAP - 4);
    ask(responder, requests);
    List<Packet> responses = drain(responder);
    assertThat(psns(responses)).containsExactly(WRAP - 4, WRAP - 3, WRAP - 2, WRAP - 1, 0, 1, 2);
    assertThat(taken(reader, responses.subList(0, 2))).containsExactly(true, true);
    assertThat(drain(reader)).as("none is answered in full").isEmpty();
    assertThat(taken(reader, responses.subList(2, 7))).doesNotContain(false);
    QueuePairFlow first = reader.takeCompleted();
    assertThat(first == null ? -1 : first.flow).isZero();
    assertThat(psns(drain(reader))).containsExactly(3);
  }

  @Test
  void shouldAskAgainOnceAGapFromTheMissingResponseOn() {
    ReadRequester reader = reader(0);
    ReadResponder responder = responder(0);
    reader.post(0, 7_500, 0);
    ask(responder, drain(reader));
    List<Packet> responses = drain(responder);
    // Response 1 is lost.
    assertThat(reader.take(responses.get(0), 0)).isTrue();
    assertThat(taken(reader, responses.subList(2, 9))).doesNotContain(true);
    List<Packet> again = drain(reader);
    assertThat(psns(again)).containsExactly(1, 3, 6);
    assertThat(again.stream().map(p -> p.payload)).containsExactly(1_476, 2_500, 2_500);
    ask(responder, again);
    List<Packet> rest = drain(responder);
    assertThat(psns(rest)).containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
    assertThat(rest.stream().map(p -> (int) p.bytes).limit(2))
        .as("the first response to a repeated request carries an AETH")
        .containsExactly(1_090, 518);
    assertThat(taken(reader, rest)).doesNotContain(false);
    QueuePairFlow done = reader.takeCompleted();
    assertThat(done == null ? -1 : done.retransmissions).isEqualTo(8);
  }

  @Test
  void shouldForgetWhatItWasAtWhenTheOtherEndGoesBack() {
    ReadRequester reader = reader(0);
    ReadResponder responder = responder(0);
    reader.post(0, 7_500, 0);
    ask(responder, drain(reader));
    for (int i = 0; i < 4; i++) {
      responder.fill(new Packet(), 0);
    }
    reader.goBack(0); // it has seen none of them
    ask(responder, drain(reader));
    assertThat(psns(drain(responder))).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8);
  }

  @Test
  void shouldAnswerAMissingRequestByOneNakThatNamesIt() {
    ReadRequester reader = reader(0);
    ReadResponder responder = responder(0);
    reader.post(0, 7_500, 0);
    List<Packet> requests = drain(reader);
    assertThat(responder.take(requests.get(0), 0)).isFalse();
    // Request 3 is lost.
    assertThat(responder.take(requests.get(2), 1)).isTrue();
    assertThat(responder.expected()).isEqualTo(3);
    assertThat(responder.take(requests.get(2), 2)).as("once a gap").isFalse();
    assertThat(reader.take(drain(responder).getFirst(), 0)).isTrue();
    reader.onNak(3);
    List<Packet> again = drain(reader);
    assertThat(psns(again))
        .as("what is being answered is not asked for again")
        .containsExactly(3, 6);
    ask(responder, again);
    assertThat(psns(drain(responder))).containsExactly(3, 4, 5, 6, 7, 8);
  }

  @Test
  void shouldIgnoreResponsesThatItHasOrNeverAskedFor() {
    ReadRequester reader = reader(0);
    ReadResponder responder = responder(0);
    reader.post(0, 1_000, 0);
    ask(responder, drain(reader));
    Packet response = drain(responder).getFirst();
    assertThat(reader.take(response, 0)).isTrue();
    assertThat(reader.take(response, 0)).isFalse();
    response.psn = 1;
    assertThat(reader.take(response, 0)).isFalse();
    assertThat(drain(reader)).isEmpty();
  }

  @Test
  void shouldQueueMoreRequestsThanItBeganWith() {
    ReadRequester reader =
        new ReadRequester(
            new FlowTuple(0, 1, 0, 0, 0, 0),
            RcSettings.of(
                Settings.DEFAULTS
                    .parse(TransportKnobs.OPERATION, "read")
                    .with(TransportKnobs.MESSAGE_SIZE, new Size(1_000)),
                4),
            LINE);
    ReadResponder responder = responder(0);
    List<Integer> sizes = new ArrayList<>();
    for (int flow = 0; flow < 40; flow++) {
      reader.post(flow, 1 + flow, 0);
    }
    for (int i = 0; i < 10; i++) { // so that the ring does not begin at its beginning when it grows
      List<Packet> requests = drain(reader);
      ask(responder, requests);
      for (int j = 0; j < 3 && responder.canSend(0); j++) {
        Packet packet = new Packet();
        responder.fill(packet, 0);
        sizes.add(packet.payload);
        assertThat(packet.has(Packet.LAST_OF_FLOW)).isTrue();
        assertThat(reader.take(packet, 0)).isTrue();
      }
    }
    drain(responder).forEach(packet -> sizes.add(packet.payload));
    assertThat(sizes).hasSize(40);
    for (int i = 0; i < 40; i++) {
      assertThat(sizes.get(i)).isEqualTo(1 + i);
    }
  }

  @ParameterizedTest(name = "messages of {0} B, {1} at most, {2} posted: {3} requests")
  @CsvSource({
    "1000, 16, 16, 16",
    "1000, 16, 4, 4",
    "1000, 4, 16, 4",
    "1073741824, 16, 16, 2", // 2^22 packets of 256 B each
    "2147483648, 16, 16, 1",
  })
  void shouldKeepNoMoreRequestsThanNumbersCanTellApart(
      long message, long reads, long outstanding, int requests) {
    RcSettings settings =
        RcSettings.of(
            Settings.DEFAULTS
                .parse(TransportKnobs.OPERATION, "read")
                .with(TransportKnobs.MTU, 256L)
                .with(TransportKnobs.MESSAGE_SIZE, new Size(message))
                .with(TransportKnobs.OUTSTANDING_READS, reads)
                .with(TransportKnobs.OUTSTANDING, outstanding),
            4);
    ReadRequester reader = new ReadRequester(new FlowTuple(0, 1, 0, 0, 0, 0), settings, LINE);
    reader.post(0, 100L * message, 0);
    List<Packet> sent = drain(reader);
    assertThat(sent).hasSize(requests);
    assertThat(Integer.toUnsignedLong(sent.getFirst().payload)).isEqualTo(message);
  }
}
