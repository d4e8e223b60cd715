package dev.headroom.audit.host;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.FixStep;
import dev.headroom.audit.fix.HostSetting;
import dev.headroom.audit.fix.SettingChange;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.fact.ValueParser;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Rule that reports several RoCE interfaces in one subnet, each of which answers ARP for the
 * others' addresses.
 */
final class SameSubnet extends HostRule {
  private static final String NEEDS = "ip addr of the host's interfaces";

  private static final String CAUSE =
      "Linux answers ARP for any address of the host on any interface. With several interfaces in "
          + "one subnet, all peers may learn the MAC address of the same one, and its port "
          + "carries all traffic.";

  private static final String STRICT =
      CAUSE
          + " The route to the subnet leads over one of them. With rp_filter=1 the kernel drops "
          + "what arrives on the others: ARP replies, RDMA CM and TCP then fail there, also "
          + "after arp_ignore and arp_announce are set.";

  SameSubnet() {
    super(
        RuleInfo.warning("tcp.same-subnet")
            .title(
                "each RoCE interface has its own subnet, or answers ARP only for its own "
                    + "addresses")
            .inputs(NEEDS, "sysctl -a")
            .cause(CAUSE)
            .modes(34)
            .source(
                "Linux Documentation/networking/ip-sysctl, arp_ignore, arp_announce, rp_filter; ucx#5598"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    Set<String> roce = new TreeSet<>();
    host.rdmaPorts().forEach(port -> port.netdev().optional().ifPresent(roce::add));
    boolean known = !roce.isEmpty();
    Map<String, List<Fact>> bySubnet = new LinkedHashMap<>();
    for (Subject netdev : host.facts().subjects(SubjectKind.NETDEV)) {
      if (known ? roce.contains(netdev.name()) : isCard(netdev.name())) {
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
    bySubnet.forEach((subnet, all) -> {
      Set<String> interfaces = new TreeSet<>();
      all.forEach(address -> interfaces.add(address.subject().name()));
      judge(host, subnet, all, interfaces, known ? "RoCE interfaces" : "interfaces", to);
    });
  }

  private static void judge(
      HostFacts host,
      String subnet,
      List<Fact> addresses,
      Set<String> interfaces,
      String noun,
      FindingCollector to) {
    boolean own =
        interfaces.stream().allMatch(each -> highest(host, each, "arp_ignore", 0) > 0)
            && interfaces.stream().allMatch(each -> highest(host, each, "arp_announce", 2) > 1);
    boolean strict = interfaces.stream().anyMatch(each -> highest(host, each, "rp_filter", 0) == 1);
    if (interfaces.size() < 2 || (own && !strict)) {
      to.pass();
      return;
    }
    List<FixStep> steps = new ArrayList<>();
    if (!own) {
      steps.add(SettingChange.of(HostSetting.SYSCTL, "net.ipv4.conf.all.arp_ignore", "1"));
      steps.add(SettingChange.of(HostSetting.SYSCTL, "net.ipv4.conf.all.arp_announce", "2"));
    }
    if (strict) {
      steps.add(SettingChange.of(HostSetting.SYSCTL, "net.ipv4.conf.all.rp_filter", "2"));
    }
    List<Evidence> seen = new ArrayList<>(addresses.stream().map(Fact::evidence).toList());
    interfaces.forEach(each ->
        seen.addAll(
            Stream.of("arp_ignore", "arp_announce", "rp_filter")
                .flatMap(name -> settings(host, each, name))
                .flatMap(value -> value.findEvidence().stream())
                .distinct()
                .toList()));
    to.finding(
            host.name(),
            subnet,
            "%d %s are in this subnet, and ".formatted(interfaces.size(), noun)
                + (own ? "" : "each answers ARP for all of them")
                + (own || !strict ? "" : "; ")
                + (strict
                    ? "rp_filter=1 drops packets that arrive on another interface than the first"
                    : ""))
        .addEvidence(seen.stream().distinct().toList())
        .cause(strict ? STRICT : CAUSE)
        .fix(() -> Fix.of(steps.toArray(FixStep[]::new)))
        .report();
  }

  /** Where no input lists RDMA devices: the names of cards and bonds, not those of bridges. */
  private static boolean isCard(String netdev) {
    return netdev.matches("(?:en[opsx]|eth\\d|ib[ops\\d]|bond\\d|rail|roce|rdma)\\w*");
  }

  /**
   * The value in force at an interface, which is the higher of its own and that of {@code all}
   * (ip-sysctl); the other where neither is known.
   */
  private static long highest(HostFacts host, String netdev, String name, long other) {
    return settings(host, netdev, name)
        .flatMap(value -> value.optional().stream())
        .mapToLong(value -> ValueParser.wholeNumber(value).orElse(0L))
        .max()
        .orElse(other);
  }

  private static Stream<ReportedValue<String>> settings(
      HostFacts host, String netdev, String name) {
    return Stream.of("all", netdev)
        .map(whose -> host.sysctl("net.ipv4.conf." + whose + "." + name))
        .filter(ReportedValue::isReported);
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
