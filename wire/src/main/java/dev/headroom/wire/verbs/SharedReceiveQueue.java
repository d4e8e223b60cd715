package dev.headroom.wire.verbs;

/**
 * Shared receive queue: receives that several queue pairs take from, in the order in which their
 * messages begin (IBA 10.2.9). A queue pair that goes to error leaves them to the others.
 */
public interface SharedReceiveQueue extends AutoCloseable {
  /**
   * Posts room for one message.
   *
   * @throws IllegalStateException if it is full or closed
   */
  void postReceive(long id, ScatterGather... room);

  /** Receives that are posted and not taken. */
  int posted();

  /**
   * Forgets what is posted; nothing of it is completed.
   *
   * @throws IllegalStateException if a queue pair still takes from it
   */
  @Override
  void close();
}
