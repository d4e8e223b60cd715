package dev.headroom.collect.input;

import com.github.luben.zstd.ZstdInputStream;
import dev.headroom.collect.bundle.ZstdLibrary;
import dev.headroom.model.text.UserFile;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.tukaani.xz.XZInputStream;

/** Compression or archive format of a file, detected by its first bytes and not by its name. */
enum ArchiveFormat {
  GZIP,
  XZ,
  ZSTD,
  ZIP,
  TAR,
  NONE;

  /** A tar header is one block, and so is what is looked at of anything. */
  static final int BLOCK = 512;

  /** Where in it its sum stands. */
  private static final int SUM = 148;

  /** Most memory for unpacking xz, in KiB; its strongest preset needs 65 MiB. */
  private static final int XZ_KIB = 70 << 10;

  /** Looks at the beginning of a stream, which stays unread. */
  static ArchiveFormat of(BufferedInputStream in) throws IOException {
    in.mark(BLOCK);
    byte[] head = in.readNBytes(BLOCK);
    in.reset();
    if (begins(head, 0x1f, 0x8b)) {
      return GZIP;
    }
    if (begins(head, 0xfd, '7', 'z', 'X', 'Z', 0)) {
      return XZ;
    }
    if (begins(head, 0x28, 0xb5, 0x2f, 0xfd)) {
      return ZSTD;
    }
    if (begins(head, 'P', 'K', 3, 4)) {
      return ZIP;
    }
    return tarHeader(head) ? TAR : NONE;
  }

  /** Whether a file is a single one, packed, and no archive; what cannot be read is neither. */
  static boolean isCompressedFile(Path file) {
    try (BufferedInputStream in = new BufferedInputStream(UserFile.open(file))) {
      ArchiveFormat outer = of(in);
      return outer.compressed() && of(new BufferedInputStream(outer.unpacked(in))) == NONE;
    } catch (IOException e) {
      return false;
    }
  }

  /** Whether a file is a single one, packed or not; what cannot be read is none. */
  static boolean isSingleFile(Path file) {
    try (BufferedInputStream in = new BufferedInputStream(UserFile.open(file))) {
      return of(in) == NONE || isCompressedFile(file);
    } catch (IOException e) {
      return false;
    }
  }

  /** A tar header holds the sum of its bytes in octal, its own eight bytes counted as spaces. */
  private static boolean tarHeader(byte[] head) {
    if (head.length < BLOCK || head[0] == 0) {
      return false;
    }
    int sum = 0;
    for (int i = 0; i < BLOCK; i++) {
      sum += i >= SUM && i < SUM + 8 ? ' ' : head[i] & 0xff;
    }
    int said = 0;
    for (int i = SUM; i < SUM + 8 && head[i] != 0; i++) {
      if (head[i] >= '0' && head[i] <= '7') {
        said = said * 8 + head[i] - '0';
      } else if (head[i] != ' ') {
        return false;
      }
    }
    return said == sum;
  }

  private static boolean begins(byte[] head, int... magic) {
    if (head.length < magic.length) {
      return false;
    }
    for (int i = 0; i < magic.length; i++) {
      if ((head[i] & 0xff) != magic[i]) {
        return false;
      }
    }
    return true;
  }

  /** Whether it packs one stream of bytes. */
  boolean compressed() {
    return this == GZIP || this == XZ || this == ZSTD;
  }

  /** The bytes as they were before. */
  InputStream unpacked(InputStream in) throws IOException {
    return switch (this) {
      case GZIP -> new GZIPInputStream(in, 1 << 16);
      case XZ -> new XZInputStream(in, XZ_KIB);
      case ZSTD -> {
        ZstdLibrary.load();
        yield new ZstdInputStream(in);
      }
      default -> in;
    };
  }
}
