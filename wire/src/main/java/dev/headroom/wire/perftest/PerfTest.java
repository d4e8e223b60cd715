package dev.headroom.wire.perftest;

import dev.headroom.wire.verbs.Access;
import java.util.Optional;

/** The tests, by perftest's names without {@code ib_}. */
public enum PerfTest {
  WRITE_BW(Verb.WRITE, false),
  WRITE_LAT(Verb.WRITE, true),
  SEND_BW(Verb.SEND, false),
  SEND_LAT(Verb.SEND, true),
  READ_BW(Verb.READ, false),
  READ_LAT(Verb.READ, true),
  ATOMIC_BW(Verb.ATOMIC, false),
  ATOMIC_LAT(Verb.ATOMIC, true);

  /** What is asked of the peer. */
  public enum Verb {
    WRITE("RDMA_Write"),
    SEND("Send"),
    READ("RDMA_Read"),
    ATOMIC("Atomic");

    private final String words;

    Verb(String words) {
      this.words = words;
    }

    /** As perftest prints it. */
    public String words() {
      return words;
    }
  }

  private final Verb verb;
  private final boolean latency;

  PerfTest(Verb verb, boolean latency) {
    this.verb = verb;
    this.latency = latency;
  }

  public Verb verb() {
    return verb;
  }

  /** Whether it measures latency; else bandwidth. */
  public boolean latency() {
    return latency;
  }

  /** Whether a message goes and one comes back, so that half of the time is that of one. */
  public boolean pingPong() {
    return latency && (verb == Verb.WRITE || verb == Verb.SEND);
  }

  /** What the peer must be allowed; nothing for SEND. */
  Optional<Access> access() {
    return switch (verb) {
      case WRITE -> Optional.of(Access.REMOTE_WRITE);
      case READ -> Optional.of(Access.REMOTE_READ);
      case ATOMIC -> Optional.of(Access.REMOTE_ATOMIC);
      case SEND -> Optional.empty();
    };
  }

  /** Bytes of a message unless told otherwise. */
  public int defaultBytes() {
    return verb == Verb.ATOMIC ? Long.BYTES : latency ? 2 : 65_536;
  }

  /** Messages unless told otherwise. */
  public int defaultIterations() {
    return this == WRITE_BW ? 5000 : 1000;
  }
}
