package dev.headroom.formats.switches;

import dev.headroom.formats.fact.ReportedValue;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * ECN marking of a switch's queues.
 *
 * @param isReported whether it was read how queues mark, so that a queue without a curve has none
 * @param curves all of them, whichever queue uses them
 * @param lossless those that queues of lossless classes use
 * @param listed whether a queue marks, where a command lists queues for the whole switch
 */
public record QueueMarking(
    boolean isReported,
    List<WredCurve> curves,
    List<WredCurve> lossless,
    SortedMap<Integer, ReportedValue<Boolean>> listed) {
  public QueueMarking {
    curves = List.copyOf(curves);
    lossless = List.copyOf(lossless);
    listed = Collections.unmodifiableSortedMap(new TreeMap<>(listed));
  }
}
