package dev.headroom.model.fabric;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * PFC headroom: ingress buffer for the data that arrives after XOFF, as SONiC computes it for
 * NVIDIA switches ({@code buffer_headroom_mellanox.lua} in sonic-swss):
 *
 * <pre>
 *   xoff = losslessMtu + (portMtu + onCable + macPhy + response + tile) * occupancy, up to 1 KiB
 *   onCable   = 2 * delay * rate / 8
 *   response  = quanta(rate) * 64 B
 *   occupancy = (100 - s + s * w) / 100,  w = ceil(2c / (1 + c)) for cells c up to 128 B,
 *                                         else ceil(c / 64)
 * </pre>
 *
 * where s is the share of bytes in small packets: a 64 B packet still takes a whole cell. Worked
 * example: 100 Gb/s, 5 m, 144 B cells, all small packets, port MTU 9100: 106 KiB.
 *
 * @param losslessMtuBytes largest packet of the lossless class
 * @param portMtuBytes largest frame of the port
 * @param onCableBytes both ways
 * @param macPhyBytes what the MAC and PHY hold
 * @param responseBytes what the peer may send before it reacts
 * @param tileBytes Spectrum-4 and later: 15 B per Gb/s
 * @param occupancy buffer taken per byte received
 */
public record PfcHeadroom(
    long losslessMtuBytes,
    long portMtuBytes,
    long onCableBytes,
    long macPhyBytes,
    long responseBytes,
    long tileBytes,
    double occupancy) {

  /** IEEE 802.3 pause quanta a receiver may take to react, by rate in Gb/s, as SONiC lists them. */
  private static final TreeMap<Long, Long> QUANTA =
      new TreeMap<>(
          Map.of(
              10L, 67L, 25L, 80L, 40L, 118L, 50L, 147L, 100L, 394L, 200L, 453L, 400L, 905L, 800L,
              905L));

  private static final long MAC_PHY_BYTES = 819; // 0.8 KiB
  private static final int QUANTUM_BYTES = 64; // 512 bits

  /** Pause quanta of 512 bit times a port of this rate may take to react. */
  public static long responseQuanta(long rateBps) {
    Map.Entry<Long, Long> entry = QUANTA.floorEntry(rateBps / 1_000_000_000L);
    return entry == null ? QUANTA.firstEntry().getValue() : entry.getValue();
  }

  /** The quanta listed for just this rate; a rate between two has none. */
  static Optional<Long> quantaOf(long rateBps) {
    return rateBps % 1_000_000_000L == 0
        ? Optional.ofNullable(QUANTA.get(rateBps / 1_000_000_000L))
        : Optional.empty();
  }

  /** Bytes of cells that a byte takes where all packets are of 64 B, rounded up. */
  static long worstCase(long cellBytes) {
    return cellBytes <= 128 ? ceil(2 * cellBytes, 1 + cellBytes) : ceil(cellBytes, 64);
  }

  /** The time in which a port of this rate reacts to a pause frame, in picoseconds. */
  public static long responsePs(long rateBps) {
    return Math.round(responseQuanta(rateBps) * 512e12 / rateBps);
  }

  /**
   * The terms for a link.
   *
   * @param delayPs one way
   * @param smallPackets share of bytes in small packets, 0 to 1
   */
  public static PfcHeadroom of(
      long rateBps,
      long delayPs,
      long losslessMtu,
      long portMtu,
      long cellBytes,
      double smallPackets,
      long responsePs) {
    long worst = worstCase(cellBytes);
    return new PfcHeadroom(
        losslessMtu,
        portMtu,
        (long) Math.ceil(2.0 * delayPs * 1e-12 * rateBps / 8),
        MAC_PHY_BYTES,
        (long) Math.ceil(responsePs * 1e-12 * rateBps / 8),
        0,
        1 - smallPackets + smallPackets * worst);
  }

  /**
   * Bytes that Alibaba's HPCC simulator sets apart at a port ({@code third.cc}): three times what
   * is on the cable, {@code 3 * floor(rate * delay / 8)}, with the delay in whole nanoseconds. At
   * 100 Gb/s and 1 us that is 37,500 B.
   */
  public static long hpccNs3Bytes(long rateBps, long delayPs) {
    return 3 * (rateBps * (delayPs / 1_000) / 8 / 1_000_000_000L);
  }

  public static long quantumBytes() {
    return QUANTUM_BYTES;
  }

  /** Bytes of headroom, rounded up to 1 KiB. */
  public long bytes() {
    double sum =
        losslessMtuBytes
            + (portMtuBytes + onCableBytes + macPhyBytes + responseBytes + tileBytes) * occupancy;
    return ceil((long) Math.ceil(sum), 1024) * 1024;
  }

  private static long ceil(long a, long b) {
    return (a + b - 1) / b;
  }
}
