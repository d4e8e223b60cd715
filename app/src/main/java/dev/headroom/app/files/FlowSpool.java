package dev.headroom.app.files;

import dev.headroom.model.text.NamedOutput;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.sim.measure.FlowSink;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * File of flow results in the order of arrival. It bounds memory for any number of flows. About 70
 * bytes a flow; gone when closed.
 *
 * <p>Not threadsafe: a run calls its sink from one thread at a time.
 */
public final class FlowSpool implements FlowSink, Closeable {
  private static final int BUFFER = 1 << 16;

  private final Path file;

  /** Null where nobody will read what came. */
  private final @Nullable DataOutputStream out;

  private long count;
  private @Nullable IOException failure;

  private FlowSpool(Path file, @Nullable DataOutputStream out) {
    this.file = file;
    this.out = out;
  }

  /**
   * Begins a spool.
   *
   * @param read whether anybody will {@linkplain #read read} it; else nothing is written
   */
  public static FlowSpool create(RunFolder folder, boolean read) throws IOException {
    Path file = folder.scratch("flows");
    file.toFile().deleteOnExit(); // a run may be ended without a word
    return new FlowSpool(
        file,
        read
            ? new DataOutputStream(new BufferedOutputStream(NamedOutput.open(file, file), BUFFER))
            : null);
  }

  /** A disk that fills up does not end the run: {@link #read} tells of it. */
  @Override
  public void accept(FlowResult flow) {
    if (failure != null || out == null) {
      return;
    }
    try {
      write(flow, out);
      count++;
    } catch (IOException e) {
      failure = e;
    }
  }

  private static void write(FlowResult flow, DataOutputStream out) throws IOException {
    out.writeInt(flow.flow());
    out.writeInt(flow.source());
    out.writeInt(flow.destination());
    out.writeLong(flow.bytes());
    out.writeLong(flow.startPs());
    out.writeLong(flow.deliveredPs());
    out.writeLong(flow.completedPs());
    out.writeLong(flow.idealFctPs());
    out.writeLong(flow.deliveredBytes());
    out.writeInt(flow.retransmissions());
    out.writeInt(flow.cnps());
    out.writeInt(flow.udpPorts());
    out.writeUTF(flow.failure());
  }

  /** Takes one flow; may fail as files do. */
  @FunctionalInterface
  public interface Reader {
    void accept(FlowResult flow) throws IOException;
  }

  /** Gives back every flow, in the order in which they came. */
  public void read(Reader reader) throws IOException {
    if (failure != null) {
      throw failure;
    }
    if (out == null) {
      throw new IllegalStateException("it was created without a reader");
    }
    out.flush();
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file), BUFFER))) {
      for (long i = 0; i < count; i++) {
        reader.accept(read(in));
      }
    }
  }

  private static FlowResult read(DataInputStream in) throws IOException {
    return new FlowResult(
        in.readInt(),
        in.readInt(),
        in.readInt(),
        in.readLong(),
        in.readLong(),
        in.readLong(),
        in.readLong(),
        in.readLong(),
        in.readLong(),
        in.readInt(),
        in.readInt(),
        in.readInt(),
        in.readUTF());
  }

  @Override
  public void close() throws IOException {
    if (out == null) {
      return;
    }
    try {
      out.close();
    } finally {
      Files.deleteIfExists(file);
    }
  }
}
