package dev.headroom.collect;

import com.github.luben.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/** A bundle as text by name, read without the code that is tested. */
public final class Unpacked {
  private Unpacked() {}

  /** Files by their names without the bundle's folder. */
  public static NavigableMap<String, String> of(Path file) throws IOException {
    NavigableMap<String, String> files = new TreeMap<>();
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file));
        TarArchiveInputStream tar = new TarArchiveInputStream(plain(file, in))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        if (entry.isFile()) {
          String name = entry.getName().substring(entry.getName().indexOf('/') + 1);
          files.put(name, new String(tar.readAllBytes(), StandardCharsets.ISO_8859_1));
        }
      }
    }
    return files;
  }

  private static InputStream plain(Path file, InputStream in) throws IOException {
    String name = file.toString();
    if (name.endsWith(".zst")) {
      return new ZstdInputStream(in);
    }
    return name.endsWith("gz") ? new GZIPInputStream(in) : in;
  }
}
