package dev.headroom.model.machine;

import dev.headroom.model.collective.ChannelGraph;
import dev.headroom.model.collective.ChannelGraphs;
import dev.headroom.model.collective.Cpu;
import dev.headroom.model.collective.Generation;
import dev.headroom.model.unit.Rate;

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
 * @param nics how many, each on a rail of its own; GPU g's is g * nics / gpus
 * @param nicRate of each
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
    int nics,
    Rate nicRate,
    ChannelGraphs alone,
    ChannelGraphs several,
    ChannelGraphs staged,
    String source) {
  /** One of which nobody has asked what the search finds without GPUDirect: the same. */
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
    this(name, meaning, gpu, cpu, gpus, peerGBps, nics, nicRate, alone, several, several, source);
  }

  /** This machine without GPUDirect: what goes over the network goes through host memory. */
  public Machine throughHosts() {
    return new Machine(
        name, meaning, gpu, cpu, gpus, peerGBps, nics, nicRate, alone, staged, staged, source);
  }

  /** The NIC next to a GPU, both counted from 0 within the machine. */
  public int nicOf(int gpu) {
    return (int) ((long) gpu * nics / gpus);
  }

  /** This machine as those see it who use only its first GPUs, and the NICs next to these. */
  public Machine first(int some) {
    return part(some, nicOf(some - 1) + 1);
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
    return some == gpus
        ? this
        : new Machine(
            name,
            meaning,
            gpu,
            cpu,
            some,
            peerGBps,
            nearby,
            nicRate,
            withoutSwitch(alone, 1),
            withoutSwitch(several, (double) nearby / nics),
            withoutSwitch(staged, (double) nearby / nics),
            source);
  }

  private static ChannelGraphs withoutSwitch(ChannelGraphs graphs, double share) {
    return new ChannelGraphs(
        part(graphs.ring(), share),
        part(graphs.tree(), share),
        ChannelGraph.NONE,
        ChannelGraph.NONE,
        ChannelGraph.NONE);
  }

  private static ChannelGraph part(ChannelGraph graph, double share) {
    return new ChannelGraph(
        Math.max(1, (int) Math.round(graph.channels() * share)),
        graph.intraGBps(),
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
