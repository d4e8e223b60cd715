package dev.headroom.release;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Newest version of glibc that the native programs and libraries of a folder ask for. */
final class GlibcVersion {
  /** Name of a symbol version in the string table of an ELF file. */
  private static final Pattern VERSION = Pattern.compile("GLIBC_2\\.(\\d+)");

  private static final byte[] ELF = {0x7f, 'E', 'L', 'F'};

  private GlibcVersion() {}

  /** Looks into the files of the folder and of its jars. */
  static String neededBy(Path folder) throws IOException {
    int minor = 0;
    for (Path file : FileTree.below(folder)) {
      if (file.toString().endsWith(".jar")) {
        minor = Math.max(minor, ofJar(file));
      } else if (Files.isRegularFile(file)) {
        try (InputStream in = Files.newInputStream(file)) {
          minor = Math.max(minor, of(in));
        }
      }
    }
    return "2." + minor;
  }

  private static int ofJar(Path jar) throws IOException {
    int minor = 0;
    try (JarFile in = new JarFile(jar.toFile())) {
      for (JarEntry entry : Collections.list(in.entries())) {
        if (entry.getName().endsWith(".so")) {
          try (InputStream library = in.getInputStream(entry)) {
            minor = Math.max(minor, of(library));
          }
        }
      }
    }
    return minor;
  }

  /** The minor version, or 0 for a file that is not ELF. */
  private static int of(InputStream in) throws IOException {
    byte[] start = in.readNBytes(ELF.length);
    if (!Arrays.equals(start, ELF)) {
      return 0;
    }
    int minor = 0;
    Matcher found = VERSION.matcher(new String(in.readAllBytes(), StandardCharsets.ISO_8859_1));
    while (found.find()) {
      minor = Math.max(minor, Integer.parseInt(found.group(1)));
    }
    return minor;
  }
}
