package dev.headroom.formats.benchmark;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.TextLine;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of the JSON that nccl-tests writes with {@code -J FILE} (src/util.cu, versions 1 and 2 of
 * its format), with the keys of its table.
 */
public final class NcclTestsJson {
  private static final Pattern ROW = Pattern.compile("results\\|(\\d{1,5})");
  private static final Pattern SIDE =
      Pattern.compile("results\\|(\\d{1,5})\\|(out_of_place|in_place)");
  private static final Pattern DEVICE = Pattern.compile("config\\|devices\\|\\d{1,7}");
  private static final Pattern SETTING = Pattern.compile("([A-Z_][A-Z0-9_]{0,80})=(.*)");

  /** GPUs that one process may have here: more than any machine has. */
  private static final int MOST_OF_PROCESS = 128;

  private static final Map<String, String> CELLS =
      Map.of(
          "time", "time.us",
          "cpu_time", "time.us",
          "alg_bw", "algbw.gbytes",
          "bus_bw", "busbw.gbytes",
          "nwrong", "wrong");

  private NcclTestsJson() {}

  /** Says a member of an object or array again if it is of a table: {@code 0} of {@code args}. */
  public static void addNormalized(
      TextLine line, String path, String key, String value, FactSink sink) {
    Matcher row = ROW.matcher(path);
    Matcher side = SIDE.matcher(path);
    if (row.matches()) {
      String name =
          switch (key) {
            case "size" -> "size.bytes";
            case "redop" -> "operation";
            case "count", "type", "root" -> key;
            default -> "";
          };
      if (!name.isEmpty()) {
        sink.add(line, row(row.group(1)), name, value.strip());
      }
    } else if (side.matches()) {
      String cell = CELLS.get(key);
      if (cell != null && value.matches("[\\d.eE+-]{1,40}")) {
        sink.add(line, row(side.group(1)), side.group(2).replace('_', '-') + "." + cell, value);
      }
    } else if (path.equals("args") && key.equals("0") && value.contains("_perf")) {
      Subject test = new Subject(SubjectKind.MEASUREMENT, "nccl-tests at " + line.number());
      sink.add(line, test, "collective-test-starting", value.substring(value.lastIndexOf('/') + 1));
    } else if (path.equals("env")) {
      Matcher setting = SETTING.matcher(value);
      if (setting.matches()) {
        sink.add(line, new Subject(SubjectKind.ENV, setting.group(1)), "value", setting.group(2));
      }
    }
  }

  /**
   * Says ranks and their GPUs as the list above a table does. Of each process the file has the
   * first only; the others are on the devices after it.
   *
   * @param value what the object, or one that it is part of, has under a name; blank if none has
   */
  public static void ranks(TextLine line, String path, UnaryOperator<String> value, FactSink sink) {
    if (!DEVICE.matcher(path).matches() || value.apply("hostname").isEmpty()) {
      return;
    }
    int each = number(value.apply("nthreads"), 1) * number(value.apply("ngpus"), 1);
    int rank = number(value.apply("rank"), 0);
    int device = number(value.apply("device"), 0);
    for (int i = 0; i < Math.min(each, MOST_OF_PROCESS); i++) {
      sink.add(
          line,
          new Subject(SubjectKind.RANK, "test " + (rank + i)),
          "device",
          "Group %s Pid %s on %s device %d %s"
              .formatted(
                  value.apply("group"),
                  value.apply("pid"),
                  value.apply("hostname"),
                  device + i,
                  value.apply("device_info")));
    }
  }

  private static int number(String text, int otherwise) {
    return text.matches("\\d{1,6}") ? Integer.parseInt(text) : otherwise;
  }

  /** The whole file may stand in one line: names keep the rows in order. */
  private static Subject row(String number) {
    return new Subject(
        SubjectKind.MEASUREMENT, "nccl-tests result " + "0".repeat(5 - number.length()) + number);
  }
}
