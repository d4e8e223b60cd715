package dev.headroom.sim.conservation;

import dev.headroom.model.knob.ClassSchedule;
import dev.headroom.sim.fabric.ClassCounters;
import dev.headroom.sim.fabric.ClassQueue;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.measure.PortResult;

/** Collector of the measurements at a port, class by class. */
public final class PortReport {
  /**
   * What most ports of a large fabric have to tell about most quantities: shared, never written.
   */
  private static final long[] NOTHING = new long[ClassSchedule.CLASSES];

  private long[] packets = NOTHING;
  private long[] bytes = NOTHING;
  private long[] marks = NOTHING;
  private long[] drops = NOTHING;
  private long[] pauses = NOTHING;
  private long[] pausedPs = NOTHING;
  private long[] peak = NOTHING;
  private long[] xoffs = NOTHING;
  private long[] lost = NOTHING;
  private long[] lostBytes = NOTHING;
  private long damaged;
  private long data;
  private long admitted;

  private PortReport() {}

  /**
   * What was measured at a port, once the run has ended.
   *
   * @param link the link that hangs on the port
   * @param endPs end of the run
   */
  public static PortResult of(Port port, int link, long endPs) {
    PortReport report = new PortReport();
    for (int c = 0; c < ClassSchedule.CLASSES; c++) {
      ClassQueue classQueue = port.classQueueIfUsed(c);
      if (classQueue != null) {
        report.add(classQueue, c, endPs);
      }
    }
    return new PortResult(
        port.device.node,
        port.number(),
        link,
        port.peer().device.node,
        port.settings.wire().rateBps,
        report.packets,
        report.bytes,
        report.marks,
        report.drops,
        report.pauses,
        report.pausedPs,
        report.peak,
        report.xoffs,
        report.data,
        report.admitted,
        report.lost,
        report.lostBytes,
        report.damaged);
  }

  private void add(ClassQueue classQueue, int c, long endPs) {
    ClassCounters record = classQueue.record;
    packets = set(packets, c, classQueue.packets);
    bytes = set(bytes, c, classQueue.sentBytes);
    marks = set(marks, c, record.marks);
    drops = set(drops, c, record.drops);
    pauses = set(pauses, c, record.pauses);
    pausedPs = set(pausedPs, c, record.pausedPsBy(classQueue, endPs));
    peak = set(peak, c, classQueue.peakBytes);
    xoffs = set(xoffs, c, record.xoffs);
    lost = set(lost, c, record.lostPackets);
    lostBytes = set(lostBytes, c, record.lostBytes);
    damaged += record.damaged;
    data += classQueue.sentBytes - classQueue.controlBytes;
    admitted += classQueue.sentBytes + classQueue.queuedBytes + record.flushedBytes;
  }

  @SuppressWarnings("ReferenceEquality") // whether it is the shared one
  private static long[] set(long[] ofClasses, int c, long value) {
    if (value == 0) {
      return ofClasses;
    }
    long[] own = ofClasses == NOTHING ? new long[ClassSchedule.CLASSES] : ofClasses;
    own[c] = value;
    return own;
  }
}
