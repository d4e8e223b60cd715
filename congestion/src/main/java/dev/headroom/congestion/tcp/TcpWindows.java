package dev.headroom.congestion.tcp;

import dev.headroom.congestion.Range;
import dev.headroom.unit.setting.Given;
import dev.headroom.unit.setting.Setting;
import dev.headroom.unit.setting.SettingsType;

/**
 * Settings common to {@link Reno}, {@link Cubic} and {@link Dctcp}.
 *
 * @param initialPackets first window in packets
 */
public record TcpWindows(
    @Setting(
            key = "transport.tcp.initialWindow",
            fallback = "10",
            least = "1",
            most = "1000",
            means = "first window of a connection in segments",
            source = "RFC 6928",
            real = "ip route ... initcwnd")
        int initialPackets) {
  /** The greatest window in packets: more than any fabric holds. */
  static final int MOST_PACKETS = 1_000_000;

  public TcpWindows {
    Range.check("first window", initialPackets, 1, MOST_PACKETS);
  }

  /** The defaults. */
  public static TcpWindows defaults() {
    return SettingsType.of(TcpWindows.class).make(Given.NOTHING);
  }
}
