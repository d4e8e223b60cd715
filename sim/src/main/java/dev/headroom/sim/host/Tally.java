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

  /** Of these, NAKs of a packet that is missing. */
  public long naks;

  /** Of these, RNR NAKs. */
  public long rnrNaks;

  /** CNPs sent. */
  public long cnpPackets;

  /** Packets sent to open connections, or to ask for a window that is closed. */
  public long openings;

  /** Retransmission timeouts of senders here. */
  public long timeouts;

  /** Packets that came here and had to wait for one before them, where order is kept. */
  public long waitedPackets;

  /** How long these have waited together, in picoseconds. */
  public long waitedPs;

  /** Bytes copied between applications and kernel, system calls for that, interrupts. */
  public long copiedBytes;

  public long syscalls;
  public long interrupts;

  /** Time that cores have worked for the transport, together, in picoseconds. */
  public long cpuPs;

  /** Payload placed here, in bytes, in order and once. */
  public long payloadDelivered;

  Tally() {}

  private void add(Tally other) {
    dataPackets += other.dataPackets;
    retransmissions += other.retransmissions;
    readRequests += other.readRequests;
    ackPackets += other.ackPackets;
    naks += other.naks;
    rnrNaks += other.rnrNaks;
    cnpPackets += other.cnpPackets;
    payloadDelivered += other.payloadDelivered;
    openings += other.openings;
    timeouts += other.timeouts;
    waitedPackets += other.waitedPackets;
    waitedPs += other.waitedPs;
    copiedBytes += other.copiedBytes;
    syscalls += other.syscalls;
    interrupts += other.interrupts;
    cpuPs += other.cpuPs;
  }

  /** The sum over some hosts. */
  public static Tally of(Iterable<Host> hosts) {
    Tally sum = new Tally();
    hosts.forEach(host -> sum.add(host.tally));
    return sum;
  }
}
