package dev.headroom.model.pcie;

import java.util.Set;

/**
 * PCI Express link as its ends have configured it, with transfer costs by pcie-bench's model
 * (Neugebauer et al., SIGCOMM 2018; {@code model/mem_bw.py}) for endless aligned transfers.
 *
 * <pre>
 *     write(S) = ceil(S / MPS) * w + S                            out
 *     read(S)  = ceil(S / MRRS) * r  out,  ceil(S / c) * d + S    back
 * </pre>
 *
 * with w, r and d of {@link TlpBytes} and c the payload of a completion. Example: generation 5 x16,
 * MPS 256, 4 KiB writes: 4,096 of 4,480 bytes are data (91.4 %) of 455 Gb/s that TLPs may use,
 * which is 416 Gb/s.
 *
 * @param generation how fast a lane is
 * @param lanes 1, 2, 4, 8, 16 or 32
 * @param maxPayload MPS in bytes, 128 to 4096, a power of two: the least of all devices on the way
 * @param maxReadRequest MRRS in bytes, likewise
 * @param completionPayload most bytes of data in a completion: the MPS, or the read completion
 *     boundary (64 to 512) with root complexes that cut there
 * @param wideAddress 64-bit addresses
 * @param digest end-to-end CRC
 * @param accounting what the link carries beside TLPs
 */
public record PcieLink(
    PcieGeneration generation,
    int lanes,
    int maxPayload,
    int maxReadRequest,
    int completionPayload,
    boolean wideAddress,
    boolean digest,
    PcieLinkOverhead accounting) {

  private static final Set<Integer> LANES = Set.of(1, 2, 4, 8, 16, 32);

  public PcieLink {
    if (!LANES.contains(lanes)) {
      throw new IllegalArgumentException("lanes is " + lanes + "; it must be 1, 2, 4, 8, 16 or 32");
    }
    check("MPS", maxPayload, 128, 4096);
    check("MRRS", maxReadRequest, 128, 4096);
    check("completion payload", completionPayload, 64, 4096);
    if (accounting == PcieLinkOverhead.FLITS && generation != PcieGeneration.GEN6) {
      throw new IllegalArgumentException("flit mode requires generation 6, not " + generation);
    }
  }

  /** As NICs have it: 64-bit addresses, no end-to-end CRC, completions of up to MPS. */
  public static PcieLink of(
      PcieGeneration generation, int lanes, int maxPayload, int maxReadRequest) {
    return new PcieLink(
        generation,
        lanes,
        maxPayload,
        maxReadRequest,
        maxPayload,
        true,
        false,
        PcieLinkOverhead.of(generation));
  }

  /** The same link, accounted for otherwise. */
  public PcieLink with(PcieLinkOverhead other) {
    return new PcieLink(
        generation,
        lanes,
        maxPayload,
        maxReadRequest,
        completionPayload,
        wideAddress,
        digest,
        other);
  }

  /**
   * The same link trained to another generation. Flits, which only generation 6 has, become packets
   * below it.
   */
  public PcieLink at(PcieGeneration other) {
    return new PcieLink(
        other,
        lanes,
        maxPayload,
        maxReadRequest,
        completionPayload,
        wideAddress,
        digest,
        accounting == PcieLinkOverhead.FLITS && other != PcieGeneration.GEN6
            ? PcieLinkOverhead.PACKETS
            : accounting);
  }

  /** What all lanes signal in one direction, in bits per second, before any coding. */
  public double signalBps() {
    return (double) generation.transfersPerSecond() * lanes;
  }

  /** What is left for the data link layer after coding, in bits per second. */
  public double rawBps() {
    return signalBps() * generation.encoding();
  }

  /** What TLPs with their headers may use in one direction, in bits per second. */
  public double tlpBps() {
    return signalBps() * accounting.usable(generation, lanes, maxPayload);
  }

  /** What each kind of TLP has beside its payload. */
  public TlpBytes tlp() {
    return TlpBytes.of(accounting, wideAddress, digest);
  }

  /** Bytes of TLPs that a write of this many bytes takes. */
  public long writeBytes(long size) {
    return pieces(size, maxPayload) * tlp().write() + size;
  }

  /** Bytes of TLPs that the requests for a read take, on the way out. */
  public long readRequestBytes(long size) {
    return pieces(size, maxReadRequest) * tlp().read();
  }

  /** Bytes of TLPs that a read's data take on the way back. */
  public long completionBytes(long size) {
    return pieces(size, completionPayload) * tlp().completion() + size;
  }

  /** Data among the bytes of TLPs of a write, 0 to 1. */
  public double tlpEfficiency(long size) {
    return (double) size / writeBytes(size);
  }

  /** Data rate of writes of this size one after the other, in bits per second. */
  public double writeBps(long size) {
    return tlpBps() * size / writeBytes(size);
  }

  /** Data rate of reads of this size: requests one way, data the other. */
  public double readBps(long size) {
    return tlpBps() * size / Math.max(completionBytes(size), readRequestBytes(size));
  }

  /** Data rate each way of as many reads as writes at once: read requests share the writes' way. */
  public double duplexBps(long size) {
    long out = writeBytes(size) + readRequestBytes(size);
    return tlpBps() * size / Math.max(out, completionBytes(size));
  }

  /**
   * Data rate of reads with so many requests outstanding, whatever the link could do: {@code tags *
   * MRRS * 8 / RTT}.
   *
   * @param tags requests that may be outstanding, 1 or more
   * @param roundTripPs from a request to its last completion, in picoseconds, over 0
   */
  public double outstandingReadBps(int tags, long roundTripPs) {
    if (tags < 1 || roundTripPs < 1) {
      throw new IllegalArgumentException("tags and the round trip of a read must be over 0");
    }
    return tags * (double) maxReadRequest * 8e12 / roundTripPs;
  }

  private static long pieces(long size, int most) {
    if (size < 1) {
      throw new IllegalArgumentException("size is " + size + " B; it must be at least 1 B");
    }
    return (size + most - 1) / most;
  }

  private static void check(String name, int bytes, int least, int most) {
    if (bytes < least || bytes > most || Integer.bitCount(bytes) != 1) {
      throw new IllegalArgumentException(
          "%s is %d B; it must be a power of two from %d to %d"
              .formatted(name, bytes, least, most));
    }
  }
}
