package dev.headroom.wire.packet;

import java.lang.foreign.MemorySegment;
import java.util.HexFormat;

/** Frames made by hand. */
public final class Frames {
  private static final RoceWriter.Path PATH =
      new RoceWriter.Path(
          0x020000000001L, 0x020000000002L, 0x0a000001, 0x0a000002, 49152, 26 << 2 | 2, 64);

  private Frames() {}

  /** Bytes written as hexadecimal digits, spaces between them as one likes. */
  public static MemorySegment hex(String digits) {
    return MemorySegment.ofArray(HexFormat.of().parseHex(digits.replaceAll("\\s", "")));
  }

  /** An RC packet over IPv4 with a payload of this many bytes; its extended headers are zero. */
  public static MemorySegment rc(Operation operation, int psn, int payload) {
    return roce(Opcode.of(Service.RC, operation), psn, payload);
  }

  /** A packet over IPv4. */
  public static MemorySegment roce(int opcode, int psn, int payload) {
    int end = RoceWriter.BTH_AT + Bth.BYTES + Opcode.headerBytes(opcode) + payload;
    MemorySegment frame = MemorySegment.ofArray(new byte[end + 3 + Icrc.BYTES]);
    for (int i = 0; i < payload; i++) {
      Bytes.put8(frame, end - payload + i, i * 7 + 1);
    }
    int pad = -(end - RoceWriter.BTH_AT) & 3;
    Bth.write(frame, RoceWriter.BTH_AT, opcode, false, pad, Bth.DEFAULT_PKEY, 0x1234, true, psn);
    return frame.asSlice(0, new RoceWriter().close(frame, PATH, end));
  }
}
