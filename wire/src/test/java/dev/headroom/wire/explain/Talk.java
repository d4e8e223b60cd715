package dev.headroom.wire.explain;

import dev.headroom.wire.capture.CaptureReader;
import dev.headroom.wire.capture.PcapngWriter;
import dev.headroom.wire.packet.Aeth;
import dev.headroom.wire.packet.Bth;
import dev.headroom.wire.packet.BthOperation;
import dev.headroom.wire.packet.Icrc;
import dev.headroom.wire.packet.LinkType;
import dev.headroom.wire.packet.Opcode;
import dev.headroom.wire.packet.Reth;
import dev.headroom.wire.packet.RoceWriter;
import dev.headroom.wire.packet.TransportService;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes a capture packet by packet: A asks QP 0xb of B, B answers QP 0xa of A. */
final class Talk {
  static final int MTU = 1024;

  private final ByteArrayOutputStream file = new ByteArrayOutputStream();
  private final PcapngWriter writer;
  private final RoceWriter closer = new RoceWriter();
  private long timeNs = 10_000_000;
  private int dscp = 26;
  private int ecn = 2;
  private int qp;
  private boolean alone;

  Talk() {
    try {
      writer = new PcapngWriter(file, LinkType.ETHERNET, "test", "a");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Both sides have the same address from now on, as on a loopback interface. */
  Talk alone() {
    alone = true;
    return this;
  }

  /** The next packets go to queue pairs whose numbers are greater by this. */
  Talk pair(int number) {
    qp = number;
    return this;
  }

  Talk dscp(int value) {
    dscp = value;
    return this;
  }

  Talk marked() {
    ecn = 3;
    return this;
  }

  Talk unmarked() {
    ecn = 2;
    return this;
  }

  Talk after(long ns) {
    timeNs += ns;
    return this;
  }

  /** A request of A with a full payload unless it is the last of its message. */
  Talk ask(BthOperation operation, int psn) {
    return packet(TransportService.RC, operation, true, psn, operation.isFull() ? MTU : 100, 0, 0);
  }

  Talk read(int psn, int length) {
    return packet(TransportService.RC, BthOperation.READ_REQUEST, true, psn, 0, length, 0);
  }

  Talk uc(BthOperation operation, int psn) {
    return packet(TransportService.UC, operation, true, psn, 100, 0, 0);
  }

  /** A READ response of B. */
  Talk respond(BthOperation operation, int psn) {
    return packet(
        TransportService.RC, operation, false, psn, operation.isFull() ? MTU : 100, 0, Aeth.ACK);
  }

  Talk ack(int psn) {
    return answer(psn, Aeth.ACK);
  }

  Talk answer(int psn, int syndrome) {
    return packet(TransportService.RC, BthOperation.ACKNOWLEDGE, false, psn, 0, 0, syndrome);
  }

  Talk cnp() {
    MemorySegment frame = MemorySegment.ofArray(new byte[RoceWriter.BTH_AT + Bth.BYTES + 16 + 4]);
    Bth.write(frame, RoceWriter.BTH_AT, Opcode.CNP, false, 0, Bth.DEFAULT_PKEY, 0xa + qp, false, 0);
    return add(frame, RoceWriter.BTH_AT + Bth.BYTES + 16, false, 48 << 2);
  }

  private Talk packet(
      TransportService service,
      BthOperation operation,
      boolean forth,
      int psn,
      int payload,
      int length,
      int syndrome) {
    int opcode = Opcode.of(service, operation);
    int headersEnd = RoceWriter.BTH_AT + Bth.BYTES + Opcode.headerBytes(opcode);
    int end = headersEnd + payload;
    MemorySegment frame = MemorySegment.ofArray(new byte[end + 3 + Icrc.BYTES]);
    Bth.write(
        frame,
        RoceWriter.BTH_AT,
        opcode,
        false,
        -payload & 3,
        Bth.DEFAULT_PKEY,
        (forth ? 0xb : 0xa) + qp,
        forth && operation.ends(),
        psn);
    if (operation.hasReth()) {
      Reth.write(frame, RoceWriter.BTH_AT + Bth.BYTES, 0, 0, length);
    }
    if (operation.hasAeth()) {
      Aeth.write(frame, RoceWriter.BTH_AT + Bth.BYTES, syndrome, 0);
    }
    return add(frame, end, forth, (dscp << 2) | ecn);
  }

  private Talk add(MemorySegment frame, int end, boolean forth, int trafficClass) {
    int a = 0x0a000001;
    int b = alone ? a : 0x0a000002;
    int length =
        closer.close(
            frame,
            new RoceWriter.Path(1, 2, forth ? a : b, forth ? b : a, 49152, trafficClass, 64),
            end);
    timeNs += 1000;
    try {
      writer.add(timeNs, frame.asSlice(0, length), forth);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  CaptureReport explain() {
    try {
      writer.close();
      Path path = Files.createTempFile("talk", ".pcapng");
      try {
        Files.write(path, file.toByteArray());
        try (CaptureReader reader = CaptureReader.open(path)) {
          return CaptureAnalyzer.explain(reader, frames -> true);
        }
      } finally {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
