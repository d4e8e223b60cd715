package dev.headroom.model.sizing;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * Connection contexts that a NIC keeps for communicating processes of a cluster, by transport.
 *
 * <pre>
 *     P  processes that share a NIC        R  remote processes that each of them talks to
 *     q  queue pairs for each pair         H  remote NICs that one of them reaches: min(N - 1, R)
 *                                          A  that all of them reach: min(N - 1, P R), at most
 *
 *     RC       P R q          a queue pair is a connection (IBTA volume 1, section 9.7)
 *     XRC      2 P H          an initiator for each remote NIC, and a target for each initiator
 *                             there (IBTA volume 1, annex A14); q = 1
 *     SRC      A + P          connections of NICs, shared by the queue pairs of processes
 *                             (Scalable Reliable Connection, APNet 2025)
 *     UD, SRD  P              a queue pair talks to all (IBTA section 9.8; Linux efa driver)
 *     UEC      A              packet delivery contexts of one mode and class, made while they are
 *                             needed (UE specification 1.0, packet delivery sublayer)
 *     Falcon   P R q          a connection for each queue pair (Falcon 0.9; RDMA over Falcon 0.9)
 * </pre>
 *
 * Example: 1,024 NICs, eight processes behind each, all to all, q = 1: R = 8,184, so a NIC has
 * 65,472 contexts with RC, 16,368 with XRC, 1,031 with SRC and 1,023 with UEC.
 *
 * @param nics NICs of the cluster, N: 2 to 10,000,000
 * @param processes processes that share a NIC, P: 1 to 1,024
 * @param peers remote processes that each talks to, R: 1 to (N - 1) P
 * @param queuePairs for each pair of processes, q: 1 to 1,024
 */
public record ConnectionState(long nics, long processes, long peers, long queuePairs) {

  /** A transport, and what it keeps contexts of. */
  public enum Transport {
    RC("queue pairs, each a connection"),
    IRN("queue pairs with bitmaps of received packets"),
    XRC("initiators and targets"),
    SRC("connections between NICs, and queue pairs"),
    UD("queue pairs, one per process"),
    SRD("queue pairs, one per process"),
    UEC("packet delivery contexts"),
    FALCON("connections");

    private final String kept;

    Transport(String kept) {
      this.kept = kept;
    }

    /** What is counted. */
    public String kept() {
      return kept;
    }
  }

  /** Bitmaps of a queue pair with IRN: Mittal et al., SIGCOMM 2018, section 6.1. */
  private static final int IRN_BITMAPS = 5;

  public ConnectionState {
    ArgumentChecks.within("hosts", nics, 2, 10_000_000);
    ArgumentChecks.within("processes per NIC", processes, 1, 1_024);
    ArgumentChecks.within("peers", peers, 1, (nics - 1) * processes);
    ArgumentChecks.within("queue pairs", queuePairs, 1, 1_024);
  }

  /** Everybody talks to everybody elsewhere. */
  public static ConnectionState allToAll(long nics, long processes, long queuePairs) {
    return new ConnectionState(nics, processes, Math.max(1, (nics - 1) * processes), queuePairs);
  }

  private long remoteNics() {
    return Math.min(nics - 1, peers * processes);
  }

  /** Contexts in one NIC. */
  public long contexts(Transport transport) {
    return switch (transport) {
      case RC, IRN, FALCON -> processes * peers * queuePairs;
      case XRC -> 2 * processes * Math.min(nics - 1, peers);
      case SRC -> remoteNics() + processes;
      case UD, SRD -> processes;
      case UEC -> remoteNics();
    };
  }

  /**
   * Bytes of contexts in one NIC; empty where nobody has published what a context takes.
   *
   * @param contextBytes of a queue pair's context
   * @param window packets that may be in flight with IRN, a bit of each bitmap
   */
  public OptionalLong bytes(Transport transport, long contextBytes, int window) {
    return switch (transport) {
      case RC, XRC, SRC, UD -> OptionalLong.of(contexts(transport) * contextBytes);
      case IRN ->
          OptionalLong.of(
              contexts(transport) * (contextBytes + (IRN_BITMAPS * (long) window + 7) / 8));
      case SRD, UEC, FALCON -> OptionalLong.empty();
    };
  }

  /** Why there are no bytes; empty where there are some. */
  public static Optional<String> unpublished(Transport transport) {
    return switch (transport) {
      case SRD -> Optional.of("AWS does not publish the state that its NICs keep per peer");
      case UEC -> Optional.of("no published size of a packet delivery context was found");
      case FALCON -> Optional.of("no published size of a connection was found");
      case RC, IRN, XRC, SRC, UD -> Optional.empty();
    };
  }
}
