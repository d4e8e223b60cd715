package dev.headroom.audit.switches;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.PriorityGroup;
import dev.headroom.formats.switches.PriorityGroup.Headroom;
import dev.headroom.formats.switches.SwitchBuffers;
import dev.headroom.formats.switches.SwitchPort;
import dev.headroom.formats.switches.SwitchPortLink.Cable;
import dev.headroom.formats.switches.SwitchQos;
import dev.headroom.formats.switches.SwitchTopic;
import dev.headroom.formats.switches.vendors.SwitchVendors;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Rule that reports headroom below what the cable alone holds: 2 · length · 5 ns/m · speed, plus
 * the packet that the peer had begun. Tables of SONiC's platforms have 1.2 to 16 times that, for
 * what pipelines and small packets take beside it; how much that is depends on the chip, so that
 * nothing is said of it here.
 */
final class HeadroomBelowCable extends BufferRule {
  private static final double NS_PER_METRE = 5;
  private static final long USUAL_MTU = 9100;

  HeadroomBelowCable() {
    super(
        RuleInfo.error("switch.headroom-below-cable")
            .title("headroom covers the bytes in flight on the cable")
            .inputs(SwitchVendors.commandsText(SwitchTopic.CABLES))
            .cause(
                "A pause needs the cable's propagation delay to reach the sender, and the bytes "
                    + "sent meanwhile need the same time to arrive. With less headroom (xoff) "
                    + "than that, packets of a lossless class are dropped.")
            .modes(28)
            .source(
                SwitchSources.SONIC
                    + ", CABLE_LENGTH and BUFFER_PROFILE; buffer_headroom_mellanox.lua (sonic-swss)"));
  }

  @Override
  protected void judge(HostFacts host, SwitchQos qos, SwitchBuffers buffers, FindingCollector to) {
    List<String> wrong = new ArrayList<>();
    List<Evidence> seen = new ArrayList<>();
    List<Room> tooLittle = new ArrayList<>();
    boolean any = false;
    for (SwitchPort port : qos.ports().set()) {
      for (Map.Entry<Integer, PriorityGroup> group : port.groups().entrySet()) {
        Optional<Room> room = room(port, group.getValue());
        any |= room.isPresent();
        if (room.isPresent() && room.get().share() < 1) {
          tooLittle.add(room.get());
          wrong.add(port.name() + "|" + group.getKey());
          seen.addAll(room.get().evidence());
        } else if (room.isPresent()) {
          to.pass();
        }
      }
    }
    if (!any) {
      to.missingInput(host.name(), buffers.terms().missingInputs().cable());
    } else if (!tooLittle.isEmpty()) {
      to.finding(
              host.name(),
              "",
              Collections.min(tooLittle, Comparator.comparingDouble(Room::share)).words()
                  + some(wrong))
          .addEvidence(seen.stream().distinct().toList())
          .fix(() -> Fix.advice(buffers.terms().fixes().cable()))
          .report();
    }
  }

  /**
   * The headroom of a class of a port.
   *
   * @param xoff bytes
   * @param needed bytes, at the least
   */
  private record Room(
      long xoff, double needed, String cable, double gbps, List<Evidence> evidence) {
    double share() {
      return xoff / needed;
    }

    String words() {
      return "headroom (xoff) is %,d B; %s at %.0f Gb/s leave %,.0f B in flight after a pause: "
          .formatted(xoff, cable, gbps, needed);
    }
  }

  /** Empty where something is not said, or the profile is made for speed and cable at run time. */
  private static Optional<Room> room(SwitchPort port, PriorityGroup group) {
    ReportedValue<Long> xoff =
        group
            .headroom()
            .map(Headroom::xoff)
            .orElse(ReportedValue.unreported("xoff of " + port.name()));
    ReportedValue<Long> speed = port.line().speed();
    ReportedValue<Cable> cable = port.line().cable();
    if (xoff.orElse(0L) == 0 || !speed.isReported() || !cable.isReported()) {
      return Optional.empty();
    }
    double gbps = speed.get() / 1000.0;
    double onCable = 2 * cable.get().metres() * NS_PER_METRE * gbps / 8;
    return Optional.of(
        new Room(
            xoff.get(),
            onCable + port.line().mtu().orElse(USUAL_MTU),
            cable.get().written(),
            gbps,
            SwitchQos.evidenceOf(xoff, speed, cable)));
  }
}
