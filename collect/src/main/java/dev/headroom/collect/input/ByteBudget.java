package dev.headroom.collect.input;

import dev.headroom.formats.source.SourceException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Stream of an archive's unpacked bytes with a limit on the bytes that may be read until more are
 * granted. A library that reads names and attributes into memory cannot be led to read a gigabyte
 * of them.
 */
final class ByteBudget extends FilterInputStream {
  private final long most;
  private long granted;
  private long total;

  /**
   * A stream that grants nothing yet.
   *
   * @param most bytes of the whole archive
   */
  ByteBudget(InputStream in, long most) {
    super(in);
    this.most = most;
  }

  /** Grants that many bytes from here. */
  void grant(long bytes) {
    granted = bytes;
  }

  @Override
  public int read() throws IOException {
    int b = in.read();
    if (b >= 0) {
      count(1);
    }
    return b;
  }

  @Override
  public int read(byte[] to, int from, int length) throws IOException {
    int n = in.read(to, from, length);
    if (n > 0) {
      count(n);
    }
    return n;
  }

  @Override
  public long skip(long n) throws IOException {
    long skipped = in.skip(n);
    count(skipped);
    return skipped;
  }

  private void count(long n) throws SourceException {
    granted -= n;
    total += n;
    if (total > most) {
      throw new SourceException(
          "unpacks to more than " + BoundedStream.mebibytes(most) + "; the rest is not read");
    }
    if (granted < 0) {
      throw new SourceException("has names or attributes that are too long; the rest is not read");
    }
  }

  @Override
  public boolean markSupported() {
    return false;
  }
}
