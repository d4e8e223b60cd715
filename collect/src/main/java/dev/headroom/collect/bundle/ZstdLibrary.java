package dev.headroom.collect.bundle;

import com.github.luben.zstd.util.Native;
import dev.headroom.formats.TemporaryFiles;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Native library of zstd, which lies in its jar and is unpacked to be loaded. Once it is loaded
 * nothing of it stays on the disk.
 */
public final class ZstdLibrary {
  private ZstdLibrary() {}

  /** Loads it, if that has not been done. */
  public static synchronized void load() throws IOException {
    if (Native.isLoaded()) {
      return;
    }
    Path folder = TemporaryFiles.folder("zstd");
    try {
      Native.load(folder.toFile());
    } catch (UnsatisfiedLinkError e) {
      throw new IOException("zstd has no library for this system; gzip works everywhere", e);
    } finally {
      remove(folder);
    }
  }

  private static void remove(Path folder) {
    try {
      TemporaryFiles.remove(folder);
    } catch (IOException e) {
      folder.toFile().deleteOnExit(); // a system that does not let go of what is loaded
    }
  }
}
