package dev.headroom.formats.switches;

import java.util.List;

/**
 * ECN marking of a switch's queues.
 *
 * @param isReported whether it was read how queues mark, so that a queue without a curve has none
 * @param curves all of them, whichever queue uses them
 * @param lossless those that queues of lossless classes use
 */
public record QueueMarking(boolean isReported, List<WredCurve> curves, List<WredCurve> lossless) {
  public QueueMarking {
    curves = List.copyOf(curves);
    lossless = List.copyOf(lossless);
  }
}
