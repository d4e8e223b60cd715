package dev.headroom.app.nic;

import dev.headroom.model.choice.Verb;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.build.TrafficClassMaps;
import dev.headroom.sim.host.UdpPort;
import dev.headroom.sim.kernel.Rng;
import dev.headroom.sim.measure.NicPacketEvent;
import dev.headroom.sim.measure.NicPauseEvent;
import dev.headroom.sim.message.MessageSettings;
import dev.headroom.sim.rc.RcSettings;
import dev.headroom.wire.packet.Aeth;
import dev.headroom.wire.packet.Bth;
import dev.headroom.wire.packet.BthOperation;
import dev.headroom.wire.packet.Ecn;
import dev.headroom.wire.packet.Icrc;
import dev.headroom.wire.packet.NakCause;
import dev.headroom.wire.packet.Opcode;
import dev.headroom.wire.packet.PauseFrame;
import dev.headroom.wire.packet.Reth;
import dev.headroom.wire.packet.RoceWriter;
import dev.headroom.wire.packet.TransportService;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;

/**
 * Encoder of the packets of a simulated queue pair as RoCEv2 frames. What the simulator does not
 * have is made up, the same for every capture of a run: host {@code n} is 10.0.0.0 + n + 1; queue
 * pair numbers are those that the simulator's UDP ports come from; PSNs begin at a number drawn for
 * each queue pair, as connection managers do; memory keys and addresses stand for the flow; payload
 * is zero. The MAC address of host {@code n} is 02:00:00:00:00:00 + n, that of a switch
 * 02:00:80:00:00:00 + its node.
 */
final class RoceFrames {
  /** Reserved bytes of a CNP (IBA annex A17.9.3). */
  private static final int CNP_BYTES = 16;

  /** Length of a NAK's syndrome timer that says 0.64 ms, the default of most RNICs. */
  private static final int RNR_TIMER = 12;

  private static final int TTL = 64;
  private static final int NETWORK = 0x0a000000;
  private static final long MAC = 0x0200_0000_0000L;
  private static final long SWITCH_MAC = 0x0200_8000_0000L;
  private static final int EXTENSION = RoceWriter.BTH_AT + Bth.BYTES;

  private final FlowProgram program;
  private final MessageSettings terms;
  private final Verb verb;
  private final Settings settings;
  private final int cnpDscp;
  private final RoceWriter writer = new RoceWriter();
  private final MemorySegment frame;
  private final Map<Integer, MsnCounter> messages = new HashMap<>();

  /** For each flow the first PSN that went by. */
  private final Map<Integer, Integer> flowStarts = new HashMap<>();

  RoceFrames(Scenario scenario) {
    settings = scenario.settings();
    program = scenario.flows();
    RcSettings rc = RcSettings.of(scenario);
    terms = rc.messageSettings();
    verb = settings.get(TransportKnobs.OPERATION);
    cnpDscp = rc.marks().cnpClass() * 8;
    frame = MemorySegment.ofArray(new byte[EXTENSION + Reth.BYTES + terms.mtu() + 3 + Icrc.BYTES]);
  }

  /** The frame of a packet; it holds until the next. */
  MemorySegment frame(NicPacketEvent packet) {
    int end =
        switch (packet.kind()) {
          case DATA -> data(packet);
          case ACK -> answer(packet, Aeth.ACK, packet.psn() - 1);
          case NAK -> answer(packet, Aeth.nak(NakCause.PSN_SEQUENCE_ERROR), packet.psn());
          case RNR_NAK -> answer(packet, Aeth.rnr(RNR_TIMER), packet.psn());
          case ACCESS_NAK -> answer(packet, Aeth.nak(denial()), packet.psn());
          case CNP -> cnp(packet);
          case READ_REQUEST -> readRequest(packet);
          case OTHER -> throw new IllegalArgumentException("no format for " + packet);
        };
    int dscp =
        switch (packet.kind()) {
          case DATA, READ_REQUEST -> dataDscp(packet.flow());
          case CNP -> cnpDscp;
          default -> ackDscp(packet.flow());
        };
    Ecn ecn =
        packet.marked()
            ? Ecn.CE
            : packet.kind() == NicPacketEvent.Kind.DATA ? Ecn.ECT_0 : Ecn.NOT_ECT;
    int length =
        writer.close(
            frame,
            new RoceWriter.Path(
                MAC + packet.from(),
                MAC + packet.to(),
                NETWORK + packet.from() + 1,
                NETWORK + packet.to() + 1,
                packet.udpSourcePort(),
                (dscp << 2) | ecn.codepoint(),
                TTL),
            end);
    return frame.asSlice(0, length);
  }

  /**
   * The frame of a pause; it holds until the next.
   *
   * @param peer MAC address of what is at the other end of the host's link
   */
  static MemorySegment frame(NicPauseEvent pause, long own, long peer) {
    MemorySegment frame = MemorySegment.ofArray(new byte[PauseFrame.BYTES]);
    PauseFrame.write(frame, pause.sent() ? own : peer, pause.priority(), pause.quanta());
    return frame;
  }

  /** The MAC address of a host, by its position among the hosts. */
  static long macOfHost(int host) {
    return MAC + host;
  }

  /** That of all ports of a switch, by its node. */
  static long macOfSwitch(int node) {
    return SWITCH_MAC + node;
  }

