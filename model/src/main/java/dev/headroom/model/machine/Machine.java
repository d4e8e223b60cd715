package dev.headroom.model.machine;

import dev.headroom.model.collective.ChannelGraph;
import dev.headroom.model.collective.ChannelGraphs;
import dev.headroom.model.collective.Cpu;
import dev.headroom.model.collective.Generation;
import dev.headroom.model.collective.PathClass;
import dev.headroom.unit.Rate;
import java.util.stream.Stream;

/**
 * A server with GPUs, or several that one NVLink domain joins: NCCL takes both for one node.
 *
 * @param name as commands and files name it
 * @param meaning one line: what it is
 * @param gpu of what generation its GPUs are
 * @param cpu of what make its CPUs are
 * @param gpus how many
 * @param peerGBps what a GPU can send to the others, 10^9 bytes a second each way: its NVLinks as
 *     NCCL counts them (topo.h), or PCIe
 * @param pairGBps what it can send to one of them: less where no switch is between them
 * @param nics how many, each on a rail of its own; GPU g's is g * nics / gpus
 * @param nicRate of each
 * @param together GPUs behind a PCIe switch with as many NICs, all of which each of them reaches; 1
 *     where a GPU has its own
 * @param alone what NCCL's search finds in one of these
 * @param several what it finds in each of several
 * @param staged what it finds in each of several whose NICs cannot reach the memory of GPUs
 * @param source where all this comes from
 */
public record Machine(
    String name,
    String meaning,
    Generation gpu,
    Cpu cpu,
    int gpus,
    double peerGBps,
    double pairGBps,
    int nics,
    Rate nicRate,
    int together,
    ChannelGraphs alone,
    ChannelGraphs several,
    ChannelGraphs staged,
    String source) {
  /** What topo.h of NCCL has for such a NIC behind PCIe Gen5, 10^9 bytes a second. */
  private static final double NIC_400 = 48;

  /** One whose GPUs have all that they send for whomever they send it to. */
  public Machine(
      String name,
      String meaning,
      Generation gpu,
      Cpu cpu,
      int gpus,
      double peerGBps,
      int nics,
      Rate nicRate,
      int together,
      ChannelGraphs alone,
      ChannelGraphs several,
      ChannelGraphs staged,
      String source) {
    this(
        name, meaning, gpu, cpu, gpus, peerGBps, peerGBps, nics, nicRate, together, alone, several,
        staged, source);
  }

  /** One whose search finds the same without GPUDirect, or of which nobody has asked that. */
  public Machine(
      String name,
      String meaning,
      Generation gpu,
      Cpu cpu,
      int gpus,
      double peerGBps,
      int nics,
      Rate nicRate,
      ChannelGraphs alone,
      ChannelGraphs several,
      String source) {
    this(
        name, meaning, gpu, cpu, gpus, peerGBps, nics, nicRate, 1, alone, several, several, source);
  }

  /** This machine without GPUDirect: what goes over the network goes through host memory. */
  public Machine throughHosts() {
    return with(peerGBps, pairGBps, alone, staged, staged);
  }

  /** This machine with a link from each GPU to each other one in place of a switch. */
  public Machine meshed() {
    return with(peerGBps, peerGBps / (gpus - 1), alone, several, staged);
  }

  /**
   * This machine with other channels over the network.
   *
   * @param found with GPUDirect
   * @param foundStaged without
   */
  Machine over(ChannelGraphs found, ChannelGraphs foundStaged) {
    return with(peerGBps, pairGBps, alone, found, foundStaged);
  }

  /**
   * This machine with another way between its GPUs.
   *
   * @param gbps what a GPU can send to the others, 10^9 bytes a second
   */
  Machine through(
      double gbps, ChannelGraphs inOne, ChannelGraphs inSeveral, ChannelGraphs inStaged) {
    return with(gbps, gbps, inOne, inSeveral, inStaged);
  }

  /** This machine with NVLS switched off: its NVLink switch passes data on and adds nothing up. */
  public Machine withoutNvls() {
    return with(
        peerGBps, pairGBps, alone.withoutNvls(), several.withoutNvls(), staged.withoutNvls());
  }

  /** Whether a switch of NVLink adds up what its GPUs send. */
  public boolean hasNvls() {
    return alone.nvls().channels() > 0;
  }

  /** Whether NCCL has anything here for switches of the network that reduce. */
  public boolean hasSharp() {
    return Stream.of(several.nvls(), several.chain(), several.direct())
        .anyMatch(graph -> graph.channels() > 0);
  }

  private Machine with(
      double peers,
      double pairs,
      ChannelGraphs inOne,
      ChannelGraphs inSeveral,
      ChannelGraphs inStaged) {
    return new Machine(
        name, meaning, gpu, cpu, gpus, peers, pairs, nics, nicRate, together, inOne, inSeveral,
        inStaged, source);
  }

  /**
   * What NCCL calls the way from a GPU to the NIC next to it: by the slots of {@link Layout}, and
   * P2C where the GPU hangs on an Arm CPU by NVLink, which NCCL tells from PHB.
   */
  public PathClass wayToNic(int gpu) {
    Layout layout = Layout.of(name, nics);
    Distance distance =
        Distance.between(
            layout.gpus().get(gpu % layout.gpus().size()),
            layout.nics().get(nicOf(gpu) % layout.nics().size()));
    return switch (distance) {
      case PIX -> PathClass.PIX;
      case PXB -> PathClass.PXB;
      case PHB, NODE -> cpu == Cpu.ARM ? PathClass.P2C : PathClass.PHB;
      case SYS -> PathClass.SYS;
    };
  }

  private boolean isMesh() {
    return pairGBps < peerGBps;
  }

  /** The NIC next to a GPU, both counted from 0 within the machine. */
  public int nicOf(int gpu) {
    return (int) ((long) gpu * nics / gpus);
  }

  /** Whether this is several hosts, which one NVLink domain joins. */
  public boolean isOfHosts() {
    return gpus > Layout.of(name, nics).gpus().size();
  }

  /** Whether a GPU reaches a NIC over PCIe switches alone, without another GPU or the CPU. */
  public boolean reaches(int gpu, int nic) {
    return nicOf(gpu) == nic || (together > 1 && gpu / together == nic / together);
  }

  /** This machine as those see it who use only its first GPUs, and the NICs next to these. */
  public Machine first(int some) {
    return part(some, nicOf(some - 1) + 1, together);
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
    double near = (double) nearby / nics;
    double peers = some > 1 ? Math.min(peerGBps, (some - 1) * pairGBps) : peerGBps;
    return new Machine(
        name,
        meaning,
        gpu,
        cpu,
        some,
        peers,
        pairGBps,
        nearby,
        nicRate,
        together,
        withoutSwitch(alone, 1, peers),
        halved(withoutSwitch(several, near, peers), some),
        withoutSwitch(staged, near, peers),
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
    return machines == 1 ? alone : several;
  }
}
