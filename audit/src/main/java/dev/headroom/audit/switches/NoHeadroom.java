package dev.headroom.audit.switches;

import static dev.headroom.audit.switches.SwitchRule.some;

import dev.headroom.audit.Card;
import dev.headroom.audit.Judgement;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Known;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Lossless priority groups whose profile keeps nothing back for what is under way after a pause.
 */
final class NoHeadroom extends SonicRule {
  NoHeadroom() {
    super(
        Card.error("switch.no-headroom")
            .title("lossless priority groups have headroom")
            .needs(CONFIG)
            .cause(
                "After a pause is sent, what is under way still arrives: cable, pipeline and a packet at"
                    + " each end. Without headroom (xoff) for that it is dropped, though PFC is on.")
            .modes(28)
            .source(SwitchRules.SONIC + ", BUFFER_PROFILE; sonic-net/SONiC#480"));
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
          seen.addAll(SwitchQos.seen(sonic.priorities(port, "pfc_enable")));
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
          seen.addAll(SwitchQos.seen(profile, xoff));
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
