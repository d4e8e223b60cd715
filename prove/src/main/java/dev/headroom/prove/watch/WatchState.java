package dev.headroom.prove.watch;

import dev.headroom.prove.alarm.Incident;
import dev.headroom.prove.sample.HostSample;
import java.time.Instant;
import java.util.List;

/**
 * State of a watch at one time.
 *
 * @param time when
 * @param samples the newest of each machine
 * @param unreachable machines that gave no sample the last time
 * @param incidents alarms, roots first
 */
public record WatchState(
    Instant time,
    List<HostSample> samples,
    List<Unreachable> unreachable,
    List<Incident> incidents) {
  /**
   * Machine that gave no sample.
   *
   * @param why in words
   */
  public record Unreachable(String host, String why) {}

  /** How many machines are watched. */
  public int machines() {
    return samples.size();
  }

  /** How many series they have. */
  public long series() {
    return samples.stream().mapToLong(HostSample::size).sum();
  }
}
