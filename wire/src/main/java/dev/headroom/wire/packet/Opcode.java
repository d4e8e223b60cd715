package dev.headroom.wire.packet;

import java.util.Locale;

/**
 * Opcodes of base transport headers: a {@link TransportService} and an {@link BthOperation} in
 * eight bits.
 */
public final class Opcode {
  /** RoCEv2's congestion notification packet (IBA annex A17.9.3). */
  public static final int CNP = 0x81;

  private static final int[] HEADER_BYTES = new int[256];

  static {
    for (int opcode = 0; opcode < 256; opcode++) {
      HEADER_BYTES[opcode] =
          opcode == CNP ? 0 : BthOperation.of(opcode).headerBytes(TransportService.of(opcode));
    }
  }

  private Opcode() {}

  public static int of(TransportService service, BthOperation operation) {
    return (service.code() << 5) | operation.code();
  }

  /** Bytes of extended headers after the base transport header. */
  public static int headerBytes(int opcode) {
    return HEADER_BYTES[opcode & 0xff];
  }

  /** Whether the opcode is one that the specification gives a meaning. */
  public static boolean isDefined(int opcode) {
    if (opcode == CNP) {
      return true;
    }
    BthOperation operation = BthOperation.of(opcode);
    return switch (TransportService.of(opcode)) {
      case RC, XRC -> operation.isDefined() && operation != BthOperation.RESYNC;
      case RD -> operation.isDefined() && operation.code() <= BthOperation.RESYNC.code();
      case UC -> operation.code() <= BthOperation.WRITE_ONLY_IMM.code();
      case UD -> operation == BthOperation.SEND_ONLY || operation == BthOperation.SEND_ONLY_IMM;
      case CNP, VENDOR_6, VENDOR_7 -> false;
    };
  }

  /** As people write it: {@code RC SEND first}, {@code CNP}. */
  public static String name(int opcode) {
    if (opcode == CNP) {
      return "CNP";
    }
    if (!isDefined(opcode)) {
      return String.format(Locale.ROOT, "opcode 0x%02x", opcode);
    }
    return TransportService.of(opcode) + " " + BthOperation.of(opcode).name().replace('_', ' ');
  }
}
