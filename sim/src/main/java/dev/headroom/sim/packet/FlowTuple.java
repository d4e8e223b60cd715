package dev.headroom.sim.packet;

/**
 * Addresses of a queue pair's packets, and the fields by which switches recognise them; the same
 * for every packet.
 *
 * @param queuePair the number of the queue pair
 * @param source sending host
 * @param destination receiving host
 * @param group the destination's group in the routing tables
 * @param entropy hash of the 5-tuple, before a switch's salt
 * @param ports UDP source port << 16 | destination port
 */
public record FlowTuple(
    int queuePair, int source, int destination, int group, int entropy, int ports) {
  /** Of a packet that is not in use. */
  public static final FlowTuple NOWHERE = new FlowTuple(-1, -1, -1, -1, 0, 0);
}
