package dev.headroom.tune.engine;

import dev.headroom.model.text.ShellQuoting;

/**
 * Part of a task's shell script that runs the shard {@code $shard}: again after a crash, so that
 * the trial which causes it gets its row. A signal to the shell ends the program in an orderly way.
 *
 * <p>It leaves the exit code in {@code $code}, and the name of the signal in {@code $end}.
 */
final class ShardLoop {
  private ShardLoop() {}

  /**
   * The text.
   *
   * @param program Headroom's command
   * @param out the sweep's folder as the task sees it
   * @param after {@code --after-crash} or a variable with it, for the first time
   */
  static String text(
      ShardTasks tasks, TaskLimits limits, String program, String out, String after) {
    return """
    after=%s end='' crashes=0
    trap 'end=USR1; kill "$child" 2>/dev/null' USR1
    trap 'end=TERM; kill "$child" 2>/dev/null' TERM
    while :; do
      %s sweep run --shard "$shard" --out %s --workers %d $after &
      child=$!
      [ -z "$end" ] || kill "$child" 2>/dev/null # the signal came before the program was there
      wait "$child"
      code=$?
      while kill -0 "$child" 2>/dev/null; do # a signal ended the waiting, not the program
        wait "$child"
        code=$?
      done
      # Above 128 a signal ended the program: a crash, unless it was told to end.
      [ "$code" -gt 128 ] && [ -z "$end" ] && [ "$crashes" -lt %d ] || break
      crashes=$((crashes + 1))
      after=--after-crash
    done
    """
        .formatted(
            after,
            ShellQuoting.word(program),
            ShellQuoting.word(out),
            limits.cpus(),
            CrashGuard.mostCrashes(tasks.longest()));
  }
}
