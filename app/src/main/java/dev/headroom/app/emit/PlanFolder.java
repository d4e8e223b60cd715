package dev.headroom.app.emit;

import dev.headroom.app.files.FileManifest;
import dev.headroom.app.files.OutputFolder;
import dev.headroom.audit.emit.EmitPlan;
import dev.headroom.formats.AtomicWriter;
import dev.headroom.model.text.BadInputException;
import dev.headroom.model.text.ShellQuoting;
import dev.headroom.model.text.UserFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Folder of a plan. A plan replaces another one there only where nothing of worth is lost: steps
 * that were taken on devices keep their way back, and files that the user edited or added stay.
 */
public final class PlanFolder {
  /** Files of the plan with their sums. */
  static final String LIST = "SHA256SUMS";

  /** Notes of the playbook and of scripts: which steps were taken. */
  static final String STATE = "state";

  /** A sample that users fill in: theirs stays, and the new one gets another name. */
  private static final String INVENTORY = "inventory.yaml";

  private static final String SAMPLE = "inventory.sample.yaml";

  /** Two plans with the same one are the same. */
  private static final String PLAN = "plan.json";

  private static final long MOST_BYTES = 1 << 20;
  private static final int MOST_SHOWN = 4;

  /** Note of the playbook: a file for each step. */
  private static final Pattern OF_PLAYBOOK = Pattern.compile("(.+)\\.(\\d{3,})");

  /** Note of the playbook: a step whose check has passed. */
  private static final Pattern FINISHED = Pattern.compile(".+\\.\\d{3,}\\.done");

  /** Note of {@code run.sh}: the folders of the steps that it took, a line each. */
  private static final Pattern OF_SCRIPT = Pattern.compile("(.+)\\.script");

  private final Path path;
  private final SortedMap<String, String> documents;
  private final FileManifest next;
  private final FileManifest last;

  private PlanFolder(
      Path path, SortedMap<String, String> documents, FileManifest next, FileManifest last) {
    this.path = path;
    this.documents = documents;
    this.next = next;
    this.last = last;
  }

  /**
   * Looks at a folder before a plan is made; writes nothing.
   *
   * @param isReplaced whether an earlier plan may be replaced
   * @throws BadInputException if the folder has anything else, or a plan that has to stay
   */
  public static void check(Path path, boolean isReplaced) throws IOException {
    OutputFolder.check(path);
    boolean isPlan = Files.exists(path.resolve(LIST));
    if (!isPlan && !OutputFolder.isFree(path)) {
      throw new BadInputException(path + ": is not an empty folder; name another one");
    }
    if (isPlan && !isReplaced) {
      throw new BadInputException(
          path + ": has a plan already; name another folder, or add --replace");
    }
    refuseEdited(path, FileManifest.read(path.resolve(LIST)));
  }

  private static void refuseEdited(Path path, FileManifest manifest) throws IOException {
    List<String> edited =
        manifest.edited(path).stream().filter(name -> !name.equals(INVENTORY)).toList();
    if (!edited.isEmpty()) {
      throw new BadInputException(
          "%s: its plan would be replaced, and these files were edited since it was written: %s; move them to another folder, or delete them"
              .formatted(path, some(edited)));
    }
  }

  /**
   * Prepares the files of a plan; writes nothing.
   *
   * @param dropsTaken whether a plan may be replaced of which steps were taken
   * @throws BadInputException if the folder has edited files, or a plan with taken steps which is
   *     not the same as this one
   */
  public static PlanFolder prepare(Path path, EmitPlan plan, boolean dropsTaken)
      throws IOException {
    FileManifest last = FileManifest.read(path.resolve(LIST));
    SortedMap<String, String> documents = PlanDocuments.of(plan);
    if (Files.exists(path.resolve(INVENTORY))
        && (!last.names().contains(INVENTORY) || last.edited(path).contains(INVENTORY))
        && documents.containsKey(INVENTORY)) {
      documents.put(SAMPLE, documents.remove(INVENTORY));
    }
    Map<String, byte[]> bytes = new TreeMap<>();
    documents.forEach((name, text) -> bytes.put(name, text.getBytes(StandardCharsets.UTF_8)));
    PlanFolder folder = new PlanFolder(path, documents, FileManifest.of(bytes), last);
    refuseEdited(path, last);
    if (!folder.isSame() && !dropsTaken) {
      folder.refuseTaken();
    }
    List<String> foreign =
        documents.keySet().stream()
            .filter(name -> !folder.last.names().contains(name))
            .filter(name -> Files.exists(path.resolve(name)))
            .toList();
    if (!foreign.isEmpty()) {
      throw new BadInputException(
          "%s: the plan would write over files of somebody else: %s; move them to another folder"
              .formatted(path, some(foreign)));
    }
    return folder;
  }

