package dev.headroom.formats.kernel;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.ContiguousReader;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.IgnoredLine;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of {@code df}: sizes of filesystems, in blocks or, with {@code -h}, in the unit that a
 * letter names. {@code /dev/shm} is what a container has for shared memory; its row is known
 * without the heading.
 */
public final class DfReader extends ContiguousReader {
  /** What {@code /dev/shm} is called among facts. */
  public static final Subject SHARED = new Subject(SubjectKind.ITEM, "shared memory");

  /** Of a filesystem: its size, 1024 bytes. */
  public static final String KIB = "kib";

  private static final String HEADING =
      "Filesystem\\s+(?:Type\\s+)?(Size|[1-9]\\d{0,5}[KMGB]?-blocks|Inodes)\\s+I?Used\\s+(?:Avail(?:able)?|IFree)\\s+(?:I?Use%|Capacity)\\s+Mounted on\\s*";
  private static final Pattern HEAD = Pattern.compile(HEADING);
  private static final String SIZE = "(\\d{1,20}(?:\\.\\d{1,3})?[KMGTPEk]?|-)";
  private static final Pattern ROW =
      Pattern.compile(
          "(\\S(?:.{0,250}\\S)??)\\s+(?:([a-z][a-z0-9._]{1,20})\\s+)?"
              + SIZE
              + "\\s+"
              + SIZE
              + "\\s+(-?\\d{1,20}(?:\\.\\d{1,3})?[KMGTPEk]?|-)\\s+(\\d{1,3}%|-)\\s+(/\\S.*?|/)\\s*");
  private static final String[] SIZES = {"", "used.", "free."};

  /** With these {@code -h}'s letters are powers of 1000. */
  private static final Pattern SI =
      Pattern.compile("df\\b.*\\s(?:-[a-zA-Z]*H[a-zA-Z]*|--si)(?:\\s.*)?");

  public DfReader() {
    super(
        FormatKind.of(
            "df",
            "sizes of filesystems, shared memory among them",
            "df -h, df -h /dev/shm, df -k /dev/shm",
            IgnoredLine.of(HEADING, "heading")));
  }

  @Override
  protected List<String> clues() {
    return List.of("Mounted on", "/dev/shm");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return text.startsWith("Filesystem")
        ? HEAD.matcher(text).matches() && ROW.matcher(document.text(at + 1)).matches()
        : text.contains("%") && isShared(ROW.matcher(text));
  }

  private static boolean isShared(Matcher row) {
    return row.matches() && row.group(7).equals("/dev/shm");
  }

  @Override
  protected boolean continues(TextLine line) {
    return line.text().contains("/") && ROW.matcher(line.text()).matches();
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    Matcher head = HEAD.matcher(block.first().text());
    String unit = head.matches() ? head.group(1) : "";
    int power = SI.matcher(block.command()).matches() ? 1000 : 1024;
    for (TextLine line : block) {
      Matcher row = ROW.matcher(line.text());
      if (row.matches()) {
        row(line, row, unit, power, sink);
      }
    }
  }

  private static void row(TextLine line, Matcher row, String unit, int power, FactSink sink) {
    String mount = row.group(7);
    Subject subject =
        mount.equals("/dev/shm") ? SHARED : new Subject(SubjectKind.ITEM, "filesystem " + mount);
    boolean inodes = unit.equals("Inodes");
    sink.add(line, subject, "filesystem", row.group(1));
    if (row.group(2) != null) {
      sink.add(line, subject, "filesystem.type", row.group(2));
    }
    for (int i = 0; i < SIZES.length; i++) {
      String size = row.group(3 + i);
      if (size.equals("-") || inodes) {
        sink.add(line, subject, SIZES[i] + (inodes ? "inodes" : "size"), size);
      } else {
        sink.add(line, subject, SIZES[i] + KIB, kib(size, unit, power));
      }
    }
    sink.add(
        line,
        subject,
        inodes ? "used.inodes.percent" : "used.percent",
        row.group(6).replace("%", ""));
    sink.add(line, subject, "mount", mount);
  }

  /** In whole KiB, rounded up as df rounds. */
  private static String kib(String size, String unit, int power) {
    int letter = "KMGTPE".indexOf(Character.toUpperCase(size.charAt(size.length() - 1)));
    BigDecimal number = new BigDecimal(letter < 0 ? size : size.substring(0, size.length() - 1));
    BigDecimal bytes =
        letter < 0
            ? number.multiply(block(unit))
            : number.multiply(BigDecimal.valueOf(power).pow(letter + 1));
    return bytes.divide(BigDecimal.valueOf(1024), 0, RoundingMode.CEILING).toPlainString();
  }

  /** Bytes of one block by the heading; without one, what df has where it is not told otherwise. */
  private static BigDecimal block(String unit) {
    if (unit.equals("Size")) {
      return BigDecimal.ONE;
    }
    String plain = unit.isEmpty() ? "1K" : unit.replace("-blocks", "");
    int letter = "BKMG".indexOf(plain.charAt(plain.length() - 1));
    String number = letter < 0 ? plain : plain.substring(0, plain.length() - 1);
    return new BigDecimal(number).multiply(BigDecimal.valueOf(1024).pow(Math.max(0, letter)));
  }
}
