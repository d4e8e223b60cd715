package dev.headroom.model.fabric;

import dev.headroom.unit.Rate;
import dev.headroom.unit.Time;

/**
 * Full-duplex cable between two nodes.
 *
 * @param a id of one end's node
 * @param b id of the other end's node
 * @param rate in each direction
 * @param delay one way, from the first bit sent to the first bit heard
 * @param loss probability that a packet is lost on it, whatever its size, 0 to 1
 * @param bitErrors probability that a bit is wrong after what error correction the link has, 0 to
 *     1; a frame with one is lost
 */
public record Link(int a, int b, Rate rate, Time delay, double loss, double bitErrors) {
  /**
   * Propagation in fibre and copper: 1.98e8 m/s, as SONiC's buffer_headroom_mellanox.lua takes it.
   */
  public static final double METRES_PER_SECOND = 1.98e8;

  /** A link without bit errors. */
  public Link(int a, int b, Rate rate, Time delay, double loss) {
    this(a, b, rate, delay, loss, 0);
  }

  public int other(int node) {
    return node == a ? b : a;
  }

  /** The delay of a cable of this length, in picoseconds. */
  public static long delayPs(double metres) {
    return Math.round(metres / METRES_PER_SECOND * 1e12);
  }
}
