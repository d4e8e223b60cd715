package dev.headroom.formats.fact;

import java.time.Instant;
import java.util.Optional;

/**
 * File, command output or archive member that was read.
 *
 * @param name as a person finds it again: a path, within an archive after {@code !/}
 * @param sample which of several readings taken one after the other this belongs to, from 1; 1
 *     where there is one
 * @param taken when it was taken, where the bundle says so
 */
public record FactSource(String name, int sample, Optional<Instant> taken) {

  /** The only reading there is, taken nobody knows when. */
  public static FactSource of(String name) {
    return new FactSource(name, 1, Optional.empty());
  }

  @Override
  public String toString() {
    return name;
  }
}
