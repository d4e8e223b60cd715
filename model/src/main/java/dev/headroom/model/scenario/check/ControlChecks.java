package dev.headroom.model.scenario.check;

import dev.headroom.congestion.ControlType;
import dev.headroom.congestion.TransportType;
import dev.headroom.congestion.controls.ControlTypes;
import dev.headroom.congestion.uet.Nscc;
import dev.headroom.congestion.uet.NsccVersion;
import dev.headroom.model.choice.MarkingAlgorithm;
import dev.headroom.model.choice.RoutingAlgorithm;
import dev.headroom.model.choice.UetDeliveryMode;
import dev.headroom.model.choice.Verb;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.DeclaredKnobs;
import dev.headroom.model.knob.DerivedDefaults;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.KnobConflict;
import dev.headroom.model.knob.PluginMarkingKnobs;
import dev.headroom.model.knob.RoutingKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.knob.UetKnobs;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Size;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Checks of a congestion control: its transport, its feedback, its numbers. */
public final class ControlChecks {
  private ControlChecks() {}

  /** Each transport has its own. */
  static void controls(Settings settings, List<KnobConflict> complaints) {
    TransportType transport = settings.get(TransportKnobs.TRANSPORT);
    ControlType control = settings.get(CongestionKnobs.ALGORITHM);
    if (!control.runsOn(transport)) {
      complaints.add(
          transport.hasOwnControls()
              ? new KnobConflict(
                  CongestionKnobs.ALGORITHM.name(),
                  control + " does not run on transport " + transport,
                  words(ownFirst(transport)))
              : elsewhere(control));
    }
    if (transport.isStream() && control.needsMarks() && !settings.get(CongestionKnobs.ECN)) {
      complaints.add(
          new KnobConflict(
              CongestionKnobs.ECN.name(),
              control + " needs ECN marks, and switches set none",
              "true"));
    }
  }

  private static KnobConflict elsewhere(ControlType control) {
    String those =
        control.transports().stream()
            .map(TransportType::word)
            .sorted()
            .collect(Collectors.joining(" or "));
    return new KnobConflict(
        CongestionKnobs.ALGORITHM.name(),
        control + " needs transport " + those,
        "transport.type " + those + ", or another control");
  }

  /** The controls of a transport: those of few before those of all. */
  private static Stream<ControlType> ownFirst(TransportType transport) {
    return ControlTypes.all().stream()
        .filter(each -> each.runsOn(transport))
        .sorted(Comparator.comparingInt(each -> each.transports().size()));
  }

  private static String words(Stream<ControlType> controls) {
    return controls.map(ControlType::word).collect(Collectors.joining(", "));
  }

  /** Receivers that know nothing of their senders can grant them nothing. */
  static void credit(Settings settings, List<KnobConflict> complaints) {
    boolean uec = settings.get(TransportKnobs.TRANSPORT) == TransportType.UEC;
    ControlType control = settings.get(CongestionKnobs.ALGORITHM);
    UetDeliveryMode delivery = settings.get(UetKnobs.DELIVERY);
    if (uec && delivery.isStateless() && control.grantsCredit()) {
      complaints.add(
          new KnobConflict(
              CongestionKnobs.ALGORITHM.name(),
              control
                  + " grants credit to senders, but receivers keep no state about senders in mode "
                  + delivery,
              "nscc, none, or transport.uet.delivery rud or rod"));
    }
  }

  /** Drafts of NSCC knew nothing of receivers that grant credit too. */
  static void editions(Settings settings, List<KnobConflict> complaints) {
    ControlType control = settings.get(CongestionKnobs.ALGORITHM);
    NsccVersion edition = DeclaredKnobs.read(settings, NsccVersion.Choice.class).edition();
    if (control.grantsCredit()
        && control.settings().contains(Nscc.Settings.class)
        && edition != NsccVersion.SPECIFICATION) {
      complaints.add(
          new KnobConflict(
              "congestion.nscc.edition",
              edition.word() + " of NSCC works without receiver credit, but nscc-rccc grants it",
              "specification, or congestion.algorithm nscc"));
    }
  }

