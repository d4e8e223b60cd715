package dev.headroom.audit.switches;

import static dev.headroom.audit.switches.SonicRule.CONFIG;
import static dev.headroom.audit.switches.SonicRule.some;

import dev.headroom.audit.Card;
import dev.headroom.audit.Judgement;
import dev.headroom.audit.Rule;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Known;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** All rules about switches and links. */
public final class SonicRules {
  private static final String SOURCE =
      "SONiC, QoS and buffer configuration (sonic-swss, Configuration.md)";

  private SonicRules() {}

  public static List<Rule> all() {
    return List.of(
        new WatchdogMask(),
        new LosslessWithoutEcn(),
        new MarkingOff(),
        new MarkingThresholds(),
        new NoHeadroom(),
        new LosslessGroup(),
        new EcnBeforePfc(),
        new ClassOnLink(),
        new PfcOnLink());
  }

  private static final class WatchdogMask extends SonicRule {
    WatchdogMask() {
      super(
          Card.warning("switch.pfc-watchdog")
              .title("the PFC watchdog looks after the lossless queues")
              .needs(CONFIG)
              .cause(
                  "A lossless queue without the watchdog stays paused for ever when a storm or a"
                      + " deadlock holds it; one with the watchdog and without PFC can be dropped for"
                      + " nothing.")
              .modes(29, 30)
              .source(SOURCE + ", PORT_QOS_MAP; edge-core/sonic-buildimage PR 689; article S4:83"));
    }

    @Override
    protected void judge(HostFacts host, Sonic sonic, Judgement to) {
      List<String> wrong = new ArrayList<>();
      List<Evidence> seen = new ArrayList<>();
      boolean any = false;
      for (String port : sonic.ports()) {
        Known<SortedSet<Integer>> pfc = sonic.priorities(port, "pfc_enable");
        Known<SortedSet<Integer>> watched = sonic.priorities(port, "pfcwd_sw_enable");
        if (!pfc.isSaid() || pfc.get().isEmpty()) {
          continue;
        }
        any = true;
        if (watched.isSaid() && watched.get().equals(pfc.get())) {
          to.pass();
        } else {
          wrong.add(port);
          seen.addAll(Sonic.seen(pfc, watched));
        }
      }
      if (!any) {
        to.needs(host.name(), "PORT_QOS_MAP of SONiC with pfc_enable");
      } else if (!wrong.isEmpty()) {
        to.find(host.name(), "", "pfcwd_sw_enable is not pfc_enable on " + some(wrong))
            .seen(seen)
            .fix(() ->
                Fix.advice(
                    "set pfcwd_sw_enable to the priorities of pfc_enable in PORT_QOS_MAP (config qos reload), or say why one is left out"))
            .report();
      }
    }
  }

  private static final class LosslessWithoutEcn extends SonicRule {
    LosslessWithoutEcn() {
      super(
          Card.error("switch.lossless-without-ecn")
              .title("lossless queues mark before they pause")
              .needs(CONFIG)
              .cause(
                  "Without a WRED profile a lossless queue never marks: DCQCN hears nothing, and pauses"
                      + " are the only brake. They spread to everything behind the port.")
              .modes(25)
              .source(SOURCE + ", QUEUE and WRED_PROFILE; Zhu et al., SIGCOMM 2015"));
    }

    @Override
    protected void judge(HostFacts host, Sonic sonic, Judgement to) {
      if (!sonic.hasAny("QUEUE") || sonic.ports().isEmpty()) {
        to.needs(host.name(), "QUEUE and PORT_QOS_MAP of SONiC");
        return;
      }
      List<String> wrong = new ArrayList<>();
      List<Evidence> seen = new ArrayList<>();
      for (String port : sonic.ports()) {
        Known<SortedSet<Integer>> pfc = sonic.priorities(port, "pfc_enable");
        for (int priority : pfc.orElse(new TreeSet<>())) {
          Optional<String> queue = sonic.covering("QUEUE", port, priority);
          boolean marks =
              queue.isPresent() && sonic.field("QUEUE", queue.get(), "wred_profile").isSaid();
          if (marks) {
            to.pass();
          } else {
            wrong.add(port + "|" + priority);
            seen.addAll(Sonic.seen(pfc));
          }
        }
      }
      if (!wrong.isEmpty()) {
        to.find(host.name(), "", "PFC is on and no WRED profile marks: " + some(wrong))
            .seen(seen)
            .fix(
                () -> Fix.advice("give these rows of QUEUE the wred_profile of the lossless class"))
            .report();
      }
    }
  }

