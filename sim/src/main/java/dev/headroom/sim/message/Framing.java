package dev.headroom.sim.message;

import dev.headroom.model.choice.FrameFormat;
import dev.headroom.model.choice.Verb;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.sim.control.SignalOverhead;

/**
 * Bytes on the wire around the payload. Frames are counted with FCS, without preamble and gap.
 *
 * @param dataHeader all headers and trailers of a data packet
 * @param reth RETH, on the first packet of a WRITE message
 * @param aeth AETH, on the first, last and only response to a READ
 * @param control frames without payload
 * @param minFrame frames are padded to this
 * @param payloadUnit payload is padded to a multiple of this
 * @param overhead preamble and gap
 * @param gap how much of that follows the frame
 */
public record Framing(
    int dataHeader,
    int reth,
    int aeth,
    ControlFrames control,
    int minFrame,
    int payloadUnit,
    int overhead,
    int gap) {

  /**
   * Frames without payload, in bytes.
   *
   * @param ack an ACK or NAK
   * @param ackUnpadded what of that is not padding
   * @param cnp a CNP
   * @param readRequest a request for a READ
   * @param pause of PFC
   */
  public record ControlFrames(int ack, int ackUnpadded, int cnp, int readRequest, int pause) {
    private ControlFrames with(int onAcks) {
      int longer = ackUnpadded + onAcks;
      return new ControlFrames(Math.max(ack, longer), longer, cnp, readRequest, pause);
    }
  }

  /**
   * RoCEv2 on Ethernet (IBTA annex A17; IEEE 802.3): Ethernet 14, IPv4 20, UDP 8, BTH 12, ICRC 4,
   * FCS 4 make 62; RETH 16; AETH 4; a CNP has 16 reserved bytes; preamble and start of frame 8, gap
   * 12. A saturated link gives 4096 / (4096 + 62 + 20) = 98.0 % goodput at MTU 4096.
   */
  public static final Framing ROCEV2 =
      new Framing(62, 16, 4, new ControlFrames(66, 66, 78, 78, 64), 64, 4, 20, 12);

  /**
   * RoCE on Ethernet without IP and UDP (IBTA annex A16): Ethernet 14 with type 0x8915, GRH 40, BTH
   * 12, ICRC 4, FCS 4 make 74. There is no CNP; it would be as long as that of RoCEv2 and 12 more.
   */
  public static final Framing ROCEV1 =
      new Framing(74, 16, 4, new ControlFrames(78, 78, 90, 90, 64), 64, 4, 20, 12);

  /**
   * InfiniBand within a subnet (IBTA volume 1): LRH 8, BTH 12, ICRC 4, VCRC 2 make 26; RETH 16,
   * AETH 4; a delimiter of a byte before each packet and one after. A flow control packet has 6 B.
   * A saturated link gives 4096 / (4096 + 26 + 2) = 99.3 % goodput at MTU 4096. The port counters
   * of InfiniBand count all of a packet but VCRC and delimiters.
   */
  public static final Framing INFINIBAND =
      new Framing(26, 16, 4, new ControlFrames(30, 30, 42, 42, 6), 1, 4, 2, 0);

  /** What Alibaba's HPCC simulator puts on a wire: no preamble, gap, FCS or BTH. */
  public static final Framing HPCC_NS3 =
      new Framing(48, 0, 0, new ControlFrames(60, 46, 60, 60, 43), 1, 1, 0, 0);

  /**
   * Ultra Ethernet's transport on Ethernet (UE specification 1.0; IEEE 802.3): Ethernet 14, IPv4
   * 20, UDP 8, packet delivery header of a request 12, semantic header 44 on each packet, FCS 4. An
   * ACK has a delivery header of 12, selective acknowledgement and congestion state 20, a semantic
   * response 12; NACK and credit are shorter and counted alike. The CRC that the specification
   * leaves to choice is left out.
   */
  public static final Framing UET =
      new Framing(102, 0, 0, new ControlFrames(90, 90, 90, 102, 64), 64, 1, 20, 12);

  /**
   * The same where data is READ: the request has the semantic header of 44, its response on each
   * packet one of 20, a response with data (UE specification 1.0, table 3-12: 8 of every response,
   * message 2, length 2, modified length 4, offset 4).
   */
  public static final Framing UET_READ =
      new Framing(78, 0, 0, new ControlFrames(90, 90, 90, 102, 64), 64, 1, 20, 12);

  /**
   * What UEC's htsim puts on a wire for RoCE: 64 B around the payload and for an ACK, nothing else
   * ({@code rocepacket.h}). Its pauses take no time to send; here they are minimal frames.
   */
  public static final Framing HTSIM =
      new Framing(64, 0, 0, new ControlFrames(64, 64, 64, 64, 64), 1, 1, 0, 0);

  /**
   * Falcon on Ethernet (Falcon and RDMA over Falcon, specifications 0.9): Ethernet 14, IPv6 40, UDP
   * 8, PSP header and check value 16 each, Falcon's base header and length of a push 26, RDMA base
   * header 12 and RETH 16 on each packet, FCS 4. A base ACK has 32 bytes instead of the last three.
   */
  public static final Framing FALCON =
      new Framing(152, 0, 0, new ControlFrames(130, 130, 130, 130, 64), 64, 4, 20, 12);

  /**
   * The same where data is READ: a pull request has, instead of the last three, a header of 30 and
   * RDMA base header 12, RETH 16, message number 4 and sink tag 12; its data a header of 24 and
   * RDMA base header and sink tag (Falcon 0.9, sections 7.3 and 7.4; RDMA over Falcon 0.9, section
   * 8.1.3).
   */
  public static final Framing FALCON_READ =
      new Framing(146, 0, 0, new ControlFrames(130, 130, 130, 172, 64), 64, 4, 20, 12);

  /**
   * SRD on Ethernet, of which AWS publishes no format: Ethernet 14, FCS 4, and between them the 73
   * bytes by which the payload of EFA, 8,928, is less than the MTU of a VPC, 9,001. ACKs have as
   * many, and so have requests for a READ.
   */
  public static final Framing SRD =
      new Framing(91, 0, 0, new ControlFrames(91, 91, 91, 91, 64), 64, 1, 20, 12);

  /**
   * Memory over CXL (CXL specification 3.0, chapter 4): flits of slots of 16 bytes, a header of one
   * slot with each message and a line of 64 bytes in four. A flit of 68 bytes has four slots and 4
   * bytes around them, one of 256 has fifteen and 16, so that a slot takes 17. A saturated link
   * gives 64 / 85 = 75.3 % to lines that are read.
   */
  public static final Framing CXL =
      new Framing(21, 0, 0, new ControlFrames(17, 17, 17, 17, 17), 17, 16, 0, 0);

  /** What a scenario says, with what congestion control wants carried. */
  public static Framing of(Settings settings) {
    SignalOverhead signalOverhead = SignalOverhead.of(settings);
    return of(settings.get(TransportKnobs.FRAMING), settings.get(TransportKnobs.OPERATION))
        .with(signalOverhead.dataBytes(), signalOverhead.ackBytes());
  }

  /** Of a format, with a verb. */
  static Framing of(FrameFormat format, Verb operation) {
    boolean read = operation == Verb.READ;
    return switch (format) {
      case ROCEV2 -> ROCEV2;
      case ROCEV1 -> ROCEV1;
      case INFINIBAND -> INFINIBAND;
      case HPCC_NS3 -> HPCC_NS3;
      case HTSIM -> HTSIM;
      case UET -> read ? UET_READ : UET;
      case FALCON -> read ? FALCON_READ : FALCON;
      case SRD -> SRD;
      case CXL -> CXL;
    };
  }

  /** A data packet's frame with so many bytes of extended transport headers. */
  public int dataFrame(int payload, int extended) {
    int padded = (payload + payloadUnit - 1) / payloadUnit * payloadUnit;
    return Math.max(minFrame, padded + dataHeader + extended);
  }

  /** A frame of an ACK or NAK. */
  public int ack() {
    return control.ack;
  }

  /** A frame of a request for a READ. */
  public int readRequest() {
    return control.readRequest;
  }

  /** This framing without what only some packets of a message carry. */
  public Framing alike() {
    return new Framing(dataHeader, 0, 0, control, minFrame, payloadUnit, overhead, gap);
  }

  /** This framing with more headers on data packets and on ACKs. */
  Framing with(int onData, int onAcks) {
    return new Framing(
        dataHeader + onData,
        reth,
        aeth,
        control.with(onAcks),
        minFrame,
        payloadUnit,
        overhead,
        gap);
  }
}
