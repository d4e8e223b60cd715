package dev.headroom.model.pcie;

/**
 * Accounting of the link bandwidth that TLPs cannot use: DLLPs, SKIP ordered sets, flit overhead.
 */
public enum PcieLinkOverhead {
  /**
   * Packets with acknowledgements and credit updates between them: pcie-bench's model (Neugebauer
   * et al., Understanding PCIe performance for end host networking, SIGCOMM 2018). It treats
   * generation 6 as the ones before, with 242 of 256 bytes for its coding.
   *
   * <pre>
   *     usable = raw * (1 - 8/L - 8/L - 4/1538)
   *     L      = floor((MPS + 28) * f / lanes + internal delay)    symbols
   * </pre>
   *
   * An 8-byte ACK and an 8-byte credit update every L symbols, L being the longest that the base
   * specification lets a receiver wait (tables 2-46 and 3-7 of revision 5.0), and 4 symbols of SKIP
   * in 1,538. L is in times of a symbol on each of the lanes, and the 8 bytes are counted as if one
   * lane carried them: low for wide links, and yet near what generations 3 and 4 reach.
   */
  PACKETS,
  /**
   * The same with the 8 bytes on all lanes, of which x16 carries two in the time of a symbol:
   *
   * <pre>
   *     usable = raw * (1 - (8/L + 8/L) / lanes - 4/1538)
   * </pre>
   *
   * The most that the base specification allows; of a GPU on generation 5 x16 and MPS 256 copies
   * reach 96 % of it ({@code docs/validation.md}).
   */
  SPREAD,
  /**
   * Flits of 256 bytes, of which 236 are for TLPs, 6 for the data link layer, 8 for CRC and 6 for
   * forward error correction (PCI Express Base Specification 6.0, section 4.2.3). Acknowledgements
   * and credits ride in the 6. What SKIP ordered sets take is left out.
   */
  FLITS;

  static final int FLIT_BYTES = 256;
  static final int FLIT_TLP_BYTES = 236;

  private static final int DLLP_BYTES = 8;
  private static final int TLP_OVERHEAD = 28;
  private static final double SKIP = 4.0 / 1538;

  /** How links of a generation do it. */
  public static PcieLinkOverhead of(PcieGeneration generation) {
    return generation == PcieGeneration.GEN6 ? FLITS : PACKETS;
  }

  /** Share of what is signalled that TLPs may use. */
  double usable(PcieGeneration generation, int lanes, int maxPayload) {
    if (this == FLITS) {
      return (double) FLIT_TLP_BYTES / FLIT_BYTES;
    }
    double side = this == SPREAD ? lanes : 1;
    double each = DLLP_BYTES / (side * ackLimit(generation, lanes, maxPayload));
    return generation.encoding() * (1 - 2 * each - SKIP);
  }

  /** Symbol times between two acknowledgements at most. */
  static int ackLimit(PcieGeneration generation, int lanes, int maxPayload) {
    double wait = (maxPayload + TLP_OVERHEAD) * factor(lanes, maxPayload) / lanes;
    return (int) (wait + generation.internalDelay());
  }

  /** The AckFactor of the base specification: how many TLPs may share an acknowledgement. */
  private static double factor(int lanes, int maxPayload) {
    if (maxPayload <= 256) {
      return lanes <= 4 ? 1.4 : lanes == 8 ? 2.5 : 3.0;
    }
    return lanes <= 8 ? 1.0 : 2.0;
  }
}
