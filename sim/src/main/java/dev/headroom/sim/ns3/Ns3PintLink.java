package dev.headroom.sim.ns3;

import dev.headroom.sim.kernel.LibcRandom;

/**
 * Load of a link for HPCC-PINT as the switches of Alibaba's HPCC simulator compute it ({@code
 * SwitchNode::SwitchNotifyDequeue}): the sum that {@link dev.headroom.congestion.PintLink} has
 * exactly. Each of its products uses logarithms of whole numbers that are cut to 2^-15, and from 17
 * bits on to their upper 16, which the library's {@code rand()} rounds up or down.
 *
 * <p>Whatever leaves counts as the last packet, pauses among it, but only data changes the load.
 */
final class Ns3PintLink {
  private static final long PS_PER_NS = 1_000;

  /** {@code m} of {@code log2apprx}: bits of a number whose logarithm is looked up. */
  private static final int BITS = 16;

  /** 2^15, by which logarithms are told: {@code logres_shift(20, 20)} is 15. */
  private static final double SCALE = 1 << 15;

  /** Of a load, 13 bits are behind the point. */
  private static final double LOAD_SCALE = 8_192;

  /** Queues are counted in so many bytes. */
  private static final int QUEUE_BITS = 8;

  private static final double LN_2 = StrictMath.log(2);

  private final long rttNs;
  private final double logRtt;
  private final double logBytesPerSecond;
  private final double logNsPerSecond = log2(1e9) * SCALE;
  private final LibcRandom random;

  private double load;
  private long lastNs;
  private int lastBytes;

  Ns3PintLink(long bps, long rttPs, LibcRandom random) {
    rttNs = rttPs / PS_PER_NS;
    logRtt = log2(rttNs) * SCALE;
    long bytesPerSecond = bps / Byte.SIZE;
    logBytesPerSecond = log2(bytesPerSecond) * SCALE;
    this.random = random;
  }

  /**
   * A data packet leaves; {@link #sent} is told of it afterwards.
   *
   * @param queueBytes bytes that wait behind it
   * @return the load to be written into it, if what it carries is less
   */
  double departs(long nowPs, long queueBytes) {
    long sinceNs = Math.min(nowPs / PS_PER_NS - lastNs, rttNs);
    double queue = 0;
    if (queueBytes >> QUEUE_BITS > 0) {
      int logSince = log((int) sinceNs);
      int logQueue = log((int) (queueBytes >> QUEUE_BITS));
      queue =
          power(logSince + logQueue + logNsPerSecond - logBytesPerSecond - 2 * logRtt)
              * (1 << QUEUE_BITS);
    }
    double sent =
        lastBytes > 0 ? power(log(lastBytes) + logNsPerSecond - logBytesPerSecond - logRtt) : 0;
    double before = 0;
    if (rttNs > sinceNs && load > 0) {
      int logRest = log((int) (rttNs - sinceNs));
      int logLoad = log((int) Math.round(load * LOAD_SCALE));
      before = power(logRest + logLoad - logRtt) / LOAD_SCALE;
    }
    load = queue + sent + before;
    return load;
  }

  /** Something has left. */
  void sent(long nowPs, int bytes) {
    lastNs = nowPs / PS_PER_NS;
    lastBytes = bytes;
  }

  /** The last pause was sent then, be it before or after what else has left. */
  void told(long atPs, int bytes) {
    if (atPs / PS_PER_NS > lastNs) {
      sent(atPs, bytes);
    }
  }

  private static double power(double scaledLog) {
    return StrictMath.pow(2, scaledLog / SCALE);
  }

  /** {@code log2apprx}. */
  private int log(int of) {
    int over = Integer.SIZE - Integer.numberOfLeadingZeros(of) - BITS;
    int kept = of;
    if (over > 0) {
      int mask = (1 << over) - 1;
      kept = of & ~mask;
      if ((of & mask) > (random.next() & mask)) {
        kept += 1 << over;
      }
    }
    return (int) (log2(kept) * SCALE);
  }

  /** The logarithm, exact of powers of two. */
  private static double log2(double of) {
    long whole = (long) of;
    return whole > 0 && Long.bitCount(whole) == 1
        ? Long.numberOfTrailingZeros(whole)
        : StrictMath.log(of) / LN_2;
  }
}
