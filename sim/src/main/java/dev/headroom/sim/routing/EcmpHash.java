package dev.headroom.sim.routing;

import dev.headroom.sim.packet.FlowTuple;
import dev.headroom.sim.packet.Packet;

/**
 * ECMP hash over the packet's 5-tuple, which picks the same next hop for every packet of a flow.
 */
public final class EcmpHash {
  private final int salt;
  private final int[] addresses;

  private EcmpHash(int salt, int[] addresses) {
    this.salt = salt;
    this.addresses = addresses;
  }

  /** Our own hash: the 5-tuple's, scrambled with a salt; 0 at every switch shows polarisation. */
  public static EcmpHash mixed(int salt) {
    return new EcmpHash(salt, new int[0]);
  }

  /**
   * MurmurHash3 (x86, 32 bits) over source address, destination address and ports, modulo the
   * number of next hops, as Alibaba's HPCC simulator has it ({@code switch-node.cc}).
   *
   * @param seed the switch's node id
   * @param addresses IPv4 address of each host
   */
  public static EcmpHash murmur3(int seed, int[] addresses) {
    return new EcmpHash(seed, addresses);
  }

  int choose(Packet packet, int n) {
    if (addresses.length == 0) {
      return (int) (((mix(packet.entropy ^ salt) & 0xffffffffL) * n) >>> 32);
    }
    FlowTuple route = packet.route;
    int h = salt;
    h = murmurStep(h, addresses[route.source()]);
    h = murmurStep(h, addresses[route.destination()]);
    h = murmurStep(h, Integer.rotateLeft(route.ports(), 16));
    return Integer.remainderUnsigned(murmurEnd(h ^ 12), n);
  }

  private static int mix(int x) {
    x *= 0x9E3779B1;
    x ^= x >>> 15;
    x *= 0x85EBCA77;
    x ^= x >>> 13;
    x *= 0xC2B2AE3D;
    return x ^ (x >>> 16);
  }

  private static int murmurStep(int hash, int word) {
    int k = Integer.rotateLeft(word * 0xcc9e2d51, 15) * 0x1b873593;
    return Integer.rotateLeft(hash ^ k, 13) * 5 + 0xe6546b64;
  }

  private static int murmurEnd(int hash) {
    int h = hash;
    h ^= h >>> 16;
    h *= 0x85ebca6b;
    h ^= h >>> 13;
    h *= 0xc2b2ae35;
    return h ^ (h >>> 16);
  }
}