  private void refuseTaken() throws IOException {
    Map<String, Set<String>> taken = taken();
    if (taken.isEmpty()) {
      return;
    }
    List<String> each = new ArrayList<>();
    taken.forEach((device, steps) -> each.add(device + ": " + String.join(", ", steps)));
    throw new BadInputException(
        """
        %s: steps of its plan were taken, and the way back would be lost: %s. Undo them first:
        %sor name another folder; or add --drop-taken, and lose the way back\
        """
            .formatted(path, some(each), String.join("", undo(taken.keySet()))));
  }

  /** Commands of the way back, a line each. */
  private List<String> undo(Set<String> devices) throws IOException {
    List<String> commands = new ArrayList<>();
    for (String device : devices) {
      if (Files.exists(path.resolve(STATE).resolve(device + ".script"))) {
        commands.add(
            "  sh %s --undo   (on %s)\n"
                .formatted(quoted("devices/" + device + "/run.sh"), device));
      }
    }
    if (notes().stream().anyMatch(note -> OF_PLAYBOOK.matcher(note).matches())) {
      commands.add(
          "  ansible-playbook -i %s %s\n".formatted(quoted("inventory.yaml"), quoted("undo.yaml")));
    }
    return commands;
  }

  private String quoted(String name) {
    return ShellQuoting.quote(path.resolve(name).toString());
  }

  private static String some(List<String> all) {
    return all.size() > MOST_SHOWN
        ? String.join(", ", all.subList(0, MOST_SHOWN - 1))
            + " and "
            + (all.size() - MOST_SHOWN + 1)
            + " more"
        : String.join(", ", all);
  }

  /** Steps that were taken, by device. */
  private Map<String, Set<String>> taken() throws IOException {
    Map<String, Set<String>> taken = new LinkedHashMap<>();
    for (String note : notes()) {
      Matcher playbook = OF_PLAYBOOK.matcher(note);
      Matcher script = OF_SCRIPT.matcher(note);
      if (playbook.matches()) {
        add(taken, playbook.group(1), String.valueOf(Integer.parseInt(playbook.group(2))));
      } else if (script.matches()) {
        UserFile.text(path.resolve(STATE).resolve(note), MOST_BYTES)
            .lines()
            .filter(line -> line.matches("\\d{3,}-.*"))
            .forEach(line ->
                add(
                    taken,
                    script.group(1),
                    String.valueOf(Integer.parseInt(line.substring(0, line.indexOf('-'))))));
      }
    }
    return taken;
  }

  private static void add(Map<String, Set<String>> taken, String device, String step) {
    taken.computeIfAbsent(device, _ -> new LinkedHashSet<>()).add("step " + step);
  }

  private List<String> notes() throws IOException {
    Path state = path.resolve(STATE);
    if (!Files.isDirectory(state)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(state)) {
      return all.map(each -> String.valueOf(each.getFileName()))
          .filter(note ->
              Stream.of(OF_PLAYBOOK, FINISHED, OF_SCRIPT)
                  .anyMatch(each -> each.matcher(note).matches()))
          .sorted()
          .toList();
    }
  }

  private boolean isSame() {
    return next.isSame(PLAN, last);
  }

  /** What the user should know of files that stay, a sentence each. */
  public List<String> hints() {
    return documents.containsKey(SAMPLE)
        ? List.of(
            "%s has your changes and stays; the new sample is %s"
                .formatted(path.resolve(INVENTORY), path.resolve(SAMPLE)))
        : List.of();
  }

  /** Writes the plan in place of an earlier one. A killed command leaves a list of both. */
  public void write() throws IOException {
    Path list = path.resolve(LIST);
    next.with(last).write(list);
    if (!isSame()) {
      for (String note : notes()) {
        Files.deleteIfExists(path.resolve(STATE).resolve(note));
      }
    }
    Set<String> kept = new HashSet<>(documents.keySet());
    kept.addAll(last.edited(path));
    last.delete(path, kept);
    for (Map.Entry<String, String> file : documents.entrySet()) {
      AtomicWriter.write(path.resolve(file.getKey()), file.getValue());
    }
    next.write(list);
  }
}
