package dev.headroom.model.flow;

import dev.headroom.model.schedule.ClusterLayout;
import dev.headroom.model.schedule.CollectivePace;
import dev.headroom.model.schedule.Schedule;

/**
 * Flows that carry the messages of a schedule: each starts when its sending step is done, and its
 * delivery releases the waiting step. Only messages between machines are flows; those within one
 * take the time that the pace says.
 *
 * <p>The flows of a line are numbered on from {@link #firstFlow}, {@link #split} to a message.
 */
public interface ScheduledFlows extends FlowProgram {
  Schedule schedule();

  /** Where the GPUs and NICs are. */
  ClusterLayout layout();

  /** How fast a worker is. */
  CollectivePace pace(int worker);

  /** No effect of one GPU on another comes sooner than this, in picoseconds. */
  long shortestPs();

  /** The host that is next to a GPU: what happens there happens with that host. */
  int hostOf(int rank);

  /** Whether a GPU reaches the NIC of a host of its machine without the help of another GPU. */
  boolean reaches(int rank, int host);

  /** Where a host is among those that the layout counts, or -1 if it is none of them. */
  int placeOf(int host);

  /** How many lines go over the network. */
  int networkLines();

  /** Where a line is among those, or -1 if it stays within a machine. */
  int networkLine(int line);

  /** The flow that is the first part of the first message of a line over the network. */
  int firstFlow(int line);

  /** Flows that a message is split into. */
  int split();

  /**
   * Queue pairs of a line, which its flows take in turn; as many as {@link #split} if it is more
   * than one.
   */
  int lanes();

  /** The line that a flow is part of. */
  int line(int flow);

  /** How many take part: GPUs, and after them switches that reduce. */
  int ranks();
}