  private int dataDscp(int flow) {
    return TrafficClassMaps.dscp(program.overrides(flow).over(settings));
  }

  private int ackDscp(int flow) {
    long dataClass = program.overrides(flow).over(settings).get(TransportKnobs.TRAFFIC_CLASS);
    long ackClass = settings.find(TransportKnobs.ACK_CLASS).orElse(dataClass);
    return ackClass == dataClass ? dataDscp(flow) : (int) ackClass * 8;
  }

  private int data(NicPacketEvent packet) {
    boolean read = verb == Verb.READ;
    boolean write = verb == Verb.WRITE;
    BthOperation operation = operation(packet, read, write);
    int at = EXTENSION;
    if (operation.hasReth()) {
      Reth.write(frame, at, address(packet), rkey(packet.flow()), messageBytes(packet));
      at += Reth.BYTES;
    } else if (operation.hasAeth()) {
      Aeth.write(frame, at, Aeth.ACK, count(packet).before(packet.psn() + 1));
      at += Aeth.BYTES;
    }
    int payload = (int) packet.payloadBytes();
    frame.asSlice(at, payload).fill((byte) 0);
    header(packet, operation, -payload & 3, packet.requestsAck() && !read, packet.psn());
    if (packet.last()) {
      count(packet).ended(packet.psn());
    }
    return at + payload;
  }

  private static BthOperation operation(NicPacketEvent packet, boolean read, boolean write) {
    if (packet.first() && packet.last()) {
      return read
          ? BthOperation.READ_RESPONSE_ONLY
          : write ? BthOperation.WRITE_ONLY : BthOperation.SEND_ONLY;
    }
    if (packet.first()) {
      return read
          ? BthOperation.READ_RESPONSE_FIRST
          : write ? BthOperation.WRITE_FIRST : BthOperation.SEND_FIRST;
    }
    if (packet.last()) {
      return read
          ? BthOperation.READ_RESPONSE_LAST
          : write ? BthOperation.WRITE_LAST : BthOperation.SEND_LAST;
    }
    return read
        ? BthOperation.READ_RESPONSE_MIDDLE
        : write ? BthOperation.WRITE_MIDDLE : BthOperation.SEND_MIDDLE;
  }

  /** What a responder says that may not reach its memory (IBA volume 1, 9.7.5.2.8). */
  private NakCause denial() {
    return verb == Verb.SEND ? NakCause.REMOTE_OPERATIONAL_ERROR : NakCause.REMOTE_ACCESS_ERROR;
  }

  private int answer(NicPacketEvent packet, int syndrome, int psn) {
    header(packet, BthOperation.ACKNOWLEDGE, 0, false, psn);
    Aeth.write(frame, EXTENSION, syndrome, count(packet).before(packet.psn()));
    return EXTENSION + Aeth.BYTES;
  }

  private int readRequest(NicPacketEvent packet) {
    header(packet, BthOperation.READ_REQUEST, 0, true, packet.psn());
    Reth.write(frame, EXTENSION, 0, rkey(packet.flow()), packet.payloadBytes());
    return EXTENSION + Reth.BYTES;
  }

  private int cnp(NicPacketEvent packet) {
    Bth.write(
        frame,
        RoceWriter.BTH_AT,
        Opcode.CNP,
        false,
        0,
        Bth.DEFAULT_PKEY,
        queuePair(packet),
        false,
        0);
    Bth.setBecn(frame, RoceWriter.BTH_AT);
    frame.asSlice(EXTENSION, CNP_BYTES).fill((byte) 0);
    return EXTENSION + CNP_BYTES;
  }

  private void header(
      NicPacketEvent packet, BthOperation operation, int pad, boolean asks, int psn) {
    Bth.write(
        frame,
        RoceWriter.BTH_AT,
        Opcode.of(TransportService.RC, operation),
        false,
        pad,
        Bth.DEFAULT_PKEY,
        queuePair(packet),
        asks,
        psn + firstPsn(packet.flow()));
  }

  /** The number of the queue pair that a packet goes to. */
  private int queuePair(NicPacketEvent packet) {
    return UdpPort.queuePairNumber(
        packet.to(), packet.from(), program.queuePairIndex(packet.flow()));
  }

  private int firstPsn(int flow) {
    return (int) Rng.mix(program.queuePair(flow) + 1L);
  }

  private MsnCounter count(NicPacketEvent packet) {
    return messages.computeIfAbsent(program.queuePair(packet.flow()), pair -> new MsnCounter());
  }

  private static int rkey(int flow) {
    return (int) Rng.mix(~flow);
  }

  /** Where in its flow a message begins, in bytes; a flow's memory begins at 0. */
  private long address(NicPacketEvent packet) {
    long perMessage = terms.packets(terms.messageBytes());
    int start = flowStarts.computeIfAbsent(packet.flow(), flow -> packet.psn());
    int ahead = Bth.distance(start, packet.psn());
    if (ahead < 0) {
      flowStarts.put(packet.flow(), packet.psn()); // the first were lost before they came here
      ahead = 0;
    }
    return ahead / perMessage * terms.messageBytes();
  }

  private long messageBytes(NicPacketEvent packet) {
    long left = program.bytes(packet.flow()) - address(packet);
    return packet.last()
        ? packet.payloadBytes()
        : Math.max(packet.payloadBytes(), Math.min(left, terms.messageBytes()));
  }
}
