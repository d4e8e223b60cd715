package dev.headroom.sim.measure;

/**
 * A PFC frame on the link of a host.
 *
 * @param atPs when its first bit left, or its last bit came; one that came is shown when it takes
 *     effect, later than this by the time in which the NIC reacts
 * @param sent whether the host sent it; else it came
 * @param port the host's port
 * @param priority the class
 * @param quanta pause time in units of 512 bit times; 0 lets the class go on
 */
public record NicPauseEvent(long atPs, boolean sent, int port, int priority, int quanta) {
  /** The longest pause that a frame can ask for. */
  public static final int MOST_QUANTA = 0xffff;
}
