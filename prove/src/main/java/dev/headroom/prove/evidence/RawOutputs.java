package dev.headroom.prove.evidence;

import dev.headroom.model.text.NamedOutput;
import dev.headroom.model.text.UserFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Outputs of tools beside the evidence, each under the SHA-256 of its bytes. */
public final class RawOutputs {
  private static final String FOLDER = "raw";

  private final Path folder;

  /**
   * @param run folder of the run
   */
  public RawOutputs(Path run) {
    folder = run.resolve(FOLDER);
  }

  /** Keeps an output and returns its name; an empty output has none. */
  public String keep(byte[] output) throws IOException {
    if (output.length == 0) {
      return "";
    }
    String name = Sha256.of(output);
    Path file = folder.resolve(name);
    if (!Files.exists(file)) {
      Files.createDirectories(folder);
      Path draft = folder.resolve(name + ".part");
      try (OutputStream out = NamedOutput.open(draft, file)) {
        out.write(output);
      }
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    }
    return name;
  }

  /**
   * Checks an output.
   *
   * @throws EvidenceException if it is gone or was changed
   */
  public void check(String name) throws IOException {
    if (name.isEmpty()) {
      return;
    }
    try {
      if (!name.matches("[0-9a-f]{64}")
          || !Sha256.of(UserFile.bytes(folder.resolve(name), UserFile.MOST_BY_PROGRAM))
              .equals(name)) {
        throw new EvidenceException("the output raw/" + name + " was changed");
      }
    } catch (NoSuchFileException _) {
      throw new EvidenceException("the output raw/" + name + " is gone");
    }
  }
}
