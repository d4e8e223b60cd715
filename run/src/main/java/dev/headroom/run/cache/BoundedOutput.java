package dev.headroom.run.cache;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Output that counts its bytes and takes no more than a bound. */
final class BoundedOutput extends FilterOutputStream {
  /** The bound was reached. */
  static final class FullException extends IOException {
    private static final long serialVersionUID = 1;

    FullException(long bound) {
      super("more than " + bound + " bytes");
    }
  }

  private final long bound;
  private long count;

  BoundedOutput(OutputStream out, long bound) {
    super(out);
    this.bound = bound;
  }

  long count() {
    return count;
  }

  @Override
  public void write(int one) throws IOException {
    take(1);
    out.write(one);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    take(length);
    out.write(bytes, from, length);
  }

  private void take(int more) throws FullException {
    count += more;
    if (count > bound) {
      throw new FullException(bound);
    }
  }
}
