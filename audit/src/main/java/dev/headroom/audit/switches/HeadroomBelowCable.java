package dev.headroom.audit.switches;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.PortSettings;
import dev.headroom.formats.switches.PriorityGroup;
import dev.headroom.formats.switches.PriorityGroup.Headroom;
import dev.headroom.formats.switches.SwitchPort;
import dev.headroom.formats.switches.SwitchPortLink.Cable;
import dev.headroom.formats.switches.SwitchQos;
import dev.headroom.formats.switches.SwitchSettings;
import dev.headroom.formats.switches.SwitchTopic;
import dev.headroom.formats.switches.vendors.SwitchVendors;
import dev.headroom.unit.Size;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Rule that reports headroom below what the cable alone holds: 2 · length · 5 ns/m · speed, plus
 * the packet that the peer had begun. Tables of SONiC's platforms have 1.2 to 16 times that, for
 * what pipelines and small packets take beside it; how much that is depends on the chip, so that
 * nothing is said of it here. Where speed or cable is not known, the least is two packets of RDMA:
 * that one, and one that the pause waits for at the port that sends it.
 */
final class HeadroomBelowCable extends SwitchRule {
  private static final String KNOB = "pfc.headroom";
  private static final double NS_PER_METRE = 5;
  private static final long USUAL_MTU = 9100;

  /** The largest RoCEv2 packet in bytes: 4,096 of data, with headers, ICRC and FCS. */
  private static final long LARGEST_PACKET = 4_096 + 78;

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
                    + ", CABLE_LENGTH and BUFFER_PROFILE; buffer_headroom_mellanox.lua"
                    + " (sonic-swss); IEEE 802.1Q-2022, annex N"));
  }

  @Override
  protected void judge(HostFacts host, SwitchQos qos, FindingCollector to) {
    // Read aside: a table of settings holds far more than what this rule judges.
    SwitchSettings settings = SwitchVendors.settings(HostFacts.of(host.name(), host.readings()));
    List<String> wrong = new ArrayList<>();
    List<Evidence> seen = new ArrayList<>();
    List<Room> tooLittle = new ArrayList<>();
    boolean any = false;
    for (SwitchPort port : qos.ports().set()) {
      for (int each : port.lossless().orElse(new TreeSet<>())) {
        Optional<Room> room =
            bytes(port, each, settings.port(port.name())).map(bytes -> room(port, bytes));
        if (room.isPresent() && room.get().share() < 1) {
          any = true;
          tooLittle.add(room.get());
          wrong.add(port.name() + "|" + each);
          seen.addAll(room.get().evidence());
        } else if (room.filter(Room::isWhole).isPresent()) {
          any = true;
          to.pass();
        }
      }
    }
    if (!any) {
      to.missingInput(
          host.name(),
          qos.buffers()
              .map(buffers -> buffers.terms().missingInputs().cable())
              .orElse("headroom, speed and cable of the ports"));
    } else if (!tooLittle.isEmpty()) {
      to.finding(
              host.name(),
              "",
              Collections.min(tooLittle, Comparator.comparingDouble(Room::share)).words()
                  + some(wrong))
          .addEvidence(seen.stream().distinct().toList())
          .fix(() ->
              Fix.advice(
                  qos.buffers()
                      .map(buffers -> buffers.terms().fixes().cable())
                      .orElse(
                          "raise the headroom of the class to what headroom calc pfc-headroom"
                              + " computes for the speed, cable and MTU of the port")))
          .report();
    }
  }

  /**
   * Headroom of a class of a port, in bytes: of its priority group, or a setting's. Empty where
   * nothing says it, or the profile is made for speed and cable at run time.
   */
  private static Optional<ReportedValue<Long>> bytes(
      SwitchPort port, int trafficClass, PortSettings settings) {
    Optional<ReportedValue<Long>> ofGroup =
        Optional.ofNullable(port.groups().get(trafficClass))
            .flatMap(PriorityGroup::headroom)
            .map(Headroom::xoff);
    return ofGroup
        .or(() ->
            settings.of(trafficClass).stream()
                .filter(value -> value.setting().knob().equals(KNOB))
                .findFirst()
                .flatMap(value ->
                    value
                        .knobValue()
                        .map(text ->
                            ReportedValue.reported(Size.parse(text).bytes(), value.evidence()))))
        .filter(bytes -> bytes.orElse(0L) > 0);
  }

  /**
   * The headroom of a class of a port.
   *
   * @param bytes that it has
   * @param needed bytes, at the least
   * @param need the need in words, before the port
   * @param isWhole whether speed and cable are known, so that the need is more than two packets
   */
  private record Room(
      long bytes, double needed, String need, boolean isWhole, List<Evidence> evidence) {
    double share() {
      return bytes / needed;
    }

    String words() {
      return "headroom (xoff) is %,d B; %s %,.0f B in flight after a pause: "
          .formatted(bytes, need, needed);
    }
  }

  private static Room room(SwitchPort port, ReportedValue<Long> bytes) {
    ReportedValue<Long> speed = port.line().speed();
    ReportedValue<Cable> cable = port.line().cable();
    long mtu = port.line().mtu().orElse(USUAL_MTU);
    if (!speed.isReported() || !cable.isReported()) {
      return new Room(
          bytes.get(),
          2.0 * Math.min(mtu, LARGEST_PACKET),
          "two packets of RDMA alone leave",
          false,
          SwitchQos.evidenceOf(bytes));
    }
    double gbps = speed.get() / 1000.0;
    double onCable = 2 * cable.get().metres() * NS_PER_METRE * gbps / 8;
    return new Room(
        bytes.get(),
        onCable + mtu,
        "%s at %.0f Gb/s leave".formatted(cable.get().written(), gbps),
        true,
        SwitchQos.evidenceOf(bytes, speed, cable));
  }
}
