package dev.headroom.collect.input;

import dev.headroom.formats.source.MachineSource;
import dev.headroom.formats.source.SourceException;
import dev.headroom.formats.source.SourceVisitor;
import dev.headroom.formats.source.UnreadSource;
import dev.headroom.model.text.FailureMessage;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.commons.compress.archivers.ArchiveEntry;
import org.apache.commons.compress.archivers.ArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveInputStream;
import org.jspecify.annotations.Nullable;

/** Packed file, read as a stream from front to back. */
final class ArchiveReader {
  private static final int MOST_BUFFERED = 1 << 16;

  private final ReadLimits limits;
  private final SourceVisitor visitor;

  ArchiveReader(ReadLimits limits, SourceVisitor visitor) {
    this.limits = limits;
    this.visitor = visitor;
  }

  /**
   * Visits what is in it.
   *
   * @param in its bytes, of which a beginning was looked at and stays unread
   * @param origin what a person knows it by
   * @param naming whose what it packs is, and its path there, if it packs a single file
   * @param depth 1 for one that lies in no other
   */
  void visit(BufferedInputStream in, String origin, SourceNaming naming, int depth)
      throws IOException {
    try {
      ArchiveFormat packing = ArchiveFormat.of(in);
      if (!packing.compressed()) {
        archive(packing, in, origin, naming, depth);
        return;
      }
      BufferedInputStream inner =
          new BufferedInputStream(new Total(packing.unpacked(in), limits.archiveBytes()), 1 << 16);
      ArchiveFormat within = ArchiveFormat.of(inner);
      switch (within) {
        case TAR, ZIP -> archive(within, inner, origin, naming, depth);
        case NONE -> single(inner, origin, naming);
        default ->
            visitor.visitUnread(new UnreadSource(origin, "is compressed twice; unpack it once"));
      }
    } catch (SourceException e) {
      visitor.visitUnread(new UnreadSource(origin, said(e)));
    } catch (IOException | IllegalArgumentException e) {
      visitor.visitUnread(
          new UnreadSource(origin, "is damaged, truncated or of an unknown type: " + said(e)));
    }
  }

  private void single(InputStream in, String origin, SourceNaming naming) throws IOException {
    visit(
        new OpenedSource(
            naming.unpacked(),
            origin,
            OptionalLong.empty(),
            () -> new BoundedStream(in, limits, false)));
  }

  /** An archive that lies in a host's tree is of that host, unless what is in it says another. */
  private void archive(
      ArchiveFormat packing, InputStream in, String origin, SourceNaming outer, int depth)
      throws IOException {
    ByteBudget allowance = new ByteBudget(in, limits.archiveBytes());
    allowance.grant(limits.headerBytes());
    ArchiveInputStream<? extends ArchiveEntry> entries =
        packing == ArchiveFormat.ZIP
            ? new ZipArchiveInputStream(allowance, "UTF-8", true, true)
            : new TarArchiveInputStream(allowance, "UTF-8");
    SymbolicLinks links = new SymbolicLinks(origin, "");
    int count = 0;
    String last = "";
    while (true) {
      ArchiveEntry entry = packing == ArchiveFormat.TAR ? nextOfTar(entries, last) : next(entries);
      if (entry == null) {
        break;
      }
      last = entry.getName();
      if (++count > limits.entries()) {
        throw new SourceException(
            "has more than " + limits.entries() + " entries; the rest is not read");
      }
      long size = entry.getSize();
      if (size > limits.sourceBytes()) {
        throw new SourceException(
            "says that "
                + SourceNaming.shown(entry.getName())
                + " has "
                + size
                + " bytes; more than "
                + BoundedStream.mebibytes(limits.sourceBytes())
                + " are not read, and neither are the entries after it");
      }
      // What is packed in a zip is counted packed, and may grow a little by it.
      long own = size < 0 ? limits.sourceBytes() : size + size / 100;
      allowance.grant(own + limits.headerBytes());
      if (!entry.isDirectory()) {
        entry(entry, entries, origin, outer, links, depth);
      }
      allowance.grant(own + limits.headerBytes());
    }
    for (MachineSource source : links.sources()) {
      visit(source);
    }
    links.others(visitor);
    if (count == 0) {
      visitor.visitUnread(new UnreadSource(origin, "is an empty archive"));
    }
  }

  /** The library stops at sparse files whose size is no int, in each of their formats. */
  private static @Nullable ArchiveEntry nextOfTar(
      ArchiveInputStream<? extends ArchiveEntry> entries, String last) throws IOException {
    try {
      return next(entries);
    } catch (SourceException e) {
      throw e;
    } catch (IOException e) {
      throw new SourceException(
          ("%s is not read: it is a sparse file of more than 2 GiB, or damaged, truncated or of "
                  + "an unknown type: %s")
              .formatted(
                  last.isEmpty() ? "its content" : "the content after " + SourceNaming.shown(last),
                  said(e)),
          e);
    }
  }

