package dev.headroom.wire.soft;

import dev.headroom.wire.verbs.Access;
import dev.headroom.wire.verbs.ScatterGather;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Memory of a work request on this side, piece after piece, as if it were one; or the data itself,
 * where it was taken when it was posted. One object is filled again for request after request.
 */
final class ScatterGatherMemory {
  private SoftMemoryRegion[] regions = new SoftMemoryRegion[1];
  private long[] offsets = new long[1];
  private int[] sizes = new int[1];
  private int count;
  private MemorySegment taken = MemorySegment.NULL;
  private boolean inline;
  private long bytes;

  long bytes() {
    return bytes;
  }

  /**
   * Looks the pieces up.
   *
   * @param written whether something will be written to them
   * @throws IllegalArgumentException if one of them is no registered memory of this domain
   */
  void set(RegisteredMemory domain, List<ScatterGather> data, boolean written) {
    if (data.size() > sizes.length) {
      regions = new SoftMemoryRegion[data.size()];
      offsets = new long[data.size()];
      sizes = new int[data.size()];
    }
    inline = false;
    count = 0;
    bytes = 0;
    for (int i = 0; i < data.size(); i++) {
      ScatterGather piece = data.get(i);
      SoftMemoryRegion region = domain.local(piece.lkey());
      if (region == null || !region.holds(piece.address(), piece.bytes())) {
        throw new IllegalArgumentException(
            piece + " is not within a memory region of this protection domain");
      }
      if (written && !region.may(Access.LOCAL_WRITE)) {
        throw new IllegalArgumentException(piece + " is in a memory region without LOCAL_WRITE");
      }
      regions[i] = region;
      offsets[i] = region.offset(piece.address());
      sizes[i] = piece.bytes();
      bytes += piece.bytes();
      count++;
    }
  }

  /** Takes the data now; the memory may change. */
  void take(int most) {
    if (taken.byteSize() < most) {
      taken = MemorySegment.ofArray(new byte[most]);
    }
    read(0, taken, 0, bytes);
    inline = true;
  }

  /** Whether all regions are still registered. */
  boolean areOpen() {
    for (int i = 0; i < count && !inline; i++) {
      if (!regions[i].isOpen()) {
        return false;
      }
    }
    return true;
  }

  /** Copies some of these bytes out. */
  void read(long from, MemorySegment to, long at, long count) {
    if (inline) {
      MemorySegment.copy(taken, from, to, at, count);
    } else {
      move(from, to, at, count, false);
    }
  }

  /** Copies bytes in. */
  void write(long to, MemorySegment from, long at, long count) {
    move(to, from, at, count, true);
  }

  private void move(long start, MemorySegment other, long at, long most, boolean in) {
    long skip = start;
    long left = most;
    long otherAt = at;
    for (int i = 0; i < count && left > 0; i++) {
      if (skip >= sizes[i]) {
        skip -= sizes[i];
        continue;
      }
      long part = Math.min(left, sizes[i] - skip);
      MemorySegment own = regions[i].memory();
      if (in) {
        MemorySegment.copy(other, otherAt, own, offsets[i] + skip, part);
      } else {
        MemorySegment.copy(own, offsets[i] + skip, other, otherAt, part);
      }
      skip = 0;
      left -= part;
      otherAt += part;
    }
  }
}
