package dev.headroom.sim.fabric;

import dev.headroom.model.knob.CreditKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.unit.Rate;

/** Whose credit-based flow control it is. */
enum CreditForm {
  /** IBTA volume 1, section 7.9. */
  INFINIBAND,

  /** Ultra Ethernet specification 1.0, section 5.2: CBFC. */
  CBFC;

  /** Symbols after which InfiniBand's flow control packet is due, a byte each on every lane. */
  private static final long SYNC_SYMBOLS = 65_536;

  /** Of an InfiniBand link, as nearly all of them are. */
  private static final int LANES = 4;

  /** SAI_PORT_ATTR_CBFC_CC_MESSAGE_TIMER's default, 256 us. */
  private static final long CC_TIMER_PS = 256_000_000;

  private static final double PS_PER_BYTE_AT_1BPS = 8e12;

  /** Of the scenario: one for all links. */
  static CreditForm of(Settings all) {
    return "cbfc".equals(all.get(CreditKnobs.CREDIT_FORM)) ? CBFC : INFINIBAND;
  }

  CreditCount count(Settings all) {
    return switch (this) {
      case INFINIBAND -> CreditCount.INFINIBAND;
      case CBFC ->
          new CreditCount(
              (int) all.get(CreditKnobs.CREDIT_UNIT).bytes(),
              all.get(CreditKnobs.CREDIT_OVERHEAD).intValue(),
              CreditCount.CBFC_BITS);
    };
  }

  /** Least time between two messages that grant. */
  long periodPs(Settings all, Rate rate) {
    return switch (this) {
      case INFINIBAND -> all.get(CreditKnobs.CREDIT_PERIOD).ps();
      case CBFC -> Wire.roundedPs(all.get(CreditKnobs.CREDIT_SPACING).bytes(), rate.bps(), 1);
    };
  }

  /** After which a sender says how much it has sent, unless it is told another time. */
  long syncPs(Rate rate) {
    long lane = rate.bps() / LANES;
    return this == CBFC ? CC_TIMER_PS : (long) (SYNC_SYMBOLS * PS_PER_BYTE_AT_1BPS / lane);
  }
}
