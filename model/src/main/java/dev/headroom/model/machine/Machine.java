package dev.headroom.model.machine;

import dev.headroom.model.collective.ChannelGraph;
import dev.headroom.model.collective.ChannelGraphs;
import dev.headroom.model.collective.CpuVendor;
import dev.headroom.model.collective.GpuGeneration;
import dev.headroom.model.collective.PathClass;
import dev.headroom.unit.Rate;
import java.util.stream.Stream;

/**
 * GPU server, or several joined by one NVLink domain: NCCL treats both as one node.
 *
 * @param name as commands and files name it
 * @param meaning one line: what it is
 * @param chips its GPUs and CPUs
 * @param gpus how many
 * @param peers what a GPU can send to the others
 * @param rails its NICs
 * @param found what NCCL's search finds
 * @param source where all this comes from
 */
public record Machine(
    String name,
    String meaning,
    Chips chips,
    int gpus,
    Peers peers,
    Rails rails,
    Found found,
    String source) {
  /**
   * Chips of a machine.
   *
   * @param gpu of what generation its GPUs are
   * @param cpu of what make its CPUs are
   */
  public record Chips(GpuGeneration gpu, CpuVendor cpu) {}

  /**
   * Bandwidth of a GPU to the others of its machine.
   *
   * @param peerGBps what a GPU can send to the others, 10^9 bytes a second each way: its NVLinks as
   *     NCCL counts them (topo.h), or PCIe
   * @param pairGBps what it can send to one of them: less where no switch is between them
   */
  public record Peers(double peerGBps, double pairGBps) {
    /** Those of GPUs that have all that they send for whomever they send it to. */
    public Peers(double peerGBps) {
      this(peerGBps, peerGBps);
    }
  }

  /**
   * NICs of a machine.
   *
   * @param nics how many, each on a rail of its own; GPU g's is g * nics / gpus
   * @param nicRate of each
   * @param together GPUs behind a PCIe switch with as many NICs, all of which each of them reaches;
   *     1 where a GPU has its own
   */
  public record Rails(int nics, Rate nicRate, int together) {
    /** Those of GPUs that have a NIC of their own. */
    public Rails(int nics, Rate nicRate) {
      this(nics, nicRate, 1);
    }
  }

  /**
   * Channels that NCCL's search finds.
   *
   * @param oneMachine what NCCL's search finds in one of these
   * @param several what it finds in each of several
   * @param staged what it finds in each of several whose NICs cannot reach the memory of GPUs
   */
  public record Found(ChannelGraphs oneMachine, ChannelGraphs several, ChannelGraphs staged) {
    /** The same without GPUDirect, or nobody has asked that. */
    public Found(ChannelGraphs alone, ChannelGraphs several) {
      this(alone, several, several);
    }
  }

  /** What topo.h of NCCL has for such a NIC behind PCIe Gen5, 10^9 bytes a second. */
  private static final double NIC_400 = 48;

  /** This machine without GPUDirect: what goes over the network goes through host memory. */
  public Machine throughHosts() {
    return with(peers, new Found(found.oneMachine(), found.staged(), found.staged()));
  }

  /** This machine with a link from each GPU to each other one in place of a switch. */
  public Machine meshed() {
    return with(new Peers(peers.peerGBps(), peers.peerGBps() / (gpus - 1)), found);
  }

  /**
   * This machine with other channels over the network.
   *
   * @param inSeveral with GPUDirect
   * @param inStaged without
   */
  Machine over(ChannelGraphs inSeveral, ChannelGraphs inStaged) {
    return with(peers, new Found(found.oneMachine(), inSeveral, inStaged));
  }

  /**
   * This machine with another way between its GPUs.
   *
   * @param gbps what a GPU can send to the others, 10^9 bytes a second
   */
  Machine through(
      double gbps, ChannelGraphs inOne, ChannelGraphs inSeveral, ChannelGraphs inStaged) {
    return with(new Peers(gbps), new Found(inOne, inSeveral, inStaged));
  }

  /** This machine with NVLS switched off: its NVLink switch passes data on and adds nothing up. */
  public Machine withoutNvls() {
    return with(
        peers,
        new Found(
            found.oneMachine().withoutNvls(),
            found.several().withoutNvls(),
            found.staged().withoutNvls()));
  }

  /** Whether a switch of NVLink adds up what its GPUs send. */
  public boolean hasNvls() {
    return found.oneMachine().nvls().channels() > 0;
  }

  /** Whether NCCL has anything here for switches of the network that reduce. */
  public boolean hasSharp() {
    return Stream.of(found.several().nvls(), found.several().chain(), found.several().direct())
        .anyMatch(graph -> graph.channels() > 0);
  }

  private Machine with(Peers others, Found channels) {
    return new Machine(name, meaning, chips, gpus, others, rails, channels, source);
  }

  /**
   * What NCCL calls the way from a GPU to the NIC next to it: by the slots of {@link ServerLayout},
   * and P2C where the GPU hangs on an Arm CPU by NVLink, which NCCL tells from PHB.
   */
  public PathClass wayToNic(int gpu) {
    ServerLayout layout = ServerLayout.of(name, rails.nics());
    DeviceDistance distance =
        DeviceDistance.between(
            layout.gpus().get(gpu % layout.gpus().size()),
            layout.nics().get(nicOf(gpu) % layout.nics().size()));
    return switch (distance) {
      case PIX -> PathClass.PIX;
      case PXB -> PathClass.PXB;
      case PHB, NODE -> chips.cpu() == CpuVendor.ARM ? PathClass.P2C : PathClass.PHB;
      case SYS -> PathClass.SYS;
    };
  }

  private boolean isMesh() {
    return peers.pairGBps() < peers.peerGBps();
  }

  /** The NIC next to a GPU, both counted from 0 within the machine. */
  public int nicOf(int gpu) {
    return (int) ((long) gpu * rails.nics() / gpus);
  }

  /** Whether this is several hosts, which one NVLink domain joins. */
  public boolean isMultiHost() {
    return hosts() > 1;
  }

  /** Number of its hosts. */
  public int hosts() {
    return Math.ceilDiv(gpus, ServerLayout.of(name, rails.nics()).gpus().size());
  }

  /** Whether a GPU reaches a NIC over PCIe switches alone, without another GPU or the CPU. */
  public boolean reaches(int gpu, int nic) {
    return nicOf(gpu) == nic
        || (rails.together() > 1 && gpu / rails.together() == nic / rails.together());
  }

  /** This machine as those see it who use only its first GPUs, and the NICs next to these. */
  public Machine first(int some) {
    return part(some, nicOf(some - 1) + 1, rails.together());
  }

  /**
   * This machine as those see it who use only some of its GPUs: as many channels over the network
   * as their NICs have of all, and all of them within. The reducing switch of NVLink serves whole
   * machines only; a GPU alone is as fast as its NIC.
   *
   * @param some GPUs, 1 or more
   * @param nearby NICs next to these
   */
  public Machine part(int some, int nearby) {
    return part(some, nearby, 1);
  }

  private Machine part(int some, int nearby, int together) {
    if (some == gpus) {
      return this;
    }
    double near = (double) nearby / rails.nics();
    double reach =
        some > 1 ? Math.min(peers.peerGBps(), (some - 1) * peers.pairGBps()) : peers.peerGBps();
    return new Machine(
        name,
        meaning,
        chips,
        some,
        new Peers(reach, peers.pairGBps()),
        new Rails(nearby, rails.nicRate(), together),
        new Found(
            withoutSwitch(found.oneMachine(), 1, reach),
            halved(withoutSwitch(found.several(), near, reach), some),
            withoutSwitch(found.staged(), near, reach)),
        source);
  }

  /**
   * Where two or more GPUs take part, but no more than half of them, and reach their NICs over
   * switches, the search finds trees that carry twice as much within a machine as over the network;
   * and two channels for a NIC of 400 Gb/s instead of one. Nobody has asked it of GPUs without an
   * NVLink switch.
   */
  private ChannelGraphs halved(ChannelGraphs graphs, int some) {
    ChannelGraph ring = graphs.ring();
    ChannelGraph tree = graphs.tree();
    boolean near = tree.intra() == PathClass.NVL && tree.inter().compareTo(PathClass.PXB) <= 0;
    if (!near || isMesh() || some == 1 || 2 * some > gpus) {
      return graphs;
    }
    int each = ring.interGBps() >= NIC_400 ? 2 : 1;
    return new ChannelGraphs(
        cut(ring, each, ring.intraGBps() / each),
        cut(tree, each, 2 * tree.interGBps() / each),
        ChannelGraph.NONE,
        ChannelGraph.NONE,
        ChannelGraph.NONE);
  }

  private static ChannelGraph cut(ChannelGraph graph, int each, double intraGBps) {
    return new ChannelGraph(
        each * graph.channels(),
        intraGBps,
        graph.interGBps() / each,
        graph.intra(),
        graph.inter(),
        graph.sameChannels(),
        graph.simpleTree(),
        graph.ways());
  }

  private ChannelGraphs withoutSwitch(ChannelGraphs graphs, double share, double peers) {
    return new ChannelGraphs(
        part(graphs.ring(), share, peers),
        part(graphs.tree(), share, peers),
        ChannelGraph.NONE,
        ChannelGraph.NONE,
        ChannelGraph.NONE);
  }

  /** Channels over links have no more than the links that are left. */
  private ChannelGraph part(ChannelGraph graph, double share, double peers) {
    int channels = Math.max(1, (int) Math.round(graph.channels() * share));
    return new ChannelGraph(
        channels,
        isMesh() ? Math.min(graph.intraGBps(), peers / channels) : graph.intraGBps(),
        graph.interGBps(),
        graph.intra(),
        graph.inter(),
        graph.sameChannels(),
        graph.simpleTree(),
        Math.max(1, (int) Math.round(graph.ways() * share)));
  }

  /** What NCCL's search finds where there are this many. */
  public ChannelGraphs graphs(int machines) {
    return machines == 1 ? found.oneMachine() : found.several();
  }
}
