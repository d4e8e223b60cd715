package dev.headroom.sim.host;

import dev.headroom.sim.measure.HostCounts;

/**
 * Counters of what a host has sent and received. The sum over hosts has what a run's totals are of.
 */
public final class HostCounters {
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

  /** NAKs that came for queue pairs that are not in error. */
  public long naksReceived;

  /** READ responses beyond the one that was due, once a gap. */
  public long impliedNaks;

  /** RNR NAKs that came and after which a queue pair tried again, or gave up. */
  public long rnrNaksReceived;

  public long rnrRetriesExceeded;

  /** ACK timeouts after which a queue pair sent again, or gave up. */
  public long ackTimeouts;

  public long ackRetriesExceeded;

  /** Requests that came although they had been carried out. */
  public long duplicates;

  /** Data packets that came with a CE mark. */
  public long markedPackets;

  /** CNPs sent. */
  public long cnpPackets;

  /** CNPs that came for a queue pair that sends. */
  public long cnpsHandled;

  /** Packets that found the port's receive buffer full, or the kernel's receive ring. */
  public long overflows;

  public long receiveRingDrops;

  /** Pauses that its port gave up since they had lasted too long. */
  public long pauseStorms;

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

  /** The same of that core which has worked most, over all hosts. */
  public long corePs;

  /** Payload placed here, in bytes, in order and once. */
  public long payloadDelivered;

  HostCounters() {}

  /** What a NIC's counters say of it. */
  public HostCounts counts() {
    return new HostCounts(
        naks,
        naksReceived,
        impliedNaks,
        rnrNaks,
        rnrNaksReceived,
        ackTimeouts,
        ackRetriesExceeded,
        rnrRetriesExceeded,
        duplicates,
        markedPackets,
        cnpPackets,
        cnpsHandled,
        overflows,
        receiveRingDrops,
        pauseStorms);
  }

  void add(HostCounters other) {
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
    corePs = Math.max(corePs, other.corePs);
  }
}
