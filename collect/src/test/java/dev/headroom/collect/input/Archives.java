package dev.headroom.collect.input;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.zip.ZipEncodingHelper;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

/** Makes archives, honest and hostile ones. */
final class Archives {
  private Archives() {}

  /** A tar of pairs of name and text. */
  static byte[] tar(String... pairs) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
      tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
      for (int i = 0; i < pairs.length; i += 2) {
        add(tar, pairs[i], pairs[i + 1].getBytes(StandardCharsets.ISO_8859_1));
      }
    }
    return bytes.toByteArray();
  }

  static void add(TarArchiveOutputStream tar, String name, byte[] bytes) throws IOException {
    TarArchiveEntry entry = new TarArchiveEntry(name, true);
    entry.setSize(bytes.length);
    tar.putArchiveEntry(entry);
    tar.write(bytes);
    tar.closeArchiveEntry();
  }

  /** A tar of one entry of a kind: {@code TarConstants.LF_...}. */
  static byte[] tarOf(byte kind, String name, String target) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
      TarArchiveEntry entry = new TarArchiveEntry(name, kind);
      entry.setLinkName(target);
      tar.putArchiveEntry(entry);
      tar.closeArchiveEntry();
    }
    return bytes.toByteArray();
  }

  /** The block that says a file of that size follows. */
  static byte[] header(String name, byte kind, long size) throws IOException {
    TarArchiveEntry entry = new TarArchiveEntry(name, kind);
    entry.setSize(size);
    byte[] block = new byte[512];
    entry.writeEntryHeader(block, ZipEncodingHelper.getZipEncoding("UTF-8"), true);
    return block;
  }

  static byte[] zip(String... pairs) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (int i = 0; i < pairs.length; i += 2) {
        zip.putNextEntry(new ZipEntry(pairs[i]));
        zip.write(pairs[i + 1].getBytes(StandardCharsets.ISO_8859_1));
        zip.closeEntry();
      }
    }
    return bytes.toByteArray();
  }

  /** Packs as the name's ending says. */
  static Path write(Path file, byte[] bytes) throws IOException {
    try (OutputStream out = packing(file)) {
      out.write(bytes);
    }
    return file;
  }

  static OutputStream packing(Path file) throws IOException {
    OutputStream out = Files.newOutputStream(file);
    String name = file.toString();
    if (name.endsWith(".gz")) {
      return new GZIPOutputStream(out);
    }
    if (name.endsWith(".xz")) {
      return new XZOutputStream(out, new LZMA2Options(1));
    }
    return name.endsWith(".zst") ? new ZstdOutputStream(out, 1) : out;
  }
}
