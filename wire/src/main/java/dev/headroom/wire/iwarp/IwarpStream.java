package dev.headroom.wire.iwarp;

import dev.headroom.wire.packet.BigEndianBytes;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Parser of one direction of a TCP connection that may carry iWARP: it takes the bytes in order and
 * reports what they hold. An FPDU (RFC 5044, section 4) is a length of 2 bytes, the DDP segment,
 * padding to a multiple of 4 and a CRC-32C, which is there even where nobody checks it. Where
 * markers were asked for, every 512th byte of the stream begins one of 4 bytes.
 *
 * <p>It keeps at most one FPDU, 64 KiB. Not thread-safe.
 */
public final class IwarpStream {
  /** Told of what a stream holds. */
  public interface Listener {
    /** MPA starts. */
    void start(MpaStart start);

    /**
     * A DDP segment.
     *
     * @param crcGood whether the CRC fits; not judged, and true, where markers lie in between
     */
    void segment(DdpSegment segment, boolean crcGood);

    /** The stream is not, or no longer, what iWARP asks for; nothing more will come of it. */
    void broken(String how);
  }

  private enum State {
    START,
    SEGMENTS,
    NOT_IWARP,
    BROKEN
  }

  private static final int KEY_BYTES = 16;
  private static final int START_BYTES = 20;
  private static final int MARKER_BYTES = 4;
  private static final int MARKER_EVERY = 512;
  private static final int MOST_PRIVATE = 512;
  private static final int TAGGED_BYTES = 14;
  private static final int UNTAGGED_BYTES = 18;
  private static final int MOST_FPDU = 2 + 65_535 + 3 + 4;
  private static final byte[] REQUEST = "MPA ID Req Frame".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] REPLY = "MPA ID Rep Frame".getBytes(StandardCharsets.US_ASCII);

  private final Listener listener;
  private final CRC32C crc = new CRC32C();
  private State state = State.START;
  private boolean markers;
  private byte[] held = new byte[64];
  private int filled;

  /** How many bytes to gather before they can be read on. */
  private int goal = KEY_BYTES;

  /** Bytes since MPA started, markers counted: markers lie at multiples of 512. */
  private long position;

  private int markerLeft;

  public IwarpStream(Listener listener) {
    this.listener = listener;
  }

  /** Whether it is iWARP as far as is known: false once its first bytes were something else. */
  public boolean isIwarp() {
    return state != State.NOT_IWARP;
  }

  /** What the other direction asked for when it started: whether this one has markers. */
  public void markers(boolean asked) {
    markers = asked;
  }

  /** Takes the next bytes of the stream. */
  public void take(MemorySegment s, long from, long to) {
    long at = from;
    while (at < to && (state == State.START || state == State.SEGMENTS)) {
      if (state == State.SEGMENTS && markers && markerLeft == 0 && position % MARKER_EVERY == 0) {
        markerLeft = MARKER_BYTES;
      }
      if (markerLeft > 0) {
        markerLeft--;
        position++;
        at++;
        continue;
      }
      long room = (long) goal - filled;
      if (state == State.SEGMENTS && markers) {
        room = Math.min(room, MARKER_EVERY - position % MARKER_EVERY);
      }
      int part = (int) Math.min(to - at, room);
      hold(s, at, part);
      at += part;
      if (state == State.SEGMENTS) {
        position += part;
      }
      if (filled == goal) {
        complete();
      }
    }
  }

  private void hold(MemorySegment s, long at, int bytes) {
    if (filled + bytes > held.length) {
      held = Arrays.copyOf(held, Math.min(MOST_FPDU, Math.max(filled + bytes, held.length * 2)));
    }
    MemorySegment.copy(s, ValueLayout.JAVA_BYTE, at, held, filled, bytes);
    filled += bytes;
  }

  private int startBytes() {
    return START_BYTES + u16(18);
  }

  private int u16(int at) {
    return ((held[at] & 0xff) << 8) | (held[at + 1] & 0xff);
  }

  private int ulpduBytes() {
    return u16(0);
  }

  private int fpduBytes() {
    return (2 + ulpduBytes() + 3) / 4 * 4 + 4;
  }

  private void complete() {
    if (state == State.SEGMENTS) {
      completeSegment();
    } else if (goal == KEY_BYTES) {
      boolean key = isKey(REQUEST) || isKey(REPLY);
      state = key ? State.START : State.NOT_IWARP;
      goal = START_BYTES;
    } else if (goal == START_BYTES && startBytes() > START_BYTES) {
      goal = startBytes();
      if (goal > START_BYTES + MOST_PRIVATE) {
        broken("MPA private data of " + u16(18) + " bytes; at most " + MOST_PRIVATE + " are valid");
      }
    } else {
      start();
    }
  }

  private void completeSegment() {
    if (goal > 2) {
      segment();
      filled = 0;
      goal = 2;
    } else if (ulpduBytes() < TAGGED_BYTES) {
      broken("an FPDU of " + ulpduBytes() + " bytes; a DDP header has at least " + TAGGED_BYTES);
    } else {
      goal = fpduBytes();
    }
  }

  private boolean isKey(byte[] key) {
    return Arrays.equals(held, 0, KEY_BYTES, key, 0, KEY_BYTES);
  }

  private void start() {
    int flags = held[16] & 0xff;
    MpaStart start =
        new MpaStart(
            isKey(REPLY),
            (flags & 0x80) != 0,
            (flags & 0x40) != 0,
            (flags & 0x20) != 0,
            held[17] & 0xff,
            startBytes() - START_BYTES);
    filled = 0;
    goal = 2;
    state = State.SEGMENTS;
    listener.start(start);
  }

  private void segment() {
    MemorySegment s = MemorySegment.ofArray(held);
    int control = held[2] & 0xff;
    boolean tagged = (control & 0x80) != 0;
    int header = tagged ? TAGGED_BYTES : UNTAGGED_BYTES;
    int ulpdu = ulpduBytes();
    if ((control & 3) != 1) {
      broken("a DDP segment of version " + (control & 3) + "; 1 is valid");
      return;
    }
    if (ulpdu < header) {
      broken("an FPDU of " + ulpdu + " bytes; its DDP header has " + header);
      return;
    }
    crc.reset();
    crc.update(held, 0, filled - 4);
    boolean good =
        markers || Integer.reverseBytes((int) crc.getValue()) == BigEndianBytes.i32(s, filled - 4);
    listener.segment(
        new DdpSegment(
            tagged,
            (control & 0x40) != 0,
            RdmapOpcode.of(held[3]),
            tagged ? BigEndianBytes.i32(s, 4) : 0,
            tagged ? BigEndianBytes.i64(s, 8) : BigEndianBytes.u32(s, 16),
            tagged ? 0 : BigEndianBytes.i32(s, 8),
            tagged ? 0 : BigEndianBytes.i32(s, 12),
            ulpdu - header),
        good);
  }

  private void broken(String how) {
    state = State.BROKEN;
    filled = 0;
    listener.broken(how);
  }
}
