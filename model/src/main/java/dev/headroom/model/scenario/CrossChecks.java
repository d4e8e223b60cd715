package dev.headroom.model.scenario;

import dev.headroom.model.knob.ClassKnobs;
import dev.headroom.model.knob.Complaint;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.ControllerKnobs;
import dev.headroom.model.knob.CreditKnobs;
import dev.headroom.model.knob.Derived;
import dev.headroom.model.knob.FailureKnobs;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.model.knob.RoutingKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.SrdKnobs;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.knob.UetKnobs;
import dev.headroom.model.knob.UplinkKnobs;
import dev.headroom.model.pcie.PcieUplink;
import dev.headroom.model.unit.Rate;
import dev.headroom.model.unit.Size;
import dev.headroom.model.unit.Time;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What must hold between knobs, each of which is in its own range. */
final class CrossChecks {
  /** RFC 791, section 3.1: every host takes packets of so many bytes. */
  private static final long LEAST_IP = 576;

  private static final List<String> OF_IBTA = List.of("rocev2", "rocev1", "infiniband");

  /** What forwards packets by the LID of their destination. */
  private static final List<String> BY_LID = List.of("linear", "adaptive", "adaptive-remote");

  /** Congestion controls that learn from marks, which switches cannot set where there is no IP. */
  private static final List<String> OF_MARKS = List.of("dcqcn", "hp-dcqcn", "dctcp");

  private static final Set<Long> MTUS = Set.of(256L, 512L, 1024L, 2048L, 4096L);

  /** Congestion controls that need no ACKs. */
  private static final List<String> WITHOUT_ACKS =
      List.of("dcqcn", "hp-dcqcn", "rtt-probe", "none");

  private CrossChecks() {}

  static List<Complaint> of(Settings settings, Set<Rate> ports) {
    List<Complaint> complaints = new ArrayList<>();
    mtu(settings, complaints);
    reads(settings, complaints);
    ordered(settings, complaints, ControllerKnobs.TIMELY_LOW, ControllerKnobs.TIMELY_HIGH);
    ordered(settings, complaints, ControllerKnobs.SWIFT_SCALE_FROM, ControllerKnobs.SWIFT_SCALE_TO);
    ordered(settings, complaints, ControllerKnobs.SWIFT_MIN, ControllerKnobs.SWIFT_MAX);
    if (settings.isSet(ControllerKnobs.PROBE_BASE)) {
      ordered(settings, complaints, ControllerKnobs.PROBE_BASE, ControllerKnobs.PROBE_MAX);
    }
    thresholds(settings, ports, complaints);
    buffers(settings, complaints);
    hash(settings, complaints);
    placing(settings, complaints);
    failures(settings, complaints);
    transport(settings, complaints);
    infiniband(settings, complaints);
    credits(settings, complaints);
    rocev1(settings, complaints);
    classMaps(settings, settings, complaints);
    pcie(settings, complaints);
    return complaints;
  }

  /**
   * What can be said of an override: which of its values meet which is not known.
   *
   * @param everywhere what the scenario sets for all nodes
   */
  static List<Complaint> ofOverride(Settings everywhere, Settings settings) {
    List<Complaint> complaints = new ArrayList<>();
    classMaps(everywhere, settings, complaints);
    pcie(settings, complaints);
    if (settings.isSet(CongestionKnobs.KMIN) && settings.isSet(CongestionKnobs.KMAX)) {
      Set<Rate> listed =
          new TreeSet<>(settings.find(CongestionKnobs.KMIN).orElseThrow().byRate().keySet());
      listed.addAll(settings.find(CongestionKnobs.KMAX).orElseThrow().byRate().keySet());
      thresholds(settings, listed, complaints);
    }
    return complaints;
  }

  /** Which class a packet is of, and who says so. */
  private static final List<Knob<?>> MAPS =
      List.of(
          ClassKnobs.SWITCH_DSCP_MAP, ClassKnobs.QUEUE_MAP_OF_SWITCHES, ClassKnobs.HOST_DSCP_MAP);

  private static void classMaps(
      Settings everywhere, Settings settings, List<Complaint> complaints) {
    if (everywhere.get(CreditKnobs.CREDITS)) {
      for (Knob<?> map : MAPS) {
        if (settings.isSet(map)) {
          complaints.add(
              new Complaint(
                  map.name(),
                  "links under credits know no class maps: there a class is a virtual lane",
                  "no map; transport.infiniband.sl2vl gives the lane of a service level"));
        }
      }
    }
  }

  private static Complaint noPowerOfTwo(Knob<Long> knob, long value) {
    return new Complaint(
        knob.name(),
        value + " is no power of two",
        Long.highestOneBit(value) + " or " + 2 * Long.highestOneBit(value));
  }

