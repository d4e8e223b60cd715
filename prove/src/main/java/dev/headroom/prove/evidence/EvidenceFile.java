package dev.headroom.prove.evidence;

import dev.headroom.model.text.FailureMessage;
import dev.headroom.model.text.UserFile;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/**
 * Append-only file of evidence. A record is a line {@code HASH SP JSON LF}, where
 *
 * <pre>
 *   HASH = SHA-256(32 bytes of the previous hash + bytes of JSON), in hexadecimal
 * </pre>
 *
 * <p>and the first previous hash is 32 zero bytes. Each record is one write, so that a process that
 * is killed leaves at most its last line incomplete. Not thread-safe; a second process is refused.
 */
public final class EvidenceFile implements AutoCloseable {
  /** Name of the file in the folder of a run. */
  public static final String NAME = "evidence.log";

  private static final String FIRST = "0".repeat(Sha256.DIGITS);
  private static final int LONGEST = 64 << 20;

  private final Path file;
  private final FileChannel channel;
  private String last;
  private long records;

  private EvidenceFile(Path file, FileChannel channel, Chain chain) {
    this.file = file;
    this.channel = channel;
    this.last = chain.last();
    this.records = chain.records();
  }

  /**
   * What is in a file.
   *
   * @param records whole and unchanged
   * @param last hash of the last one
   * @param bytes of them
   * @param torn bytes behind them that are no whole line
   */
  public record Chain(long records, String last, long bytes, long torn) {}

  /**
   * Opens a file to append to it, and cuts off a last line that was not written whole.
   *
   * @param each is given every entry that is there
   * @throws EvidenceException if a record was changed, or another process has the file
   */
  public static EvidenceFile open(Path folder, Consumer<Entry> each) throws IOException {
    return open(folder, each, _ -> {});
  }

  /**
   * The same.
   *
   * @param chain is told what was there
   */
  public static EvidenceFile open(Path folder, Consumer<Entry> each, Consumer<Chain> chain)
      throws IOException {
    Files.createDirectories(folder);
    Path file = folder.resolve(NAME);
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      lock(channel, folder);
      Chain there = read(file, each);
      channel.truncate(there.bytes());
      channel.position(there.bytes());
      chain.accept(there);
      return new EvidenceFile(file, channel, there);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static void lock(FileChannel channel, Path folder) throws IOException {
    try {
      FileLock lock = channel.tryLock();
      if (lock != null) {
        return;
      }
    } catch (OverlappingFileLockException _) {
      throw taken(folder); // the same process has it
    }
    throw taken(folder);
  }

  private static EvidenceException taken(Path folder) {
    return new EvidenceException(folder + ": another burn-in writes its evidence there");
  }

  /**
   * Reads a file and checks every hash and number.
   *
   * @param each is given every entry in order
   * @throws EvidenceException naming the first record that does not hold
   */
  public static Chain read(Path file, Consumer<Entry> each) throws IOException {
    String last = FIRST;
    long records = 0;
    long bytes = 0;
    try (InputStream in = new BufferedInputStream(UserFile.open(file), 1 << 20)) {
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      while (true) {
        line.reset();
        if (!readLine(in, line)) {
          return new Chain(records, last, bytes, line.size());
        }
        last = check(records + 1, last, line.toByteArray(), each);
        records++;
        bytes += line.size() + 1L;
      }
    }
  }

  /** Reads a line without its end; false where there is no whole one. */
  private static boolean readLine(InputStream in, ByteArrayOutputStream line) throws IOException {
    for (int c = in.read(); c >= 0; c = in.read()) {
      if (c == '\n') {
        return true;
      }
      if (line.size() >= LONGEST) {
        throw new EvidenceException("a record is longer than 64 MiB; this is no evidence");
      }
      line.write(c);
    }
    return false;
  }

  private static String check(long number, String before, byte[] line, Consumer<Entry> each) {
    if (line.length < Sha256.DIGITS + 3 || line[Sha256.DIGITS] != ' ') {
      throw new EvidenceException("record %d is not HASH SPACE JSON".formatted(number));
    }
    String hash = new String(line, 0, Sha256.DIGITS, StandardCharsets.US_ASCII);
    byte[] json = Arrays.copyOfRange(line, Sha256.DIGITS + 1, line.length);
    boolean fits = Sha256.of(raw(before), json).equals(hash);
    JsonNode record;
    try {
      record = EvidenceCodec.parse(json);
    } catch (EvidenceException e) {
      throw new EvidenceException("record %d was changed: %s".formatted(number, e.getMessage()));
    }
    long written = EvidenceCodec.number(record);
    if (!fits) {
      throw new EvidenceException(
          written >= 0 && written != number
              ? "record %d stands where record %d should: one was removed, added or moved"
                  .formatted(written, number)
              : "record %d was changed, or the one before it: its hash does not fit"
                  .formatted(number));
    }
    try {
      each.accept(EvidenceCodec.read(record));
    } catch (EvidenceException e) {
      throw new EvidenceException("record %d: %s".formatted(number, e.getMessage()));
    }
    return hash;
  }

  private static byte[] raw(String hash) {
    return HexFormat.of().parseHex(hash);
  }

  /**
   * Appends a record, in one write.
   *
   * @throws IOException if it cannot be written; nothing of it is left in the file then
   */
  public void append(Entry entry) throws IOException {
    byte[] json = EvidenceCodec.write(records + 1, entry);
    String hash = Sha256.of(raw(last), json);
    ByteBuffer line = ByteBuffer.allocate(Sha256.DIGITS + json.length + 2);
    line.put(hash.getBytes(StandardCharsets.US_ASCII)).put((byte) ' ').put(json).put((byte) '\n');
    line.flip();
    long end = channel.position();
    try {
      while (line.hasRemaining()) {
        channel.write(line);
      }
    } catch (IOException e) {
      withdraw(end, e);
      IOException named = new FileSystemException(file.toString(), null, FailureMessage.of(e));
      named.initCause(e);
      throw named;
    }
    last = hash;
    records++;
  }

  /** Takes back what was written of a record: the next one would stand in the same line. */
  private void withdraw(long end, IOException failure) {
    try {
      channel.truncate(end);
      channel.position(end);
    } catch (IOException second) {
      failure.addSuppressed(second);
      try {
        channel.close(); // nothing may follow; the next start cuts the rest off
      } catch (IOException third) {
        failure.addSuppressed(third);
      }
    }
  }

  /** Waits until all is on the disk. */
  public void force() throws IOException {
    channel.force(false);
  }

  /** Hash of the last record. */
  public String last() {
    return last;
  }

  /** How many records there are. */
  public long records() {
    return records;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