  private static @Nullable ArchiveEntry next(ArchiveInputStream<? extends ArchiveEntry> entries)
      throws IOException {
    try {
      return entries.getNextEntry();
    } catch (RuntimeException e) {
      throw damaged(e);
    }
  }

  /** Libraries that unpack stumble over some archives that are broken. */
  private static IOException damaged(RuntimeException e) {
    return new IOException("its contents contradict each other", e);
  }

  private void entry(
      ArchiveEntry entry,
      InputStream bytes,
      String origin,
      SourceNaming outer,
      SymbolicLinks links,
      int depth)
      throws IOException {
    Optional<String> clean = SourceNaming.clean(entry.getName());
    String here = origin + ": " + SourceNaming.shown(entry.getName());
    if (clean.isEmpty()) {
      visitor.visitUnread(new UnreadSource(here, "its path leads outside the archive; not read"));
      return;
    }
    here = origin + ": " + clean.get();
    if (entry instanceof TarArchiveEntry tar && !plain(tar)) {
      Optional<String> wrong = links.add(tar, clean.get());
      if (wrong.isPresent()) {
        visitor.visitUnread(new UnreadSource(here, wrong.get()));
      }
      return;
    }
    BufferedInputStream peeked =
        new BufferedInputStream(
            new Total(new Unclosed(bytes), limits.archiveBytes()), buffer(entry.getSize()));
    ArchiveFormat packing = ArchiveFormat.of(peeked);
    if (packing == ArchiveFormat.NONE) {
      visit(
          new OpenedSource(
              outer.ofNested(clean.get()),
              here,
              entry.getSize() < 0 ? OptionalLong.empty() : OptionalLong.of(entry.getSize()),
              () -> new BoundedStream(peeked, limits, false)));
    } else if (depth < limits.depth()) {
      visit(peeked, here, outer.ofNested(clean.get()), depth + 1);
    } else {
      visitor.visitUnread(
          new UnreadSource(
              here,
              "is an archive nested in archives; unpack the outer archive and pass " + "this one"));
    }
  }

  /**
   * Bytes of a buffer for an entry of that size, negative where nobody says. A copy of sysfs has
   * five hundred files of a few bytes each.
   */
  private static int buffer(long size) {
    return size < 0 ? MOST_BUFFERED : Math.clamp(size, ArchiveFormat.BLOCK, MOST_BUFFERED);
  }

  private static boolean plain(TarArchiveEntry entry) {
    return !entry.isSymbolicLink()
        && !entry.isLink()
        && !entry.isCharacterDevice()
        && !entry.isBlockDevice()
        && !entry.isFIFO();
  }

  private void visit(MachineSource source) throws IOException {
    try {
      visitor.visit(source);
    } catch (SourceException e) {
      visitor.visitUnread(new UnreadSource(source.origin(), said(e)));
    }
  }

  static String said(Exception e) {
    boolean isSilent = e.getMessage() == null && !(e instanceof EOFException);
    return SourceNaming.shown(isSilent ? "its bytes are invalid" : FailureMessage.of(e));
  }

  /** Source of text in memory. */
  static MachineSource text(String host, String path, String origin, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return new OpenedSource(
        new SourceNaming(host, 1, path),
        origin,
        OptionalLong.of(bytes.length),
        () -> new ByteArrayInputStream(bytes));
  }

  /** An archive goes on with its stream after one of its entries was closed. */
  private static final class Unclosed extends FilterInputStream {
    Unclosed(InputStream in) {
      super(in);
    }

    @Override
    public int read(byte[] to, int from, int length) throws IOException {
      try {
        return in.read(to, from, length);
      } catch (RuntimeException e) {
        throw damaged(e);
      }
    }

    @Override
    public void close() {
      // Whoever opened the archive closes it.
    }
  }

  /** Counts what comes out of something packed, and stops at a limit. */
  private static final class Total extends FilterInputStream {
    private final long most;
    private long total;

    Total(InputStream in, long most) {
      super(in);
      this.most = most;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      int n = read(one, 0, 1);
      return n < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] to, int from, int length) throws IOException {
      int n;
      try {
        n = in.read(to, from, length);
      } catch (RuntimeException e) {
        throw damaged(e);
      }
      count(Math.max(0, n));
      return n;
    }

    private void count(int n) throws SourceException {
      total += n;
      if (total > most) {
        throw new SourceException(
            "unpacks to more than " + BoundedStream.mebibytes(most) + "; the rest is not read");
      }
    }
  }
}
