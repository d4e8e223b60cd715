package dev.headroom.sim.host;

import dev.headroom.model.choice.UdpPortSource;
import dev.headroom.model.fabric.UdpSourcePort;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.sim.kernel.Rng;
import dev.headroom.sim.packet.FlowTuple;

/** Addresses and UDP ports of queue pairs, in both directions. */
public final class FlowTupleTable {
  private final FlowProgram program;
  private final int[] groupOfHost;
  private final UdpPortSource udpSourcePort;
  private final boolean withQueuePair;
  private final long seed;

  /**
   * @param udpSourcePort where the source port comes from
   * @param withQueuePair whether the number of the queue pair is hashed beside the 5-tuple
   */
  public FlowTupleTable(
      FlowProgram program,
      int[] groupOfHost,
      UdpPortSource udpSourcePort,
      boolean withQueuePair,
      long seed) {
    this.withQueuePair = withQueuePair;
    this.program = program;
    this.groupOfHost = groupOfHost;
    this.udpSourcePort = udpSourcePort;
    this.seed = seed;
  }

  /** How many hosts there are. */
  public int hosts() {
    return groupOfHost.length;
  }

  /** The way of a flow's data. */
  public FlowTuple forwardTuple(int flow) {
    return between(flow, program.source(flow), program.destination(flow), ports(flow));
  }

  /** The way of its answers. */
  public FlowTuple reverseTuple(int flow) {
    int ports = ports(flow);
    if (program.fixedPorts(flow) >= 0) {
      ports = Integer.rotateLeft(ports, 16);
    }
    return between(flow, program.destination(flow), program.source(flow), ports);
  }

  private FlowTuple between(int flow, int from, int to, int ports) {
    long addresses = ((long) from << 32) | to;
    int entropy =
        (int) (Rng.mix(addresses ^ Rng.mix(ports ^ queuePairField(flow, to, from))) >>> 16);
    return new FlowTuple(program.queuePair(flow), from, to, groupOfHost[to], entropy, ports);
  }

  /** The destination's queue pair number, shifted beside the ports, where it is hashed. */
  private long queuePairField(int flow, int at, int peer) {
    return withQueuePair
        ? (long) UdpPort.queuePairNumber(at, peer, program.queuePairIndex(flow)) << 32
        : 0;
  }

  /** UDP source port << 16 | destination port of a flow's data. */
  public int ports(int flow) {
    int fixed = program.fixedPorts(flow);
    if (fixed >= 0) {
      return fixed;
    }
    int a = program.source(flow);
    int b = program.destination(flow);
    int index = program.queuePairIndex(flow);
    int port =
        switch (udpSourcePort) {
          case KERNEL ->
              UdpSourcePort.ofKernel(
                  UdpPort.queuePairNumber(a, b, index), UdpPort.queuePairNumber(b, a, index));
          case NIC -> UdpPort.ofNic(seed, a, b, index);
          case FIXED -> UdpSourcePort.LOWEST;
        };
    return (port << 16) | UdpPort.ROCEV2;
  }
}
