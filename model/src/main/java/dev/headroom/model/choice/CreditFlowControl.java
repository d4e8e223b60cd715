package dev.headroom.model.choice;

import dev.headroom.unit.Keyword;

/** Kind of credit-based flow control. */
public enum CreditFlowControl implements Keyword {
  /** IBTA volume 1, section 7.9. */
  INFINIBAND,
  /** Ultra Ethernet specification 1.0, section 5.2: CBFC. */
  CBFC;

  @Override
  public String toString() {
    return word();
  }
}
