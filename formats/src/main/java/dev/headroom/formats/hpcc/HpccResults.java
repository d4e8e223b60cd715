package dev.headroom.formats.hpcc;

import dev.headroom.formats.ProblemCollector;
import dev.headroom.formats.TextWord;
import dev.headroom.formats.WordReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Reader of the HPCC simulator's results, for comparison with Headroom's. */
public final class HpccResults {
  private HpccResults() {}

  /** The flows of a {@code fct.txt}, in order of completion. */
  public static List<HpccFct> fct(Path file) throws IOException {
    return read(
        file,
        8,
        2,
        f ->
            new HpccFct(
                HpccAddress.node((int) f[0]),
                HpccAddress.node((int) f[1]),
                (int) f[2],
                (int) f[3],
                f[4],
                f[5],
                f[6],
                f[7]));
  }

  /** The frames of a {@code pfc.txt}, in time order. */
  public static List<HpccPfcEvent> pfc(Path file) throws IOException {
    return read(
        file, 5, 0, f -> new HpccPfcEvent(f[0], (int) f[1], f[2] == 1, (int) f[3] - 1, f[4] == 1));
  }

  /** The ports of a {@code ports.txt}. */
  public static List<HpccPortBytes> ports(Path file) throws IOException {
    return read(file, 4, 0, f -> new HpccPortBytes((int) f[0], (int) f[1] - 1, f[2], f[3]));
  }

  /** The ports of a {@code qmax.txt}. */
  public static List<HpccQueuePeak> peaks(Path file) throws IOException {
    return read(file, 3, 0, f -> new HpccQueuePeak((int) f[0], (int) f[1] - 1, f[2]));
  }

  /**
   * Reads rows of whole numbers; lines that begin with # are comments.
   *
   * @param columns numbers on each line
   * @param hexadecimal how many of the first columns are in base 16
   * @throws dev.headroom.formats.FormatException if a line is not of that shape
   */
  private static <T> List<T> read(Path file, int columns, int hexadecimal, Function<long[], T> row)
      throws IOException {
    ProblemCollector problems = new ProblemCollector();
    List<T> rows = new ArrayList<>();
    int line = 0;
    for (String text : WordReader.text(file).lines().toList()) {
      line++;
      if (text.isBlank() || text.startsWith("#")) {
        continue;
      }
      String[] fields = text.strip().split("\\s+");
      long[] numbers = new long[columns];
      boolean good = fields.length == columns;
      for (int i = 0; good && i < columns; i++) {
        boolean hex = i < hexadecimal;
        good = fields[i].matches(hex ? "[0-9a-fA-F]{1,8}" : "[0-9]{1,18}");
        numbers[i] = good ? Long.parseLong(fields[i], hex ? 16 : 10) : 0;
      }
      if (good) {
        rows.add(row.apply(numbers));
      } else {
        problems.error(
            file,
            new TextWord(text, line, 1),
            "",
            "expected a row of " + columns + " whole numbers",
            "");
      }
    }
    problems.throwIfFailed();
    return rows;
  }
}
