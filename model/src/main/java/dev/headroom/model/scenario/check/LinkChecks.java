package dev.headroom.model.scenario.check;

import dev.headroom.congestion.ControlType;
import dev.headroom.congestion.TransportType;
import dev.headroom.congestion.controls.ControlTypes;
import dev.headroom.model.choice.CreditFlowControl;
import dev.headroom.model.choice.RoutingAlgorithm;
import dev.headroom.model.knob.ClassKnobs;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.CreditKnobs;
import dev.headroom.model.knob.FailureKnobs;
import dev.headroom.model.knob.InfinibandKnobs;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.KnobConflict;
import dev.headroom.model.knob.RoutingKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.unit.Time;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Checks of links: their flow control, which prevents packet loss, and the propagation of their
 * failures.
 */
final class LinkChecks {
  /** What forwards packets by the LID of their destination. */
  private static final List<RoutingAlgorithm> BY_LID =
      List.of(RoutingAlgorithm.LINEAR, RoutingAlgorithm.ADAPTIVE, RoutingAlgorithm.ADAPTIVE_REMOTE);

  /** Which class a packet is of, and who says so. */
  private static final List<Knob<?>> MAPS =
      List.of(
          ClassKnobs.SWITCH_DSCP_MAP, ClassKnobs.QUEUE_MAP_OF_SWITCHES, ClassKnobs.HOST_DSCP_MAP);

  /** InfiniBand's counters of 12 bits: half of 4,096 blocks of 64 B. */
  private static final long MOST_BUFFER = 128 * 1024;

  private LinkChecks() {}

  static void classMaps(Settings everywhere, Settings settings, List<KnobConflict> complaints) {
    if (everywhere.get(CreditKnobs.CREDITS)) {
      for (Knob<?> map : MAPS) {
        if (settings.isSet(map)) {
          complaints.add(
              new KnobConflict(
                  map.name(),
                  "links under credits do not use class maps: a class there is a virtual lane",
                  "no map; transport.infiniband.sl2vl maps a service level to its lane"));
        }
      }
    }
  }

  static void credits(Settings settings, List<KnobConflict> complaints) {
    boolean more =
        settings
            .find(CreditKnobs.CREDIT_BUFFER)
            .filter(sizes ->
                sizes.byRate().values().stream().anyMatch(size -> size.bytes() > MOST_BUFFER))
            .isPresent();
    if (more && settings.get(CreditKnobs.CREDIT_FORM) != CreditFlowControl.CBFC) {
      complaints.add(
          new KnobConflict(
              CreditKnobs.CREDIT_BUFFER.name(),
              "InfiniBand's counters grant at most 2,048 blocks of 64 B",
              "up to 128KiB, or credits.form cbfc"));
    }
    pool(settings, complaints);
  }

  private static void pool(Settings settings, List<KnobConflict> complaints) {
    boolean pooled = settings.isSet(CreditKnobs.CREDIT_POOL);
    if (pooled && settings.get(CreditKnobs.CREDIT_FORM) != CreditFlowControl.CBFC) {
      complaints.add(
          new KnobConflict(
              CreditKnobs.CREDIT_POOL.name(),
              "each InfiniBand virtual lane has its own buffer; InfiniBand has no buffer pools",
              "credits.buffer, or credits.form cbfc"));
    }
    if (pooled && settings.isSet(CreditKnobs.CREDIT_BUFFER)) {
      complaints.add(
          new KnobConflict(
              CreditKnobs.CREDIT_BUFFER.name(),
              "classes share credits.pool, so no class has its own buffer",
              "one of the two; credits.reserved sets the part of the pool that each class "
                  + "keeps for itself"));
    }
    for (Knob<?> part :
        List.of(
            CreditKnobs.CREDIT_RESERVED,
            CreditKnobs.CREDIT_SHARED_LIMIT,
            CreditKnobs.CREDIT_SHARED_ALPHA)) {
      if (!pooled && settings.isSet(part)) {
        complaints.add(
            new KnobConflict(
                part.name(),
                "it is a part of credits.pool, which is not set",
                "credits.pool too, or none"));
      }
    }
  }

