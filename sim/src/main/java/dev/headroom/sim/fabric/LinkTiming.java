package dev.headroom.sim.fabric;

import java.util.Objects;

/**
 * Transmission times of bytes on a link, with exact remainders.
 *
 * <p>A frame of b bytes holds the transmitter for (b + overhead) * 8 * 10^12 / rate picoseconds.
 * What is cut off a division is carried to the next frame that follows without a gap, so 10^8
 * packets in a row end within a picosecond of the exact time. At the usual rates (10G to 1.6T) a
 * byte takes a whole number of picoseconds and there is nothing to carry.
 *
 * <p>Where times are rounded, as ns-3 does to nanoseconds, they are {@linkplain #roundedPs cut},
 * and nothing is carried.
 */
public final class LinkTiming {
  private static final long PS_PER_BYTE_AT_1BPS = 8_000_000_000_000L;
  private static final long PS_PER_SECOND = 1_000_000_000_000L;

  public final long rateBps;

  /** Preamble and gap, counted into the time a frame holds the transmitter. */
  public final int overheadBytes;

  private final long psPerByte;
  private final long roundingPs;
  private final int gapBytes;
  private final long gapPs;

  /**
   * @param rateBps bits per second
   * @param overheadBytes preamble and gap: 20 on Ethernet
   * @param gapBytes how much of that comes after the last bit: 12 on Ethernet
   * @param roundingPs times are cut to a multiple of this; 1 is exact
   */
  public LinkTiming(long rateBps, int overheadBytes, int gapBytes, long roundingPs) {
    this.rateBps = rateBps;
    this.overheadBytes = overheadBytes;
    this.roundingPs = roundingPs;
    psPerByte =
        roundingPs == 1 && PS_PER_BYTE_AT_1BPS % rateBps == 0 ? PS_PER_BYTE_AT_1BPS / rateBps : 0;
    this.gapBytes = gapBytes;
    // Cut as frames are, or the last bit of a short one would come before its first.
    gapPs =
        roundingPs == 1
            ? gapBytes * PS_PER_BYTE_AT_1BPS / rateBps
            : roundedPs(gapBytes, rateBps, roundingPs);
  }

  /** The same link at a share of its rate. */
  LinkTiming atShare(double share) {
    long slower = Math.max(1, (long) (rateBps * share));
    return share == 1 ? this : atRate(slower);
  }

  /** A link like it at another rate, in bits per second. */
  public LinkTiming atRate(long bps) {
    return new LinkTiming(bps, overheadBytes, gapBytes, roundingPs);
  }

  /** Whether something may be cut off the time of a frame, to be carried to the next. */
  public boolean carries() {
    return psPerByte == 0 && roundingPs == 1;
  }

  /**
   * How long a frame holds the transmitter.
   *
   * @param carry remainder left by the frame before, if this one follows without a gap; else 0
   */
  public long holdPs(int frameBytes, long carry) {
    long bytes = (long) frameBytes + overheadBytes;
    if (psPerByte != 0) {
      return bytes * psPerByte;
    }
    return roundingPs == 1
        ? (bytes * PS_PER_BYTE_AT_1BPS + carry) / rateBps
        : roundedPs(bytes, rateBps, roundingPs);
  }

  /**
   * What bytes take at a rate, as ns-3 has it: {@code DataRate::CalculateTxTime} divides in
   * floating point, {@code Seconds} cuts that to a multiple of 2<sup>-64</sup> s ({@code
   * int64x64-128.h}), and what is left of a unit of time is cut off. 775 B at 100 Gb/s take 61 ns,
   * since a binary fraction falls short of 62; 1,056 B at 100 Mb/s take all of their 84,480.
   *
   * @param roundingPs the unit; 1 for what they take exactly, cut to whole picoseconds and one less
   *     where there is nothing to cut
   */
  public static long roundedPs(long bytes, long rateBps, long roundingPs) {
    if (roundingPs == 1) {
      return Math.max(0, bytes * PS_PER_BYTE_AT_1BPS - 1) / rateBps;
    }
    double seconds = (double) bytes * 8 / rateBps;
    long whole = (long) seconds;
    double rest = seconds - whole;
    long fraction =
        rest < 0.5 ? (long) (rest * 0x1p64) : Long.MIN_VALUE + (long) ((rest - 0.5) * 0x1p64);
    long ps = whole * PS_PER_SECOND + Math.unsignedMultiplyHigh(fraction, PS_PER_SECOND);
    return ps - ps % roundingPs;
  }

  /** The remainder to carry to the frame after. */
  public long carry(int frameBytes, long carry) {
    return psPerByte != 0 || roundingPs != 1
        ? 0
        : (((long) frameBytes + overheadBytes) * PS_PER_BYTE_AT_1BPS + carry) % rateBps;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof LinkTiming that
        && rateBps == that.rateBps
        && overheadBytes == that.overheadBytes
        && roundingPs == that.roundingPs
        && gapPs == that.gapPs;
  }

  @Override
  public int hashCode() {
    return Objects.hash(rateBps, overheadBytes, roundingPs, gapPs);
  }

  /** How long after the last bit the transmitter stays silent. */
  public long gapPs() {
    return gapPs;
  }

  /**
   * From the start of a frame, its preamble, until so many of its bytes are out.
   *
   * @param bytes 0 is the end of the preamble
   */
  public long untilPs(int bytes) {
    return (overheadBytes - gapBytes + (long) bytes) * PS_PER_BYTE_AT_1BPS / rateBps;
  }

  /** Pause quanta of 512 bit times each (IEEE 802.1Qbb) as a time. */
  public long quantaPs(long quanta) {
    return (long) Math.ceil(quanta * 512e12 / rateBps);
  }
}
