package dev.headroom.collect.machine;

import dev.headroom.collect.allow.AllowList;
import dev.headroom.collect.machine.CollectionPlan.FileToTake;
import dev.headroom.collect.redact.Redaction;
import dev.headroom.formats.TemporaryFiles;
import dev.headroom.formats.fact.SecretTable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Collector of the data that an allow-list names from a machine; it leaves nothing behind. The
 * script that {@link dev.headroom.collect.script.ShellScript} writes does the same, and a test
 * holds both to it.
 */
public final class MachineCollector {
  /** Most that is taken of one file, in bytes; what the kernel shows of itself is far smaller. */
  private static final int MOST_BYTES = 16 << 20;

  private static final Pattern EMPTY_GID =
      Pattern.compile("0000:0000:0000:0000:0000:0000:0000:0000\\s*");

  /** How progress begins that tells of a time without work. */
  public static final String WAITING = "waiting ";

  private final AllowList list;
  private final MachineView place;
  private final String version;
  private final Consumer<String> progress;
  private final NavigableMap<String, byte[]> files = new TreeMap<>();
  private final List<CommandResult> ran = new ArrayList<>();
  private final List<String> withheld = new ArrayList<>();
  private final StringBuilder samples = new StringBuilder();

  /**
   * A collector.
   *
   * @param version of Headroom, written into the bundle
   * @param progress told what is being done
   */
  public MachineCollector(
      AllowList list, MachineView place, String version, Consumer<String> progress) {
    this.list = list;
    this.place = place;
    this.version = version;
    this.progress = progress;
  }

  /**
   * Takes everything.
   *
   * @param fabric names of commands that are run only if asked for
   * @param samples 1, or 2 to read counters twice
   * @param interval time between the two; a thread that is interrupted meanwhile has the first
   * @throws IOException if no scratch folder can be made
   */
  public CollectedData collect(Set<String> fabric, int samples, Duration interval)
      throws IOException, InterruptedException {
    Instant started = Instant.now();
    CollectionPlan plan = CollectionPlan.of(list, place, fabric);
    Path scratch = TemporaryFiles.folder("collect");
    try {
      sample(1);
      takeAll(plan.counters(), "");
      run(plan.counterCommands(), scratch, "");
      takeAll(plan.files(), "");
      run(plan.commands(), scratch, "");
      if (samples > 1) {
        progress.accept(WAITING + interval.toSeconds() + " s for the second sample");
        if (!waited(interval)) {
          return collected(plan, started);
        }
        sample(2);
        takeAll(plan.counters(), "samples/2/");
        run(plan.counterCommands(), scratch, "samples/2/");
      }
    } finally {
      TemporaryFiles.remove(scratch);
    }
    return collected(plan, started);
  }

  private CollectedData collected(CollectionPlan plan, Instant started) {
    put("headroom/links", String.join("\n", plan.links()) + (plan.links().isEmpty() ? "" : "\n"));
    put("headroom/environment", environment());
    put("headroom/samples", this.samples.toString());
    files.values().removeIf(bytes -> bytes.length == 0);
    put("headroom/manifest", manifest(plan, started));
    files.replaceAll(MachineCollector::withoutSecrets);
    return new CollectedData(place.host(), files, plan, ran, withheld);
  }

