package dev.headroom.app.option;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Option for settings that override those of a scenario, whether it comes from a file or from a
 * command.
 */
public final class SettingArguments {
  @Option(names = "--seed", paramLabel = "N", description = "Seed of all random draws (run.seed).")
  private @Nullable Long seed;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Set any key of a scenario file, such as congestion.kmin=100KB.")
  private List<String> sets = new ArrayList<>();

  /** All that is laid over it, as {@code key=value}. */
  public List<String> sets() {
    List<String> all = new ArrayList<>(sets);
    if (seed != null) {
      all.add("run.seed=" + seed);
    }
    return all;
  }
}
