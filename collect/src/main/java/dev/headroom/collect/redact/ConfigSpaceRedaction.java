package dev.headroom.collect.redact;

import java.util.Arrays;

/** Removal of the serial number from a PCI device's configuration space. */
final class ConfigSpaceRedaction {
  /** Where extended capabilities begin (PCI Express Base Specification, 7.6). */
  private static final int EXTENDED = 0x100;

  /** Device Serial Number (the same, 7.9.3): eight bytes after a header of four. */
  private static final int SERIAL = 0x0003;

  private ConfigSpaceRedaction() {}

  static byte[] withoutSerial(byte[] space) {
    byte[] out = space.clone();
    int at = EXTENDED;
    for (int hops = 0; hops < 64 && at >= EXTENDED && at + 12 <= out.length; hops++) {
      int header =
          (out[at] & 0xff)
              | (out[at + 1] & 0xff) << 8
              | (out[at + 2] & 0xff) << 16
              | (out[at + 3] & 0xff) << 24;
      if ((header & 0xffff) == SERIAL) {
        Arrays.fill(out, at + 4, at + 12, (byte) 0);
      }
      at = header >>> 20;
    }
    return out;
  }
}