  /** Others leave something of the link to the root complex. */
  private static void uplink(PcieUplink uplink, List<Complaint> complaints) {
    double least = Math.min(uplink.upBps(), uplink.downBps());
    if (least < uplink.link().tlpBps() / 100) {
      complaints.add(
          new Complaint(
              (uplink.upBps() < uplink.downBps()
                      ? UplinkKnobs.OTHERS_WRITE
                      : UplinkKnobs.OTHERS_READ)
                  .name(),
              "nothing is left for NICs of a link that carries %.0f Gb/s of writes"
                  .formatted(uplink.link().writeBps(4096) / 1e9),
              "less, or more of hosts.pcie.uplinkLanes"));
    }
  }

  /** Powers of two, which ranges do not say. */
  private static void pcie(Settings settings, List<Complaint> complaints) {
    for (Knob<Long> knob :
        List.of(PcieKnobs.LANES, PcieKnobs.MAX_PAYLOAD, PcieKnobs.MAX_READ_REQUEST)) {
      long value = settings.get(knob);
      if (Long.bitCount(value) != 1) {
        complaints.add(noPowerOfTwo(knob, value));
      }
    }
    settings
        .find(UplinkKnobs.UPLINK_LANES)
        .filter(lanes -> Long.bitCount(lanes) != 1)
        .ifPresent(lanes -> complaints.add(noPowerOfTwo(UplinkKnobs.UPLINK_LANES, lanes)));
    if (complaints.isEmpty() && PcieUplink.isUsedByOthers(settings)) {
      uplink(PcieUplink.of(settings), complaints);
    }
    if ("detailed".equals(settings.get(PcieKnobs.STAGES))
        && "insertion".equals(settings.get(RunKnobs.TIES))) {
      complaints.add(
          new Complaint(
              PcieKnobs.STAGES.name(),
              "run.ties insertion is how a simulator with ideal hosts does it",
              "hosts.stages ideal, or run.ties keyed"));
    }
  }

  private static void mtu(Settings settings, List<Complaint> complaints) {
    long mtu = settings.get(TransportKnobs.MTU);
    if (isTcp(settings)) {
      if (mtu < LEAST_IP) {
        complaints.add(
            new Complaint(
                TransportKnobs.MTU.name(),
                mtu + " leaves no room for payload behind the headers of IP and TCP",
                "such as 1500 or 9000"));
      }
      return;
    }
    if (OF_IBTA.contains(settings.get(TransportKnobs.FRAMING)) && !MTUS.contains(mtu)) {
      complaints.add(
          new Complaint(
              TransportKnobs.MTU.name(),
              mtu + " is not a path MTU of InfiniBand and RoCE",
              "256, 512, 1024, 2048 or 4096"));
    }
  }

  private static final List<String> OF_TCP = List.of("reno", "cubic", "bbr", "dctcp", "none");

  /** Transports whose congestion controls are not those of RoCE. */
  private static final Map<String, List<String>> CONTROLS =
      Map.of(
          "uec", List.of("nscc", "rccc", "nscc-rccc", "dctcp", "none"),
          "srd", List.of("srd", "none"),
          "falcon", List.of("falcon-swift", "none"),
          "tcp", OF_TCP,
          "iwarp", OF_TCP);

  /** Controls that RoCE has too, or that there is none. */
  private static final List<String> SHARED_CONTROLS = List.of("dctcp", "none");

  /** Each transport with what it can run. */
  private static void transport(Settings settings, List<Complaint> complaints) {
    String transport = settings.get(TransportKnobs.TRANSPORT);
    boolean uec = "uec".equals(transport);
    controls(settings, transport, complaints);
    if (CONTROLS.containsKey(transport) && "read".equals(settings.get(TransportKnobs.OPERATION))) {
      complaints.add(
          new Complaint(
              TransportKnobs.OPERATION.name(),
              "transport " + transport + " moves data from its source",
              "write or send"));
    }
    if (settings.get(SwitchKnobs.TRIMMING) && !uec) {
      complaints.add(
          new Complaint(
              SwitchKnobs.TRIMMING.name(),
              "transport "
                  + settings.get(TransportKnobs.TRANSPORT)
                  + " makes nothing of trimmed packets",
              "false, or transport.type uec"));
    }
    String control = settings.get(CongestionKnobs.ALGORITHM);
    String delivery = settings.get(UetKnobs.DELIVERY);
    boolean stateless = List.of("rudi", "uud").contains(delivery);
    if (uec && stateless && List.of("rccc", "nscc-rccc").contains(control)) {
      complaints.add(
          new Complaint(
              CongestionKnobs.ALGORITHM.name(),
              control
                  + " grants credit to senders, of which receivers know nothing in mode "
                  + delivery,
              "nscc, none, or transport.uet.delivery rud or rod"));
    }
    powerOfTwo(UetKnobs.ENTROPY_VALUES, settings, complaints);
    powerOfTwo(SrdKnobs.WAYS, settings, complaints);
  }

