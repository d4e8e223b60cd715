package dev.headroom.run.cache;

import dev.headroom.sim.measure.FlowResult;
import dev.headroom.sim.measure.FlowSink;
import dev.headroom.sim.measure.RunResult;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/**
 * Entry that has been read and whose digest was right. Its file stays open, so that its flows are
 * there even if another process removes it.
 */
final class StoredRun implements AutoCloseable {
  private static final int BUFFER = 1 << 13;

  private final FileChannel file;
  private final int headBytes;
  private final RunResult result;

  private StoredRun(FileChannel file, int headBytes, RunResult result) {
    this.file = file;
    this.headBytes = headBytes;
    this.result = result;
  }

  /**
   * The entry in a file; empty if there is none, or if it is torn, changed or of something else.
   */
  static Optional<StoredRun> open(Path path, RunKey key) throws IOException {
    FileChannel file;
    try {
      file = FileChannel.open(path);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
    Optional<StoredRun> stored = Optional.empty();
    try {
      stored = read(file, EntryFormat.head(key));
    } finally {
      if (stored.isEmpty()) {
        file.close();
      }
    }
    return stored;
  }

  private static Optional<StoredRun> read(FileChannel file, byte[] head) throws IOException {
    long content = file.size() - Sha256.BYTES;
    if (content < head.length + Long.BYTES || !isWhole(file, content)) {
      return Optional.empty();
    }
    byte[] begin = bytes(file, 0, head.length);
    long end = ByteBuffer.wrap(bytes(file, content - Long.BYTES, Long.BYTES)).getLong();
    if (!Arrays.equals(begin, head) || end < head.length || end > content - Long.BYTES) {
      return Optional.empty();
    }
    try (Part part = new Part(file, end)) {
      return Optional.of(new StoredRun(file, head.length, EntryFormat.results().read(part.data())));
    } catch (IOException | RuntimeException e) {
      return Optional.empty(); // of code that writes something else
    }
  }

  private static boolean isWhole(FileChannel file, long content) throws IOException {
    MessageDigest digest = Sha256.begin();
    ByteBuffer chunk = ByteBuffer.allocate(1 << 16);
    long at = 0;
    while (at < content) {
      chunk.clear().limit((int) Math.min(chunk.capacity(), content - at));
      int read = file.read(chunk, at);
      if (read < 0) {
        return false;
      }
      at += read;
      digest.update(chunk.flip());
    }
    return Arrays.equals(digest.digest(), bytes(file, content, Sha256.BYTES));
  }

  private static byte[] bytes(FileChannel file, long from, int length) throws IOException {
    ByteBuffer all = ByteBuffer.allocate(length);
    while (all.hasRemaining()) {
      if (file.read(all, from + all.position()) < 0) {
        return new byte[0];
      }
    }
    return all.array();
  }

  RunResult result() {
    return result;
  }

  /** Shows its flows, in the order in which they ended. */
  void flows(FlowSink sink) throws IOException {
    try (Part part = new Part(file, headBytes)) {
      while (part.data().truth()) {
        FlowResult flow = EntryFormat.flows().read(part.data());
        sink.accept(flow);
      }
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  /** A compressed part from its place on. */
  private static final class Part implements AutoCloseable {
    private final Inflater inflater = new Inflater(true);
    private final DataReader data;

    Part(FileChannel file, long from) throws IOException {
      InputStream raw = Channels.newInputStream(file.position(from));
      data =
          new DataReader(
              new BufferedInputStream(new InflaterInputStream(raw, inflater, BUFFER), BUFFER));
    }

    DataReader data() {
      return data;
    }

    @Override
    public void close() {
      inflater.end();
    }
  }
}
