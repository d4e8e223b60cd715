package dev.headroom.sim.credit;

import dev.headroom.model.knob.CreditKnobs;
import dev.headroom.model.knob.Settings;

/**
 * Unit and counters of credits: units of a number of bytes, counters of a number of bits.
 *
 * <pre>
 *   units of a packet = ceil((bytes + overhead)/unit)
 * </pre>
 *
 * <p>InfiniBand (IBTA volume 1, section 7.9.4) has units of 64 B and 12 bits, of which half can be
 * granted. Ultra Ethernet's CBFC (specification 1.0, section 5.2, here after OCP's "SAI Proposal:
 * Credit Based Flow Control", 2026) has 20 bits; the unit is the largest that the sender knows and
 * that is no larger than a cell of the receiver's buffer, 128 B unless told otherwise, and the
 * overhead is what a packet takes there beside its bytes.
 *
 * @param unitBytes bytes of a unit, 1 to 2,048
 * @param overheadBytes added to each packet, -16 to 127
 * @param bits of the counters, 2 to 30
 */
public record CreditUnits(int unitBytes, int overheadBytes, int bits) {
  private static final CreditUnits INFINIBAND = new CreditUnits(64, 0, 12);

  static final int CBFC_BITS = 20;

  /** As a scenario has it: one way for all links. */
  public static CreditUnits of(Settings all) {
    return switch (all.get(CreditKnobs.CREDIT_FORM)) {
      case INFINIBAND -> INFINIBAND;
      case CBFC ->
          new CreditUnits(
              (int) all.get(CreditKnobs.CREDIT_UNIT).bytes(),
              all.get(CreditKnobs.CREDIT_OVERHEAD).intValue(),
              CBFC_BITS);
    };
  }

  /** The units that a packet takes; one at least. */
  public int of(int bytes) {
    return Math.max(1, (bytes + overheadBytes + unitBytes - 1) / unitBytes);
  }

  /** A count, cut to the bits of a counter. */
  public int wrap(int count) {
    return count & ((1 << bits) - 1);
  }

  /** More cannot be granted, or what is behind could not be told from what is ahead. */
  public int most() {
    return 1 << (bits - 1);
  }
}