  private static void powerOfTwo(Knob<Long> knob, Settings settings, List<Complaint> complaints) {
    long values = settings.get(knob);
    if (Long.bitCount(values) != 1) {
      complaints.add(
          new Complaint(
              knob.name(),
              values + " is not a power of two",
              "such as " + Long.highestOneBit(values)));
    }
  }

  /** InfiniBand's counters of 12 bits: half of 4,096 blocks of 64 B. */
  private static final long MOST_BUFFER = 128 * 1024;

  private static void credits(Settings settings, List<Complaint> complaints) {
    boolean more =
        settings
            .find(CreditKnobs.CREDIT_BUFFER)
            .filter(sizes ->
                sizes.byRate().values().stream().anyMatch(size -> size.bytes() > MOST_BUFFER))
            .isPresent();
    if (more && !"cbfc".equals(settings.get(CreditKnobs.CREDIT_FORM))) {
      complaints.add(
          new Complaint(
              CreditKnobs.CREDIT_BUFFER.name(),
              "InfiniBand's counters grant 2,048 blocks of 64 B at most",
              "up to 128KiB, or credits.form cbfc"));
    }
  }

  private static void infiniband(Settings settings, List<Complaint> complaints) {
    if (!"infiniband".equals(settings.get(TransportKnobs.TRANSPORT))) {
      return;
    }
    if (!settings.get(CreditKnobs.CREDITS)) {
      complaints.add(
          new Complaint(
              CreditKnobs.CREDITS.name(),
              "links of transport infiniband are under credit-based flow control",
              "true"));
    }
    if ("cbfc".equals(settings.get(CreditKnobs.CREDIT_FORM))) {
      complaints.add(
          new Complaint(
              CreditKnobs.CREDIT_FORM.name(),
              "CBFC is Ultra Ethernet's, and links of transport infiniband have their own form",
              "infiniband"));
    }
    String routing = settings.get(RoutingKnobs.ROUTING);
    if (!BY_LID.contains(routing)) {
      complaints.add(
          new Complaint(
              RoutingKnobs.ROUTING.name(),
              routing + " hashes or sprays, and InfiniBand's switches forward by destination LID",
              String.join(", ", BY_LID)));
    }
    String control = settings.get(CongestionKnobs.ALGORITHM);
    if (!"none".equals(control)) {
      complaints.add(
          new Complaint(
              CongestionKnobs.ALGORITHM.name(),
              control + " does not run on transport infiniband, whose own (FECN, BECN) is left out",
              "none"));
    }
  }

  private static void rocev1(Settings settings, List<Complaint> complaints) {
    String control = settings.get(CongestionKnobs.ALGORITHM);
    if ("rocev1".equals(settings.get(TransportKnobs.TRANSPORT)) && OF_MARKS.contains(control)) {
      complaints.add(
          new Complaint(
              CongestionKnobs.ALGORITHM.name(),
              control + " learns from ECN, and the packets of transport rocev1 have no IP header",
              "none, or a control that learns from delay"));
    }
  }

  private static void controls(Settings settings, String transport, List<Complaint> complaints) {
    String control = settings.get(CongestionKnobs.ALGORITHM);
    List<String> own = CONTROLS.get(transport);
    if (own != null && !own.contains(control)) {
      complaints.add(
          new Complaint(
              CongestionKnobs.ALGORITHM.name(),
              control + " does not run on transport " + transport,
              String.join(", ", own)));
    } else if (own == null && !SHARED_CONTROLS.contains(control)) {
      List<String> those =
          CONTROLS.entrySet().stream()
              .filter(entry -> entry.getValue().contains(control))
              .map(Map.Entry::getKey)
              .sorted()
              .toList();
      if (!those.isEmpty()) {
        complaints.add(
            new Complaint(
                CongestionKnobs.ALGORITHM.name(),
                control + " needs transport " + String.join(" or ", those),
                "transport.type " + String.join(" or ", those) + ", or another control"));
      }
    }
    if (isTcp(settings) && "dctcp".equals(control) && !settings.get(CongestionKnobs.ECN)) {
      complaints.add(
          new Complaint(
              CongestionKnobs.ECN.name(),
              "dctcp learns from marks, and switches set none",
              "true"));
    }
  }

  private static boolean isTcp(Settings settings) {
    return OF_TCP.equals(CONTROLS.get(settings.get(TransportKnobs.TRANSPORT)));
  }

  /** The queue pair's number is in our own hash only. */
  private static void hash(Settings settings, List<Complaint> complaints) {
    if ("e-ecmp".equals(settings.get(RoutingKnobs.ROUTING))
        && "murmur3".equals(settings.get(RoutingKnobs.HASH))) {
      complaints.add(
          new Complaint(
              RoutingKnobs.ROUTING.name(),
              "e-ecmp hashes the queue pair too, and murmur3 is the HPCC simulator's hash of the 5-tuple",
              "routing.hash mix64"));
    }
  }

