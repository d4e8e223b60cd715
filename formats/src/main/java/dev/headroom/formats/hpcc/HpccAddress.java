package dev.headroom.formats.hpcc;

/** Addresses of hosts in the HPCC simulator: node 256·x + y has 11.x.y.1. */
final class HpccAddress {
  private static final int FIRST = 0x0b000001;

  private HpccAddress() {}

  static int of(int node) {
    return FIRST + ((node / 256) << 16) + ((node % 256) << 8);
  }

  static int node(int address) {
    return (address >>> 8) & 0xffff;
  }
}
