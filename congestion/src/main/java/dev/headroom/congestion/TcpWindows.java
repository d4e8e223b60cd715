package dev.headroom.congestion;

/**
 * What {@link Reno}, {@link Cubic} and {@link Dctcp} are set with alike.
 *
 * @param initialPackets first window in packets; 10 (RFC 6928). 1 or more
 * @param maxPackets greatest window in packets; 1,000,000. {@code initialPackets} or more
 */
public record TcpWindows(int initialPackets, int maxPackets) {
  public TcpWindows {
    Range.check("first window", initialPackets, 1, Integer.MAX_VALUE);
    Range.check("greatest window", maxPackets, initialPackets, Integer.MAX_VALUE);
  }

  /** The defaults above. */
  public static TcpWindows defaults() {
    return new TcpWindows(10, 1_000_000);
  }
}
