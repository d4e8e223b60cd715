package dev.headroom.sim.delivery;

import dev.headroom.sim.message.MessageSettings;

/**
 * Settings of a transport's requests for data at the other end (READ): one request for each flow,
 * which the other end acknowledges before it sends the data as any other. Requests go in the class
 * of data.
 *
 * @param messageSettings how it moves flows
 * @param timeoutPs a request of which nothing is heard for so long is sent again
 * @param retries how often before the connection is given up; {@link Integer#MAX_VALUE}: without
 *     end
 * @param ordered whether requests are carried out in the order in which they were made
 * @param pathCount entropy values that requests are spread over; a power of two
 */
public record ReadRequestSettings(
    MessageSettings messageSettings, long timeoutPs, int retries, boolean ordered, int pathCount) {

  /**
   * Those of a transport without order that never gives up.
   *
   * @param timeoutPs a request of which nothing is heard for so long is sent again
   * @param ways entropy values that requests are spread over; a power of two
   */
  public static ReadRequestSettings of(MessageSettings terms, long timeoutPs, int ways) {
    return new ReadRequestSettings(terms, timeoutPs, Integer.MAX_VALUE, false, ways);
  }

  /** The same where the connection is given up after so many repeats of one request. */
  public ReadRequestSettings givenUpAfter(int most) {
    return new ReadRequestSettings(messageSettings, timeoutPs, most, ordered, pathCount);
  }

  /** The same where requests are carried out in order, and so take one way. */
  public ReadRequestSettings inOrder() {
    return new ReadRequestSettings(messageSettings, timeoutPs, retries, true, 1);
  }

  /** Whether the connection is ever given up. */
  boolean hasRetryLimit() {
    return retries != Integer.MAX_VALUE;
  }

  /** Requests of a connection whose data is not all there, at most. */
  long outstanding() {
    return messageSettings.outstanding().reads();
  }
}
