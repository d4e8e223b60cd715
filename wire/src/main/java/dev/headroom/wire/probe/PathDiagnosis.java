package dev.headroom.wire.probe;

import dev.headroom.wire.packet.Ecn;
import dev.headroom.wire.probe.IcmpHopError.About;
import dev.headroom.wire.probe.PathReport.Kind;
import dev.headroom.wire.probe.PathReport.Marks;
import dev.headroom.wire.probe.PathReport.Place;
import dev.headroom.wire.probe.PathReport.Size;
import dev.headroom.wire.probe.PathReport.Train;
import dev.headroom.wire.probe.PathReport.Trouble;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Diagnosis of a path: it derives problems from the packets that arrived, and has each located on
 * the path.
 */
final class PathDiagnosis {
  /** Of a kind that is dropped hardly any packet arrives; of one that is not, most do. */
  private static final double HARDLY = 0.2;

  private static final double MOST = 0.6;

  private final HopLocator hopLocator;
  private final PathDescription route;
  private final int passing;

  /**
   * @param passing a traffic class with which packets arrive
   */
  PathDiagnosis(HopLocator hopLocator, PathDescription route, int passing) {
    this.hopLocator = hopLocator;
    this.route = route;
    this.passing = passing;
  }

  Trouble nothingArrives() {
    int last = route.routers().size();
    Optional<Place> place = last == 0 ? Optional.empty() : Optional.of(new Place(last, last + 1));
    return problem(
        Kind.NOTHING_ARRIVES,
        "no RoCEv2 packet arrives: check that every firewall and router passes UDP port 4791"
            + (last == 0 ? "" : ". The last router that responds is " + route.point(last)),
        place);
  }

  // --- DSCP and ECN -----------------------------------------------------------------------------

  void marks(List<Marks> all, List<Trouble> into) throws IOException, InterruptedException {
    dropped(all, into);
    Set<Kind> told = new HashSet<>();
    for (Marks each : all) {
      int sent = each.trafficClass();
      int arrived = usual(each);
      if (arrived < 0) {
        continue;
      }
      Optional<Kind> ecn = ecnKind(sent & 3, arrived & 3);
      // Once a kind: what clears ECT(0) clears the others as well.
      if (ecn.isPresent() && told.add(ecn.get())) {
        into.add(
            problem(
                ecn.get(),
                ecnWords(ecn.get(), sent & 3, arrived & 3),
                hopLocator.change(sent, seen -> (seen & 3) == (sent & 3))));
      }
    }
    // One look for all DSCPs that arrive as the same one: one router does that.
    Map<Integer, Set<Integer>> became = new TreeMap<>();
    for (Marks each : all) {
      int sent = each.trafficClass() >> 2;
      int arrived = usual(each) >> 2;
      if (arrived >= 0 && arrived != sent) {
        became.computeIfAbsent(arrived, _ -> new TreeSet<>()).add(sent);
      }
    }
    for (Map.Entry<Integer, Set<Integer>> each : became.entrySet()) {
      Set<Integer> from = each.getValue();
      int first = from.iterator().next();
      String which = from.stream().map(String::valueOf).collect(Collectors.joining(" and "));
      into.add(
          problem(
              Kind.DSCP_CHANGED,
              "DSCP " + which + (from.size() > 1 ? " arrive as " : " arrives as ") + each.getKey(),
              hopLocator.change((first << 2) | (passing & 3), seen -> seen >> 2 == first)));
    }
  }

  /** How most packets of a class arrived; -1 if none did. */
  private static int usual(Marks marks) {
    return marks.as().entrySet().stream()
        .max(Map.Entry.<Integer, Integer>comparingByValue().thenComparing(Map.Entry::getKey))
        .map(Map.Entry::getKey)
        .orElse(-1);
  }

  /** What has become of an ECN codepoint; a mark that a switch sets is no trouble. */
  private static Optional<Kind> ecnKind(int sent, int arrived) {
    boolean marked = arrived == Ecn.CE.codepoint() && sent != Ecn.NOT_ECT.codepoint();
    if (sent == arrived || marked) {
      return Optional.empty();
    }
    if (arrived == Ecn.NOT_ECT.codepoint()) {
      return Optional.of(Kind.ECN_CLEARED);
    }
    return Optional.of(sent == Ecn.CE.codepoint() ? Kind.CE_CLEARED : Kind.ECN_CHANGED);
  }

  private static String ecnWords(Kind kind, int sent, int arrived) {
    String words = name(sent) + " arrives as " + name(arrived);
    return switch (kind) {
      case ECN_CLEARED ->
          "ECN is cleared: "
              + words
              + ", so switches behind that point cannot mark, and DCQCN "
              + "does not react";
      case CE_CLEARED ->
          "ECN marks are cleared: "
              + words
              + ", so the receiver does not see congestion before "
              + "that point";
      default -> "ECN is changed: " + words;
    };
  }

