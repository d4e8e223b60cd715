package dev.headroom.audit.optics;

import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Facts;
import dev.headroom.formats.fact.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The lanes of a host's module, from 1 on, by what {@code ethtool -m} says of them.
 *
 * @param dark in use, and no light arrives
 * @param lit those on which light arrives
 * @param failed whose laser has a fault
 * @param seen the lines that say so of dark and failed ones
 */
record Lanes(Set<Integer> dark, Set<Integer> lit, Set<Integer> failed, List<Evidence> seen) {
  /** What a transmitter that is off may still send, dBm. */
  private static final double OFF_DBM = -30;

  private static final Pattern EACH = Pattern.compile("\\s*\\[(.*)]\\s*");
  private static final Pattern POWER =
      Pattern.compile("module\\.rcvr-signal-avg-optical-power-channel-(\\d{1,2})");
  private static final Pattern DBM =
      Pattern.compile(".*/\\s*(-inf|-?\\d{1,3}(?:\\.\\d+)?) dBm\\s*");
  private static final Pattern NO_CURRENT = Pattern.compile("\\s*0(?:\\.0+)? mA\\s*");

  static Lanes of(Facts facts, Subject netdev) {
    Lanes lanes = new Lanes(new TreeSet<>(), new TreeSet<>(), new TreeSet<>(), new ArrayList<>());
    facts.all(netdev, "module.tx-fault").forEach(lanes::takeFaults);
    List<Fact> losses =
        facts.all(netdev, "module.rx-loss-of-signal").stream()
            .filter(fact -> EACH.matcher(fact.value()).matches())
            .toList();
    if (losses.isEmpty()) {
      facts.about(netdev).forEach(lanes::takePower);
    } else {
      losses.forEach(lanes::takeLosses);
    }
    Set<Integer> unused = new TreeSet<>();
    for (int lane : lanes.dark) {
      String bias = "module.laser-tx-bias-current-channel-" + lane;
      if (facts.text(netdev, bias).is(text -> NO_CURRENT.matcher(text).matches())) {
        unused.add(lane);
      }
    }
    lanes.dark.removeAll(unused);
    return lanes;
  }

  /** Whether anything was said of any. */
  boolean isEmpty() {
    return dark.isEmpty() && lit.isEmpty() && failed.isEmpty();
  }

  private void takeFaults(Fact fact) {
    if (each(fact, failed, new TreeSet<>())) {
      seen.add(fact.evidence());
    }
  }

  private void takeLosses(Fact fact) {
    if (each(fact, dark, lit)) {
      seen.add(fact.evidence());
    }
  }

  /** {@code [ Yes, No, No, No ]}; returns whether any is said to be. */
  private static boolean each(Fact fact, Set<Integer> yes, Set<Integer> no) {
    Matcher list = EACH.matcher(fact.value());
    if (!list.matches()) {
      return false;
    }
    String[] lanes = list.group(1).split(",");
    for (int i = 0; i < lanes.length; i++) {
      (lanes[i].strip().equals("Yes") ? yes : no).add(i + 1);
    }
    return !yes.isEmpty();
  }

  private void takePower(Fact fact) {
    Matcher power = POWER.matcher(fact.key());
    Matcher dbm = DBM.matcher(fact.value());
    if (!power.matches() || !dbm.matches()) {
      return;
    }
    int lane = Integer.parseInt(power.group(1));
    boolean isDark = dbm.group(1).equals("-inf") || Double.parseDouble(dbm.group(1)) <= OFF_DBM;
    (isDark ? dark : lit).add(lane);
    if (isDark) {
      seen.add(fact.evidence());
    }
  }
}