  static void infiniband(Settings settings, List<KnobConflict> complaints) {
    if (settings.get(TransportKnobs.TRANSPORT) != TransportType.INFINIBAND) {
      return;
    }
    if (!settings.get(CreditKnobs.CREDITS)) {
      complaints.add(
          new KnobConflict(
              CreditKnobs.CREDITS.name(),
              "links of transport infiniband use credit-based flow control",
              "true"));
    }
    lanes(settings, complaints);
    if (settings.get(CreditKnobs.CREDIT_FORM) == CreditFlowControl.CBFC) {
      complaints.add(
          new KnobConflict(
              CreditKnobs.CREDIT_FORM.name(),
              "CBFC belongs to Ultra Ethernet; links of transport infiniband have their own "
                  + "credits",
              "infiniband"));
    }
    if (settings.isSet(SwitchKnobs.SWITCH_MTU)) {
      complaints.add(
          new KnobConflict(
              SwitchKnobs.SWITCH_MTU.name(),
              "links of transport infiniband carry no IP packets",
              "transport.mtu, which hosts and switches share there"));
    }
    RoutingAlgorithm routing = settings.get(RoutingKnobs.ROUTING);
    if (!BY_LID.contains(routing)) {
      complaints.add(
          new KnobConflict(
              RoutingKnobs.ROUTING.name(),
              routing
                  + " uses hashing or spraying, but InfiniBand switches forward by destination LID",
              BY_LID.stream().map(RoutingAlgorithm::word).collect(Collectors.joining(", "))));
    }
    ControlType control = settings.get(CongestionKnobs.ALGORITHM);
    if (control != ControlTypes.NONE && control != ControlTypes.OWN) {
      complaints.add(
          new KnobConflict(
              CongestionKnobs.ALGORITHM.name(),
              control
                  + " does not run on transport infiniband, whose own congestion control (FECN, "
                  + "BECN) is not modeled",
              "none, own"));
    }
  }

  /**
   * Every lane but that of subnet management is under credits (IBTA volume 1, section 7.9): what is
   * sent in another would be dropped where it finds no room, which does not happen there.
   */
  private static void lanes(Settings settings, List<KnobConflict> complaints) {
    List<Integer> lanes = settings.get(InfinibandKnobs.SL2VL);
    List<Integer> covered = settings.get(CreditKnobs.CREDIT_CLASSES);
    for (Knob<Long> knob : serviceLevels(settings)) {
      int level = settings.find(knob).orElseGet(() -> settings.get(knob)).intValue();
      int lane = lanes.get(level);
      if (!covered.contains(lane)) {
        complaints.add(
            new KnobConflict(
                (settings.isSet(CreditKnobs.CREDIT_CLASSES)
                        ? CreditKnobs.CREDIT_CLASSES
                        : InfinibandKnobs.SL2VL)
                    .name(),
                "%s %d uses virtual lane %d, which has no credits, but InfiniBand must not drop packets"
                    .formatted(knob.name(), level, lane),
                "credits.classes with %d, or a service level in a lane that has credits"
                    .formatted(lane)));
        return;
      }
    }
  }

  /** What names the service levels of packets; of CNPs only where a control may ask for them. */
  private static List<Knob<Long>> serviceLevels(Settings settings) {
    List<Knob<Long>> levels = new ArrayList<>(List.of(TransportKnobs.TRAFFIC_CLASS));
    if (settings.isSet(TransportKnobs.ACK_CLASS)) {
      levels.add(TransportKnobs.ACK_CLASS);
    }
    if (settings.get(CongestionKnobs.ALGORITHM) == ControlTypes.OWN) {
      levels.add(TransportKnobs.CNP_CLASS);
    }
    return levels;
  }

  /** Nobody hears of a failure before those beside it. */
  static void failures(Settings settings, List<KnobConflict> complaints) {
    Time detection = settings.get(FailureKnobs.DETECTION);
    settings
        .find(FailureKnobs.CONVERGENCE)
        .filter(convergence -> convergence.compareTo(detection) < 0)
        .ifPresent(convergence ->
            complaints.add(
                new KnobConflict(
                    FailureKnobs.CONVERGENCE.name(),
                    "all switches react after %s, but those next to the link only after %s"
                        .formatted(convergence, detection),
                    "at least failure.detection, " + detection)));
  }
}
