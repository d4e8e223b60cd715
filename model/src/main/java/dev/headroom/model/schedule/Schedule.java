package dev.headroom.model.schedule;

/**
 * Schedule of a collective: its workers, their steps, and the lines between them. All answers are
 * pure functions, so that any thread may ask.
 *
 * <p>A line leads from one worker to another and keeps order: the k-th message sent on it is the
 * k-th to come. It lies within a machine or goes over the network.
 */
public interface Schedule {
  /** How many workers there are; they are numbered from 0, as lines and messages are. */
  int workers();

  /** The GPU that a worker runs on, counted over all machines. */
  int rank(int worker);

  /** How many steps a worker takes; 0 if it has nothing to do. */
  int steps(int worker);

  /** What people call a rank. */
  default String rankWord() {
    return "GPU";
  }

  /** Whether a worker is a switch of the network that reduces, and not a GPU's. */
  default boolean isSwitch(int worker) {
    return false;
  }

  /**
   * Whether a worker moves data, and so shares its GPU's way to others with those that do. One that
   * does not only takes steps that {@link WorkerStep#signals signal}; when it took each is
   * remembered.
   */
  default boolean moves(int worker) {
    return true;
  }

  /**
   * What a worker that moves data moves it with: workers of a GPU with the same number share its
   * way to others, those with different ones do not hinder each other.
   */
  default int pool(int worker) {
    return 0;
  }

  /** Whether messages leave by the NIC next to their GPU, whatever rail they go to. */
  default boolean leavesByOwnNic() {
    return false;
  }

  /** Fills in a step of a worker, 0 to {@link #steps} - 1. */
  void step(int worker, int index, WorkerStep into);

  /** How many lines there are. */
  int lines();

  /** The worker that sends on a line. */
  int sender(int line);

  /** The worker that listens to a line. */
  int receiver(int line);

  /** How many messages are sent on a line. */
  int messages(int line);

  /** Data in the k-th message of a line, in bytes. */
  long bytes(int line, int k);

  /** One line: {@code ring all-reduce, Simple, 16 channels}. */
  String description();
}
