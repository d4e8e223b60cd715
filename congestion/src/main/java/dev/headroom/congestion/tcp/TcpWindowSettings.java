package dev.headroom.congestion.tcp;

import dev.headroom.congestion.RangeCheck;
import dev.headroom.unit.setting.Setting;
import dev.headroom.unit.setting.SettingValues;
import dev.headroom.unit.setting.SettingsType;

/**
 * Settings common to {@link Reno}, {@link Cubic} and {@link Dctcp}.
 *
 * @param initialPackets first window in packets
 */
public record TcpWindowSettings(
    @Setting(
            key = "transport.tcp.initialWindow",
            fallback = "10",
            least = "1",
            most = "1000",
            means = "initial window of a connection in segments",
            source = "RFC 6928",
            real = "ip route ... initcwnd")
        int initialPackets) {
  /** The greatest window in packets: more than any fabric holds. */
  static final int MOST_PACKETS = 1_000_000;

  public TcpWindowSettings {
    RangeCheck.check("initial window", initialPackets, 1, MOST_PACKETS);
  }

  /** The defaults. */
  public static TcpWindowSettings defaults() {
    return SettingsType.of(TcpWindowSettings.class).make(SettingValues.NOTHING);
  }
}
