package dev.headroom.sim.fabric;

import dev.headroom.model.knob.ClassSchedule;
import dev.headroom.sim.measure.PortResult;

/** Gathers what was measured at a port, class by class. */
public final class PortReport {
  private final long[] packets = new long[ClassSchedule.CLASSES];
  private final long[] bytes = new long[ClassSchedule.CLASSES];
  private final long[] marks = new long[ClassSchedule.CLASSES];
  private final long[] drops = new long[ClassSchedule.CLASSES];
  private final long[] pauses = new long[ClassSchedule.CLASSES];
  private final long[] pausedPs = new long[ClassSchedule.CLASSES];
  private final long[] peak = new long[ClassSchedule.CLASSES];
  private final long[] xoffs = new long[ClassSchedule.CLASSES];
  private final long[] lost = new long[ClassSchedule.CLASSES];
  private final long[] lostBytes = new long[ClassSchedule.CLASSES];
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
      Lane lane = port.laneIfUsed(c);
      if (lane != null) {
        report.add(lane, c, endPs);
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

  private void add(Lane lane, int c, long endPs) {
    LaneRecord record = lane.record;
    packets[c] = lane.packets;
    bytes[c] = lane.sentBytes;
    marks[c] = record.marks;
    drops[c] = record.drops;
    pauses[c] = record.pauses;
    pausedPs[c] = record.pausedPsBy(lane, endPs);
    peak[c] = lane.peakBytes;
    xoffs[c] = record.xoffs;
    lost[c] = record.lostPackets;
    lostBytes[c] = record.lostBytes;
    damaged += record.damaged;
    data += lane.sentBytes - lane.controlBytes;
    admitted += lane.sentBytes + lane.queuedBytes + record.flushedBytes;
  }
}
