package dev.headroom.model.flow;

import dev.headroom.unit.CountedNoun;

/**
 * Streams of equal messages on queue pairs between two hosts, one message after another, as in
 * perftest's bandwidth tests; each message is a flow.
 *
 * @param from where the data is: the second for READ
 * @param to where it goes
 * @param queuePairs of each way
 * @param messages of each queue pair
 * @param bytes of a message
 * @param bothWays whether as many queue pairs send the other way, numbered behind
 */
public record MessageStreams(
    int from, int to, int queuePairs, int messages, long bytes, boolean bothWays)
    implements FlowProgram {
  @Override
  public int flows() {
    return queuePairs() * messages;
  }

  @Override
  public int source(int flow) {
    return isBack(flow) ? to : from;
  }

  @Override
  public int destination(int flow) {
    return isBack(flow) ? from : to;
  }

  private boolean isBack(int flow) {
    return queuePair(flow) >= queuePairs;
  }

  @Override
  public long bytes(int flow) {
    return bytes;
  }

  @Override
  public long startPs(int flow) {
    return 0;
  }

  @Override
  public int queuePairs() {
    return bothWays ? 2 * queuePairs : queuePairs;
  }

  @Override
  public int queuePair(int flow) {
    return flow / messages;
  }

  @Override
  public int queuePairIndex(int flow) {
    return queuePair(flow) % queuePairs;
  }

  @Override
  public String description() {
    return "%s on %s"
        .formatted(
            CountedNoun.of(messages, "message"),
            queuePairs() == 1 ? "one queue pair" : "each of " + queuePairs() + " queue pairs");
  }
}
