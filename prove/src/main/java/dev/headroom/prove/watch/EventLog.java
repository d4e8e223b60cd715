package dev.headroom.prove.watch;

import dev.headroom.model.text.NamedOutput;
import dev.headroom.model.text.UserFile;
import dev.headroom.prove.alarm.Alarm;
import dev.headroom.prove.alarm.AlarmEvent;
import dev.headroom.prove.alarm.AlarmSeverity;
import dev.headroom.prove.alarm.Incident;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Log of alarms in a folder: {@code events.jsonl} holds what fired and cleared, a line each, for
 * ever; {@code drain.txt} the machines that should get no jobs now, with the reason, for schedulers
 * ({@code HOST ALARM: what is the matter}).
 */
public final class EventLog {
  private static final String EVENTS = "events.jsonl";
  private static final String DRAIN = "drain.txt";

  /** A bound on what is read of the log's end, bytes a line. */
  private static final int LONGEST_LINE = 2_000;

  private final Path folder;

  /** A log in a folder, which is made if it is not there. */
  public EventLog(Path folder) throws IOException {
    this.folder = Files.createDirectories(folder);
  }

  /** Adds what happened, and tells what is so now. */
  public synchronized void add(List<AlarmEvent> events, List<Incident> now) throws IOException {
    if (!events.isEmpty()) {
      write(
          folder.resolve(EVENTS),
          events.stream().map(WatchJson::line).collect(Collectors.joining()),
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    }
    Path fresh = folder.resolve(DRAIN + ".new");
    write(fresh, drain(now));
    Files.move(
        fresh,
        folder.resolve(DRAIN),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }

  /**
   * The last events of a folder, a line of JSON each; none if it has no log.
   *
   * @param most how many
   */
  public static List<String> last(Path folder, int most) throws IOException {
    Path file = folder.resolve(EVENTS);
    if (!Files.isRegularFile(file)) {
      return List.of();
    }
    long from = Math.max(0, Files.size(file) - (long) most * LONGEST_LINE);
    try (InputStream in = UserFile.open(file)) {
      in.skipNBytes(from);
      byte[] tail = in.readNBytes(most * LONGEST_LINE);
      List<String> lines = new String(tail, StandardCharsets.UTF_8).lines().toList();
      List<String> whole = from > 0 ? lines.subList(1, lines.size()) : lines;
      return whole.subList(Math.max(0, whole.size() - most), whole.size());
    }
  }

  private static void write(Path file, String text, OpenOption... options) throws IOException {
    try (OutputStream out = NamedOutput.open(file, file, options)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  /** Roots only: who is a victim of another machine must not be drained for it. */
  private static String drain(List<Incident> incidents) {
    return incidents.stream()
        .map(Incident::root)
        .filter(alarm -> alarm.rule().severity() == AlarmSeverity.CRITICAL)
        .map(EventLog::line)
        .sorted()
        .collect(Collectors.joining());
  }

  private static String line(Alarm alarm) {
    String text = alarm.text().replaceAll("\\p{Cntrl}", "?");
    return alarm.host() + " " + alarm.rule().name() + ": " + text + "\n";
  }
}
