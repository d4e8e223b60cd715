package dev.headroom.wire.capture;

import dev.headroom.model.text.FailureMessage;
import dev.headroom.model.text.UserFile;
import dev.headroom.wire.packet.BigEndianBytes;
import dev.headroom.wire.packet.LinkType;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * Reader of the frames of a capture, one after another. What it gives of a frame holds until the
 * next one is read. It keeps one frame in memory, whatever the file claims. Not thread-safe.
 */
public abstract sealed class CaptureReader implements AutoCloseable
    permits PcapReader, PcapngReader {
  /** The longest frame that is believed: what libpcap takes as the greatest snapshot length. */
  public static final int MOST_BYTES = 262_144;

  private static final long SLL2_INTERFACE_AT = 4;
  private static final int BUFFER = 1 << 16;
  private static final int SECTION_HEADER = 0x0a0d0d0a;

  final CaptureInput in;
  MemorySegment bytes = MemorySegment.NULL;
  LinkType link = LinkType.OTHER;
  long timeNs;
  long originalBytes;
  long frame;
  int source;

  /** The first interface of this section. */
  int firstSource;

  String ending = "";

  CaptureReader(CaptureInput in) {
    this.in = in;
  }

  /**
   * Opens a file of either format, which may be compressed with gzip.
   *
   * @throws CaptureException if it is neither
   */
  public static CaptureReader open(Path file) throws IOException {
    return of(UserFile.open(file));
  }

  /** Reads a stream of either format, and closes it in the end. */
  static CaptureReader of(InputStream raw) throws IOException {
    InputStream buffered = new BufferedInputStream(raw, BUFFER);
    try {
      buffered.mark(2);
      boolean zipped = buffered.read() == 0x1f && buffered.read() == 0x8b;
      buffered.reset();
      InputStream plain =
          zipped ? new BufferedInputStream(new GZIPInputStream(buffered), BUFFER) : buffered;
      CaptureInput in = new CaptureInput(plain);
      if (!in.read(4)) {
        throw new CaptureException(
            in.filled() == 0
                ? "the file is empty; expected a pcap or pcapng capture"
                : "the file ends after " + in.filled() + " bytes; a capture has at least 24");
      }
      return in.i32(0) == SECTION_HEADER ? new PcapngReader(in) : new PcapReader(in);
    } catch (EOFException e) {
      buffered.close();
      throw new CaptureException("the file ends within its gzip stream, before the first frame");
    } catch (IOException e) {
      buffered.close();
      throw e;
    }
  }

  /**
   * Goes to the next frame.
   *
   * @return false at the end, also where a file ends in the middle of a frame, or holds no frame
   *     behind the last: see {@link #ending}
   * @throws CaptureException if there is none at all where the first should be
   */
  public final boolean next() throws IOException {
    if (!ending.isEmpty()) {
      return false;
    }
    try {
      return advance();
    } catch (EOFException e) {
      return cutOff("its gzip stream, after frame " + frame);
    } catch (CaptureException | ZipException e) {
      if (frame == 0) {
        throw e;
      }
      String what = FailureMessage.of(e);
      ending =
          "the file is read up to frame "
              + frame
              + " only: "
              + (e instanceof ZipException ? "its gzip stream is damaged, " : "")
              + what;
      return false;
    }
  }

  /** Goes to the next frame; what it throws behind the first frame ends the file there. */
  abstract boolean advance() throws IOException;

  /** {@code pcap} or {@code pcapng}. */
  public abstract String format();

  /** What was captured of the frame. */
  public final MemorySegment bytes() {
    return bytes;
  }

  /** How many bytes it had on the wire. */
  public final long originalBytes() {
    return originalBytes;
  }

  /** When it was captured: nanoseconds since 1970. */
  public final long timeNs() {
    return timeNs;
  }

  /** What it begins with. */
  public final LinkType link() {
    return link;
  }

  /**
   * Which interface it was captured on: a number of the file's own, that of Linux where {@code
   * tcpdump -i any} has written it; 0 where nothing is said.
   */
  public final int source() {
    return link == LinkType.LINUX_SLL2 && bytes.byteSize() >= SLL2_INTERFACE_AT + 4
        ? BigEndianBytes.i32(bytes, SLL2_INTERFACE_AT)
        : source;
  }

  /** Whether nothing more comes of an interface, since the section that describes it has ended. */
  public final boolean isOver(int interfaceBefore) {
    return link != LinkType.LINUX_SLL2 && interfaceBefore < firstSource;
  }

  /** The number of the frame, from 1 on, as Wireshark counts. */
  public final long frame() {
    return frame;
  }

  /** Empty if the file ended where a frame did; else what keeps the rest from being read. */
  public final String ending() {
    return ending;
  }

  /** Notes that the file ends within something. */
  final boolean cutOff(String what) {
    ending = "the file ends in the middle of " + what;
    return false;
  }

  final CaptureException wrong(String what) {
    return new CaptureException(frame == 0 ? "before the first frame: " + what : what);
  }

  /** What follows is the header of another capture, as where files were joined with cat. */
  final CaptureException another() {
    return wrong("another capture file begins there; join files with mergecap -a, not with cat");
  }

  /** A length of a frame, if it can be one. */
  final int believable(long length) throws CaptureException {
    if (length > MOST_BYTES) {
      throw wrong(
          "the length of the next frame is "
              + length
              + " bytes; more than "
              + MOST_BYTES
              + " "
              + "are invalid");
    }
    return (int) length;
  }

  @Override
  public final void close() throws IOException {
    in.close();
  }
}
