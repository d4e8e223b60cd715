package dev.headroom.formats;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** A program that begins a file, a draft with a folder beside it and a folder, and never ends. */
final class DraftHolder {
  private DraftHolder() {}

  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[0]);
    AtomicWriter writer = AtomicWriter.open(folder.resolve("results.json"));
    writer.write("{");
    writer.flush();
    Path database = TemporaryFiles.newPath(folder.resolve("tables"));
    Files.writeString(database, "half");
    Path waiting = Path.of(database + ".tmp");
    Files.createDirectory(waiting);
    Files.writeString(waiting.resolve("1"), "half");
    Files.writeString(TemporaryFiles.folder("test").resolve("secret"), "half");
    System.out.println("begun");
    System.out.flush();
    Thread.sleep(Duration.ofMinutes(5));
    writer.close();
  }
}
