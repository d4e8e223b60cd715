package dev.headroom.wire.verbs;

/** An RDMA device. Closing it closes all that was made of it. Thread-safe, as all of these are. */
public interface Device extends AutoCloseable {
  /** Makes a protection domain. */
  ProtectionDomain allocateProtectionDomain();

  /**
   * Makes a completion queue.
   *
   * @param entries completions it holds, 1 to 65,536; a queue pair that finds it full goes to error
   */
  CompletionQueue createCompletionQueue(int entries);

  @Override
  void close();
}
