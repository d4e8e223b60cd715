package dev.headroom.wire.explain;

import dev.headroom.wire.packet.NakCause;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Findings of a capture, one sentence for each thing that is wrong or worth knowing. */
final class CaptureFindings {
  /** Refusals of the connection manager that are told one by one. */
  static final int MOST_REFUSALS = 16;

  /** Problems, and notes, beyond these say nothing that the first did not. */
  private static final int MOST = 200;

  /** A path MTU of 1024 is what fits into Ethernet frames of 1500 bytes. */
  private static final int SMALL_MTU = 1024;

  /** Somebody who refused a connection. */
  record Refusal(String who, String why, long frame) {}

  private final List<CaptureReport.Finding> problems = new ArrayList<>();
  private final List<CaptureReport.Finding> notes = new ArrayList<>();
  private long problemsLeft;
  private long notesLeft;

  /** Problems first: many connections have as many notes. */
  List<CaptureReport.Finding> list() {
    List<CaptureReport.Finding> all = new ArrayList<>(problems);
    if (problemsLeft > 0) {
      all.add(left(true, count(problemsLeft, "more problem", "more problems")));
    }
    all.addAll(notes);
    if (notesLeft > 0) {
      all.add(left(false, count(notesLeft, "more note", "more notes")));
    }
    return all;
  }

  private static CaptureReport.Finding left(boolean problem, String what) {
    return new CaptureReport.Finding("more", problem, what + " of connections omitted", List.of());
  }

  void problem(String kind, String sentence, FrameEvidence evidence) {
    add(new CaptureReport.Finding(kind, true, sentence, evidence.frames()));
  }

  void note(String kind, String sentence, List<Long> frames) {
    add(new CaptureReport.Finding(kind, false, sentence, frames));
  }

  private void add(CaptureReport.Finding finding) {
    List<CaptureReport.Finding> list = finding.problem() ? problems : notes;
    if (list.size() < MOST) {
      list.add(finding);
    } else if (finding.problem()) {
      problemsLeft++;
    } else {
      notesLeft++;
    }
  }

  void file(
      String ending,
      CaptureReport.Frames frames,
      FrameEvidence malformed,
      String fault,
      FrameEvidence cut) {
    if (!ending.isEmpty()) {
      add(new CaptureReport.Finding("cut-off", true, ending, List.of()));
    }
    if (malformed.count() > 0) {
      problem(
          "malformed",
          count(malformed.count(), "frame is", "frames are")
              + " marked as RDMA but malformed"
              + (malformed.count() == 1 ? ": " : "; the first: ")
              + fault,
          malformed);
    }
    if (cut.count() > 0) {
      note(
          "snapped",
          count(cut.count(), "frame was", "frames were")
              + " captured without all headers; capture with a greater snapshot length (-s 0)",
          cut.frames());
    }
    if (frames.untracked() > 0) {
      note(
          "untracked",
          frames.untracked()
              + " packets belong to queue pairs beyond the first "
              + CapturedConnections.MOST_WAYS
              + " and are only counted",
          List.of());
    }
  }

  void clock(FrameEvidence earlier) {
    if (earlier.count() > 0) {
      note(
          "clock",
          count(earlier.count(), "frame is", "frames are")
              + " over 1 ms older than the previous frame: the clock was changed, or files were "
              + "joined unsorted, so times and rates are wrong there; reordercap sorts the frames",
          earlier.frames());
    }
  }

  /**
   * Fragments, among them those of RoCE.
   *
   * @param packets of RoCE that were put together from them
   */
  void fragments(FrameEvidence fragments, long packets) {
    if (packets > 0) {
      problem(
          "fragmented-roce",
          count(packets, "RoCE packet was", "RoCE packets were")
              + " fragmented on the path; an RNIC does not reassemble fragments and drops them: "
              + "the path's MTU is smaller than the sender's MTU",
          fragments);
    } else if (fragments.count() > 0) {
      note(
          "fragments",
          count(fragments.count(), "fragment", "fragments")
              + " of UDP datagrams; RDMA packets cannot be fragmented, and an RNIC would drop "
              + "such fragments",
          fragments.frames());
    }
  }

  void pauses(CaptureReport.Pauses pauses, FrameEvidence evidence) {
    if (pauses.xoffFrames() > 0) {
      note(
          "pauses",
          "%s paused its neighbor %s: %s, %.1f us in total, the longest pause %.1f us"
              .formatted(
                  pauses.from(),
                  pauses.priority() < 0 ? "on the whole link" : "in class " + pauses.priority(),
                  count(pauses.xoffFrames(), "PAUSE frame", "PAUSE frames"),
                  pauses.pausedNs() / 1000.0,
                  pauses.longestNs() / 1000.0),
          evidence.frames());
    }
  }