  private static final class MarkingOff extends SonicRule {
    MarkingOff() {
      super(
          Card.error("switch.ecn-off")
              .title("WRED profiles of lossless queues mark instead of dropping")
              .needs(CONFIG)
              .cause(
                  "With ecn_none WRED drops packets early, in a class that is meant to lose none.")
              .modes(25)
              .source(SOURCE + ", WRED_PROFILE"));
    }

    @Override
    protected void judge(HostFacts host, Sonic sonic, Judgement to) {
      if (!sonic.hasAny("WRED_PROFILE")) {
        to.needs(host.name(), "WRED_PROFILE of SONiC");
      }
      for (String profile : sonic.keys("WRED_PROFILE")) {
        Known<String> ecn = sonic.field("WRED_PROFILE", profile, "ecn");
        if (!ecn.isSaid()) {
          to.needs(host.name(), "ecn of WRED_PROFILE");
        } else if (!ecn.get().equals("ecn_none")) {
          to.pass();
        } else {
          to.find(host.name(), profile, "it drops instead of marking (ecn_none)")
              .seen(Sonic.seen(ecn))
              .fix(() -> Fix.advice("set ecn to ecn_all or ecn_green in this profile"))
              .report();
        }
      }
    }
  }

  private static final class MarkingThresholds extends SonicRule {
    MarkingThresholds() {
      super(
          Card.error("switch.ecn-thresholds")
              .title("Kmin is below Kmax, and both are there")
              .needs(CONFIG)
              .cause("With Kmin at or above Kmax the marking curve is a step: all or nothing.")
              .source(SOURCE + ", WRED_PROFILE; article S1:8"));
    }

    @Override
    protected void judge(HostFacts host, Sonic sonic, Judgement to) {
      if (!sonic.hasAny("WRED_PROFILE")) {
        to.needs(host.name(), "WRED_PROFILE of SONiC");
      }
      for (String profile : sonic.keys("WRED_PROFILE")) {
        Known<Long> low = sonic.number("WRED_PROFILE", profile, "green_min_threshold");
        Known<Long> high = sonic.number("WRED_PROFILE", profile, "green_max_threshold");
        if (!low.isSaid() || !high.isSaid()) {
          to.needs(host.name(), "green_min_threshold and green_max_threshold of WRED_PROFILE");
        } else if (low.get() > 0 && low.get() < high.get()) {
          to.pass();
        } else {
          to.find(
                  host.name(),
                  profile,
                  "Kmin is %d and Kmax %d bytes".formatted(low.get(), high.get()))
              .seen(Sonic.seen(low, high))
              .fix(() ->
                  Fix.advice(
                      "set Kmin well below Kmax; headroom check says which Kmin marks before it pauses"))
              .report();
        }
      }
    }
  }

  private static final class NoHeadroom extends SonicRule {
    NoHeadroom() {
      super(
          Card.error("switch.no-headroom")
              .title("lossless priority groups have headroom")
              .needs(CONFIG)
              .cause(
                  "After a pause is sent, what is under way still arrives: cable, pipeline and a packet at"
                      + " each end. Without headroom (xoff) for that it is dropped, though PFC is on.")
              .modes(28)
              .source(SOURCE + ", BUFFER_PROFILE; sonic-net/SONiC#480"));
    }

