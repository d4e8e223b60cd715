package dev.headroom.collect.machine;

import dev.headroom.collect.allow.AllowList;
import dev.headroom.collect.allow.AllowList.Asked;
import dev.headroom.collect.allow.AllowList.Taken;
import dev.headroom.collect.redact.Redaction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Plan of a collection on one machine: every file and every command of an allow-list, before any is
 * read or run.
 *
 * @param links lines {@code PATH -> TARGET} of symbolic links
 * @param files files
 * @param counters files that are read once per sample
 * @param counterCommands commands that are run once per sample
 * @param commands commands
 * @param absent tools that are not here
 * @param unreadable paths that only root may read
 * @param rootOnly what being root would add
 */
public record CollectionPlan(
    List<String> links,
    List<FileToTake> files,
    List<FileToTake> counters,
    List<CommandToRun> counterCommands,
    List<CommandToRun> commands,
    NavigableSet<String> absent,
    NavigableSet<String> unreadable,
    Set<String> rootOnly) {

  /**
   * A file.
   *
   * @param from where it is
   * @param path its name in the bundle
   */
  public record FileToTake(Path from, String path, Optional<Redaction> redaction) {}

  /**
   * A command.
   *
   * @param program the file that is run
   * @param words the command as it is on the list
   * @param path the name of its output in the bundle
   * @param seconds most that it may take
   */
  public record CommandToRun(
      Path program, List<String> words, String path, Optional<Redaction> redaction, int seconds) {
    /** The command as a person would type it. */
    public String line() {
      return String.join(" ", words);
    }
  }

  /** The name of a scratch folder in commands; whoever runs them puts the folder in its place. */
  static final String SCRATCH = "{scratch}";

  /**
   * Looks at what is there.
   *
   * @param fabric names of commands that are run only if asked for
   */
  public static CollectionPlan of(AllowList list, MachineView place, Set<String> fabric) {
    return new Maker(list, place, fabric).plan();
  }

  private static final class Maker {
    /** A value that goes into a command: a plain name and nothing else. */
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_:][A-Za-z0-9_.:-]*");

    private final AllowList list;
    private final MachineView place;
    private final Set<String> fabric;
    private final NavigableSet<String> absent = new TreeSet<>();
    private final NavigableSet<String> unreadable = new TreeSet<>();
    private final Set<String> rootAdds = new LinkedHashSet<>();

    Maker(AllowList list, MachineView place, Set<String> fabric) {
      this.list = list;
      this.place = place;
      this.fabric = fabric;
    }

    CollectionPlan plan() {
      List<FileToTake> counters = files(list.secondSample().counters());
      List<CommandToRun> counterCommands = new ArrayList<>();
      list.secondSample()
          .counterCommands()
          .forEach(asked -> add(asked, AllowList.COMMAND_SECONDS, counterCommands));
      List<CommandToRun> commands = new ArrayList<>();
      List<FileToTake> files = files(list.paths().files());
      list.commands().forEach(asked -> add(asked, AllowList.COMMAND_SECONDS, commands));
      list.fabric().stream()
          .filter(asked -> fabric.contains(asked.name()))
          .forEach(asked -> add(asked, AllowList.FABRIC_SECONDS, commands));
      return new CollectionPlan(
          links(), files, counters, counterCommands, commands, absent, unreadable, rootAdds);
    }

    private List<String> links() {
      List<String> links = new ArrayList<>();
      for (String pattern : list.paths().links()) {
        for (Path link : PathPattern.matches(place.root(), pattern)) {
          if (Files.isSymbolicLink(link)) {
            try {
              links.add(
                  "/" + place.root().relativize(link) + " -> " + Files.readSymbolicLink(link));
            } catch (IOException e) {
              unreadable.add("/" + place.root().relativize(link));
            }
          }
        }
      }
      return links;
    }

    private List<FileToTake> files(List<Taken> wanted) {
      List<FileToTake> files = new ArrayList<>();
      for (Taken taken : wanted) {
        String folder = taken.folder();
        if (folder.equals("/proc/self")) {
          if (place.live()) {
            add(taken, Path.of("/proc/" + place.self()), "proc/self", files);
          }
        } else if (folder.startsWith("~")) {
          if (place.live()) {
            add(taken, Path.of(place.home() + folder.substring(1)), "home", files);
          }
        } else {
          for (Path dir : PathPattern.matches(place.root(), folder)) {
            if (Files.isDirectory(dir) && inside(dir)) {
              add(taken, dir, place.root().relativize(dir).toString(), files);
            }
          }
        }
      }
      return files;
    }

    private void add(Taken taken, Path dir, String path, List<FileToTake> files) {
      boolean kernels = path.startsWith("sys/") || path.startsWith("proc/");
      for (String name : taken.names()) {
        for (Path file : PathPattern.matches(dir, name)) {
          boolean link = Files.isSymbolicLink(file);
          if (!Files.isRegularFile(file) || (link && (!kernels || !place.live()))) {
            continue;
          }
          String to = path + "/" + file.getFileName();
          if (Files.isReadable(file)) {
            files.add(
                new FileToTake(file, to, taken.redaction().map(list.screen().redactions()::get)));
          } else {
            unreadable.add("/" + to);
            taken.root().ifPresent(rootAdds::add);
          }
        }
      }
    }

    /** A file of a mounted machine lies in it; the kernel's own links stay within its trees. */
    private boolean inside(Path dir) {
      try {
        return place.live() || dir.toRealPath().startsWith(place.root());
      } catch (IOException e) {
        return false;
      }
    }

    private void add(Asked asked, int seconds, List<CommandToRun> commands) {
      if (!place.live()) {
        return;
      }
      Optional<Path> program = program(asked.words().getFirst());
      if (program.isEmpty()) {
        if (asked.each().isEmpty() || !values(asked.each().get()).isEmpty()) {
          absent.add(asked.words().getFirst());
        }
        return;
      }
      for (String value : asked.each().map(this::values).orElse(List.of(""))) {
        if (place.user() != 0) {
          asked.root().ifPresent(rootAdds::add);
        }
        List<String> words = asked.with(value, SCRATCH);
        commands.add(
            new CommandToRun(
                program.get(),
                words,
                "commands/" + Asked.label(asked.with(value, "scratch")),
                asked.redaction().map(list.screen().redactions()::get),
                seconds));
      }
    }

    private List<String> values(String each) {
      String pattern = list.paths().each().getOrDefault(each, "");
      int depth =
          (int) pattern.substring(0, pattern.indexOf('*')).chars().filter(c -> c == '/').count();
      return PathPattern.matches(place.root(), pattern).stream()
          .map(path -> place.root().relativize(path).getName(depth - 1).toString())
          .filter(value -> PLAIN.matcher(value).matches())
          .toList();
    }

    private static Optional<Path> program(String name) {
      for (String folder : AllowList.PATH.split(":")) {
        Path file = Path.of(folder, name);
        if (Files.isRegularFile(file) && Files.isExecutable(file)) {
          return Optional.of(file);
        }
      }
      return Optional.empty();
    }
  }
}