  void copies(long count, FrameEvidence evidence) {
    if (count > 0) {
      note(
          "copies",
          count(count, "packet was", "packets were")
              + " captured on more than one interface; each counts once, on the interface where "
              + "its direction was seen first",
          evidence.frames());
    }
  }

  void managementIcrc(FrameEvidence wrong) {
    problem(
        "icrc",
        count(wrong.count(), "management packet has", "management packets have")
            + " a wrong ICRC; a receiver silently drops such packets",
        wrong);
  }

  void management(List<Refusal> refusals, long asked, long answered, FrameEvidence requests) {
    for (Refusal each : refusals) {
      FrameEvidence evidence = new FrameEvidence();
      evidence.add(each.frame);
      problem("rejected", each.who + " rejected a connection: " + each.why, evidence);
    }
    if (asked > 0 && answered == 0) {
      problem(
          "unanswered",
          count(asked, "connection request", "connection requests")
              + " without a response: no server listens there, or packets are lost",
          requests);
    }
  }

  /** Both ways of a connection. */
  void connection(QueuePairDirection first) {
    way(first);
    QueuePairDirection back = first.peer;
    if (back != null) {
      way(back);
      dscpOfBoth(first, back);
    }
  }

  private void way(QueuePairDirection way) {
    icrc(way);
    unanswered(way);
    resent(way);
    QueuePairDirection back = way.peer;
    if (back != null) {
      naks(way, back);
      congestion(way, back);
    }
    if (way.overtaken.count() > 0) {
      problem(
          "out-of-order",
          count(way.overtaken.count(), "packet", "packets")
              + " to "
              + name(way)
              + " arrived after later packets: the path reorders",
          way.overtaken);
    }
    if (way.requests.missing() > 0) {
      problem(
          "missing",
          count(way.requests.missing(), "packet", "packets")
              + " to "
              + name(way)
              + (way.requests.missing() == 1 ? " was" : " were")
              + " missing: lost before the capture point, or not captured",
          way.ahead);
    }
    if (way.otherDscp.count() > 0) {
      problem(
          "dscp",
          "packets to "
              + name(way)
              + " have DSCPs "
              + DirectionReports.dscps(way)
              + ": the path rewrites the DSCP, or the sender changes it",
          way.otherDscp);
    }
    compareCapturePoints(way);
  }

  /** What became of the marks between two places of the same capture. */
  private void compareCapturePoints(QueuePairDirection way) {
    FrameEvidence rewritten = way.elsewhere.rewritten();
    if (rewritten.count() > 0) {
      problem(
          "dscp-rewritten",
          count(rewritten.count(), "packet", "packets")
              + " to "
              + name(way)
              + " with DSCP "
              + DirectionReports.dscps(way)
              + " where first captured had "
              + way.elsewhere.dscps()
              + " on another interface: the path rewrites the DSCP",
          rewritten);
    }
    FrameEvidence cleared = way.elsewhere.ecnCleared();
    if (cleared.count() > 0) {
      problem(
          "ecn-cleared",
          count(cleared.count(), "packet", "packets")
              + " to "
              + name(way)
              + " had ECT where first captured, but not on another interface: the path clears "
              + "ECN, and switches cannot mark congestion",
          cleared);
    }
  }

  void icrc(QueuePairDirection way) {
    if (way.wrongIcrc.count() > 0) {
      problem(
          "icrc",
          way.wrongIcrc.count()
              + " of "
              + count(way.packets, "packet", "packets")
              + " to "
              + name(way)
              + (way.wrongIcrc.count() == 1 ? " has" : " have")
              + " a wrong ICRC; a receiver silently drops such packets",
          way.wrongIcrc);
    }
  }

  private void unanswered(QueuePairDirection way) {
    QueuePairDirection back = way.peer;
    if (way.asked == 0 || way.firstFrame == 0) {
      return;
    }
    String asked =
        name(way) + ", which had to acknowledge " + count(way.asked, "packet", "packets");
    if (back == null || back.packets == 0) {
      FrameEvidence first = new FrameEvidence();
      first.add(way.firstFrame);
      problem(
          "unanswered",
          "no packet came back from "
              + asked
              + ": the QP does not exist, drops the packets, or only this direction was captured",
          first);
    } else if (!back.answers() && way.timeouts.count() > 0) {
      // It sends, so it is there and was captured.
      problem(
          "unanswered",
          "no acknowledgement came from " + asked + ": packets to it are lost, or it drops them",
          way.timeouts);
    }
  }

