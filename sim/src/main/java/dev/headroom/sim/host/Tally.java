package dev.headroom.sim.host;

/** What a host has sent and received. */
public final class Tally {
  /** Data packets sent, retransmissions included. */
  public long dataPackets;

  /** Of these, sent again. */
  public long retransmissions;

  /** READ requests sent, repeated ones included. */
  public long readRequests;

  /** ACKs and NAKs sent. */
  public long ackPackets;

  /** Of these, RNR NAKs. */
  public long rnrNaks;

  /** CNPs sent. */
  public long cnpPackets;

  /** Payload placed here, in bytes, in order and once. */
  public long payloadDelivered;

  Tally() {}

  private void add(Tally other) {
    dataPackets += other.dataPackets;
    retransmissions += other.retransmissions;
    readRequests += other.readRequests;
    ackPackets += other.ackPackets;
    rnrNaks += other.rnrNaks;
    cnpPackets += other.cnpPackets;
    payloadDelivered += other.payloadDelivered;
  }

  /** The sum over some hosts. */
  public static Tally of(Iterable<Host> hosts) {
    Tally sum = new Tally();
    hosts.forEach(host -> sum.add(host.tally));
    return sum;
  }
}
