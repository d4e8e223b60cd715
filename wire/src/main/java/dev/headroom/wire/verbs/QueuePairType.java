package dev.headroom.wire.verbs;

/** Service type of a queue pair (IBA 9.2.1, 10.2.4): libibverbs' {@code enum ibv_qp_type}. */
public enum QueuePairType {
  /** Reliable connection: everything once and in order, or an error. */
  RC,
  /** Unreliable connection: SEND and WRITE; a message of which something is lost is dropped. */
  UC,
  /** Unreliable datagram: SEND of one packet to anybody. */
  UD
}
