package dev.headroom.formats.switches;

/** Keys of a port's operational PFC state, as opposed to its configuration. */
public final class PfcStateKeys {
  /** {@code On}, {@code Off} or {@code Auto}, as it is set. */
  public static final String MODE = "pfc.mode";

  /** {@code On} or {@code Off}, as it came to be. */
  public static final String IN_FORCE = "pfc.in-force";

  /** {@code 3,4}. */
  public static final String PRIORITIES = "pfc.priorities";

  /** The same as bits of a number in hexadecimal: {@code 0x18}. */
  public static final String BITMAP = "pfc.bitmap";

  private PfcStateKeys() {}
}