  /** READ has no ACKs for a control to learn from. */
  private static void reads(Settings settings, List<Complaint> complaints) {
    String algorithm = settings.get(CongestionKnobs.ALGORITHM);
    if ("read".equals(settings.get(TransportKnobs.OPERATION))
        && !WITHOUT_ACKS.contains(algorithm)) {
      complaints.add(
          new Complaint(
              CongestionKnobs.ALGORITHM.name(),
              algorithm + " learns from ACKs, and READ has none",
              "transport.operation write or send; or one of " + String.join(", ", WITHOUT_ACKS)));
    }
  }

  /** Nobody hears of a failure before those beside it. */
  private static void failures(Settings settings, List<Complaint> complaints) {
    if (settings.get(FailureKnobs.LINK_RETRY)
        && settings.get(CreditKnobs.CREDITS)
        && "infiniband".equals(settings.get(CreditKnobs.CREDIT_FORM))) {
      complaints.add(
          new Complaint(
              FailureKnobs.LINK_RETRY.name(),
              "Ultra Ethernet's retry of frames is not what links of InfiniBand have, whose own is not"
                  + " published",
              "false, or credits.form cbfc, or credits.enabled false"));
    }
    Time detection = settings.get(FailureKnobs.DETECTION);
    settings
        .find(FailureKnobs.CONVERGENCE)
        .filter(convergence -> convergence.compareTo(detection) < 0)
        .ifPresent(convergence ->
            complaints.add(
                new Complaint(
                    FailureKnobs.CONVERGENCE.name(),
                    "all switches know after %s, and those beside the link after %s"
                        .formatted(convergence, detection),
                    "at least failure.detection, " + detection)));
  }

  /** A SEND takes receive requests in order, and the responses to a READ are asked for in order. */
  private static void placing(Settings settings, List<Complaint> complaints) {
    String recovery = settings.get(TransportKnobs.RECOVERY);
    String operation = settings.get(TransportKnobs.OPERATION);
    if (!"go-back-n".equals(recovery) && !"write".equals(operation)) {
      complaints.add(
          new Complaint(
              TransportKnobs.RECOVERY.name(),
              "%s places data of WRITEs only, and transport.operation is %s"
                  .formatted(recovery, operation),
              "transport.operation write, or transport.recovery go-back-n"));
    }
  }

  private static <T extends Comparable<T>> void ordered(
      Settings settings, List<Complaint> complaints, Knob<T> less, Knob<T> more) {
    T least = settings.get(less);
    T most = settings.get(more);
    if (least.compareTo(most) >= 0) {
      complaints.add(
          new Complaint(
              (settings.isSet(less) ? less : more).name(),
              "%s %s is not under %s %s".formatted(less.name(), least, more.name(), most),
              "the first must be the lesser"));
    }
  }

  /** Kmin at or below Kmax at every rate of the fabric's ports. */
  private static void thresholds(Settings settings, Set<Rate> ports, List<Complaint> complaints) {
    for (Rate rate : ports) {
      Size kmin = Derived.kmin(settings, rate);
      Size kmax = Derived.kmax(settings, rate);
      if (kmin.compareTo(kmax) > 0) {
        complaints.add(
            new Complaint(
                (settings.isSet(CongestionKnobs.KMIN) ? CongestionKnobs.KMIN : CongestionKnobs.KMAX)
                    .name(),
                "kmin %s is above kmax %s for ports of %s".formatted(kmin, kmax, rate),
                "marking begins above kmin and is certain above kmax; equal, every packet above is marked"));
        return;
      }
    }
  }

  private static void buffers(Settings settings, List<Complaint> complaints) {
    Size buffer = settings.get(SwitchKnobs.SWITCH_BUFFER);
    below(complaints, SwitchKnobs.RESERVED, settings.get(SwitchKnobs.RESERVED), buffer);
    below(complaints, SwitchKnobs.SWITCH_CELL, settings.get(SwitchKnobs.SWITCH_CELL), buffer);
    settings
        .find(PfcKnobs.HEADROOM)
        .ifPresent(sizes ->
            sizes
                .byRate()
                .values()
                .forEach(size -> below(complaints, PfcKnobs.HEADROOM, size, buffer)));
    settings.find(PfcKnobs.XOFF).ifPresent(size -> below(complaints, PfcKnobs.XOFF, size, buffer));
  }

  private static void below(List<Complaint> complaints, Knob<?> knob, Size size, Size buffer) {
    if (size.compareTo(buffer) > 0) {
      complaints.add(
          new Complaint(
              knob.name(),
              "%s does not fit into the buffer of %s".formatted(size, buffer),
              "at most " + buffer));
    }
  }
}
