package dev.headroom.wire.soft;

import dev.headroom.wire.soft.link.HeaderTemplate;

/**
 * Congestion notification packets (CNPs) of one connection: those sent for marked packets, and
 * those received, which reduce the rate.
 */
final class CnpHandler {
  /** What a CNP was. */
  enum Notice {
    /** None of a peer's. */
    STRANGE,
    HEARD,
    /** Heard, and too soon after another. */
    EARLY
  }

  private final PacketWriter out;
  private final Pacer pacer;
  private final SoftDcqcnSettings control;
  private final HeaderTemplate route;
  private final int pkey;
  private final int peerQp;
  private long nextNs = Long.MIN_VALUE;
  private long lastNs = Long.MIN_VALUE;

  /**
   * @param pacer what slows down
   * @param to the peer, as all else is sent to it
   */
  CnpHandler(
      PacketWriter out,
      Pacer pacer,
      SoftDcqcnSettings control,
      HeaderTemplate to,
      int pkey,
      int peerQp) {
    this.out = out;
    this.pacer = pacer;
    this.control = control;
    this.pkey = pkey;
    this.peerQp = peerQp;
    route = to.marked(control.cnpDscp() << 2);
  }

  /** Tells the peer that what it sends met congestion, but not too often. */
  void sendCnp(long nowNs) {
    if (nowNs >= nextNs) {
      nextNs = nowNs + control.cnpIntervalNs();
      out.sendCnp(route, pkey, peerQp);
    }
  }

  /** The peer has sent one. */
  Notice onCnp(long nowNs) {
    boolean early = lastNs != Long.MIN_VALUE && nowNs - lastNs < control.cnpIntervalNs() / 2;
    lastNs = nowNs;
    pacer.congested(nowNs);
    return early ? Notice.EARLY : Notice.HEARD;
  }
}
