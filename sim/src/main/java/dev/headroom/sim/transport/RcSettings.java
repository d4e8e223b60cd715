package dev.headroom.sim.transport;

/**
 * What a reliable connection is set with.
 *
 * @param framing bytes around the payload
 * @param mtu payload of a full packet
 * @param messageBytes a flow is cut into messages of this size
 * @param outstanding messages posted and not completed, at most
 * @param reth whether the first packet of a message carries a RETH: WRITE does, SEND does not
 * @param windowBytes payload in flight, at most
 * @param windowFollowsRate whether the window shrinks in proportion to the rate
 * @param ackEvery packets an ACK, at most
 * @param ackDuplicates whether a packet that was received before is acknowledged again
 * @param dataClass priority of data
 * @param ackClass priority of ACK and NAK
 * @param ackHostClass class whose pauses hold back ACKs at the host that sends them
 * @param cnpClass priority of CNP
 * @param echo whether marks are echoed in ACKs; else told by CNP
 * @param cnpIntervalPs least time between CNPs of a queue pair
 * @param cnpIntervalsRunOn whether those intervals follow one another from the first CNP on; else
 *     each begins with a CNP
 * @param nakIntervalPs least time between NAKs for the same gap
 * @param timeoutPs local ACK timeout; {@code Long.MAX_VALUE} is never
 * @param retryCount timeouts in a row that are survived
 * @param initialPsn first packet sequence number
 */
public record RcSettings(
    Framing framing,
    int mtu,
    long messageBytes,
    long outstanding,
    boolean reth,
    long windowBytes,
    boolean windowFollowsRate,
    int ackEvery,
    boolean ackDuplicates,
    int dataClass,
    int ackClass,
    int ackHostClass,
    int cnpClass,
    boolean echo,
    long cnpIntervalPs,
    boolean cnpIntervalsRunOn,
    long nakIntervalPs,
    long timeoutPs,
    int retryCount,
    int initialPsn) {

  /** Packets of a message; an empty message is one packet. */
  public long packets(long bytes) {
    return Math.max(1, (bytes + mtu - 1) / mtu);
  }

  /** Packets of a flow. */
  public long flowPackets(long bytes) {
    long whole = bytes / messageBytes;
    long rest = bytes - whole * messageBytes;
    return whole * packets(messageBytes) + (rest > 0 || whole == 0 ? packets(rest) : 0);
  }
}