  private void resent(QueuePairDirection way) {
    if (way.resent.count() == 0) {
      return;
    }
    List<String> why = new ArrayList<>();
    if (way.afterNak.count() > 0) {
      why.add(count(way.afterNak.count(), "time", "times") + " after a NAK");
    }
    if (way.afterGap.count() > 0) {
      why.add(count(way.afterGap.count(), "time", "times") + " after missing READ responses");
    }
    if (way.timeouts.count() > 0) {
      why.add(count(way.timeouts.count(), "time", "times") + " after a timeout");
    }
    problem(
        "retransmissions",
        way.resent.count()
            + " of "
            + count(way.packets, "packet", "packets")
            + " to "
            + name(way)
            + (way.resent.count() == 1 ? " was" : " were")
            + " retransmitted"
            + (why.isEmpty() ? "" : "; the sender went back " + String.join(", ", why)),
        way.resent);
  }

  private void naks(QueuePairDirection way, QueuePairDirection back) {
    for (Map.Entry<NakCause, FrameEvidence> each : back.naks.entrySet()) {
      problem(
          "nak",
          name(way)
              + " sent NAKs "
              + count(each.getValue().count(), "time", "times")
              + ": "
              + each.getKey().words()
              + meaning(each.getKey()),
          each.getValue());
    }
    if (back.rnr.count() > 0) {
      problem(
          "rnr",
          name(way)
              + " was not ready "
              + count(back.rnr.count(), "time", "times")
              + " (RNR NAK): its application posts receives too late",
          back.rnr);
    }
  }

  private static String meaning(NakCause cause) {
    return switch (cause) {
      case PSN_SEQUENCE_ERROR -> ", so a packet was lost or reordered";
      case INVALID_REQUEST ->
          ": an operation that the QP does not allow, or a wrong length or " + "alignment";
      case REMOTE_ACCESS_ERROR -> ": a wrong rkey, address or access right";
      case REMOTE_OPERATIONAL_ERROR -> ": the responder itself failed";
      case INVALID_RD_REQUEST, RESERVED -> "";
    };
  }

  private void congestion(QueuePairDirection way, QueuePairDirection back) {
    long marked = way.ecn[3];
    if (back.cnps.count() > 0) {
      CaptureReport.Finding finding =
          new CaptureReport.Finding(
              "cnp",
              false,
              count(back.cnps.count(), "CNP tells", "CNPs tell")
                  + " the sender to "
                  + name(way)
                  + " to reduce its rate; "
                  + (marked == 0
                      ? "no packet was ECN-marked at the capture point"
                      : count(marked, "packet was", "packets were") + " ECN-marked"),
              back.cnps.frames());
      add(finding);
    } else if (marked > 0 && back.packets > 0) {
      problem(
          "marks-without-cnp",
          count(marked, "packet", "packets")
              + " to "
              + name(way)
              + " arrived with CE marks, but no CNP went back: the receiver is not a DCQCN "
              + "notification point, or the CNP took another path",
          way.marked);
    }
  }

  private void dscpOfBoth(QueuePairDirection first, QueuePairDirection back) {
    if (first.dscps == 0 || back.dscps == 0 || first.dscps == back.dscps) {
      return;
    }
    FrameEvidence evidence = new FrameEvidence();
    evidence.add(back.firstFrame);
    note(
        "dscp",
        "packets to "
            + name(first)
            + " have DSCP "
            + DirectionReports.dscps(first)
            + ", packets in the reverse direction "
            + DirectionReports.dscps(back)
            + ": the ends have different settings, or the path rewrites the DSCP",
        evidence.frames());
  }

  /** What source ports and MTUs say of all connections together. */
  void ports(List<QueuePairDirection> firsts) {
    Map<String, Map<Integer, Integer>> pairs = new HashMap<>();
    FrameEvidence small = new FrameEvidence();
    for (QueuePairDirection way : firsts) {
      if (way.sourcePorts.count() > 0) {
        pairs
            .computeIfAbsent(way.key.from() + " and " + way.key.to(), k -> new HashMap<>())
            .merge(way.sourcePorts.first(), 1, Integer::sum);
      }
      if (way.mtu() != 0 && way.mtu() <= SMALL_MTU) {
        small.add(way.firstFrame);
      }
    }
    pairs.forEach((pair, ports) -> {
      int connections = ports.values().stream().mapToInt(n -> n).sum();
      if (connections > 1 && ports.size() == 1) {
        note(
            "entropy",
            "all "
                + connections
                + " connections between "
                + pair
                + " have the same source port, so ECMP sends them over the same path",
            List.of());
      }
    });
    if (small.count() > 0) {
      note(
          "mtu",
          count(small.count(), "connection has", "connections have")
              + " a path MTU of 1024 bytes or less, as with Ethernet frames of 1500 bytes: more "
              + "packets and headers than with 4096",
          small.frames());
    }
  }

  private static String name(QueuePairDirection way) {
    return String.format(Locale.ROOT, "QP 0x%x at %s", way.key.qp(), way.key.to());
  }

  private static String count(long count, String one, String several) {
    return count + " " + (count == 1 ? one : several);
  }
}
