package dev.headroom.wire.explain;

import java.util.ArrayList;
import java.util.List;

/** Count of an observation, with the first frames that showed it. */
final class FrameEvidence {
  /** More frames than this nobody looks up. */
  private static final int KEPT = 8;

  private final long[] frames = new long[KEPT];
  private long count;

  void add(long frame) {
    if (count < KEPT) {
      frames[(int) count] = frame;
    }
    count++;
  }

  long count() {
    return count;
  }

  List<Long> frames() {
    List<Long> list = new ArrayList<>();
    for (int i = 0; i < Math.min(count, KEPT); i++) {
      list.add(frames[i]);
    }
    return list;
  }
}
