package dev.headroom.prove.run;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;

/** Shells on hosts: each is given a script, and answers with what that printed. */
public interface HostShells {
  /**
   * Runs a script on each of some hosts at the same time.
   *
   * @param scripts by host, for {@code sh -s}
   * @param limit longest time
   * @return an answer for each host
   * @throws InterruptedException if the thread was interrupted; the scripts are ended then
   */
  Map<String, Answer> run(Map<String, String> scripts, Duration limit)
      throws IOException, InterruptedException;

  /**
   * What a host answered.
   *
   * @param output what its script printed
   * @param problem why there is none; empty if the script ended by itself with 0
   */
  record Answer(String output, String problem) {}
}
