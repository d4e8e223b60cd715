package dev.headroom.prove.sample;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;

/**
 * Reading of a machine before anybody looked at it.
 *
 * @param time when it was taken
 * @param files text by path from the root, without a leading slash
 * @param outputs what commands printed, by the command
 * @param refused paths that could not be read, each with the reason; told once, then not read again
 */
public record RawReading(
    Instant time,
    NavigableMap<String, String> files,
    Map<String, String> outputs,
    List<Refused> refused) {
  /**
   * Path that could not be read.
   *
   * @param path of a file, or a command
   * @param why as the system says
   */
  public record Refused(String path, String why) {}
}
