package dev.headroom.model.schedule;

import dev.headroom.model.machine.Cluster;
import dev.headroom.model.machine.Machine;
import dev.headroom.model.machine.MachineCatalogue;
import java.util.List;

/**
 * Positions of the GPUs and NICs of a cluster. GPUs are counted machine by machine, and so are
 * NICs, which are the hosts of the fabric.
 *
 * @param cluster the machines
 */
public record ClusterLayout(Cluster cluster) {
  /** One process on each of so many hosts, and no GPUs. */
  public static ClusterLayout ofProcesses(int hosts) {
    return new ClusterLayout(new Cluster(MachineCatalogue.PROCESS, hosts, false));
  }

  /** Whether those who take part are GPUs, and not processes on CPUs. */
  public boolean hasGpus() {
    return !cluster.machine().equals(MachineCatalogue.PROCESS);
  }

  public int ranks() {
    return cluster.gpus();
  }

  public int machines() {
    return cluster.machines();
  }

  public int gpus() {
    return cluster.machine().gpus();
  }

  /**
   * Whoever has a home: the GPUs, and if switches reduce, those on each rail, counted after the
   * GPUs: the first leaf of every rail, the next of every rail, and the topmost of every rail last.
   */
  public int members() {
    return ranks() + cluster.switches() * cluster.machine().rails().nics();
  }

  /**
   * A switch that reduces on the rail of a GPU.
   *
   * @param number among those of the rail
   */
  int reducer(int gpu, int number) {
    return ranks() + number * cluster.machine().rails().nics() + cluster.machine().nicOf(gpu);
  }

  /** Switches count as a machine of their own. */
  public int machineOf(int rank) {
    return rank / gpus();
  }

  public int rank(int machine, int gpu) {
    return machine * gpus() + gpu;
  }

  /** The host that is the NIC next to a GPU, or a switch that reduces: these come last. */
  public int nic(int rank) {
    Machine machine = cluster.machine();
    if (rank >= ranks()) {
      return machines() * machine.rails().nics() + rank - ranks();
    }
    return rank / machine.gpus() * machine.rails().nics() + machine.nicOf(rank % machine.gpus());
  }

  /**
   * The NIC by which a message leaves for a GPU of another machine: on the receiver's rail, where a
   * PCIe switch leads there.
   *
   * @param pxn whether by that of the receiver's rail also where it is behind another GPU
   */
  public int nicFor(int sender, int receiver, boolean pxn) {
    int nics = cluster.machine().rails().nics();
    int own = nic(sender);
    int firstHere = own / nics * nics;
    if (leavesElsewhere(sender)) {
      return firstHere + exits().get(sender % gpus());
    }
    int rail = nic(receiver) % nics;
    boolean near = sender < ranks() && cluster.machine().reaches(sender % gpus(), rail);
    return pxn || near ? firstHere + rail : own;
  }

  /**
   * Whether a GPU, or a switch that reduces, reaches a NIC of its machine without another GPU.
   *
   * @param nic as {@link #nic} counts them
   */
  public boolean reaches(int rank, int nic) {
    int nics = cluster.machine().rails().nics();
    boolean same = nic(rank) == nic;
    return same
        || (rank < ranks()
            && !leavesElsewhere(rank)
            && nic / nics == machineOf(rank)
            && cluster.machine().reaches(rank % gpus(), nic % nics));
  }

  /** Whether a GPU's messages go through host memory to the NIC that NCCL's search has found. */
  public boolean leavesElsewhere(int sender) {
    return sender < ranks() && !exits().isEmpty();
  }

  private List<Integer> exits() {
    return cluster.machine().graphs(cluster.machines()).exits();
  }

  /** Whether two GPUs are in different machines. */
  public boolean isOtherMachine(int rank, int other) {
    return rank >= ranks() || other >= ranks() || machineOf(rank) != machineOf(other);
  }

  /**
   * The GPU that a channel begins at in each machine: channels are spread over the NICs.
   *
   * @param distinct channels that differ; the others are copies of them
   */
  public int firstGpu(int channel, int distinct) {
    return (int) ((long) (channel % distinct) * gpus() / distinct) % gpus();
  }
}
