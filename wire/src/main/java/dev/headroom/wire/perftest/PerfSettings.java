package dev.headroom.wire.perftest;

import dev.headroom.wire.verbs.QueuePairType;
import java.util.ArrayList;
import java.util.List;

/**
 * Settings of a test. Both sides must be told the same test, size, messages, queue pairs and type:
 * they do not tell each other.
 *
 * @param messages what each queue pair sends
 * @param queues through how many queues
 * @param connection how queue pairs are connected
 * @param course what is measured, one after the other
 */
public record PerfSettings(
    PerfTest test,
    QueuePairType type,
    Messages messages,
    Queues queues,
    Connection connection,
    Course course) {
  /**
   * Messages of each queue pair.
   *
   * @param bytes of a message, 1 to 2^30; atomics have 8
   * @param iterations messages of each queue pair
   * @param swap atomics are compare-and-swap, else fetch-and-add
   */
  public record Messages(int bytes, int iterations, boolean swap) {}

  /**
   * Queue pairs and how deep their queues are.
   *
   * @param queuePairs 1 to {@link PerfSettings#MOST_QUEUE_PAIRS}
   * @param sendDepth work requests of a queue pair that are under way at once
   * @param receiveDepth receives of a queue pair that are posted at once; SEND only
   * @param moderation every so many work requests one is completed
   */
  public record Queues(int queuePairs, int sendDepth, int receiveDepth, int moderation) {}

  /**
   * Attributes of the connections.
   *
   * @param mtuBytes path MTU; the lesser of both sides is used
   * @param timeout an ACK is waited for 4.096 us x 2^this
   * @param reads READs and atomics that this side serves and asks for at once, 1 to 16
   */
  public record Connection(int mtuBytes, int timeout, int reads) {}

  /**
   * What is measured, one after the other.
   *
   * @param allSizes all sizes from 2 bytes to that of the settings, each twice the one before
   * @param bothWays both sides send at once; bandwidths only
   * @param seconds each size for so long instead of so many messages, 1 to 86,400; 0: by messages
   */
  public record Course(boolean allSizes, boolean bothWays, int seconds) {
    /** One size, from the client to the server, so many messages. */
    public static final Course PLAIN = new Course(false, false, 0);

    public Course {
      check("duration", seconds, 0, 86_400);
    }
  }

  /** More than perftest's users ask of one process. */
  public static final int MOST_QUEUE_PAIRS = 1024;

  /** What may be asked for at most in a single region, all queue pairs together. */
  public static final long MOST_MEMORY = 1L << 30;

  /** Each queue pair's part of the memory: perftest moves through a page with small messages. */
  static final int PAGE = 4096;

  /** What a receive of a datagram has before it. */
  static final int DATAGRAM_HEADER = 40;

  /** Bytes of memory that each queue pair has for what it sends, and for what it receives. */
  int room() {
    return Math.max(messages.bytes(), PAGE);
  }

  public PerfSettings {
    check("message size", messages.bytes(), 1, 1 << 30);
    check("iterations", messages.iterations(), 5, 100_000_000);
    check("queue pairs", queues.queuePairs(), 1, MOST_QUEUE_PAIRS);
    check("depth", queues.sendDepth(), 1, 16_384);
    check("receive depth", queues.receiveDepth(), 1, 16_384);
    check("CQ moderation", queues.moderation(), 1, 1024);
    check("outstanding reads", connection.reads(), 1, 16);
    check("timeout", connection.timeout(), 1, 31);
    if (test.latency() && course.bothWays) {
      throw new IllegalArgumentException(
          "a latency test sends in turns; bidirectional mode is for bandwidth tests");
    }
    if (course.allSizes && course.seconds > 0) {
      throw new IllegalArgumentException(
          "all sizes (-a) need a number of messages, a duration needs one size; perftest has the "
              + "same limit");
    }
    if (course.allSizes && test.verb() == PerfTest.Verb.ATOMIC) {
      throw new IllegalArgumentException("atomics have 8 bytes, so all sizes (-a) do not apply");
    }
    if (test.latency() && queues.queuePairs() != 1) {
      throw new IllegalArgumentException(
          queues.queuePairs() + " queue pairs: a latency test uses one");
    }
    if (type != QueuePairType.RC && test.verb() != PerfTest.Verb.SEND) {
      if (type == QueuePairType.UD || test.verb() != PerfTest.Verb.WRITE) {
        throw new IllegalArgumentException(
            "connection type " + type + " has no " + test.verb().words());
      }
    }
    if (type == QueuePairType.UD && messages.bytes() > connection.mtuBytes()) {
      throw new IllegalArgumentException(
          "a datagram of "
              + messages.bytes()
              + " bytes does not fit in the path MTU of "
              + connection.mtuBytes()
              + "; the MTU is the maximum");
    }
    if ((long) Math.max(messages.bytes(), PAGE) * queues.queuePairs() > MOST_MEMORY) {
      throw new IllegalArgumentException(
          queues.queuePairs()
              + " queue pairs with "
              + messages.bytes()
              + " bytes each need more than 1 GiB of memory");
    }
  }

  private static void check(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " " + value + "; " + least + " to " + most + " are valid");
    }
  }

  /** The same with another path MTU. */
  PerfSettings mtu(int bytesOfMtu) {
    int most = type == QueuePairType.UD ? Math.min(messages.bytes(), bytesOfMtu) : messages.bytes();
    return with(most, bytesOfMtu);
  }

  /** What is measured one after the other: one size each. */
  List<PerfSettings> rounds() {
    if (!course.allSizes) {
      return List.of(this);
    }
    List<PerfSettings> rounds = new ArrayList<>();
    for (int size = 2; size <= messages.bytes(); size *= 2) {
      rounds.add(with(size, connection.mtuBytes()));
    }
    return rounds;
  }

  private PerfSettings with(int newBytes, int newMtu) {
    return new PerfSettings(
        test,
        type,
        new Messages(newBytes, messages.iterations(), messages.swap()),
        queues,
        new Connection(newMtu, connection.timeout(), connection.reads()),
        course);
  }
}
