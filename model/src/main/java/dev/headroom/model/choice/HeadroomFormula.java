package dev.headroom.model.choice;

import dev.headroom.unit.Keyword;

/** Formula for a port's PFC headroom where none is given. */
public enum HeadroomFormula implements Keyword {
  /** SONiC's and NVIDIA's formula. */
  SONIC,
  /** Three times what is on the cable, as the HPCC simulator has it. */
  HPCC_NS3;

  @Override
  public String toString() {
    return word();
  }
}