    @Override
    protected void judge(HostFacts host, Sonic sonic, Judgement to) {
      boolean made =
          sonic.ports().stream()
              .anyMatch(port ->
                  sonic.priorities(port, "pfc_enable").orElse(new TreeSet<>()).stream()
                      .anyMatch(each -> sonic.covering("BUFFER_PG", port, each).isPresent()));
      if (!made) {
        to.needs(
            host.name(),
            "PORT_QOS_MAP and the lossless rows of BUFFER_PG, which SONiC may make while it runs");
        return;
      }
      List<String> wrong = new ArrayList<>();
      List<Evidence> seen = new ArrayList<>();
      for (String port : sonic.ports()) {
        for (int priority : sonic.priorities(port, "pfc_enable").orElse(new TreeSet<>())) {
          Optional<String> group = sonic.covering("BUFFER_PG", port, priority);
          if (group.isEmpty()) {
            wrong.add(port + "|" + priority);
            seen.addAll(Sonic.seen(sonic.priorities(port, "pfc_enable")));
            continue;
          }
          Known<String> profile = sonic.field("BUFFER_PG", group.get(), "profile");
          String name = Sonic.name(profile.orElse(""));
          // NULL: the buffer manager makes one for the port's speed and cable.
          Known<Long> xoff = sonic.number("BUFFER_PROFILE", name, "xoff");
          boolean none =
              !name.equals("NULL") && sonic.hasAny("BUFFER_PROFILE") && xoff.orElse(0L) == 0;
          if (none) {
            wrong.add(port + "|" + priority);
            seen.addAll(Sonic.seen(profile, xoff));
          } else {
            to.pass();
          }
        }
      }
      if (!wrong.isEmpty()) {
        to.find(host.name(), "", "PFC is on without headroom: " + some(wrong))
            .seen(seen)
            .fix(() ->
                Fix.advice(
                    "give these rows of BUFFER_PG a profile with xoff for the port's speed and cable (pg_profile_lookup.ini), or NULL with dynamic buffers"))
            .report();
      }
    }
  }

  private static final class LosslessGroup extends SonicRule {
    LosslessGroup() {
      super(
          Card.error("switch.class-to-group")
              .title("a lossless class goes into the priority group of the same number")
              .needs(CONFIG)
              .cause(
                  "Pauses are sent for the priority group's number. A class that is counted in another"
                      + " group is never paused itself, and pauses somebody else.")
              .source(SOURCE + ", TC_TO_PRIORITY_GROUP_MAP"));
    }

    @Override
    protected void judge(HostFacts host, Sonic sonic, Judgement to) {
      if (!sonic.hasAny("TC_TO_PRIORITY_GROUP_MAP") || sonic.ports().isEmpty()) {
        to.needs(host.name(), "TC_TO_PRIORITY_GROUP_MAP and PORT_QOS_MAP of SONiC");
        return;
      }
      List<String> wrong = new ArrayList<>();
      List<Evidence> seen = new ArrayList<>();
      for (String port : sonic.ports()) {
        Known<String> map = sonic.map(port, "tc_to_pg_map");
        for (int priority : sonic.priorities(port, "pfc_enable").orElse(new TreeSet<>())) {
          Known<Long> group =
              sonic.number(
                  "TC_TO_PRIORITY_GROUP_MAP", map.orElse("AZURE"), String.valueOf(priority));
          if (!group.isSaid()) {
            continue;
          }
          if (group.get() == priority) {
            to.pass();
          } else {
            wrong.add(port + "|" + priority + " in group " + group.get());
            seen.addAll(Sonic.seen(group));
          }
        }
      }
      if (!wrong.isEmpty()) {
        to.find(host.name(), "", "lossless classes lie in other groups: " + some(wrong))
            .seen(seen.stream().distinct().toList())
            .fix(() ->
                Fix.advice(
                    "map each lossless class to the group of its number in TC_TO_PRIORITY_GROUP_MAP"))
            .report();
      }
    }
  }
}
