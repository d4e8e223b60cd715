package dev.headroom.collect.input;

import dev.headroom.formats.source.SourceException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Stream of one source's bytes; reading beyond a limit fails with a line that says which limit. */
final class BoundedStream extends FilterInputStream {
  private final ReadLimits limits;
  private final boolean closes;
  private long bytes;
  private long lineStart;
  private long lines;

  /**
   * A stream within limits.
   *
   * @param closes whether closing it closes the stream below, which an archive goes on with
   */
  BoundedStream(InputStream in, ReadLimits limits, boolean closes) {
    super(in);
    this.limits = limits;
    this.closes = closes;
  }

  @Override
  public int read() throws IOException {
    int b = in.read();
    if (b >= 0) {
      bytes++;
      if (b == '\n') {
        lines++;
        lineStart = bytes;
      }
      check();
    }
    return b;
  }

  @Override
  public int read(byte[] to, int from, int length) throws IOException {
    int n = in.read(to, from, length);
    for (int i = from; i < from + n; i++) {
      bytes++;
      if (to[i] == '\n') {
        lines++;
        lineStart = bytes;
      } else if (bytes - lineStart > limits.lineBytes()) {
        break;
      }
    }
    check();
    return n;
  }

  private void check() throws SourceException {
    if (bytes - lineStart > limits.lineBytes()) {
      throw new SourceException(
          "line "
              + (lines + 1)
              + " is longer than "
              + mebibytes(limits.lineBytes())
              + "; not read");
    }
    if (bytes > limits.sourceBytes()) {
      throw new SourceException(
          "is larger than " + mebibytes(limits.sourceBytes()) + "; the rest is not read");
    }
  }

  static String mebibytes(long bytes) {
    return (bytes >> 20) + " MiB";
  }

  @Override
  public long skip(long n) throws IOException {
    byte[] away = new byte[8192];
    long left = n;
    while (left > 0) {
      int got = read(away, 0, (int) Math.min(left, away.length));
      if (got < 0) {
        break;
      }
      left -= got;
    }
    return n - left;
  }

  @Override
  public boolean markSupported() {
    return false;
  }

  @Override
  public void close() throws IOException {
    if (closes) {
      in.close();
    }
  }
}
