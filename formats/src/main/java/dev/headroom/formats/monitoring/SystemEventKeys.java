package dev.headroom.formats.monitoring;

/** Keys of facts about events in the log of a server's management controller (BMC). */
public final class SystemEventKeys {
  /** Number of the record in the log, in sixteens. */
  public static final String NUMBER = "sel.number";

  /** Type of the sensor, with its number or name: {@code Memory #0x2b}. */
  public static final String SENSOR = "sel.sensor";

  /** What happened: {@code Correctable ECC}. */
  public static final String EVENT = "sel.event";

  /** {@code Asserted} when it began, {@code Deasserted} when it ended. */
  public static final String DIRECTION = "sel.direction";

  /** The reading and its threshold, or the part. */
  public static final String DETAIL = "sel.detail";

  private SystemEventKeys() {}
}
