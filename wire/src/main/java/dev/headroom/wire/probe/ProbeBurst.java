package dev.headroom.wire.probe;

import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Burst of packets that are sent one after the other.
 *
 * @param first the number that the first carries; the others follow
 * @param gapNs between two of them, at least
 */
record ProbeBurst(int first, long gapNs, List<Probe> probes) {
  /** The most of one, which a sink keeps. */
  static final int MOST = 8_192;

  /** How long one takes at most, so that no peer waits or sends without end. */
  static final long LONGEST_NS = TimeUnit.MINUTES.toNanos(10);

  /** Numbers have 24 bits. */
  private static final int NUMBERS = 1 << 24;

  ProbeBurst {
    probes = List.copyOf(probes);
    ProbeSettings.check("packets of a round", probes.size(), 1, MOST);
    ProbeSettings.check("number of a packet", first, 0, NUMBERS - MOST);
    if (gapNs < 0 || gapNs > LONGEST_NS / probes.size()) {
      throw new IllegalArgumentException(
          probes.size()
              + " packets with "
              + gapNs
              + " ns between two packets take more than ten "
              + "minutes");
    }
  }

  /** How many fit into one. */
  static int most(long gapNs) {
    return (int) Math.min(MOST, LONGEST_NS / Math.max(1, gapNs));
  }

  long lastsNs() {
    return probes.size() * gapNs;
  }
}
