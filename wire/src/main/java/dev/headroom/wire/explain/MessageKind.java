package dev.headroom.wire.explain;

import dev.headroom.wire.packet.BthOperation;

/** Kind of a message, by its verb. */
public enum MessageKind {
  SEND(0),
  WRITE(1),
  READ(2),
  ATOMIC(3);

  private final int index;

  MessageKind(int index) {
    this.index = index;
  }

  int index() {
    return index;
  }

  static MessageKind of(BthOperation operation) {
    return switch (operation) {
      case WRITE_LAST, WRITE_LAST_IMM, WRITE_ONLY, WRITE_ONLY_IMM, FLUSH -> WRITE;
      case READ_REQUEST -> READ;
      case COMPARE_SWAP, FETCH_ADD, ATOMIC_WRITE -> ATOMIC;
      default -> SEND;
    };
  }
}
