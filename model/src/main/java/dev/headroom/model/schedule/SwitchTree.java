package dev.headroom.model.schedule;

import dev.headroom.model.machine.Cluster;

/**
 * Tree of network switches that reduce for an all-reduce (SHARP; Graham et al., Scalable
 * Hierarchical Aggregation Protocol, COMHPC 2016). Each rail has one switch for all machines, or a
 * leaf for some machines each and a root above them. A leaf adds up what its machines send and
 * sends the sum to the root; what that has added up comes back the same way, and each switch copies
 * it to all below. So a link between switches carries the data once, however many machines there
 * are.
 *
 * <p>Data goes in streams, one for each channel and rail. The workers of a stream are that of the
 * root, those of the leaves that add up, and those of the leaves that hand out; its lines lead up
 * from each leaf and down to each. Lines between machines and switches are the schedule's.
 */
final class SwitchTree {
  /** The lines between machines and switches. */
  interface Trunk {
    /** On which a machine sends what its GPUs have added up. */
    int up(int stream, int machine);

    /** On which it gets what all have. */
    int down(int stream, int machine);
  }

  private final int machines;
  private final int perLeaf;
  private final int leaves;
  private final int streams;
  private final int firstWorker;
  private final int firstLine;
  private final Trunk trunk;

  /**
   * @param firstWorker the number of its first worker; none of the schedule's is higher
   * @param firstLine the same of lines
   */
  SwitchTree(Cluster cluster, int streams, int firstWorker, int firstLine, Trunk trunk) {
    machines = cluster.machines();
    perLeaf = cluster.perSwitch();
    leaves = cluster.leaves();
    this.streams = streams;
    this.firstWorker = firstWorker;
    this.firstLine = firstLine;
    this.trunk = trunk;
  }

  // --- workers ----------------------------------------------------------------------------------

  int workers() {
    return streams * workersHere();
  }

  /** Of a stream. */
  private int workersHere() {
    return 1 + 2 * leaves;
  }

  boolean has(int worker) {
    return worker >= firstWorker;
  }

  int stream(int worker) {
    return (worker - firstWorker) / workersHere();
  }

  /** Which switch of its rail a worker is on: leaves come first. */
  int number(int worker) {
    int within = (worker - firstWorker) % workersHere();
    return within == 0 ? leaves : (within - 1) % leaves;
  }

  private int root(int stream) {
    return firstWorker + stream * workersHere();
  }

  private int addingUp(int stream, int leaf) {
    return root(stream) + 1 + leaf;
  }

  private int handingOut(int stream, int leaf) {
    return addingUp(stream, leaves + leaf);
  }

  /** Who takes what a machine sends up. */
  int reduceReceiver(int stream, int machine) {
    return leaves == 0 ? root(stream) : addingUp(stream, machine / perLeaf);
  }

  /** Who sends to a machine what all have. */
  int broadcastSender(int stream, int machine) {
    return leaves == 0 ? root(stream) : handingOut(stream, machine / perLeaf);
  }

  /**
   * Fills in a step.
   *
   * @param bytes of the row that is added up; to hand it out takes a switch no time of its own
   */
  void step(int worker, long bytes, WorkerStep into) {
    int stream = stream(worker);
    int within = worker - root(stream);
    if (within == 0) {
      rootStep(stream, into.working(bytes));
      return;
    }
    int leaf = (within - 1) % leaves;
    int end = Math.min(machines, (leaf + 1) * perLeaf);
    if (within <= leaves) {
      into.working(bytes);
      for (int machine = leaf * perLeaf; machine < end; machine++) {
        into.after(trunk.up(stream, machine));
      }
      into.to(up(stream, leaf));
    } else {
      into.working(0).after(down(stream, leaf));
      for (int machine = leaf * perLeaf; machine < end; machine++) {
        into.to(trunk.down(stream, machine));
      }
    }
  }

  private void rootStep(int stream, WorkerStep into) {
    if (leaves == 0) {
      for (int machine = 0; machine < machines; machine++) {
        into.after(trunk.up(stream, machine)).to(trunk.down(stream, machine));
      }
    }
    for (int leaf = 0; leaf < leaves; leaf++) {
      into.after(up(stream, leaf)).to(down(stream, leaf));
    }
  }

  // --- lines ------------------------------------------------------------------------------------

  int lines() {
    return streams * 2 * leaves;
  }

  boolean hasLine(int line) {
    return line >= firstLine;
  }

  int streamOfLine(int line) {
    return (line - firstLine) / (2 * leaves);
  }

  private int up(int stream, int leaf) {
    return firstLine + stream * 2 * leaves + leaf;
  }

  private int down(int stream, int leaf) {
    return up(stream, leaves + leaf);
  }

  int sender(int line) {
    int stream = streamOfLine(line);
    int within = line - up(stream, 0);
    return within < leaves ? addingUp(stream, within) : root(stream);
  }

  int receiver(int line) {
    int stream = streamOfLine(line);
    int within = line - up(stream, 0);
    return within < leaves ? root(stream) : handingOut(stream, within - leaves);
  }
}
