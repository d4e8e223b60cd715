package dev.headroom.model.flow;

import dev.headroom.unit.CountedNoun;
import java.util.function.IntConsumer;

/**
 * Messages that each wait for the one before, as in perftest's latency tests. Even flows are the
 * client's; where the server answers, odd ones are its answers.
 *
 * @param from where a message of the client comes from: the server with READ
 * @param to where it goes
 * @param messages of the client
 * @param bytes of each
 * @param isPingPong whether a message comes back before the next one; else it is waited for its
 *     completion
 */
public record PingPongFlows(int from, int to, int messages, long bytes, boolean isPingPong)
    implements FlowProgram {
  @Override
  public int flows() {
    return isPingPong ? 2 * messages : messages;
  }

  private boolean isAnswer(int flow) {
    return isPingPong && flow % 2 == 1;
  }

  @Override
  public int source(int flow) {
    return isAnswer(flow) ? to : from;
  }

  @Override
  public int destination(int flow) {
    return isAnswer(flow) ? from : to;
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
    return isPingPong ? 2 : 1;
  }

  @Override
  public int queuePair(int flow) {
    return isAnswer(flow) ? 1 : 0;
  }

  @Override
  public int queuePairIndex(int flow) {
    return 0;
  }

  @Override
  public int needs(int flow) {
    return flow == 0 ? 0 : 1;
  }

  @Override
  public void whenDelivered(int flow, IntConsumer dependent) {
    if (isPingPong && flow + 1 < flows()) {
      dependent.accept(flow + 1);
    }
  }

  @Override
  public void whenCompleted(int flow, IntConsumer dependent) {
    if (!isPingPong && flow + 1 < flows()) {
      dependent.accept(flow + 1);
    }
  }

  @Override
  public String description() {
    return CountedNoun.of(messages, "message") + " back and forth";
  }
}
