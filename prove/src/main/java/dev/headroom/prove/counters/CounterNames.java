package dev.headroom.prove.counters;

import java.util.Set;

/**
 * Names of counters that the kernel's own names do not settle: gauges, and counters of 32 bits.
 *
 * <p>Data of InfiniBand ports is in words of four bytes, whatever the number of lanes; pause
 * durations are in microseconds.
 */
public final class CounterNames {
  /** Temperature of the optical module, in thousandths of a degree Celsius. */
  public static final String MODULE_TEMPERATURE = "module_temperature_millicelsius";

  /** The module's own high warning threshold, in the same unit. */
  public static final String MODULE_WARNING = "module_temperature_high_warning_millicelsius";

  /** Rate of the link, in Mb/s. */
  public static final String LINK_RATE = "link_rate_mbps";

  public static final String PCIE_SPEED = "current_link_speed";
  public static final String PCIE_WIDTH = "current_link_width";

  /** The most that the path to the root allows, in millions of transfers a second. */
  public static final String PCIE_SPEED_CEILING = "max_link_speed";

  public static final String PCIE_WIDTH_CEILING = "max_link_width";
  public static final String AER_CORRECTABLE = "aer_dev_correctable";
  public static final String AER_NONFATAL = "aer_dev_nonfatal";
  public static final String AER_FATAL = "aer_dev_fatal";
  public static final String FIRMWARE = "firmware";

  private static final Set<String> GAUGES =
      Set.of(
          MODULE_TEMPERATURE,
          MODULE_WARNING,
          LINK_RATE,
          PCIE_SPEED,
          PCIE_WIDTH,
          PCIE_SPEED_CEILING,
          PCIE_WIDTH_CEILING,
          "lifespan",
          "outbound_pci_stalled_wr",
          "outbound_pci_stalled_rd");

  /** Counters of 32 bits that turn over; those of InfiniBand's ports stay at their end instead. */
  private static final Set<String> TURNING = Set.of("carrier_changes");

  private CounterNames() {}

  /** Whether a value may fall without having started anew. */
  public static boolean isGauge(String name) {
    return GAUGES.contains(name);
  }

  /** Whether a counter turns over at 2^32. */
  static boolean turnsOver(String name) {
    return TURNING.contains(name) || name.endsWith("_32");
  }
}
