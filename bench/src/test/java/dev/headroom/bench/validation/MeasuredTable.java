package dev.headroom.bench.validation;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What somebody has published of an all-reduce of nccl-tests or rccl-tests: sizes and times, out of
 * place unless the source says otherwise.
 *
 * @param id the file's name
 * @param title whose machines
 * @param cluster as {@code workload.machine} names them
 * @param machines how many
 * @param gpusPerThread how many GPUs a thread of the program calls for
 * @param source where it stands
 */
record MeasuredTable(
    String id,
    String title,
    String cluster,
    int machines,
    int gpusPerThread,
    String source,
    List<Row> rows) {
  /** Of each size the time in microseconds. */
  record Row(long bytes, double us) {}

  static MeasuredTable read(String id) {
    String name = "measured/" + id + ".tsv";
    try (InputStream in = MeasuredTable.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalArgumentException(name + " is not there");
      }
      return parse(id, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static MeasuredTable parse(String id, String text) {
    Map<String, String> says = new HashMap<>();
    List<Row> rows = new ArrayList<>();
    for (String line : text.lines().toList()) {
      if (line.startsWith("# ")) {
        int colon = line.indexOf(": ");
        says.put(line.substring(2, colon), line.substring(colon + 2));
      } else if (!line.startsWith("bytes")) {
        String[] cells = line.split("\t");
        rows.add(new Row(Long.parseLong(cells[0]), Double.parseDouble(cells[1])));
      }
    }
    return new MeasuredTable(
        id,
        said(says, "table"),
        said(says, "cluster"),
        Integer.parseInt(said(says, "machines")),
        Integer.parseInt(said(says, "thread")),
        said(says, "source"),
        rows);
  }

  private static String said(Map<String, String> says, String key) {
    String value = says.get(key);
    if (value == null) {
      throw new IllegalArgumentException("no line of " + key);
    }
    return value;
  }
}
