package dev.headroom.sim.credit;

import dev.headroom.model.choice.CreditFlowControl;
import dev.headroom.model.knob.CreditKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.sim.fabric.LinkTiming;
import dev.headroom.unit.Rate;

/** Intervals of the credit messages between the ends of a link. */
final class CreditUpdateTimes {
  /** Symbols after which InfiniBand's flow control packet is due, a byte each on every lane. */
  private static final long SYNC_SYMBOLS = 65_536;

  /** Of an InfiniBand link, as nearly all of them are. */
  private static final int LANES = 4;

  /** SAI_PORT_ATTR_CBFC_CC_MESSAGE_TIMER's default, 256 us. */
  private static final long CC_TIMER_PS = 256_000_000;

  private static final double PS_PER_BYTE_AT_1BPS = 8e12;

  private CreditUpdateTimes() {}

  /** Least time between two messages that grant. */
  static long periodPs(Settings all, Rate rate) {
    return switch (all.get(CreditKnobs.CREDIT_FORM)) {
      case INFINIBAND -> all.get(CreditKnobs.CREDIT_PERIOD).ps();
      case CBFC -> LinkTiming.roundedPs(all.get(CreditKnobs.CREDIT_SPACING).bytes(), rate.bps(), 1);
    };
  }

  /** After which a sender says how much it has sent, unless it is told another time. */
  static long syncPs(CreditFlowControl form, Rate rate) {
    long lane = rate.bps() / LANES;
    return form == CreditFlowControl.CBFC
        ? CC_TIMER_PS
        : (long) (SYNC_SYMBOLS * PS_PER_BYTE_AT_1BPS / lane);
  }
}
