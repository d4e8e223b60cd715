package dev.headroom.audit.rdma;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.CommandValueSyntax;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Rule that reports a port that runs slower than it can, by its supported and advertised rates and
 * those of its link partner. A port that was split, or hangs on a slower switch on purpose, looks
 * the same.
 */
final class PortBelowCapability extends HostRule {
  private static final String NEEDS = "ethtool INTERFACE of the RoCE interfaces";

  /** Slower ports are those that machines are managed by; Mb/s. */
  private static final long FAST = 25_000;

  private static final Pattern MODE = Pattern.compile("\\b(\\d{3,7})base");

  PortBelowCapability() {
    super(
        RuleInfo.warning("link.below-capability")
            .title("ports run at the fastest rate that both ends support")
            .inputs(NEEDS)
            .cause(
                "Each end offers rates, and the link uses the fastest common rate. If one end "
                    + "does not offer its fastest rate, or the cable supports less, the link "
                    + "comes up slower without a warning. A split port, or a switch port that is "
                    + "slower on purpose, is no fault.")
            .source("IEEE 802.3-2022, 73 (auto-negotiation); ethtool(8)"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    Set<String> rdma = new TreeSet<>();
    host.rdmaPorts().forEach(port -> port.netdev().optional().ifPresent(rdma::add));
    boolean any = false;
    for (Subject netdev : host.facts().subjects(SubjectKind.NETDEV)) {
      ReportedValue<Long> speed = host.facts().number(netdev, "speed.mbps");
      List<Fact> supported = host.facts().all(netdev, "supported-link-modes");
      long most = fastest(supported);
      boolean other = !rdma.isEmpty() && !rdma.contains(netdev.name());
      if (!speed.isReported() || speed.get() <= 0 || most < FAST || other) {
        continue;
      }
      any = true;
      if (speed.get() >= most) {
        to.pass();
      } else {
        report(host, netdev, speed, supported, to);
      }
    }
    if (!any) {
      to.missingInput(host.name(), NEEDS);
    }
  }

  private static void report(
      HostFacts host,
      Subject netdev,
      ReportedValue<Long> speed,
      List<Fact> supported,
      FindingCollector to) {
    List<Fact> offered = host.facts().all(netdev, "advertised-link-modes");
    List<Fact> partner = host.facts().all(netdev, "link-partner-advertised-link-modes");
    long most = fastest(supported);
    long both = Math.min(most, fastest(partner));
    boolean held = fastest(offered) > 0 && fastest(offered) < most;
    List<Evidence> seen = new ArrayList<>(speed.findEvidence().stream().toList());
    fastestOf(supported).forEach(seen::add);
    String why;
    if (both > speed.get()) {
      fastestOf(partner).forEach(seen::add);
      why = "and the remote end offers " + gbps(both);
    } else if (held) {
      fastestOf(offered).forEach(seen::add);
      why = "and offers the remote end at most " + gbps(fastest(offered));
    } else {
      why = "and no input shows the remote end's rates";
    }
    to.finding(
            host.name(),
            netdev.name(),
            "it runs at %s, supports %s, %s".formatted(gbps(speed.get()), gbps(most), why))
        .severity(both > speed.get() || held ? Severity.WARNING : Severity.INFO)
        .addEvidence(seen)
        .fix(() ->
            Fix.advice(
                ("no action needed if the port is split or its switch port is slower on purpose; "
                        + "otherwise check the rate of cable or module (ethtool -m %1$s) and the "
                        + "setting of the switch port, and offer all rates again: "
                        + "ethtool -s %1$s autoneg on, which drops the link")
                    .formatted(CommandValueSyntax.INTERFACE.checked(netdev.name()))))
        .report();
  }

  private static long fastest(List<Fact> modes) {
    return modes.stream().mapToLong(PortBelowCapability::mbps).max().orElse(0);
  }

  private static List<Evidence> fastestOf(List<Fact> modes) {
    long most = fastest(modes);
    return modes.stream()
        .filter(mode -> most > 0 && mbps(mode) == most)
        .limit(1)
        .map(Fact::evidence)
        .toList();
  }

  /** Of {@code 400000baseCR4/Full}, 400000; a line may hold several. */
  private static long mbps(Fact modes) {
    Matcher mode = MODE.matcher(modes.value());
    long most = 0;
    while (mode.find()) {
      most = Math.max(most, Long.parseLong(mode.group(1)));
    }
    return most;
  }

  private static String gbps(long mbps) {
    return mbps % 1000 == 0 ? mbps / 1000 + " Gb/s" : mbps + " Mb/s";
  }
}
