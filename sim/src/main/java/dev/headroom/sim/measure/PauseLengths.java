package dev.headroom.sim.measure;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.HdrHistogram.Histogram;

/**
 * Durations of all pauses of a run, to one decimal digit: a quantile is at most a sixteenth too
 * long. The sum of several is the same in any order. Adding allocates nothing once a pause so long
 * has been. Not thread-safe.
 */
public final class PauseLengths {
  /** What an article asks of pauses at most (S2:302): 2.5 us. */
  public static final long LIMIT_PS = 2_500_000;

  private final Histogram lengths;
  private long overLimit;
  private long longestPs;

  /** None yet. */
  public PauseLengths() {
    this(new Histogram(1));
  }

  private PauseLengths(Histogram lengths) {
    this.lengths = lengths;
  }

  /**
   * Those that {@link #bytes} wrote.
   *
   * @throws RuntimeException if it did not
   */
  public static PauseLengths of(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    long overLimit = in.getLong();
    long longestPs = in.getLong();
    PauseLengths all = new PauseLengths(Histogram.decodeFromByteBuffer(in, 0));
    all.overLimit = overLimit;
    all.longestPs = longestPs;
    return all;
  }

  /** All of it, to be kept. */
  public byte[] bytes() {
    ByteBuffer out = ByteBuffer.allocate(2 * Long.BYTES + lengths.getNeededByteBufferCapacity());
    out.putLong(overLimit).putLong(longestPs);
    lengths.encodeIntoByteBuffer(out);
    return Arrays.copyOf(out.array(), out.position());
  }

  /** Adds a pause, of 0 ps or more. */
  public void add(long ps) {
    lengths.recordValue(ps);
    overLimit += ps > LIMIT_PS ? 1 : 0;
    longestPs = Math.max(longestPs, ps);
  }

  /** Adds all of another. */
  public void add(PauseLengths other) {
    lengths.add(other.lengths);
    overLimit += other.overLimit;
    longestPs = Math.max(longestPs, other.longestPs);
  }

  /** Pauses. */
  public long count() {
    return lengths.getTotalCount();
  }

  /** Of these, longer than {@link #LIMIT_PS}. */
  public long overLimit() {
    return overLimit;
  }

  /** The longest, in ps; 0 without any. */
  public long longestPs() {
    return longestPs;
  }

  /**
   * What a share of them did not outlast, in ps; 0 without any.
   *
   * @param share over 0, to 1
   */
  public long quantilePs(double share) {
    return Math.min(longestPs, lengths.getValueAtPercentile(100 * share));
  }
}
