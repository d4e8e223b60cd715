package dev.headroom.prove.evidence;

import java.util.List;

/**
 * What one tool found on a host.
 *
 * @param tool its word in plans
 * @param absent why it did not look; empty if it did
 * @param errors that keep a host from being signed off
 * @param warnings that a person should know of
 * @param facts what it measured
 */
public record HostCheck(
    String tool, String absent, List<String> errors, List<String> warnings, List<String> facts) {
  /** A tool that was not there. */
  public static HostCheck absent(String tool, String why) {
    return new HostCheck(tool, why, List.of(), List.of(), List.of());
  }

  /** A tool that looked, and could not tell. */
  public static HostCheck broken(String tool, String why) {
    return new HostCheck(tool, "", List.of(why), List.of(), List.of());
  }
}
