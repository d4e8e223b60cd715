package dev.headroom.release;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Start-up caches of an installation: its own Java machine runs the trial runs, by the launcher's
 * own script. The folder may be moved afterwards.
 */
final class StartupCaches {
  private static final String SCRIPT =
      """
      set -eu
      attend() { "$@"; }
      . "$launcher/start"
      for purpose in run read; do train "$purpose" "$root"; done
      """;

  private StartupCaches() {}

  static void train(ReleaseInputs inputs, Path folder) throws IOException, InterruptedException {
    Path app = folder.resolve("lib/app");
    Commands.run(
        folder,
        Map.of(
            "java", folder.resolve("lib/runtime/bin/java").toString(),
            "app", app.toString(),
            "launcher", folder.resolve("lib/launcher").toString(),
            "caches", app + "/",
            "root", inputs.root().toString()),
        List.of("/bin/sh", "-c", SCRIPT));
    for (String purpose : List.of("run", "read")) {
      Path cache = app.resolve(purpose + ".aot");
      if (Files.size(cache) == 0) {
        throw new IOException("the Java machine made no start-up cache " + cache.getFileName());
      }
    }
  }
}
