package dev.headroom.audit.optics;

/** Constants of the rules about a host's transceivers. */
final class TransceiverConstants {
  /** What tells of the module of an interface. */
  static final String COMMAND = "ethtool -m INTERFACE";

  /** What a transmitter that is off may still send, dBm (IEEE 802.3-2022, table 52-7). */
  static final double OFF_DBM = -30;

  private TransceiverConstants() {}
}
