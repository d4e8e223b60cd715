package dev.headroom.app;

import dev.headroom.wire.capture.PcapngWriter;
import dev.headroom.wire.packet.Aeth;
import dev.headroom.wire.packet.Bth;
import dev.headroom.wire.packet.BthOperation;
import dev.headroom.wire.packet.LinkType;
import dev.headroom.wire.packet.Opcode;
import dev.headroom.wire.packet.RoceWriter;
import dev.headroom.wire.packet.TransportService;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;

/** A capture of one host that sends and another that acknowledges. */
public final class SmallCapture {
  private SmallCapture() {}

  /** Writes packets of these PSNs, and an acknowledgement of the last. */
  public static Path write(Path file, int... psns) throws IOException {
    try (PcapngWriter writer =
        new PcapngWriter(Files.newOutputStream(file), LinkType.ETHERNET, "test", "a")) {
      for (int i = 0; i < psns.length; i++) {
        add(writer, i, BthOperation.SEND_ONLY, psns[i], 64);
      }
      add(writer, psns.length, BthOperation.ACKNOWLEDGE, psns[psns.length - 1], 0);
    }
    return file;
  }

  private static void add(
      PcapngWriter writer, int number, BthOperation operation, int psn, int size)
      throws IOException {
    boolean forth = operation == BthOperation.SEND_ONLY;
    int opcode = Opcode.of(TransportService.RC, operation);
    int end = RoceWriter.BTH_AT + Bth.BYTES + Opcode.headerBytes(opcode) + size;
    MemorySegment frame = MemorySegment.ofArray(new byte[end + 8]);
    Bth.write(
        frame, RoceWriter.BTH_AT, opcode, false, 0, Bth.DEFAULT_PKEY, forth ? 2 : 1, forth, psn);
    if (!forth) {
      Aeth.write(frame, RoceWriter.BTH_AT + Bth.BYTES, Aeth.ACK, 1);
    }
    RoceWriter.Path path =
        new RoceWriter.Path(
            1, 2, forth ? 0x0a000001 : 0x0a000002, forth ? 0x0a000002 : 0x0a000001, 50000, 104, 64);
    int length = new RoceWriter().close(frame, path, end);
    writer.add(number * 1000L, frame.asSlice(0, length), forth);
  }
}
