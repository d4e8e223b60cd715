package dev.headroom.formats.switches;

/** What a switch says of a port's PFC as it is in force, whatever its configuration asks for. */
public final class PfcState {
  /** {@code On}, {@code Off} or {@code Auto}, as it is set. */
  public static final String MODE = "pfc.mode";

  /** {@code On} or {@code Off}, as it came to be. */
  public static final String IN_FORCE = "pfc.in-force";

  /** {@code 3,4}. */
  public static final String PRIORITIES = "pfc.priorities";

  /** The same as bits of a number in hexadecimal: {@code 0x18}. */
  public static final String BITMAP = "pfc.bitmap";

  private PfcState() {}
}
