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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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

  /** The fact of each name that outputs of {@code ethtool -c} and {@code -g} show. */
  private static final Map<String, String> FACTS =
      Map.of(
          "rx-usecs", "coalesce.rx-usecs",
          "rx-frames", "coalesce.rx-frames",
          "adaptive-rx", "coalesce.adaptive-rx",
          "rx", "rings.rx");

  /** The key of the fact that {@code ethtool} shows of a name; empty if none is read. */
  static Optional<String> fact(String name) {
    return Optional.ofNullable(FACTS.get(name));
  }

  /** Values of an interface by {@code ethtool}; {@code n/a} is none. */
  static List<SettingValue> ofEthtool(HostFacts host, NicIdentity nic) {
    List<SettingValue> values = new ArrayList<>();
    for (DeviceSetting each : TABLE) {
      fact(each.name())
          .filter(_ -> each.site().device().equals(ETHTOOL))
          .flatMap(key -> host.facts().first(Subject.netdev(nic.netdev()), key))
          .filter(fact -> fact.value().strip().matches("\\d{1,9}|on|off"))
          .map(fact -> SettingValue.of(each, fact.value().strip(), fact.evidence()))
          .ifPresent(values::add);
    }
    return values;
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
