package dev.headroom.run.cache;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/** Part of an entry that is being written, compressed. */
final class CompressedPart implements AutoCloseable {
  private static final int BUFFER = 1 << 13;

  private final Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
  private final DeflaterOutputStream compressed;
  private final BufferedOutputStream buffer;
  private final DataWriter data;

  CompressedPart(OutputStream out) {
    compressed = new DeflaterOutputStream(out, deflater, BUFFER);
    buffer = new BufferedOutputStream(compressed, BUFFER);
    data = new DataWriter(buffer);
  }

  DataWriter data() {
    return data;
  }

  /** Ends it; what comes next in the output is not part of it. */
  void finish() throws IOException {
    buffer.flush();
    compressed.finish();
  }

  @Override
  public void close() {
    deflater.end();
  }
}
