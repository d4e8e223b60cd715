package dev.headroom.wire.explain;

import dev.headroom.wire.packet.Ecn;
import dev.headroom.wire.packet.FrameHeaders;
import java.util.ArrayList;
import java.util.List;

/**
 * Observation of one direction's packets at a second place of capture: changes that the path
 * between the two places made to their marks.
 */
final class SecondCapturePoint {
  private long dscps;
  private final FrameEvidence rewritten = new FrameEvidence();
  private final FrameEvidence ecnCleared = new FrameEvidence();

  /** Takes a copy of a packet that was judged where its direction is watched. */
  void take(FrameHeaders copy, QueuePairDirection watched, long number) {
    if (copy.isCnp()) {
      return;
    }
    long dscp = 1L << copy.dscp();
    if ((watched.dscps & dscp) == 0) {
      dscps |= dscp;
      rewritten.add(number);
    }
    boolean capable = watched.ecn[Ecn.NOT_ECT.codepoint()] == 0;
    if (capable && copy.ecn() == Ecn.NOT_ECT) {
      ecnCleared.add(number);
    }
  }

  /** Copies with a DSCP that the direction has nowhere else. */
  FrameEvidence rewritten() {
    return rewritten;
  }

  /** Their DSCPs, in ascending order. */
  List<Integer> dscps() {
    return list(dscps);
  }

  /** Copies that may not be marked though all that was watched may. */
  FrameEvidence ecnCleared() {
    return ecnCleared;
  }

  /** The numbers of the bits that are set. */
  static List<Integer> list(long bits) {
    List<Integer> numbers = new ArrayList<>();
    for (int bit = 0; bit < 64; bit++) {
      if ((bits & (1L << bit)) != 0) {
        numbers.add(bit);
      }
    }
    return numbers;
  }
}
