package dev.headroom.model.scenario;

import dev.headroom.model.knob.Complaint;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.Delivery;
import dev.headroom.model.knob.Derived;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.OwnClass;
import dev.headroom.model.knob.OwnMarkingKnobs;
import dev.headroom.model.knob.RoutingAlgorithm;
import dev.headroom.model.knob.RoutingKnobs;
import dev.headroom.model.knob.RttProbeKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.SwiftKnobs;
import dev.headroom.model.knob.TimelyKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.knob.TransportType;
import dev.headroom.model.knob.UetKnobs;
import dev.headroom.model.knob.Verb;
import dev.headroom.model.knob.ZtrRttKnobs;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Size;
import java.util.List;
import java.util.Set;

/** What must hold of a congestion control: what it runs on, what it learns from, its numbers. */
final class ControlChecks {
  /** Congestion controls that learn from marks, which switches cannot set where there is no IP. */
  private static final List<String> OF_MARKS = List.of("dcqcn", "hp-dcqcn", "dctcp");

  /** Congestion controls that need no ACKs. */
  private static final List<String> WITHOUT_ACKS =
      List.of("dcqcn", "hp-dcqcn", "rtt-probe", "ztr-rtt", "none", OwnClass.WORD);

  /** Controls that RoCE has too, or that there is none. */
  private static final List<String> SHARED_CONTROLS = List.of("dctcp", "none", OwnClass.WORD);

  private ControlChecks() {}

  /** Each transport has its own. */
  static void controls(Settings settings, List<Complaint> complaints) {
    TransportType transport = settings.get(TransportKnobs.TRANSPORT);
    String control = settings.get(CongestionKnobs.ALGORITHM);
    boolean hasItsOwn = transport.hasControlsOfItsOwn();
    if (hasItsOwn && !transport.controls().contains(control)) {
      complaints.add(
          new Complaint(
              CongestionKnobs.ALGORITHM.name(),
              control + " does not run on transport " + transport,
              String.join(", ", transport.controls())));
    } else if (!hasItsOwn && !SHARED_CONTROLS.contains(control)) {
      List<String> those =
          TransportType.ownersOf(control).stream().map(TransportType::word).sorted().toList();
      if (!those.isEmpty()) {
        complaints.add(
            new Complaint(
                CongestionKnobs.ALGORITHM.name(),
                control + " needs transport " + String.join(" or ", those),
                "transport.type " + String.join(" or ", those) + ", or another control"));
      }
    }
    if (transport.isStream() && "dctcp".equals(control) && !settings.get(CongestionKnobs.ECN)) {
      complaints.add(
          new Complaint(
              CongestionKnobs.ECN.name(),
              "dctcp learns from marks, and switches set none",
              "true"));
    }
  }

  /** Receivers that know nothing of their senders can grant them nothing. */
  static void credit(Settings settings, List<Complaint> complaints) {
    boolean uec = settings.get(TransportKnobs.TRANSPORT) == TransportType.UEC;
    String control = settings.get(CongestionKnobs.ALGORITHM);
    Delivery delivery = settings.get(UetKnobs.DELIVERY);
    if (uec && delivery.isStateless() && List.of("rccc", "nscc-rccc").contains(control)) {
      complaints.add(
          new Complaint(
              CongestionKnobs.ALGORITHM.name(),
              control
                  + " grants credit to senders, of which receivers know nothing in mode "
                  + delivery,
              "nscc, none, or transport.uet.delivery rud or rod"));
    }
  }

  /** Drafts of NSCC knew nothing of receivers that grant credit too. */
  static void editions(Settings settings, List<Complaint> complaints) {
    String edition = settings.get(UetKnobs.NSCC_EDITION);
    if ("nscc-rccc".equals(settings.get(CongestionKnobs.ALGORITHM))
        && !"specification".equals(edition)) {
      complaints.add(
          new Complaint(
              UetKnobs.NSCC_EDITION.name(),
              edition + " of NSCC runs without receiver credit, and nscc-rccc grants it",
              "specification, or congestion.algorithm nscc"));
    }
  }

  /** Who is brought along to mark has to be asked. */
  static void marking(Settings settings, List<Complaint> complaints) {
    if (!OwnClass.WORD.equals(settings.get(OwnMarkingKnobs.ALGORITHM))) {
      return;
    }
    if (!settings.get(CongestionKnobs.ECN)) {
      complaints.add(
          new Complaint(
              CongestionKnobs.ECN.name(),
              "congestion.aqm.algorithm is own, and switches set no marks",
              "true"));
    }
    if (settings.get(RoutingKnobs.ROUTING) == RoutingAlgorithm.CELLS) {
      complaints.add(
          new Complaint(
              OwnMarkingKnobs.ALGORITHM.name(),
              "a marking of your own sees packets, and routing.algorithm is cells",
              "ramp, or another way to route"));
    }
  }

  /** READ has no ACKs for a control to learn from, but where transports acknowledge all data. */
  static void reads(Settings settings, List<Complaint> complaints) {
    String algorithm = settings.get(CongestionKnobs.ALGORITHM);
    if (settings.get(TransportKnobs.OPERATION) == Verb.READ
        && !settings.get(TransportKnobs.TRANSPORT).hasControlsOfItsOwn()
        && !WITHOUT_ACKS.contains(algorithm)) {
      complaints.add(
          new Complaint(
              CongestionKnobs.ALGORITHM.name(),
              algorithm + " learns from ACKs, and READ has none",
              "transport.operation write or send; or one of " + String.join(", ", WITHOUT_ACKS)));
    }
  }

  static void rocev1(Settings settings, List<Complaint> complaints) {
    String control = settings.get(CongestionKnobs.ALGORITHM);
    if (settings.get(TransportKnobs.TRANSPORT) == TransportType.ROCEV1
        && OF_MARKS.contains(control)) {
      complaints.add(
          new Complaint(
              CongestionKnobs.ALGORITHM.name(),
              control + " learns from ECN, and the packets of transport rocev1 have no IP header",
              "none, or a control that learns from delay"));
    }
  }

  /** Settings of controls that come in pairs. */
  static void pairs(Settings settings, List<Complaint> complaints) {
    ordered(settings, complaints, TimelyKnobs.LOW, TimelyKnobs.HIGH);
    ordered(settings, complaints, SwiftKnobs.SCALE_FROM, SwiftKnobs.SCALE_TO);
    ordered(settings, complaints, SwiftKnobs.MIN, SwiftKnobs.MAX);
    if (settings.isSet(RttProbeKnobs.BASE)) {
      ordered(settings, complaints, RttProbeKnobs.BASE, RttProbeKnobs.MAX);
    }
    if (settings.isSet(ZtrRttKnobs.DELAY)) {
      ordered(settings, complaints, ZtrRttKnobs.DELAY, ZtrRttKnobs.MAX_DELAY);
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
  static void thresholds(Settings settings, Set<Rate> ports, List<Complaint> complaints) {
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
}
