package dev.headroom.app.burnin;

import dev.headroom.app.input.UserTextReader;
import dev.headroom.prove.plan.BurnInPlan;
import dev.headroom.prove.plan.PlanFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Source of a plan: a file, with the scenario beside it. */
final class PlanSource {
  private PlanSource() {}

  static BurnInPlan read(Path file) throws IOException {
    return PlanFile.read(UserTextReader.read(file), file.toString(), name -> beside(file, name));
  }

  private static Optional<String> beside(Path file, String name) {
    Path other = file.resolveSibling(name);
    if (!Files.isRegularFile(other)) {
      return Optional.empty();
    }
    try {
      return Optional.of(UserTextReader.read(other));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
