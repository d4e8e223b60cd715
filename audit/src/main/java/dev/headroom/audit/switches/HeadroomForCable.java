package dev.headroom.audit.switches;

import dev.headroom.audit.Card;
import dev.headroom.audit.Judgement;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Known;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Headroom below what a cable alone holds: 2 · length · 5 ns/m · speed, and the packet that the
 * peer had begun. Tables of SONiC's platforms have 1.2 to 16 times that, for what pipelines and
 * small packets take beside it; how much that is depends on the chip, so that nothing is said of it
 * here.
 */
final class HeadroomForCable extends SonicRule {
  private static final Pattern METRES = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*m");
  private static final double NS_PER_METRE = 5;
  private static final long USUAL_MTU = 9100;

  HeadroomForCable() {
    super(
        Card.error("switch.headroom-below-cable")
            .title("headroom holds what a cable's length leaves under way")
            .needs(CONFIG + " with PORT, CABLE_LENGTH and BUFFER_PROFILE")
            .cause(
                "A pause takes a cable's length to arrive, and what was sent meanwhile as long to come"
                    + " back: headroom (xoff) below that drops packets of a lossless class.")
            .modes(28)
            .source(
                SwitchRules.SONIC
                    + ", CABLE_LENGTH and BUFFER_PROFILE; buffer_headroom_mellanox.lua (sonic-swss)"));
  }

  @Override
  protected void judge(HostFacts host, Sonic sonic, Judgement to) {
    List<String> wrong = new ArrayList<>();
    List<Evidence> seen = new ArrayList<>();
    List<Room> tooLittle = new ArrayList<>();
    boolean any = false;
    for (String port : sonic.ports()) {
      for (int priority : sonic.priorities(port, "pfc_enable").orElse(new TreeSet<>())) {
        Optional<Room> room = room(sonic, port, priority);
        any |= room.isPresent();
        if (room.isPresent() && room.get().share() < 1) {
          tooLittle.add(room.get());
          wrong.add(port + "|" + priority);
          seen.addAll(room.get().seen());
        } else if (room.isPresent()) {
          to.pass();
        }
      }
    }
    if (!any) {
      to.needs(host.name(), "speed, CABLE_LENGTH and xoff of a lossless port");
    } else if (!tooLittle.isEmpty()) {
      to.find(
              host.name(),
              "",
              Collections.min(tooLittle, Comparator.comparingDouble(Room::share)).words()
                  + some(wrong))
          .seen(seen.stream().distinct().toList())
          .fix(() ->
              Fix.advice(
                  "give these rows of BUFFER_PG a profile with xoff for the port's speed and cable (pg_profile_lookup.ini; headroom calc pfc-headroom), or NULL with dynamic buffers; or set CABLE_LENGTH to what the cable has"))
          .report();
    }
  }

  /**
   * The headroom of a class of a port.
   *
   * @param xoff bytes
   * @param needed bytes, at the least
   */
  private record Room(long xoff, double needed, String cable, double gbps, List<Evidence> seen) {
    double share() {
      return xoff / needed;
    }

    String words() {
      return "headroom (xoff) is %,d B, and %s at %.0f Gb/s leave %,.0f B under way after a pause: "
          .formatted(xoff, cable, gbps, needed);
    }
  }

  /** Empty where something is not said, or the profile is made for speed and cable at run time. */
  private static Optional<Room> room(Sonic sonic, String port, int priority) {
    Known<Long> xoff =
        sonic
            .covering("BUFFER_PG", port, priority)
            .map(group -> Sonic.name(sonic.field("BUFFER_PG", group, "profile").orElse("")))
            .map(profile -> sonic.number("BUFFER_PROFILE", profile, "xoff"))
            .orElse(Known.unsaid("xoff of " + port));
    Known<Long> speed = sonic.number("PORT", port, "speed");
    Known<String> cable = cable(sonic, port);
    Matcher metres = METRES.matcher(cable.orElse(""));
    if (xoff.orElse(0L) == 0 || !speed.isSaid() || !metres.matches()) {
      return Optional.empty();
    }
    double gbps = speed.get() / 1000.0;
    double onCable = 2 * Double.parseDouble(metres.group(1)) * NS_PER_METRE * gbps / 8;
    return Optional.of(
        new Room(
            xoff.get(),
            onCable + sonic.mtu(port).orElse(USUAL_MTU),
            cable.get(),
            gbps,
            SwitchQos.seen(xoff, speed, cable)));
  }

  private static Known<String> cable(Sonic sonic, String port) {
    return sonic.keys("CABLE_LENGTH").stream()
        .map(row -> sonic.field("CABLE_LENGTH", row, port))
        .filter(Known::isSaid)
        .findFirst()
        .orElse(Known.unsaid("CABLE_LENGTH of " + port));
  }
}
