package dev.headroom.sim.collective;

import dev.headroom.model.flow.ScheduledFlows;

/**
 * Counters of the messages on the lines of a schedule, by number: sent, arrived, taken by a step,
 * and known to have arrived. What is sent and known belongs to the sender's partition, the rest to
 * the receiver's.
 */
final class ScheduleMessages {
  private final ScheduledFlows program;
  private final int[] sent;
  private final int[] arrivedFlows;
  private final int[] taken;

  /** Flows known to be there: {@link ScheduledFlows#split} make a message. */
  private final int[] known;

  // Of lines over the network: flows delivered without a gap, and queue pair by queue pair.
  private final int[] whole;
  private final int[] delivered;

  ScheduleMessages(ScheduledFlows program) {
    this.program = program;
    int lines = program.schedule().lines();
    sent = new int[lines];
    arrivedFlows = new int[lines];
    taken = new int[lines];
    known = new int[lines];
    whole = new int[program.networkLines()];
    delivered = new int[whole.length * program.lanes()];
  }

  /** The next message of a line leaves; returns which it is, from 0. */
  int send(int line) {
    return sent[line]++;
  }

  /** How many are under way on a line over the network, as far as its sender knows. */
  int underWay(int line) {
    return sent[line] - known[line] / program.split();
  }

  boolean isOverNetwork(int line) {
    return program.networkLine(line) >= 0;
  }

  /** A flow of a line is known to have got there. */
  void returned(int line) {
    known[line]++;
  }

  /** A flow has been delivered; returns how many messages have come with it. */
  int delivered(int flow) {
    int line = program.line(flow);
    int at = program.networkLine(line);
    int lanes = program.lanes();
    delivered[at * lanes + (flow - program.firstFlow(line)) % lanes]++;
    // A message has come with all before it: those on other queue pairs may be late.
    int before = whole[at];
    int now = before;
    while (delivered[at * lanes + now % lanes] > now / lanes) {
      now++;
    }
    whole[at] = now;
    return now / program.split() - before / program.split();
  }

  /** A message has come. */
  void arrived(int line) {
    arrivedFlows[line]++;
  }

  /** Whether a message has come that no step has taken. */
  boolean hasArrived(int line) {
    return arrivedFlows[line] > taken[line];
  }

  void take(int line) {
    taken[line]++;
  }
}
