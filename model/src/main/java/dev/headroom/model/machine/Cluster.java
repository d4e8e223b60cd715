package dev.headroom.model.machine;

import dev.headroom.model.collective.Communicator;
import dev.headroom.model.collective.NcclRelease;
import dev.headroom.unit.CountedNoun;

/**
 * Set of machines of one kind whose GPUs are all in one communicator.
 *
 * @param machines how many, 1 or more
 * @param sharp whether the network's switches may reduce, as with SHARP and {@code
 *     NCCL_COLLNET_ENABLE=1}
 * @param release of NCCL on them
 * @param perSwitch machines whose NICs of a rail are at one switch that reduces, 1 or more; {@link
 *     #ALL}: however many there are
 */
public record Cluster(
    Machine machine, int machines, boolean sharp, NcclRelease release, int perSwitch) {
  /** Of {@code perSwitch}. */
  public static final int ALL = Integer.MAX_VALUE;

  /** With one switch that reduces on each rail, if any. */
  public Cluster(Machine machine, int machines, boolean sharp, NcclRelease release) {
    this(machine, machines, sharp, release, ALL);
  }

  /** With NCCL 2.30.7. */
  public Cluster(Machine machine, int machines, boolean sharp) {
    this(machine, machines, sharp, NcclRelease.V2_30_7);
  }

  /** The same machines with another release. */
  public Cluster by(NcclRelease other) {
    return new Cluster(machine, machines, sharp, other, perSwitch);
  }

  /** The same machines, so many of them at a switch that reduces. */
  public Cluster at(int machinesPerSwitch) {
    return new Cluster(machine, machines, sharp, release, machinesPerSwitch);
  }

  /**
   * Switches of a rail that reduce what machines send, under one that reduces what these send; 0 if
   * there is one for all machines, or none reduces.
   */
  public int leaves() {
    return sharp && machines > perSwitch ? Math.ceilDiv(machines, perSwitch) : 0;
  }

  /** Switches that reduce on each rail: the leaves and what is above them. */
  public int switches() {
    return sharp ? leaves() + 1 : 0;
  }

  /** Whether the release is one for these machines. */
  public boolean isKnown() {
    return release.hasConstantsFor(machine.chips().gpu(), machine.graphs(machines).ring());
  }

  /**
   * The cluster that has this many GPUs.
   *
   * @throws IllegalArgumentException if they do not fill whole machines; the message says what
   *     would
   */
  public static Cluster ofGpus(Machine machine, int gpus, boolean sharp) {
    if (gpus < machine.gpus() || gpus % machine.gpus() != 0) {
      int below = gpus / machine.gpus() * machine.gpus();
      throw new IllegalArgumentException(
          "%s %s not fill whole machines of %s, which have %d each; %s%d would"
              .formatted(
                  CountedNoun.of(gpus, "GPU"),
                  gpus == 1 ? "does" : "do",
                  machine.name(),
                  machine.gpus(),
                  below > 0 ? below + " or " : "",
                  Math.max(0, below) + machine.gpus()));
    }
    return new Cluster(machine, gpus / machine.gpus(), sharp);
  }

  public int gpus() {
    return machines * machine.gpus();
  }

  /** As NCCL sees it. */
  public Communicator communicator() {
    return new Communicator(
        machines,
        gpus(),
        machine.chips().gpu(),
        machine.chips().cpu(),
        machine.graphs(machines),
        sharp && machines > 1,
        release);
  }

  @Override
  public String toString() {
    return "%d x %s, %s".formatted(machines, machine.name(), CountedNoun.of(gpus(), "GPU"));
  }
}
