package dev.headroom.formats.nvidia;

import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.TextLine;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of {@code dcgmi diag -j}: a list of categories, each a list of tests, each a list of
 * results. A result is for a list of GPUs up to DCGM 3 and for one device since. Within each object
 * names come in the order of the alphabet, so that what it is about stands before what was found
 * (NVIDIA/DCGM, nvvs/include/NvvsJsonStrings.h).
 */
public final class DcgmDiagJson {
  private static final Pattern PART =
      Pattern.compile(
          "(DCGM (?:GPU )?Diagnostic\\|test_categories\\|\\d{1,4}\\|tests\\|\\d{1,4})\\|(?:results\\|\\d{1,4}|(test_summary))(\\|warnings(?:\\|\\d{1,4})?)?");

  private DcgmDiagJson() {}

  /** The object of the test that a path lies in, if it lies in a result of one. */
  public static Optional<String> test(String path) {
    Matcher part = PART.matcher(path);
    return part.matches() ? Optional.of(part.group(1)) : Optional.empty();
  }

  /** What says of which device a path within a result is: the path of the result. */
  public static String result(String path) {
    int warnings = path.indexOf("|warnings");
    return warnings < 0 ? path : path.substring(0, warnings);
  }

  /** {@code GPU 1}; blank where it is all of them, or none. */
  public static String device(String group, String number, String numbers) {
    String one = number.isEmpty() ? numbers : number;
    boolean several = !one.matches("\\d{1,4}");
    return several ? "" : (group.isEmpty() ? "GPU" : group) + " " + one;
  }

  /** A value of a result, or of a warning in it. */
  public static void addResult(
      TextLine line,
      String path,
      String test,
      String device,
      String key,
      String value,
      FactSink sink) {
    Matcher part = PART.matcher(path);
    if (!part.matches() || value.matches("\\{\\.\\.\\.}|\\[\\.\\.\\.]")) {
      return;
    }
    var subject = new DcgmTest(test, device).subject();
    boolean warning = part.group(3) != null;
    if (!warning && key.equals("status")) {
      sink.add(line, subject, DcgmTest.STATUS, value);
    } else if (warning && (key.equals("warning") || key.matches("\\d{1,4}"))) {
      sink.add(line, subject, DcgmTest.MESSAGE, value);
    } else if (warning && key.equals("error_severity")) {
      sink.add(line, subject, DcgmTest.SEVERITY, value);
    }
  }
}
