package dev.headroom.wire.probe;

import dev.headroom.wire.probe.IcmpHopError.About;
import dev.headroom.wire.probe.ProbeSink.Arrival;
import java.net.InetAddress;
import java.net.ProtocolException;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/** Encoding of probe packets, arrivals and answers, each in as many bytes as every other. */
final class ProbeEncoding {
  static final int ARRIVAL = 8;
  static final int SHOT = 8;
  static final int ANSWER = 32;

  /** What an answer is about, by number. */
  private static final List<About> ABOUT = List.of(About.EXPIRED, About.TOO_LONG, About.REFUSED);

  /** An address of IPv6; one of IPv4 has zeros behind. */
  private static final int ADDRESS = 16;

  private final int addressBytes;

  /**
   * @param peer of whose kind all addresses are
   */
  ProbeEncoding(InetAddress peer) {
    addressBytes = peer.getAddress().length;
  }

  ByteBuffer of(List<Arrival> arrivals) {
    ByteBuffer all = ByteBuffer.allocate(arrivals.size() * ARRIVAL);
    arrivals.forEach(each -> all.putInt(each.sequence()).putInt(each.trafficClass()));
    return all;
  }

  List<Arrival> arrivals(ByteBuffer said, int count) {
    List<Arrival> arrivals = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      arrivals.add(new Arrival(said.getInt(), said.getInt() & 0xff));
    }
    return arrivals;
  }

  /** The first number, then the shots. */
  ByteBuffer of(ProbeBurst probeBurst) {
    ByteBuffer all = ByteBuffer.allocate(Integer.BYTES + probeBurst.probes().size() * SHOT);
    all.putInt(probeBurst.first());
    for (Probe each : probeBurst.probes()) {
      all.putShort((short) each.flow())
          .putShort((short) each.payload())
          .putShort((short) each.ttl())
          .putShort((short) each.trafficClass());
    }
    return all;
  }

  /**
   * A volley.
   *
   * @throws IllegalArgumentException if nobody may send such
   */
  ProbeBurst volley(ByteBuffer said, int count, long gapNs) {
    int first = said.getInt();
    List<Probe> probes = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int flow = said.getShort();
      int payload = said.getShort();
      probes.add(new Probe(flow, said.getShort(), said.getShort(), payload));
    }
    return new ProbeBurst(first, gapNs, probes);
  }

  ByteBuffer of(Map<Integer, IcmpHopError> answers) {
    ByteBuffer all = ByteBuffer.allocate(answers.size() * ANSWER);
    answers.forEach((shot, answer) ->
        all.putInt(shot)
            .putInt(answer.mtuBytes())
            .putShort((short) ABOUT.indexOf(answer.cause()))
            .putShort((short) answer.trafficClass())
            .putInt(answer.sourcePort())
            .put(answer.router().getAddress())
            .put(new byte[ADDRESS - addressBytes]));
    return all;
  }

  /**
   * Answers.
   *
   * @param shots of the volley that they are about
   */
  SequencedMap<Integer, IcmpHopError> answers(ByteBuffer said, int count, int shots)
      throws ProtocolException {
    SequencedMap<Integer, IcmpHopError> answers = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      int shot = said.getInt();
      int mtuBytes = said.getInt();
      int about = said.getShort();
      int trafficClass = said.getShort();
      int sourcePort = said.getInt();
      byte[] router = new byte[addressBytes];
      said.get(router).get(new byte[ADDRESS - addressBytes]);
      if (shot < 0 || shot >= shots || about < 0 || about >= ABOUT.size()) {
        throw new ProtocolException("the server reports an invalid answer");
      }
      answers.put(
          shot,
          new IcmpHopError(
              address(router), ABOUT.get(about), mtuBytes, -1, sourcePort, trafficClass));
    }
    return answers;
  }

  private static InetAddress address(byte[] bytes) {
    try {
      return InetAddress.getByAddress(bytes);
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e); // four or sixteen bytes are always an address
    }
  }
}
