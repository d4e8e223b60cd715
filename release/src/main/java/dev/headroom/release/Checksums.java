package dev.headroom.release;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** SHA-256 sums in the format that {@code sha256sum -c} checks. */
final class Checksums {
  private Checksums() {}

  static void write(Path file, List<Path> packages) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (Path each : packages) {
      lines.append(sha256(each)).append("  ").append(each.getFileName()).append('\n');
    }
    Files.writeString(file, lines);
  }

  static String sha256(Path file) throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
        in.transferTo(OutputStream.nullOutputStream());
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
