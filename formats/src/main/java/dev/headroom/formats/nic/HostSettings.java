package dev.headroom.formats.nic;

import static dev.headroom.formats.setting.SettingScale.whole;
import static dev.headroom.formats.setting.SettingScale.words;
import static dev.headroom.formats.setting.SettingUnit.COUNT;
import static dev.headroom.formats.setting.SettingUnit.MICROSECONDS;
import static dev.headroom.formats.setting.SettingUnit.MILLISECONDS;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.setting.DeviceSetting;
import dev.headroom.formats.setting.SettingSite;
import dev.headroom.formats.setting.SettingValue;
import java.util.List;

/**
 * Settings of the Linux kernel that the simulator has knobs for: {@code sysctl} (kernel,
 * Documentation/networking/ip-sysctl) and {@code ethtool} (its manual page).
 */
final class HostSettings {
  static final String SYSCTL = "sysctl";
  static final String ETHTOOL = "ethtool";
  private static final String FILE = "/etc/sysctl.d/90-headroom.conf";

  /** All rows. */
  static final List<DeviceSetting> TABLE =
      List.of(
          sysctl("net.ipv4.tcp_ecn")
              .sets("transport.tcp.ecn", words("1", "true", "0", "false"))
              .limitedBy("2, the default, accepts ECN and does not ask for it"),
          sysctl("net.ipv4.tcp_early_retrans")
              .sets("transport.tcp.tailProbe", words("3", "true", "0", "false", "4", "true")),
          sysctl("net.ipv4.tcp_rto_min_us")
              .sets("transport.tcp.minTimeout", whole(MICROSECONDS, 1, 60_000_000)),
          ethtool("-C", "rx-usecs").sets("hosts.cpu.moderation", whole(MICROSECONDS, 0, 10_000)),
          ethtool("-C", "rx-frames").sets("hosts.cpu.moderationFrames", whole(COUNT, 1, 65_536)),
          ethtool("-C", "adaptive-rx")
              .sets("hosts.cpu.adaptive", words("on", "true", "off", "false")),
          ethtool("-G", "rx").sets("hosts.cpu.ring", whole(COUNT, 1, 65_536)),
          ethtool("--set-tunable", "pfc-prevention-tout")
              .sets("hosts.pauseLimit", whole(MILLISECONDS, 80, 8000)));

  private HostSettings() {}

  private static SettingSite sysctl(String key) {
    return new SettingSite(SYSCTL, key, FILE, key + " = {value}");
  }

  private static SettingSite ethtool(String option, String name) {
    return new SettingSite(ETHTOOL, name, "ethtool " + option + " {interface}", name + " {value}");
  }

  /** Values in force of {@code sysctl}, with the row of each. */
  static List<SettingValue> of(HostFacts host) {
    return TABLE.stream()
        .filter(each -> each.site().device().equals(SYSCTL))
        .flatMap(each ->
            host.facts().first(new Subject(SubjectKind.SYSCTL, each.name()), "value").stream()
                .map(fact -> SettingValue.of(each, fact.value().strip(), fact.evidence())))
        .toList();
  }
}
