package dev.headroom.wire.soft;

/** Properties of the local device that a queue pair needs. */
interface LocalDevice {
  /** The device's clock, in nanoseconds. */
  long nowNs();

  /** The UDP port that RoCE goes to. */
  int port();

  /**
   * The UDP port to send from.
   *
   * @param wanted the one that the queue pair would like
   */
  int sourcePort(int wanted);
}