  private static String name(int codepoint) {
    return switch (Ecn.of(codepoint)) {
      case NOT_ECT -> "not-ECT";
      case ECT_1 -> "ECT(1)";
      case ECT_0 -> "ECT(0)";
      case CE -> "CE";
    };
  }

  private void dropped(List<Marks> all, List<Trouble> into)
      throws IOException, InterruptedException {
    boolean ceTold = false;
    Set<Integer> dscpsTold = new HashSet<>();
    for (Marks each : all) {
      if (each.arrived() > HARDLY * each.sent()) {
        continue;
      }
      int dscp = each.trafficClass() >> 2;
      boolean others =
          all.stream()
              .anyMatch(other ->
                  other.trafficClass() >> 2 == dscp && other.arrived() >= MOST * other.sent());
      boolean ce = Ecn.of(each.trafficClass()) == Ecn.CE && others;
      if (ce ? ceTold : !dscpsTold.add(others ? each.trafficClass() : dscp << 2 | 0x100)) {
        continue;
      }
      ceTold |= ce;
      Optional<Place> place =
          hopLocator.dropPlace(
              ttl -> Probe.small(0, ttl, each.trafficClass()), ttl -> Probe.small(0, ttl, passing));
      into.add(
          ce
              ? problem(
                  Kind.CE_DROPPED, "packets with CE are dropped, while other packets pass", place)
              : problem(
                  Kind.CLASS_DROPPED,
                  "packets with DSCP "
                      + dscp
                      + (others ? " and " + name(each.trafficClass() & 3) : "")
                      + " do not arrive, while other packets do",
                  place));
    }
  }

  // --- sizes ------------------------------------------------------------------------------------

  void sizes(List<Size> sizes, ProbeOutcome outcome, List<Trouble> into)
      throws IOException, InterruptedException {
    int fits = 0;
    for (Size each : sizes) {
      if (each.arrived() > HARDLY * each.sent()) {
        fits = each.mtuBytes();
        continue;
      }
      String words =
          "path MTU "
              + each.mtuBytes()
              + " does not pass ("
              + String.format(Locale.ROOT, "%,d", each.ipBytes())
              + " bytes of IP)"
              + (fits > 0 ? ": " + fits + " does" : "");
      Optional<IcmpHopError> refusal = refusal(outcome, each);
      if (refusal.isPresent()) {
        IcmpHopError said = refusal.get();
        int router = route.number(said.router());
        into.add(
            problem(
                Kind.MTU,
                words
                    + ". "
                    + (router > 0 ? route.point(router) : said.router().getHostAddress())
                    + " reports that the next link accepts "
                    + String.format(Locale.ROOT, "%,d", said.mtuBytes()),
                router > 0 ? Optional.of(new Place(router, router + 1)) : Optional.empty()));
      } else {
        into.add(
            problem(
                Kind.MTU,
                words + ", and no router reports the cause",
                hopLocator.dropPlace(
                    ttl -> new Probe(0, ttl, passing, each.mtuBytes()),
                    ttl -> Probe.small(0, ttl, passing))));
      }
      return; // larger ones do not pass either
    }
  }

  private static Optional<IcmpHopError> refusal(ProbeOutcome outcome, Size size) {
    for (int i = 0; i < outcome.sentProbes().size(); i++) {
      Optional<IcmpHopError> answer = outcome.answer(i);
      if (outcome.sentProbes().get(i).payload() == size.mtuBytes()
          && answer.isPresent()
          && answer.get().cause() == About.TOO_LONG) {
        return answer;
      }
    }
    return Optional.empty();
  }

  // --- a flow -----------------------------------------------------------------------------------

  void train(Train train, List<Trouble> into) throws IOException, InterruptedException {
    int lost = train.sent() - train.arrived();
    if (train.duplicates() > 0) {
      into.add(
          problem(
              Kind.DOUBLING,
              of(train.duplicates(), train.sent()) + " packets arrived twice",
              Optional.empty()));
    }
    if (lost == 0 && train.reordered() == 0) {
      return;
    }
    HopLocator.Trains trains = hopLocator.trains(passing, train.sent());
    if (lost > 0) {
      into.add(
          problem(
              Kind.LOSS,
              of(lost, train.sent()) + " packets of one flow were lost",
              trains.lossPlace((double) lost / train.sent())));
    }
    if (train.reordered() > 0) {
      into.add(
          problem(
              Kind.REORDERING,
              of(train.reordered(), train.sent())
                  + " packets of one flow arrived after later packets, which RoCE NICs treat as "
                  + "loss",
              trains.reorderingPlace((double) train.reordered() / train.sent())));
    }
  }

  private static String of(int some, int all) {
    return String.format(Locale.ROOT, "%,d of %,d", some, all);
  }

  // --- places -----------------------------------------------------------------------------------

  private Trouble problem(Kind kind, String sentence, Optional<Place> place) {
    return new Trouble(kind, sentence + place.map(route::words).orElse(""), place);
  }
}
