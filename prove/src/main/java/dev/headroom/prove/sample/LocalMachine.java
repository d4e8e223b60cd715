package dev.headroom.prove.sample;

import dev.headroom.collect.allow.AllowList;
import dev.headroom.collect.machine.MachineView;
import dev.headroom.collect.machine.PathPattern;
import dev.headroom.model.text.FailureMessage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * This machine, or a folder that holds the files of one. In a folder the outputs of commands are
 * files {@code commands/LABEL}, as in what {@code headroom collect} writes.
 *
 * <p>A file that cannot be read is told once and not read again: with some drivers each try writes
 * a line into the kernel's log.
 */
public final class LocalMachine implements SampleSource {
  /** Most that is looked at of a file or an output, in bytes: the kernel's log is the longest. */
  private static final int MOST_BYTES = 4 << 20;

  private static final Duration COMMAND_LIMIT = Duration.ofSeconds(10);

  private final MachineView view;
  private final InstantSource clock;
  private final int seldomEvery;
  private final Set<String> refused = new HashSet<>();
  private final Map<String, String> seldomFiles = new TreeMap<>();
  private final Map<String, String> seldomOutputs = new LinkedHashMap<>();
  private List<String> paths = List.of();
  private List<String> interfaces = List.of();
  private int readings;

  /** A machine whose slow files and commands are taken every few readings. */
  public LocalMachine(MachineView view, InstantSource clock) {
    this(view, clock, SampledParts.SELDOM_EVERY);
  }

  /**
   * A machine.
   *
   * @param seldomEvery every how many readings slow files and commands are taken, at least 1
   */
  public LocalMachine(MachineView view, InstantSource clock, int seldomEvery) {
    this.view = view;
    this.clock = clock;
    this.seldomEvery = seldomEvery;
  }

  @Override
  public String host() {
    return view.host();
  }

  @Override
  public RawReading read() throws InterruptedException {
    List<RawReading.Refused> told = new ArrayList<>();
    if (readings++ % seldomEvery == 0) {
      paths = found(SampledParts.HOST.files());
      interfaces =
          PathPattern.matches(view.root(), SampledParts.INTERFACES).stream()
              .map(path -> view.root().relativize(path).getName(3).toString())
              .toList();
      seldomFiles.clear();
      take(found(SampledParts.HOST.seldomFiles()), seldomFiles, told);
      seldomOutputs.clear();
      run(SampledParts.HOST.seldomCommands(), seldomOutputs, told);
    }
    NavigableMap<String, String> files = new TreeMap<>(seldomFiles);
    take(paths, files, told);
    Map<String, String> outputs = new LinkedHashMap<>(seldomOutputs);
    run(SampledParts.HOST.commands(), outputs, told);
    return new RawReading(clock.instant(), files, outputs, told);
  }

  private List<String> found(List<String> patterns) {
    return patterns.stream()
        .flatMap(pattern -> PathPattern.matches(view.root(), pattern).stream())
        .filter(Files::isRegularFile)
        .map(path -> view.root().relativize(path).toString())
        .toList();
  }

  private void take(List<String> wanted, Map<String, String> files, List<RawReading.Refused> told) {
    for (String path : wanted) {
      if (refused.contains(path)) {
        continue;
      }
      try (InputStream in = Files.newInputStream(view.root().resolve(path))) {
        files.put(path, new String(in.readNBytes(MOST_BYTES), StandardCharsets.ISO_8859_1));
      } catch (NoSuchFileException _) {
        // A device went away: its series end, which is no failure to read it.
      } catch (IOException e) {
        refuse(path, FailureMessage.of(e), told);
      }
    }
  }

  private void refuse(String path, String why, List<RawReading.Refused> told) {
    if (refused.add(path)) {
      told.add(new RawReading.Refused(path, why));
    }
  }

  private void run(
      List<String> commands, Map<String, String> outputs, List<RawReading.Refused> told)
      throws InterruptedException {
    for (String command : commands) {
      String program = command.split(" ")[0];
      if (view.live() && !isInstalled(program)) {
        refuse(program, "is not installed", told); // once, and not for each interface
        continue;
      }
      List<String> each =
          command.contains("{net}")
              ? interfaces.stream().map(net -> command.replace("{net}", net)).toList()
              : List.of(command);
      for (String line : each) {
        if (!refused.contains(line)) {
          run(line, outputs, told);
        }
      }
    }
  }

  private static boolean isInstalled(String program) {
    return Stream.of(AllowList.PATH.split(":"))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  private void run(String line, Map<String, String> outputs, List<RawReading.Refused> told)
      throws InterruptedException {
    List<String> words = List.of(line.split(" "));
    if (!view.live()) {
      Path file = view.root().resolve("commands").resolve(AllowList.Asked.label(words));
      if (Files.isRegularFile(file)) {
        Map<String, String> taken = new TreeMap<>();
        take(List.of(view.root().relativize(file).toString()), taken, told);
        taken.values().forEach(text -> outputs.put(line, text));
      }
      return;
    }
    try {
      outputs.put(line, output(words));
    } catch (IOException e) {
      refuse(line, FailureMessage.of(e), told);
    }
  }

  /** What a command prints, without a shell, in English, with the paths that collecting uses. */
  private static String output(List<String> words) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(words);
    builder.redirectInput(Path.of("/dev/null").toFile());
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().clear();
    builder.environment().put("LC_ALL", "C");
    builder.environment().put("PATH", AllowList.PATH);
    Process process = builder.start();
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    Thread reader =
        Thread.ofVirtual()
            .start(() -> {
              try (InputStream in = process.getInputStream()) {
                text.writeBytes(in.readNBytes(MOST_BYTES));
              } catch (IOException e) {
                process.destroyForcibly(); // what it printed until then is no output
              }
            });
    try {
      if (!process.waitFor(COMMAND_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IOException("did not end within " + COMMAND_LIMIT.toSeconds() + " s");
      }
      reader.join();
      if (process.exitValue() != 0) {
        throw new IOException("ended with exit code " + process.exitValue());
      }
      return text.toString(StandardCharsets.ISO_8859_1);
    } finally {
      process.destroyForcibly();
    }
  }
}
