package dev.headroom.wire.explain;

import dev.headroom.wire.packet.FrameHeaders;
import dev.headroom.wire.packet.PauseFrame;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * PAUSE frames by sender and class. A pause lasts from the first frame that asks for it to the one
 * that lets go on, or to the end of the capture; one that runs out by itself is not seen, since
 * frames give its length in times that depend on the rate of the link.
 */
final class CapturedPauses {
  /** Senders and classes beyond these are not told apart: nobody has so many neighbours. */
  private static final int MOST = 4096;

  /** All classes, with a PAUSE of the whole link. */
  private static final int LINK = -1;

  private record Who(long source, int priority) {}

  private static final class State {
    private final FrameEvidence xoffFrames = new FrameEvidence();
    private long resumes;
    private long sinceNs = -1;
    private long pausedNs;
    private long longestNs;
    private int most;

    private void take(int quanta, long timeNs, long number) {
      if (quanta == 0) {
        resumes++;
        end(timeNs);
        return;
      }
      xoffFrames.add(number);
      most = Math.max(most, quanta);
      if (sinceNs < 0) {
        sinceNs = timeNs;
      }
    }

    private void end(long timeNs) {
      if (sinceNs >= 0) {
        long length = Math.max(0, timeNs - sinceNs);
        pausedNs += length;
        longestNs = Math.max(longestNs, length);
        sinceNs = -1;
      }
    }
  }

  private final Map<Who, State> states = new LinkedHashMap<>();

  void take(FrameHeaders frame, long timeNs, long number) {
    MemorySegment s = frame.bytes();
    long at = frame.pauseAt();
    long source = PauseFrame.source(s, at);
    if (PauseFrame.isGlobalPause(s, at)) {
      take(new Who(source, LINK), PauseFrame.quanta(s, at, 0), timeNs, number);
      return;
    }
    for (int mask = PauseFrame.classes(s, at); mask != 0; mask &= mask - 1) {
      int priority = Integer.numberOfTrailingZeros(mask);
      take(new Who(source, priority), PauseFrame.quanta(s, at, priority), timeNs, number);
    }
  }

  private void take(Who who, int quanta, long timeNs, long number) {
    State state = states.get(who);
    if (state == null) {
      if (states.size() == MOST) {
        return;
      }
      state = new State();
      states.put(who, state);
    }
    state.take(quanta, timeNs, number);
  }

  /** Ends at the last frame of the capture what still holds, and tells it all. */
  List<CaptureReport.Pauses> finish(long lastNs, CaptureFindings findings) {
    List<CaptureReport.Pauses> all = new ArrayList<>();
    states.forEach((who, state) -> {
      state.end(lastNs);
      CaptureReport.Pauses told =
          new CaptureReport.Pauses(
              name(who.source),
              who.priority,
              state.xoffFrames.count(),
              state.resumes,
              state.pausedNs,
              state.longestNs,
              state.most);
      all.add(told);
      findings.pauses(told, state.xoffFrames);
    });
    return all;
  }

  private static String name(long source) {
    if (source < 0) {
      return "an unknown sender";
    }
    StringBuilder name = new StringBuilder();
    for (int shift = 40; shift >= 0; shift -= 8) {
      name.append(name.isEmpty() ? "" : ":").append(String.format("%02x", source >> shift & 0xff));
    }
    return name.toString();
  }
}