  /** Who is brought along to mark has to be asked. */
  static void marking(Settings settings, List<KnobConflict> complaints) {
    if (settings.get(PluginMarkingKnobs.ALGORITHM) != MarkingAlgorithm.OWN) {
      return;
    }
    if (!settings.get(CongestionKnobs.ECN)) {
      complaints.add(
          new KnobConflict(
              CongestionKnobs.ECN.name(),
              "congestion.aqm.algorithm is own, and switches set no marks",
              "true"));
    }
    if (settings.get(RoutingKnobs.ROUTING) == RoutingAlgorithm.CELLS) {
      complaints.add(
          new KnobConflict(
              PluginMarkingKnobs.ALGORITHM.name(),
              "the user's marking class marks packets, but routing.algorithm cells sends cells",
              "ramp, or another routing.algorithm"));
    }
  }

  /** READ has no ACKs for a control to learn from, but where transports acknowledge all data. */
  static void reads(Settings settings, List<KnobConflict> complaints) {
    ControlType algorithm = settings.get(CongestionKnobs.ALGORITHM);
    if (settings.get(TransportKnobs.OPERATION) == Verb.READ
        && !settings.get(TransportKnobs.TRANSPORT).hasOwnControls()
        && algorithm.needsAcks()) {
      complaints.add(
          new KnobConflict(
              CongestionKnobs.ALGORITHM.name(),
              algorithm + " needs ACKs, and READ has none",
              "transport.operation write or send; or one of "
                  + words(ControlTypes.all().stream().filter(each -> !each.needsAcks()))));
    }
  }

  static void rocev1(Settings settings, List<KnobConflict> complaints) {
    ControlType control = settings.get(CongestionKnobs.ALGORITHM);
    if (settings.get(TransportKnobs.TRANSPORT) == TransportType.ROCEV1 && control.needsMarks()) {
      complaints.add(
          new KnobConflict(
              CongestionKnobs.ALGORITHM.name(),
              control + " needs ECN, and packets of transport rocev1 have no IP header",
              "none, or a control that uses delay"));
    }
  }

  /** Settings of controls that come in pairs. */
  static void pairs(Settings settings, List<KnobConflict> complaints) {
    DeclaredKnobs.ordered().forEach((less, more) -> ordered(settings, complaints, less, more));
  }

  @SuppressWarnings("unchecked") // both are of one type, whose values compare with each other
  private static void ordered(
      Settings settings, List<KnobConflict> complaints, Knob<?> less, Knob<?> more) {
    Optional<?> least = settings.find(less);
    Optional<?> most = settings.find(more);
    if (least.isEmpty() || most.isEmpty()) {
      return;
    }
    if (((Comparable<Object>) least.orElseThrow()).compareTo(most.orElseThrow()) >= 0) {
      complaints.add(
          new KnobConflict(
              (settings.isSet(less) ? less : more).name(),
              "%s %s must be less than %s %s"
                  .formatted(less.name(), least.orElseThrow(), more.name(), most.orElseThrow()),
              "a smaller first value or a larger second one"));
    }
  }

  /** Kmin at or below Kmax at every rate of the fabric's ports. */
  public static void thresholds(Settings settings, Set<Rate> ports, List<KnobConflict> complaints) {
    for (Rate rate : ports) {
      Size kmin = DerivedDefaults.kmin(settings, rate);
      Size kmax = DerivedDefaults.kmax(settings, rate);
      if (kmin.compareTo(kmax) > 0) {
        complaints.add(
            new KnobConflict(
                (settings.isSet(CongestionKnobs.KMIN) ? CongestionKnobs.KMIN : CongestionKnobs.KMAX)
                    .name(),
                "kmin %s is above kmax %s for ports of %s".formatted(kmin, kmax, rate),
                "marking starts above kmin and is certain above kmax; if both are equal, "
                    + "every packet above is marked"));
        return;
      }
    }
  }
}
