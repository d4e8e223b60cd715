package dev.headroom.wire.probe;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Results of the packets of one round. */
final class ProbeOutcome {
  private static final int NOT = -1;

  private final List<Probe> probes;
  private final int[] marks;
  private final @Nullable IcmpHopError[] answers;

  /** Packets in the order in which they arrived, repetitions included. */
  private final List<Integer> arrived = new ArrayList<>();

  /** Packets in the order in which routers answered them, each once. */
  private final List<Integer> onReply = new ArrayList<>();

  ProbeOutcome(List<Probe> probes) {
    this.probes = List.copyOf(probes);
    marks = new int[probes.size()];
    Arrays.fill(marks, NOT);
    answers = new @Nullable IcmpHopError[probes.size()];
  }

  void arrived(int shot, int trafficClass) {
    arrived.add(shot);
    marks[shot] = trafficClass;
  }

  /** A router has answered this, which it does once. */
  void onReply(int shot, IcmpHopError answer) {
    onReply.add(shot);
    answers[shot] = answer;
  }

  List<Probe> sentProbes() {
    return probes;
  }

  boolean hasArrived(int shot) {
    return marks[shot] != NOT;
  }

  /** DSCP and ECN as they arrived; it must have. */
  int marks(int shot) {
    return marks[shot];
  }

  Optional<IcmpHopError> answer(int shot) {
    return Optional.ofNullable(answers[shot]);
  }

  /** Packets that arrived, each once. */
  int distinct() {
    return (int) Arrays.stream(marks).filter(mark -> mark != NOT).count();
  }

  /** Arrivals of packets that had arrived before. */
  int duplicates() {
    return arrived.size() - distinct();
  }

  /** Packets that a later one overtook on the way to the peer (RFC 4737, section 3). */
  int reordered() {
    return reordered(arrived);
  }

  /** Packets that a later one overtook on the way to those who answered, or back. */
  int reorderedReplies() {
    return reordered(onReply);
  }

  int answers() {
    return onReply.size();
  }

  private static int reordered(List<Integer> order) {
    int count = 0;
    int next = 0;
    for (int each : order) {
      if (each < next - 1) {
        count++;
      }
      next = Math.max(next, each + 1);
    }
    return count;
  }
}
