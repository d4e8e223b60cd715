package dev.headroom.audit.rdma;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.host.Bond;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.unit.CountedNoun;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Rule that reports a bond of which a port carries nothing, carries less than the others, or loses
 * its link.
 */
final class BondDegraded extends HostRule {
  static final String BONDS = "/proc/net/bonding/* of a host with bonds";

  /** The kernel tells of the active aggregator only who may administer networks (bond_procfs.c). */
  private static final String AS_ROOT =
      "/proc/net/bonding/* read as root (sudo cat); only this output shows the active aggregator "
          + "of a bond with LACP";

  /** Modes that share traffic out among ports by what they count, not by how fast each is. */
  private static final Set<String> SHARED = Set.of("802.3ad", "balance-xor", "balance-rr");

  private static final String LACP = "802.3ad";

  private static final String ONE_LAG =
      "put the switch ports of all of the bond's ports into one LAG (across two switches: one "
          + "MLAG, with one system ID)";

  /** A few are reboots and cables pulled, as for {@link LinkFlaps}. */
  private static final int OFTEN = 5;

  BondDegraded() {
    super(
        RuleInfo.warning("link.bond-degraded")
            .title("each port of a bond carries its share of the traffic")
            .inputs(BONDS)
            .cause(
                "The bond stays up while one of its ports is up, and that port then carries all "
                    + "traffic. A port that is up carries no traffic if LACP put it into an "
                    + "aggregator other than the active one: its switch has another system ID or "
                    + "key, or does not run LACP.")
            .modes(36)
            .source(
                "Linux Documentation/networking/bonding, drivers/net/bonding/bond_procfs.c; systemd/systemd#11635"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    List<Bond> bonds = host.bonds().stream().filter(bond -> !bond.ports().isEmpty()).toList();
    if (bonds.isEmpty()) {
      to.missingInput(host.name(), BONDS);
      return;
    }
    for (Bond bond : bonds) {
      Seen seen = new Seen();
      bond.ports().forEach(port -> port(bond, port, seen));
      together(bond, seen);
      if (seen.words.isEmpty()) {
        silent(host, bond, to);
        continue;
      }
      boolean none = bond.ports().stream().allMatch(BondDegraded::isDown);
      to.finding(host.name(), bond.name(), String.join("; ", seen.words))
          .severity(none ? Severity.ERROR : Severity.WARNING)
          .addEvidence(seen.lines)
          .fix(() -> Fix.advice(String.join("; ", seen.advice)))
          .report();
    }
  }

  /** Nothing is wrong, if somebody said how the ports are: links of sysfs name them alone. */
  private static void silent(HostFacts host, Bond bond, FindingCollector to) {
    if (!bond.ports().stream().allMatch(port -> port.state().isReported())) {
      to.missingInput(host.name(), BONDS);
    } else if (bond.mode().equalTo(LACP) && !bond.aggregator().isReported()) {
      to.missingInput(host.name(), AS_ROOT);
    } else {
      to.pass();
    }
  }

  private static void port(Bond bond, Bond.Port port, Seen seen) {
    if (isDown(port)) {
      seen.add(
          port.name() + " is " + port.state().get(),
          port.state(),
          "check cable, transceiver (ethtool -m) and switch port of " + port.name());
    } else if (isApart(bond, port)) {
      seen.add(
          "%s is in aggregator %s, the active aggregator is %s"
              .formatted(port.name(), port.aggregator().get(), bond.aggregator().get()),
          port.aggregator(),
          ONE_LAG);
    }
    if (port.failures().matches(times -> times > OFTEN)) {
      seen.add(
          "%s lost its link %s"
              .formatted(port.name(), CountedNoun.of(port.failures().get(), "time")),
          port.failures(),
          "replace cable or transceiver of the affected links, then check whether the count "
              + "still grows");
    }
  }

  private static void together(Bond bond, Seen seen) {
    if (bond.partner().equalTo("00:00:00:00:00:00")) {
      seen.add(
          "no switch responds to its LACP",
          bond.partner(),
          "configure LACP on the switch ports, or a bond mode without LACP on both ends");
    }
    if (bond.mode().equalTo(LACP) && !bond.aggregator().isReported()) {
      apart(bond, seen);
    }
    if (bond.mode().matches(SHARED::contains)) {
      speeds(bond, seen);
    }
  }

  /** One aggregator is active at most: ports that are up in several of them do not all carry. */
  private static void apart(Bond bond, Seen seen) {
    List<Bond.Port> up =
        bond.ports().stream()
            .filter(port -> !isDown(port) && port.aggregator().isReported())
            .toList();
    if (up.stream().map(port -> port.aggregator().get()).distinct().count() > 1) {
      seen.add(
          "its ports are in different aggregators ("
              + String.join(
                  ", ",
                  up.stream().map(port -> port.name() + " in " + port.aggregator().get()).toList())
              + "), and only one aggregator carries traffic",
          up.getFirst().aggregator(),
          ONE_LAG);
      up.forEach(port -> port.aggregator().findEvidence().ifPresent(seen.lines::add));
    }
  }

  private static void speeds(Bond bond, Seen seen) {
    TreeSet<Long> speeds = new TreeSet<>();
    bond.ports()
        .forEach(port ->
            port.speedMbps().findEvidence().ifPresent(_ -> speeds.add(port.speedMbps().get())));
    if (speeds.size() > 1) {
      seen.add(
          "its ports have "
              + String.join(" and ", speeds.stream().map(each -> each + " Mb/s").toList()),
          bond.ports().getFirst().speedMbps(),
          bond.mode().equalTo(LACP)
              ? "give all ports of the bond the same speed: LACP aggregates only ports of one "
                  + "speed"
              : "give all ports of the bond the same speed: this mode gives slow and fast ports "
                  + "the same load");
      bond.ports().forEach(port -> port.speedMbps().findEvidence().ifPresent(seen.lines::add));
    }
  }

  private static boolean isDown(Bond.Port port) {
    return port.state().matches(state -> !state.equals("up"));
  }

  private static boolean isApart(Bond bond, Bond.Port port) {
    return bond.mode().equalTo(LACP)
        && port.aggregator().isReported()
        && bond.aggregator().matches(active -> !active.equals(port.aggregator().get()));
  }

  /** What is wrong with one bond, line by line. */
  private static final class Seen {
    final List<String> words = new ArrayList<>();
    final List<Evidence> lines = new ArrayList<>();
    final List<String> advice = new ArrayList<>();

    void add(String what, ReportedValue<?> by, String then) {
      words.add(what);
      by.findEvidence().ifPresent(lines::add);
      if (!advice.contains(then)) {
        advice.add(then);
      }
    }
  }
}
