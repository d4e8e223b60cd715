package dev.headroom.audit.host;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.HostSetting;
import dev.headroom.audit.fix.SettingChange;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Rule that reports several RoCE interfaces in one subnet, each of which answers ARP for the
 * others' addresses.
 */
final class SameSubnet extends HostRule {
  private static final String NEEDS = "ip addr of the RoCE interfaces";

  SameSubnet() {
    super(
        RuleInfo.warning("tcp.same-subnet")
            .title(
                "each RoCE interface has its own subnet, or answers ARP only for its own "
                    + "addresses")
            .inputs(NEEDS, "sysctl -a")
            .cause(
                "Linux answers ARP for any address of the host on any interface. With several "
                    + "interfaces in one subnet, all peers may learn the MAC address of the same "
                    + "one, and its port carries all traffic.")
            .modes(34)
            .source("Linux Documentation/networking/ip-sysctl, arp_ignore; ucx#5598"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    Set<String> roce = new TreeSet<>();
    host.rdmaPorts().forEach(port -> port.netdev().optional().ifPresent(roce::add));
    Map<String, List<Fact>> bySubnet = new LinkedHashMap<>();
    for (Subject netdev : host.facts().subjects(SubjectKind.NETDEV)) {
      if (roce.contains(netdev.name())) {
        for (Fact fact : host.facts().firstFactsOf(netdev, key -> key.matches("address\\.\\d+"))) {
          String subnet = subnet(fact.value());
          if (!subnet.isEmpty()) {
            bySubnet.computeIfAbsent(subnet, _ -> new ArrayList<>()).add(fact);
          }
        }
      }
    }
    if (bySubnet.isEmpty()) {
      to.missingInput(host.name(), NEEDS);
      return;
    }
    boolean own =
        host.sysctl("net.ipv4.conf.all.arp_ignore").matches(value -> value.strip().matches("[12]"));
    bySubnet.forEach((subnet, all) -> {
      if (all.size() < 2 || own) {
        to.pass();
        return;
      }
      to.finding(
              host.name(),
              subnet,
              all.size()
                  + " RoCE interfaces are in this subnet, and each answers ARP for all of "
                  + "them")
          .addEvidence(all.stream().map(Fact::evidence).toList())
          .fix(() ->
              Fix.of(
                  SettingChange.of(HostSetting.SYSCTL, "net.ipv4.conf.all.arp_ignore", "1"),
                  SettingChange.of(HostSetting.SYSCTL, "net.ipv4.conf.all.arp_announce", "2")))
          .report();
    });
  }

  /** Of {@code 10.1.0.7/16}, {@code 10.1.0.0/16}; blank for anything but IPv4 with a prefix. */
  static String subnet(String address) {
    if (!address.matches("\\d{1,3}(\\.\\d{1,3}){3}/\\d{1,2}")) {
      return "";
    }
    String[] parts = address.split("[./]");
    long bits = 0;
    for (int i = 0; i < 4; i++) {
      bits = bits << 8 | Integer.parseInt(parts[i]);
    }
    int prefix = Math.min(32, Integer.parseInt(parts[4]));
    long mask = prefix == 0 ? 0 : 0xffffffffL << (32 - prefix) & 0xffffffffL;
    long net = bits & mask;
    return "%d.%d.%d.%d/%d"
        .formatted(net >> 24 & 255, net >> 16 & 255, net >> 8 & 255, net & 255, prefix);
  }
}
