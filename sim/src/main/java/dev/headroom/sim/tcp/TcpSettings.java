package dev.headroom.sim.tcp;

import java.util.OptionalLong;

/**
 * Settings of TCP, for all connections of a run.
 *
 * @param layout how payload lies in the stream, and what frames weigh
 * @param dataClass priority of everything that goes the way of the data
 * @param ackClass priority of everything that goes back
 * @param ecn whether receivers tell of marks; else they take no notice of them
 * @param handshake whether the first flow of a connection opens it
 * @param receiving what its receivers do
 * @param retries what is done where nothing is heard
 * @param reads of a connection at most that may be asked for (ORD); empty where the source sends
 *     data unasked
 */
public record TcpSettings(
    StreamLayout layout,
    int dataClass,
    int ackClass,
    boolean ecn,
    boolean handshake,
    Receiving receiving,
    Retries retries,
    OptionalLong reads) {

  /**
   * What receivers do.
   *
   * @param bufferBytes what one has room for that its application has not taken
   * @param ackEvery segments that one ACK answers
   * @param ackDelayPs how long an ACK may wait for more segments
   */
  public record Receiving(long bufferBytes, int ackEvery, long ackDelayPs) {}

  /**
   * What senders do that hear nothing.
   *
   * @param leastTimeoutPs floor under what the retransmission timeout allows for variation
   * @param tailProbe whether the end of a flight that nothing is heard of is sent again before the
   *     retransmission timeout (TLP)
   * @param probeSlackPs what such a probe waits beyond two round trips
   */
  public record Retries(long leastTimeoutPs, boolean tailProbe, long probeSlackPs) {}

  /** Those of the stream of requests, where data is asked for. */
  TcpSettings ofRequests() {
    return with(layout.ofRequests(), handshake);
  }

  /** Those of data that was asked for: the connection is open by then. */
  TcpSettings ofResponses() {
    return with(layout, false);
  }

  private TcpSettings with(StreamLayout otherLayout, boolean opens) {
    return new TcpSettings(otherLayout, dataClass, ackClass, ecn, opens, receiving, retries, reads);
  }
}
