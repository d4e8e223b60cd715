package dev.headroom.app.option;

import dev.headroom.app.show.MachineFiles;
import dev.headroom.app.show.ServerActivity;
import dev.headroom.formats.AtomicWriter;
import dev.headroom.model.server.Server;
import dev.headroom.model.text.BadInputException;
import dev.headroom.model.text.UserFile;
import dev.headroom.unit.CountedNoun;
import dev.headroom.unit.Time;
import dev.headroom.unit.UnitException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** Options for the files of a server: where they go, and how long its job has run. */
public final class SysfsArguments {
  /** File that marks a folder as written here; it has the name of the server. */
  private static final String MARK = "headroom-show.txt";

  private static final int MOST_MARK = 4096;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "DIR",
      description =
          "With --as sysfs: write the files into DIR, for headroom watch --root DIR. The same "
              + "server may be written there again.")
  private Optional<Path> out = Optional.empty();

  @Option(
      names = "--for",
      paramLabel = "TIME",
      description =
          "With --as sysfs: counters of a job that repeats the run for TIME, such as 30s. "
              + "Default: one run.")
  private Optional<String> lasts = Optional.empty();

  /** Refuses them for another tool. */
  public void checkUnused(String tool) {
    if (out.isPresent() || lasts.isPresent()) {
      throw new BadInputException(
          "--out and --for apply only to --as sysfs, not to %s".formatted(tool));
    }
  }

  /** Refuses values that are none, and a folder with other files, before anything runs. */
  public void check(Server server) throws IOException {
    lastsPs();
    if (out.isEmpty() || !Files.exists(out.get())) {
      return;
    }
    Path folder = out.get();
    if (!Files.isDirectory(folder)) {
      throw new BadInputException("--out " + folder + ": is a file; a folder is needed");
    }
    Path mark = folder.resolve(MARK);
    boolean same =
        Files.isRegularFile(mark) && UserFile.anyText(mark, MOST_MARK).equals(mark(server));
    try (Stream<Path> inside = Files.list(folder)) {
      if (!same && inside.findAny().isPresent()) {
        throw new BadInputException(
            "--out %s: has other files than those of %s; name a new folder"
                .formatted(folder, server.name()));
      }
    }
  }

  private static String mark(Server server) {
    return server.name() + "\n";
  }

  private Optional<Time> lastsPs() {
    try {
      return lasts.map(Time::parse);
    } catch (UnitException e) {
      throw new BadInputException("--for: " + e.getMessage(), e);
    }
  }

  /** When the job is looked at, in picoseconds: at the end of a run, or of all that are asked. */
  public long endPs(long runPs) {
    Optional<Time> all = lastsPs();
    if (all.isPresent() && all.get().ps() < Math.max(1, runPs)) {
      throw new BadInputException(
          "--for %s: is shorter than one run, which takes %s; set run.stop to end it before"
              .formatted(all.get(), new Time(runPs)));
    }
    return all.map(Time::ps).orElse(runPs);
  }

  /** What whole runs that fit into the time have counted. */
  public ServerActivity activity(ServerActivity one, long runPs) {
    return one.times(Math.max(1, endPs(runPs) / Math.max(1, runPs)));
  }

  /** The files as text, or, written, how many they are. */
  public String print(Server server, ServerActivity run) throws IOException {
    Map<String, String> files = MachineFiles.of(server, run);
    if (out.isEmpty()) {
      return MachineFiles.print(files);
    }
    Path folder = out.get();
    AtomicWriter.write(folder.resolve(MARK), mark(server));
    for (Map.Entry<String, String> file : files.entrySet()) {
      AtomicWriter.write(folder.resolve(file.getKey()), file.getValue());
    }
    return "%s of %s in %s\n"
        .formatted(CountedNoun.of(files.size(), "file"), server.name(), folder);
  }
}
