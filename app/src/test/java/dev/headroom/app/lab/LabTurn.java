package dev.headroom.app.lab;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Gives the lab to one class of tests at a time, also where tests run in several machines of Java:
 * there is one path to the guests, and one UDP port 4791 at this end of it. Skips classes where the
 * lab is not up.
 */
final class LabTurn implements BeforeAllCallback {
  private static final Path LOCK =
      Path.of(System.getProperty("java.io.tmpdir"), "headroom-lab.lock");

  /** Held until the class has ended. */
  private record Turn(FileChannel file, FileLock lock) implements AutoCloseable {
    static Turn take() throws IOException {
      FileChannel file =
          FileChannel.open(LOCK, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      return new Turn(file, file.lock());
    }

    @Override
    public void close() throws IOException {
      lock.release();
      file.close();
    }
  }

  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    Lab.need();
    context
        .getStore(ExtensionContext.Namespace.create(LabTurn.class))
        .put(LabTurn.class, Turn.take());
  }
}
