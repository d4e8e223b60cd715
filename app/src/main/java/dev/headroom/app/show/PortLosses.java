package dev.headroom.app.show;

/**
 * Frames lost at a NIC port, with mlx5's counter names (Linux, {@code
 * Documentation/networking/device_drivers/ethernet/mellanox/mlx5/counters.rst}).
 *
 * @param damaged {@code rx_crc_errors_phy}: came with a wrong bit, which the FCS tells
 * @param discarded {@code rx_discards_phy}: found no room in the port's receive buffer
 * @param unsent {@code tx_discards_phy}: were to be sent while the link was down
 * @param unfetched {@code rx_out_of_buffer}: found no buffer of the kernel's posted
 */
public record PortLosses(long damaged, long discarded, long unsent, long unfetched) {
  public static final PortLosses NONE = new PortLosses(0, 0, 0, 0);

  /** The same after so many runs alike. */
  PortLosses times(long runs) {
    return new PortLosses(damaged * runs, discarded * runs, unsent * runs, unfetched * runs);
  }
}
