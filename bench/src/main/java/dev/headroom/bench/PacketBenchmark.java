package dev.headroom.bench;

import dev.headroom.wire.packet.Bth;
import dev.headroom.wire.packet.BthOperation;
import dev.headroom.wire.packet.FrameHeaders;
import dev.headroom.wire.packet.LinkType;
import dev.headroom.wire.packet.RoceWriter;
import dev.headroom.wire.packet.TransportService;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Benchmark of writing a RoCEv2 packet in an Ethernet frame, reading it, and checking its ICRC. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PacketBenchmark {
  private static final RoceWriter.Path PATH =
      new RoceWriter.Path(
          0x02_00_00_00_00_01L, 0x02_00_00_00_00_02L, 0x0a000001, 0x0a000002, 0xc000, 104, 64);
  private static final int MOST_BYTES = 9216;

  @Param({"64", "4096"})
  public int payload;

  private final MemorySegment frame = Arena.ofAuto().allocate(MOST_BYTES);
  private final RoceWriter writer = new RoceWriter();
  private final FrameHeaders reader = new FrameHeaders();
  private MemorySegment written = frame;

  @Setup
  public void fill() {
    written = frame.asSlice(0, write());
  }

  @Benchmark
  public int write() {
    Bth.write(
        frame,
        RoceWriter.BTH_AT,
        TransportService.RC.code() | BthOperation.WRITE_MIDDLE.code(),
        false,
        0,
        Bth.DEFAULT_PKEY,
        17,
        false,
        5);
    return writer.close(frame, PATH, RoceWriter.BTH_AT + Bth.BYTES + payload);
  }

  @Benchmark
  public FrameHeaders.Kind read() {
    return reader.read(written, LinkType.ETHERNET, written.byteSize());
  }

  @Benchmark
  public boolean readAndCheck() {
    reader.read(written, LinkType.ETHERNET, written.byteSize());
    return reader.icrcGood();
  }
}
