package dev.headroom.wire.soft;

import dev.headroom.wire.verbs.ScatterGather;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** This side's memory of a work request, piece after piece, as if it were one. */
final class Pieces {
  private final SoftRegion[] regions;
  private final long[] offsets;
  private final int[] sizes;
  final long bytes;

  private Pieces(SoftRegion[] regions, long[] offsets, int[] sizes, long bytes) {
    this.regions = regions;
    this.offsets = offsets;
    this.sizes = sizes;
    this.bytes = bytes;
  }

  /**
   * Looks the pieces up.
   *
   * @param written whether something will be written to them
   * @throws IllegalArgumentException if one of them is no registered memory of this domain
   */
  static Pieces of(SoftDomain domain, List<ScatterGather> data, boolean written) {
    SoftRegion[] regions = new SoftRegion[data.size()];
    long[] offsets = new long[data.size()];
    int[] sizes = new int[data.size()];
    long bytes = 0;
    for (int i = 0; i < data.size(); i++) {
      ScatterGather piece = data.get(i);
      SoftRegion region = domain.local(piece.lkey());
      if (region == null || !region.holds(piece.address(), piece.bytes())) {
        throw new IllegalArgumentException(
            piece + " is not within a region that is registered in this protection domain");
      }
      if (written && !region.may(dev.headroom.wire.verbs.Access.LOCAL_WRITE)) {
        throw new IllegalArgumentException(piece + " is of a region without LOCAL_WRITE");
      }
      regions[i] = region;
      offsets[i] = region.offset(piece.address());
      sizes[i] = piece.bytes();
      bytes += piece.bytes();
    }
    return new Pieces(regions, offsets, sizes, bytes);
  }

  /** Whether all regions are still registered. */
  boolean areOpen() {
    for (SoftRegion each : regions) {
      if (!each.isOpen()) {
        return false;
      }
    }
    return true;
  }

  /** Copies some of these bytes out. */
  void read(long from, MemorySegment to, long at, long count) {
    move(from, to, at, count, false);
  }

  /** Copies bytes in. */
  void write(long to, MemorySegment from, long at, long count) {
    move(to, from, at, count, true);
  }

  private void move(long start, MemorySegment other, long at, long count, boolean in) {
    long skip = start;
    long left = count;
    long otherAt = at;
    for (int i = 0; i < regions.length && left > 0; i++) {
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
