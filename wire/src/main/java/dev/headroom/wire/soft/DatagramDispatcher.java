package dev.headroom.wire.soft;

import dev.headroom.wire.packet.BigEndianBytes;
import dev.headroom.wire.packet.Bth;
import dev.headroom.wire.packet.BthOperation;
import dev.headroom.wire.packet.Deth;
import dev.headroom.wire.packet.FrameHeaders;
import dev.headroom.wire.packet.Ipv4;
import dev.headroom.wire.packet.LinkType;
import dev.headroom.wire.packet.NetworkLayer;
import dev.headroom.wire.packet.Opcode;
import dev.headroom.wire.packet.TransportService;
import dev.headroom.wire.packet.UnknownIpIdCheck;
import dev.headroom.wire.soft.link.AddressBits;
import dev.headroom.wire.soft.link.DatagramLink;
import dev.headroom.wire.verbs.ManagementPort;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Validation and dispatch of each datagram that arrives: whether it is a packet, undamaged, for a
 * queue pair here, and from the right peer. What is cheap to see is looked at first; the ICRC comes
 * last, since strangers should cost little. Whatever it is, the next one is taken.
 */
final class DatagramDispatcher {
  /** The queue pair of management (IBA 3.9.4), and the Q_Key of all of them (IBA 10.2.5). */
  static final int MANAGEMENT_QP = 1;

  static final int MANAGEMENT_QKEY = 0x8001_0000;

  private final DatagramLink link;
  private final DeviceResources deviceResources;
  private final InternalFaults faults;
  private final FrameHeaders frame;
  private final UnknownIpIdCheck unseen = new UnknownIpIdCheck();
  private final long high;
  private final long low;
  private ManagementPort.@Nullable Manager manager;
  private long ignored;
  private long cnps;
  private long earlyCnps;

  DatagramDispatcher(DatagramLink link, DeviceResources deviceResources, InternalFaults faults) {
    this.link = link;
    this.deviceResources = deviceResources;
    this.faults = faults;
    frame = new FrameHeaders(link.port());
    high = AddressBits.high(link.address());
    low = AddressBits.low(link.address());
  }

  /** Who takes what comes to queue pair 1. */
  void manage(ManagementPort.Manager by) {
    manager = by;
  }

  /** Datagrams that were for nobody, from a stranger, or broken. */
  long ignored() {
    return ignored;
  }

  /** Congestion notifications that came from peers. */
  long cnps() {
    return cnps;
  }

  /** Those of them that came within half of the interval that a peer has to keep. */
  long earlyCnps() {
    return earlyCnps;
  }

  /** Takes the datagram that lies there in the link's memory. */
  void take(long at, int bytes, long nowNs) {
    try {
      ignored += receive(at, at + bytes, nowNs) ? 0 : 1;
    } catch (RuntimeException e) {
      faults.met(e);
    }
  }

  /** False if nobody here has to do with it. */
  private boolean receive(long from, long to, long nowNs) {
    MemorySegment in = link.in();
    if (frame.read(in, from, to, LinkType.RAW_IP, to - from) != FrameHeaders.Kind.RDMA
        || !isForThisAddress(in)
        || Bth.version(in, frame.bthAt()) != 0
        || !Opcode.isDefined(frame.opcode())) {
      return false;
    }
    int number = Bth.destinationQp(in, frame.bthAt());
    if (number == MANAGEMENT_QP) {
      return manage(in);
    }
    SoftQueuePair pair = deviceResources.pair(number);
    if (pair == null
        || !pair.exchange.gate().isOfPartition(Bth.pkey(in, frame.bthAt()))
        || !pair.exchange.gate().isFromPeer(frame)
        || !isWhole(in)) {
      return false;
    }
    if (frame.isCnp()) {
      return notified(pair, nowNs);
    }
    try {
      return pair.exchange.receive(frame, frame.service(), nowNs);
    } catch (RuntimeException e) {
      faults.broke(pair, e);
      return true;
    }
  }

  private boolean isForThisAddress(MemorySegment in) {
    long at = frame.networkAt();
    return switch (frame.network()) {
      case IPV4 -> high == 0 && low == AddressBits.mapped(Ipv4.destination(in, at));
      case IPV6 ->
          high == BigEndianBytes.i64(in, at + 24) && low == BigEndianBytes.i64(in, at + 32);
      case ETHERNET_GRH, IB_LOCAL, IB_GLOBAL -> false;
    };
  }

  /** Whether the ICRC is right, for some id if that is not known. */
  private boolean isWhole(MemorySegment in) {
    if (frame.network() == NetworkLayer.IPV6 || link.hasIpIds()) {
      return frame.icrcGood();
    }
    return unseen.fits(in, frame.networkAt(), frame.bthAt(), frame.icrcAt());
  }

  private boolean notified(SoftQueuePair pair, long nowNs) {
    CnpHandler.Notice notice = pair.exchange.onCnp(nowNs);
    cnps += notice == CnpHandler.Notice.STRANGE ? 0 : 1;
    earlyCnps += notice == CnpHandler.Notice.EARLY ? 1 : 0;
    return notice != CnpHandler.Notice.STRANGE;
  }

  private boolean manage(MemorySegment in) {
    if (manager == null
        || frame.opcode() != Opcode.of(TransportService.UD, BthOperation.SEND_ONLY)
        || frame.payloadBytes() != ManagementPort.MAD_BYTES
        || Deth.qkey(in, frame.dethAt()) != MANAGEMENT_QKEY
        || (Bth.pkey(in, frame.bthAt()) & 0x7fff) != (Bth.DEFAULT_PKEY & 0x7fff)
        || !isWhole(in)) {
      return false;
    }
    manager.receive(
        AddressBits.of(AddressBits.sourceHigh(frame), AddressBits.sourceLow(frame)),
        in.asSlice(frame.payloadAt(), ManagementPort.MAD_BYTES));
    return true;
  }
}
