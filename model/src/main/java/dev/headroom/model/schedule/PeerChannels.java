package dev.headroom.model.schedule;

import dev.headroom.model.collective.Communicator;
import dev.headroom.model.collective.GpuGeneration;
import dev.headroom.model.collective.PathClass;
import dev.headroom.model.machine.Cluster;
import dev.headroom.model.machine.Machine;

/**
 * Number of channels over which NCCL sends to one peer at once ({@code ncclTopoGetNchannels} and
 * {@code ncclTopoComputeP2pChannels} of {@code paths.cc}, {@code addP2pToPlan} of {@code
 * enqueue.cc}, NCCL 2.30.7; ROCm/rccl 0cbce2a of October 2024).
 *
 * <pre>
 *   within a machine   2 for each NVLink between two GPUs, 2 over PCIe; RCCL 4 for each link of
 *                      xGMI, 8 where there is no other machine
 *   over the network   one for each 14 GB/s of the NIC
 * </pre>
 *
 * The least of these for any peer, rounded up to a power of two; so many at most that all peers
 * have as many, and more than that only where a part would be large.
 */
final class PeerChannels {
  /** 10^9 bytes a second of an NVLink, as NCCL counts them ({@code topo.h}). */
  private static final double VOLTA_LINK = 20;

  private static final double HOPPER_LINK = 20.6;
  private static final double BLACKWELL_LINK = 40.1;

  /** {@code NCCL_P2P_PER_CHANNEL_NET_BW}. */
  private static final double PER_NETWORK_CHANNEL = 14;

  /** 100 Gb/s as NCCL counts them, 10^9 bytes a second. */
  private static final double NETWORK = 12;

  /** Sends to several peers that a channel does at once. */
  private static final int AT_ONCE = 8;

  private static final long NETWORK_CHUNK = 128 << 10;
  private static final long NEAR_CHUNK = 512 << 10;

  private PeerChannels() {}

  /**
   * For a send of so many bytes to one of all the others.
   *
   * @param channels that the communicator has
   */
  static int of(Cluster cluster, int channels, long bytes) {
    int ranks = cluster.gpus();
    boolean isAlone = cluster.machines() == 1;
    int all = powerOfTwo(channels);
    int most = powerOfTwo(isAlone ? near(cluster) : Math.min(near(cluster), far(cluster)));
    if (isAlone) {
      most = Math.min(most, all);
    }
    while (!isAlone && most > 1 && most * Math.ceilDiv(ranks, AT_ONCE) > all) {
      most /= 2;
    }
    int least = most;
    while (least > 1 && least * ranks > all) {
      least /= 2;
    }
    long smallest = isAlone ? NEAR_CHUNK / 8 : NETWORK_CHUNK / 2;
    long largest = isAlone ? NEAR_CHUNK * 32 : NETWORK_CHUNK;
    long parts = Math.clamp(Math.ceilDiv(bytes, smallest), 1, least);
    while (Math.ceilDiv(bytes, parts) > largest && parts <= most / 2) {
      parts *= 2;
    }
    return (int) parts;
  }

  private static int near(Cluster cluster) {
    Machine machine = cluster.machine();
    Communicator of = cluster.communicator();
    if (machine.gpus() == 1) {
      return Integer.MAX_VALUE >> 1;
    }
    if (of.gpu() == GpuGeneration.CDNA3) {
      return cluster.machines() == 1 ? 8 : 4;
    }
    if (of.graphs().ring().intra() != PathClass.NVL) {
      return 2;
    }
    double link =
        switch (of.gpu()) {
          case BLACKWELL -> BLACKWELL_LINK;
          case HOPPER -> HOPPER_LINK;
          default -> VOLTA_LINK;
        };
    return 2 * Math.max(1, (int) (machine.peers().pairGBps() / link));
  }

  private static int far(Cluster cluster) {
    if (cluster.machine().chips().gpu() == GpuGeneration.CDNA3) {
      return 2;
    }
    double network = cluster.machine().rails().nicRate().gbps() / 100 * NETWORK;
    return Math.max(1, (int) Math.ceil(network / PER_NETWORK_CHANNEL));
  }

  private static int powerOfTwo(int n) {
    return n <= 1 ? 1 : Integer.highestOneBit(n - 1) << 1;
  }
}
