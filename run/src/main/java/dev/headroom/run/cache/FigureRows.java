package dev.headroom.run.cache;

import dev.headroom.model.text.NamedOutput;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32C;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/**
 * Figures of runs by key: a row of some hundred bytes each, so that those of 100,000 runs fit. Each
 * process appends to a file of its own. A row that a process was killed over is the last of its
 * file, and is passed over.
 */
final class FigureRows {
  /** Length, key; after them the figures and a check sum. */
  private static final int HEAD_BYTES = Integer.BYTES + Sha256.BYTES;

  private static final int MOST_BYTES = 1 << 20;

  /** A file that long is followed by another, so that old figures can go without new ones. */
  private static final long SEGMENT_BYTES = 8L << 20;

  /** Where a row is. */
  private record Place(Path segment, long at, int length) {}

  private final CacheFolder folder;
  private final Map<ByteBuffer, Place> places = new HashMap<>();
  private final Map<Path, Boolean> used = new HashMap<>();
  private boolean isRead;
  private Optional<Path> own = Optional.empty();
  private long ownBytes;

  FigureRows(CacheFolder folder) {
    this.folder = folder;
  }

  private static ByteBuffer name(RunKey key) {
    return ByteBuffer.wrap(HexFormat.of().parseHex(key.hex()));
  }

  /** The figures of a key, if there are any. */
  synchronized Optional<RunFigures> find(RunKey key) throws IOException {
    if (!isRead) {
      isRead = true;
      for (Path segment : folder.segments()) {
        readPlaces(segment);
      }
    }
    Place place = places.get(name(key));
    if (place == null) {
      return Optional.empty();
    }
    if (used.putIfAbsent(place.segment(), true) == null) {
      CacheFolder.use(place.segment());
    }
    try (FileChannel file = FileChannel.open(place.segment())) {
      Optional<byte[]> row = bytes(file, place.at(), place.length());
      return row.isEmpty() ? Optional.empty() : Optional.of(decode(row.get()));
    } catch (NoSuchFileException e) {
      return Optional.empty(); // it had to go
    }
  }

  private void readPlaces(Path segment) throws IOException {
    try (FileChannel file = FileChannel.open(segment)) {
      long size = file.size();
      long at = 0;
      while (at + HEAD_BYTES + Integer.BYTES <= size) {
        Optional<byte[]> head = bytes(file, at, HEAD_BYTES);
        int length = head.map(its -> ByteBuffer.wrap(its).getInt()).orElse(-1);
        if (length < 0 || length > MOST_BYTES || at + HEAD_BYTES + length > size) {
          return;
        }
        Optional<byte[]> row = bytes(file, at, HEAD_BYTES + length + Integer.BYTES);
        if (row.isEmpty() || !isWhole(row.get())) {
          return;
        }
        byte[] key = Arrays.copyOfRange(row.get(), Integer.BYTES, HEAD_BYTES);
        places.put(ByteBuffer.wrap(key), new Place(segment, at + HEAD_BYTES, length));
        at += HEAD_BYTES + length + Integer.BYTES;
      }
    } catch (NoSuchFileException e) {
      // it had to go
    }
  }

  private static boolean isWhole(byte[] row) {
    CRC32C sum = new CRC32C();
    int content = row.length - Integer.BYTES;
    sum.update(row, 0, content);
    return (int) sum.getValue() == ByteBuffer.wrap(row).getInt(content);
  }

  private static Optional<byte[]> bytes(FileChannel file, long from, int length)
      throws IOException {
    byte[] all = new byte[length];
    ByteBuffer rest = ByteBuffer.wrap(all);
    while (rest.hasRemaining()) {
      if (file.read(rest, from + rest.position()) < 0) {
        return Optional.empty();
      }
    }
    return Optional.of(all);
  }

  /** Keeps the figures of a key. */
  synchronized void keep(RunKey key, RunFigures figures) throws IOException {
    byte[] content = encode(figures);
    ByteBuffer row = ByteBuffer.allocate(HEAD_BYTES + content.length + Integer.BYTES);
    row.putInt(content.length).put(name(key)).put(content);
    CRC32C sum = new CRC32C();
    sum.update(row.array(), 0, row.position());
    row.putInt((int) sum.getValue());
    Path segment = append(row.array());
    places.put(name(key), new Place(segment, ownBytes + HEAD_BYTES, content.length));
    ownBytes += row.capacity();
    folder.written(row.capacity());
  }

  /** Appends a row to the file of this process, or to a new one where that is full or gone. */
  private Path append(byte[] row) throws IOException {
    if (own.isPresent() && ownBytes <= SEGMENT_BYTES) {
      Path segment = own.get();
      try {
        append(row, segment, StandardOpenOption.APPEND);
        return segment;
      } catch (NoSuchFileException e) {
        // Another process has cleared the folder, or made room in it.
      }
    }
    Path segment = folder.newSegment();
    append(row, segment, StandardOpenOption.CREATE_NEW);
    own = Optional.of(segment);
    ownBytes = 0;
    return segment;
  }

  private void append(byte[] row, Path segment, StandardOpenOption how) throws IOException {
    try (OutputStream out = NamedOutput.open(segment, segment, StandardOpenOption.WRITE, how)) {
      out.write(row);
    } catch (IOException e) {
      own = Optional.empty(); // nothing is read after half a row
      throw e;
    }
  }

  private static byte[] encode(RunFigures figures) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (CompressedPart part = new CompressedPart(out)) {
      EntryFormat.figures().write(part.data(), figures);
      part.finish();
    }
    return out.toByteArray();
  }

  private static RunFigures decode(byte[] bytes) throws IOException {
    Inflater inflater = new Inflater(true);
    try {
      return EntryFormat.figures()
          .read(new DataReader(new InflaterInputStream(new ByteArrayInputStream(bytes), inflater)));
    } finally {
      inflater.end();
    }
  }
}
