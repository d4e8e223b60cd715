package dev.headroom.sim.message;

import dev.headroom.model.choice.Verb;

/**
 * Settings of how a transport moves flows: cut into messages, and these into packets.
 *
 * @param framing bytes around the payload
 * @param operation the verb that moves the data
 * @param mtu payload of a full packet
 * @param messageBytes a flow is cut into messages of this size
 * @param outstanding how much may be under way
 * @param ackEvery packets of a message after which an ACK is due
 * @param dataClass priority of data
 * @param ackClass priority of ACK and NAK
 */
public record MessageSettings(
    Framing framing,
    Verb operation,
    int mtu,
    long messageBytes,
    OutstandingLimits outstanding,
    int ackEvery,
    int dataClass,
    int ackClass) {

  /** Whether data is asked for by its destination. */
  public boolean reads() {
    return operation == Verb.READ;
  }

  /** Bytes of RETH on the first packet of a message. */
  public int reth() {
    return operation == Verb.WRITE ? framing.reth() : 0;
  }

  /** The largest frame of data, in bytes. */
  public int largestFrame() {
    return framing.dataFrame(mtu, reads() ? framing.aeth() : reth());
  }

  /** Bytes on the wire of a full packet and of its ACK. */
  public long roundTripBytes() {
    return largestFrame() + framing.ack() + 2L * framing.overhead();
  }

  /** Packets of a message; an empty message is one packet. */
  public long packets(long bytes) {
    return Math.max(1, (bytes + mtu - 1) / mtu);
  }

  /** The same with messages of another size, of which so many may be under way. */
  public MessageSettings inMessages(long bytes, long most) {
    return new MessageSettings(
        framing,
        operation,
        mtu,
        bytes,
        OutstandingLimits.of(most, most),
        ackEvery,
        dataClass,
        ackClass);
  }
}
