package dev.headroom.collect.bundle;

import dev.headroom.collect.machine.CollectedData;
import dev.headroom.model.text.FailureMessage;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;

/** Bundles: a folder {@code headroom-HOST} in one archive. */
public final class BundleFiles {
  /** What the folder of a host begins with. */
  public static final String PREFIX = "headroom-";

  private BundleFiles() {}

  /** Whether a file of this name can be written: its ending says how it is packed. */
  public static boolean isSupported(Path file) {
    return BundleWriter.isSupported(file);
  }

  /**
   * Writes what was collected.
   *
   * @throws java.nio.file.FileAlreadyExistsException if anything of that name is there
   */
  public static void write(Path file, CollectedData collected) throws IOException {
    try (BundleWriter writer = BundleWriter.create(file, Instant.now().getEpochSecond())) {
      for (Map.Entry<String, byte[]> each : collected.files().entrySet()) {
        writer.add(PREFIX + collected.host() + "/" + each.getKey(), each.getValue());
      }
      writer.commit();
    } catch (FileSystemException e) {
      throw e;
    } catch (IOException e) { // a disk that is full does not say for which file
      FileSystemException named =
          new FileSystemException(file.toString(), null, FailureMessage.of(e));
      named.initCause(e);
      throw named;
    }
  }
}
