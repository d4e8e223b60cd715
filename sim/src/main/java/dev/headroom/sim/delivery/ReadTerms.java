package dev.headroom.sim.delivery;

import dev.headroom.sim.rc.RcSettings;

/**
 * How a transport asks for data that lies at the other end (READ): by one request for each flow,
 * which the other end acknowledges before it sends the data as any other.
 *
 * @param requestFrame bytes of a request's frame
 * @param ackFrame bytes of the frame of its ACK
 * @param requestClass priority of requests
 * @param ackClass priority of their ACKs
 * @param outstanding requests of a connection whose data is not all there, at most
 * @param timeoutPs a request of which nothing is heard for so long is sent again
 * @param retries how often before the connection is given up; {@link Integer#MAX_VALUE}: without
 *     end
 * @param ordered whether requests are carried out in the order in which they were made
 * @param ways entropy values that requests are spread over; a power of two
 */
public record ReadTerms(
    int requestFrame,
    int ackFrame,
    int requestClass,
    int ackClass,
    long outstanding,
    long timeoutPs,
    int retries,
    boolean ordered,
    int ways) {

  /**
   * What a scenario says of all transports, for one without order that never gives up.
   *
   * @param timeoutPs a request of which nothing is heard for so long is sent again
   * @param ways entropy values that requests are spread over; a power of two
   */
  public static ReadTerms of(RcSettings rc, long timeoutPs, int ways) {
    return new ReadTerms(
        rc.framing().readRequest(),
        rc.framing().ack(),
        rc.dataClass(),
        rc.ackClass(),
        rc.outstandingReads(),
        timeoutPs,
        Integer.MAX_VALUE,
        false,
        ways);
  }

  /** The same where the connection is given up after so many repeats of one request. */
  public ReadTerms givenUpAfter(int most) {
    return new ReadTerms(
        requestFrame,
        ackFrame,
        requestClass,
        ackClass,
        outstanding,
        timeoutPs,
        most,
        ordered,
        ways);
  }

  /** Whether the connection is ever given up. */
  boolean givesUp() {
    return retries != Integer.MAX_VALUE;
  }

  /** The same where requests are carried out in order, and so take one way. */
  public ReadTerms inOrder() {
    return new ReadTerms(
        requestFrame, ackFrame, requestClass, ackClass, outstanding, timeoutPs, retries, true, 1);
  }
}
