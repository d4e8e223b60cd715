package dev.headroom.sim.nic;

/**
 * Ordering of PCIe writes, which may not overtake one that waits for the translation of its address
 * (PCI Express Base Specification 6.0, section 2.4.1: a posted request passes no other). What comes
 * in behind it has its own addresses translated meanwhile, as far as there is room for it:
 *
 * <pre>
 *   room    bytes that the root complex has under way, less those on their way to memory anyway
 *   stall = wait - the time in which the link fills the room       for one that waits
 *         = 0                                                      for the bytes that came in behind it
 * </pre>
 *
 * Example: 5,250 B at a time, 280 ns to memory, 4 KiB every 218 ns (150 Gb/s): there is no room
 * left, and a wait of 280 ns holds everything up for as long.
 */
final class PostedWriteOrder {
  private final long underWayBytes;

  /** What has come in behind the last one that waited. */
  private long translatedBytes;

  /**
   * @param underWayBytes that a root complex finishes at a time
   */
  PostedWriteOrder(long underWayBytes) {
    this.underWayBytes = underWayBytes;
  }

  /**
   * For how long a write holds up those behind it, in picoseconds.
   *
   * @param waitPs for how long it waits; 0: it does not
   * @param takesPs for how long it would keep others waiting without that
   * @param latencyPs from its start to its end
   */
  long stallPs(long size, long waitPs, long takesPs, long latencyPs) {
    if (waitPs == 0 || translatedBytes >= size) {
      translatedBytes = Math.max(0, translatedBytes - size);
      return 0;
    }
    translatedBytes = underWayBytes;
    long fillsPs = (long) ((double) underWayBytes * takesPs / size) - latencyPs;
    return Math.max(0, waitPs - Math.max(0, fillsPs));
  }
}
