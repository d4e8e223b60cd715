package dev.headroom.audit.fabric;

import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * One end of a link of an InfiniBand fabric, by {@code iblinkinfo} or {@code ibnetdiscover}.
 *
 * @param node whose port it is: its GUID, or its name where only that is printed
 * @param isSwitch whether the node is a switch, as far as the tool tells
 * @param peer the other end: GUID or name
 * @param peerPort its port, blank if not said
 * @param peerIsSwitch whether the other end is one
 * @param width lanes; 0 if not said
 * @param laneGbps signalling rate of a lane, nominal; 0 if not said
 * @param better what the tool says it could be; blank if nothing
 * @param evidence the line
 */
record FabricLink(
    String node,
    String port,
    boolean isSwitch,
    String peer,
    String peerPort,
    boolean peerIsSwitch,
    int width,
    double laneGbps,
    String better,
    Evidence evidence) {
  /** What tools print as rates of a lane, Gb/s (InfiniBand Architecture Specification 1.7, 5.5). */
  private static final Map<String, Double> LANES =
      Map.of(
          "SDR", 2.5, "DDR", 5.0, "QDR", 10.0, "FDR10", 10.3125, "FDR", 14.0625, "EDR", 25.78125,
          "HDR", 53.125, "NDR", 106.25, "XDR", 212.5);

  double gbps() {
    return width * laneGbps;
  }

  String name() {
    return node + "/" + port;
  }

  /** The same for both ends. */
  String cable() {
    String other = peer + "/" + peerPort;
    return name().compareTo(other) < 0 ? name() + " " + other : other + " " + name();
  }

  String words() {
    return width + "x at " + String.format(Locale.ROOT, "%.1f", laneGbps) + " Gb/s per lane";
  }

  /** Links that are up and say how fast they are. */
  static List<FabricLink> of(HostFacts host) {
    FactSet facts = host.facts();
    List<FabricLink> links = new ArrayList<>();
    for (Subject subject : facts.subjects(SubjectKind.LINK)) {
      List<Fact> said = facts.firstFactsOf(subject);
      if (said.isEmpty()) {
        continue;
      }
      int width = facts.number(subject, "width").orElse(0L).intValue();
      double lane =
          facts
              .decimal(subject, "lane.gbps")
              .orElse(LANES.getOrDefault(facts.text(subject, "speed").orElse(""), 0.0));
      String peer =
          facts
              .text(subject, "peer")
              .orElseReported(facts.text(subject, "peer.name"))
              .orElse("")
              .strip();
      if (width == 0 || lane == 0 || peer.isEmpty()) {
        continue;
      }
      String kind =
          facts
              .text(subject, "kind")
              .orElseReported(facts.text(new Subject(SubjectKind.NODE, subject.owner()), "kind"))
              .orElse("");
      links.add(
          new FabricLink(
              subject.owner(),
              subject.leaf(),
              kind.matches("Switch|SW"),
              peer,
              facts.text(subject, "peer.port").orElse(""),
              peerIsSwitch(facts, subject, peer),
              width,
              lane,
              facts.text(subject, "note").orElse("").strip(),
              said.getFirst().evidence()));
    }
    return links;
  }

  private static boolean peerIsSwitch(FactSet facts, Subject link, String peer) {
    String kind =
        facts
            .text(link, "peer.kind")
            .orElseReported(facts.text(new Subject(SubjectKind.NODE, peer), "kind"))
            .orElse("");
    return kind.matches("S|SW|Switch");
  }
}