  /** False if it was told to end: what was taken until then is whole. */
  private static boolean waited(Duration interval) {
    try {
      Thread.sleep(interval);
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }

  private void put(String path, String text) {
    files.put(path, text.getBytes(StandardCharsets.ISO_8859_1));
  }

  private void takeAll(List<FileToTake> wanted, String folder) {
    for (FileToTake file : wanted) {
      byte[] bytes;
      try (InputStream in = Files.newInputStream(file.from())) {
        bytes = in.readNBytes(MOST_BYTES);
      } catch (IOException e) {
        // The kernel refuses single values (an empty slot, a port that is down): there is no value.
        continue;
      }
      Optional<byte[]> kept =
          file.redaction()
              .map(redaction -> Latin1Text.redacted(redaction, bytes))
              .orElse(Optional.of(bytes));
      if (kept.isEmpty()) {
        withheld.add("/" + file.path());
      } else if (!emptySlot(file.path(), kept.get())) {
        files.put(folder + file.path(), kept.get());
      }
    }
  }

  /**
   * Contents without the secrets of the table. A PCI device's configuration space is not text; of a
   * driver's parameter with the name of a secret nothing is kept.
   */
  private static byte[] withoutSecrets(String path, byte[] bytes) {
    String name = path.substring(path.lastIndexOf('/') + 1);
    if (name.equals("config")) {
      return bytes;
    }
    if (path.contains("/parameters/") && SecretTable.isSecretName(name)) {
      return (Redaction.REMOVED + "\n").getBytes(StandardCharsets.ISO_8859_1);
    }
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    String masked = SecretTable.mask(text);
    return masked.equals(text)
        ? bytes
        : (masked + (masked.endsWith("\n") ? "" : "\n")).getBytes(StandardCharsets.ISO_8859_1);
  }

  private static boolean emptySlot(String path, byte[] value) {
    return value.length < 64
        && path.startsWith("sys/class/infiniband/")
        && path.contains("/gids/")
        && EMPTY_GID.matcher(new String(value, StandardCharsets.ISO_8859_1)).matches();
  }

  private void run(List<CollectionPlan.CommandToRun> commands, Path scratch, String folder)
      throws IOException, InterruptedException {
    for (CommandResult each : CommandRunner.run(commands, scratch, progress)) {
      CommandResult kept =
          new CommandResult(
              each.line(), folder + each.path(), each.status(), each.time(), each.output());
      files.put(kept.path(), kept.output());
      ran.add(kept);
    }
  }

  private void sample(int number) {
    String uptime = MachineView.firstLine(Path.of("/proc/uptime"));
    samples
        .append(number)
        .append('\t')
        .append(Instant.now().getEpochSecond())
        .append('\t')
        .append(uptime.isEmpty() ? "0.00" : uptime.split(" ")[0])
        .append('\t')
        .append(MachineView.firstLine(place.root().resolve("proc/sys/kernel/random/boot_id")))
        .append('\n');
  }

  private String environment() {
    Pattern keep = Pattern.compile(list.environmentPattern());
    Pattern never = Pattern.compile(list.screen().never());
    Pattern plain = Pattern.compile(list.plainVariablePattern());
    StringBuilder text = new StringBuilder();
    place.environment().entrySet().stream()
        .sorted(Comparator.comparing(entry -> entry.getKey() + "="))
        .map(entry -> (entry.getKey() + "=" + entry.getValue()).lines().findFirst().orElse(""))
        .filter(line -> keep.matcher(line).find() && !never.matcher(line).find())
        .map(line ->
            plain.matcher(line).find()
                ? line
                : line.substring(0, line.indexOf('=') + 1) + Redaction.REMOVED)
        .forEach(line -> text.append(line).append('\n'));
    return text.toString();
  }

  /** Names of variables that would be taken. */
  public List<String> environmentNames() {
    return environment().lines().map(line -> line.substring(0, line.indexOf('='))).toList();
  }

  private String manifest(CollectionPlan plan, Instant started) {
    TreeSet<String> lines = new TreeSet<>();
    lines.add("bundle\t1");
    lines.add("list\t" + list.name());
    lines.add("by\tjava " + version);
    lines.add("host\t" + place.host());
    lines.add("user\t" + place.user());
    lines.add("root\t" + place.root());
    lines.add("started\t" + started.getEpochSecond());
    lines.add("ended\t" + Instant.now().getEpochSecond());
    plan.absent().forEach(tool -> lines.add("absent\t" + tool));
    plan.unreadable().forEach(path -> lines.add("unreadable\t" + path));
    withheld.forEach(path -> lines.add("withheld\t" + path));
    for (CommandResult each : ran) {
      lines.add(
          String.join(
              "\t",
              "command",
              each.path(),
              String.valueOf(each.status()),
              each.seconds(),
              each.line()));
    }
    return String.join("\n", lines) + "\n";
  }
}
