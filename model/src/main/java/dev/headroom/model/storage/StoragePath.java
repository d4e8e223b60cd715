package dev.headroom.model.storage;

import dev.headroom.unit.Rate;
import dev.headroom.unit.Size;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Path of data between drives and GPUs, in large pieces: as fast as its slowest part.
 *
 * <pre>
 *   rate  = min(drives, NICs, slots of GPUs [, cores that copy])
 *   cores = rate * cycles a byte / frequency                    where data goes through host memory
 * </pre>
 *
 * Example: four drives of 14.5 GB/s and a GPU in a slot of generation 4 x16, MPS 256: the slot, 208
 * Gb/s or 24.2 GiB/s. Through host memory on one core of 3.4 GHz that copies a byte in 0.33 cycles:
 * 82 Gb/s.
 *
 * @param parts one or more
 */
public record StoragePath(List<Part> parts) {
  /**
   * A part of the way.
   *
   * @param name what it is
   * @param rate of payload
   */
  public record Part(String name, Rate rate) {
    public Part {
      if (rate.bps() < 1) {
        throw new IllegalArgumentException(
            "the rate of " + name + " is " + rate + "; it must be over 0");
      }
    }
  }

  public StoragePath {
    parts = List.copyOf(parts);
    if (parts.isEmpty()) {
      throw new IllegalArgumentException("a path has at least one part");
    }
  }

  /** The same path with one more part. */
  public StoragePath with(String name, Rate rate) {
    List<Part> more = new ArrayList<>(parts);
    more.add(new Part(name, rate));
    return new StoragePath(more);
  }

  /** What holds the others up; the first of equal ones. */
  public Part slowest() {
    return parts.stream().min(Comparator.comparing(Part::rate)).orElseThrow();
  }

  /** How long so many bytes take, in seconds. */
  public double seconds(Size size) {
    return size.bytes() * 8.0 / slowest().rate().bps();
  }

  /**
   * Cores that do nothing but copy at that rate.
   *
   * @param cyclesPerByte of a copy
   * @param hz cycles a second of a core
   */
  public double cores(double cyclesPerByte, double hz) {
    return slowest().rate().bps() / 8.0 * cyclesPerByte / hz;
  }
}
