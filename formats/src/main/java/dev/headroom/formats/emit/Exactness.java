package dev.headroom.formats.emit;

/** Agreement of the value that a device takes with the value that was wanted. */
public sealed interface Exactness {
  /** Agreement of both. */
  record Exact() implements Exactness {}

  /**
   * The nearest value of the device's grid.
   *
   * @param wanted as scenarios write it
   * @param achieved the knob's value of what is written to the device
   */
  record Rounded(String wanted, String achieved) implements Exactness {
    /** A warning that names both. */
    public String text() {
      return "%s wanted, the nearest value of the device is %s".formatted(wanted, achieved);
    }
  }

  /**
   * A value that the device cannot have.
   *
   * @param reason with the range of the device
   */
  record Refused(String reason) implements Exactness {}
}
