package dev.headroom.run.compare;

import dev.headroom.run.summary.RunSummary;
import dev.headroom.sim.measure.PortSamples;
import dev.headroom.sim.measure.PortSeries;

/**
 * Time series of a run in few points: throughput of all hosts together, and the deepest queue of
 * all ports. Of samples that fall together the mean rate and the deepest queue stay.
 *
 * @param fromPs when the first point begins, after the run's start
 * @param stepPs between points; 0 where nothing was sampled
 * @param sentBps in bits per second, on the wire
 * @param deepestBytes of queues
 */
public record RunTimeSeries(long fromPs, long stepPs, long[] sentBps, long[] deepestBytes) {
  private static final int POINTS = 200;
  private static final RunTimeSeries NONE = new RunTimeSeries(0, 0, new long[0], new long[0]);

  static RunTimeSeries of(RunSummary summary) {
    PortSamples samples = summary.result().samples();
    long periodPs = samples.periodPs();
    if (samples.count() == 0 || periodPs == 0) {
      return NONE;
    }
    long sinceStartPs = Math.max(0, summary.span().startPs() - samples.fromPs());
    int first = (int) Math.min(samples.count(), sinceStartPs / periodPs);
    long end = (sinceStartPs + summary.span().durationPs()) / periodPs + 1;
    int count = (int) Math.max(0, Math.min(samples.count(), end) - first);
    int stride = Math.max(1, Math.ceilDiv(count, POINTS));
    int points = Math.ceilDiv(count, stride);
    long[] sent = new long[points];
    long[] deepest = new long[points];
    for (int point = 0; point < points; point++) {
      int from = first + point * stride;
      int to = Math.min(samples.count(), from + stride);
      double bytes = 0;
      for (PortSeries series : samples.ports()) {
        boolean host = summary.scenario().fabric().nodes().get(series.node()).isHost();
        for (int i = from; i < to; i++) {
          deepest[point] = Math.max(deepest[point], series.queueBytes()[i]);
          bytes += host ? series.sentBytes()[i] : 0;
        }
      }
      sent[point] = Math.round(bytes * 8e12 / ((double) (to - from) * periodPs));
    }
    long fromPs = samples.fromPs() + first * periodPs - summary.span().startPs();
    return new RunTimeSeries(fromPs, stride * periodPs, sent, deepest);
  }
}
