package dev.headroom.formats;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Identity of a process in a file name: its number, its start time, and its machine. The number
 * alone would fit whichever process has it next, and one of another machine or container that
 * shares the disk.
 *
 * @param pid its number
 * @param started clock ticks from boot to its start on Linux, elsewhere seconds since 1970
 * @param boot which start of the machine it belongs to, in hexadecimal digits
 * @param place the machine and the space of process numbers, in hexadecimal digits
 */
record ProcessIdentity(long pid, long started, String boot, String place) {
  static final ProcessIdentity CURRENT = own();

  private static final String FORM = "(\\d{1,18})-(\\d{1,18})-([0-9a-f]{8})-([0-9a-f]{8})";
  private static final Pattern TEXT = Pattern.compile(FORM);

  /** What stands after the name of the program in {@code /proc/PID/stat}, up to the start. */
  private static final int FIELDS_TO_START = 19;

  private static ProcessIdentity own() {
    long pid = ProcessHandle.current().pid();
    String machine =
        line("/etc/machine-id") + line("/proc/sys/kernel/hostname") + link("/proc/self/ns/pid");
    return new ProcessIdentity(
        pid,
        started(pid).orElse(0L),
        digits(line("/proc/sys/kernel/random/boot_id")),
        digits(machine));
  }

  /** The process that a text stands for; empty if it stands for none. */
  static Optional<ProcessIdentity> read(String text) {
    Matcher parts = TEXT.matcher(text);
    return parts.matches()
        ? Optional.of(
            new ProcessIdentity(
                Long.parseLong(parts.group(1)),
                Long.parseLong(parts.group(2)),
                parts.group(3),
                parts.group(4)))
        : Optional.empty();
  }

  /** Whether it is surely over: of a process of another machine nobody here knows. */
  boolean hasExited() {
    return place.equals(CURRENT.place)
        && (!boot.equals(CURRENT.boot) || started(pid).stream().noneMatch(at -> at == started));
  }

  private static Optional<Long> started(long pid) {
    Path stat = Path.of("/proc/" + pid + "/stat");
    if (!Files.isDirectory(Path.of("/proc/self"))) {
      return ProcessHandle.of(pid)
          .map(it -> it.info().startInstant().map(Instant::getEpochSecond).orElse(0L));
    }
    try {
      String line = Files.readString(stat);
      String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ");
      boolean over =
          fields[0].equals("Z") || fields[0].equals("X"); // nobody has asked how it ended
      return over ? Optional.empty() : Optional.of(Long.parseLong(fields[FIELDS_TO_START]));
    } catch (IOException e) {
      return Optional.empty(); // it is gone
    }
  }

  private static String line(String file) {
    try {
      return Files.readString(Path.of(file)).strip();
    } catch (IOException e) {
      return ""; // not every system has it
    }
  }

  private static String link(String file) {
    try {
      return Files.readSymbolicLink(Path.of(file)).toString();
    } catch (IOException | UnsupportedOperationException e) {
      return ""; // not every system has it
    }
  }

  private static String digits(String text) {
    return "%08x".formatted(text.hashCode());
  }

  @Override
  public String toString() {
    return pid + "-" + started + "-" + boot + "-" + place;
  }
}
