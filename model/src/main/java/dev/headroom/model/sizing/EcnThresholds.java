package dev.headroom.model.sizing;

import dev.headroom.unit.Rate;
import dev.headroom.unit.Size;

/**
 * ECN thresholds and buffer depths by published rules.
 *
 * <pre>
 *   DCTCP   K &gt; C RTT/7                              Alizadeh et al., SIGCOMM 2010, section 3.4
 *   HPCC    Kmin 100 KB, Kmax 400 KB at 25 Gb/s        run.py of the HPCC simulator, in proportion
 *   DCQCN   Kmin 5 KB, Kmax 200 KB at 40 Gb/s          Zhu et al., SIGCOMM 2015, in proportion
 *   Cumulus Kmin 150 KB, Kmax 1,500 KB at all rates    NVIDIA Cumulus Linux, RoCE defaults
 *   buffer  C RTT/sqrt(N)                              Appenzeller et al., SIGCOMM 2004
 * </pre>
 *
 * @param path rate and round trip of the bottleneck
 */
public record EcnThresholds(BandwidthDelay path) {
  public static final Size CUMULUS_KMIN = new Size(150_000);
  public static final Size CUMULUS_KMAX = new Size(1_500_000);

  /** A pair of thresholds. */
  public record Pair(Size kmin, Size kmax) {}

  /** The least K with which DCTCP's queue does not run empty. */
  public Size dctcp() {
    return new Size(Math.ceilDiv(path.product().bytes(), 7));
  }

  /** The HPCC simulator's for DCQCN as NVIDIA's firmware has it. */
  public Pair hpcc() {
    return scaled(100_000, 400_000, 25);
  }

  /** The DCQCN paper's. */
  public Pair dcqcn() {
    return scaled(5_000, 200_000, 40);
  }

  /** A buffer that keeps a link busy with so many flows that are not in step. */
  public Size buffer(int flows) {
    ArgumentChecks.within("flows", flows, 1, Integer.MAX_VALUE);
    return new Size((long) Math.ceil(path.product().bytes() / Math.sqrt(flows)));
  }

  /** How long a queue of this size takes to drain, in seconds. */
  public double drainSeconds(Size queue) {
    return queue.bytes() * 8.0 / path.rate().bps();
  }

  private Pair scaled(long kmin, long kmax, int gbps) {
    Rate rate = path.rate();
    return new Pair(
        new Size(Math.round(kmin * rate.gbps() / gbps)),
        new Size(Math.round(kmax * rate.gbps() / gbps)));
  }
}
