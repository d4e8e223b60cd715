package dev.headroom.formats.nvidia;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.IgnoredLine;
import dev.headroom.formats.read.KeySlug;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of {@code dcgmi diag}: tests of DCGM, their results, and messages about those that failed.
 * Up to DCGM 3 a test has a row for each result ({@code Fail - GPU: 1}), since DCGM 4 one for each
 * device ({@code GPU1: Fail}). Words are cut at 45 characters, within words too (NVIDIA/DCGM,
 * dcgmi/Diag.cpp).
 */
public final class DcgmDiagReader extends FormatReader {
  private static final int WIDTH = 45;
  private static final String DONE = "Successfully ran diagnostic for group.";

  private static final Pattern ROW =
      Pattern.compile("\\s*\\| ([^|]{0,40}?)\\s*\\| (.{0,200}?) ?\\|\\s*");
  private static final Pattern HEADING =
      Pattern.compile("\\s*\\| Diagnostic\\s+\\| Result\\s+\\|\\s*");
  private static final String RULER =
      "\\s*[+|][-=]{5,}(?:  \\w{4,20}  -{2,})?[-=]*\\+[-=]{20,}[+|]\\s*";
  private static final Pattern METADATA =
      Pattern.compile(
          "(?:DCGM|EUD|CPU EUD) \\w+ ?\\w*|Driver Version Detected|\\w+ Device IDs Detected|Number of CPUs Detected");
  private static final Pattern WORDS =
      Pattern.compile("(Warning|Error|Info)(?:: ?([A-Za-z_ ]{2,20}?) ?(\\d{1,4}))?");
  private static final Pattern RESULT = Pattern.compile("Pass|Fail|Warn|Skip|Not Run");

  /** Up to DCGM 3. */
  private static final Pattern OF_SOME =
      Pattern.compile("(Pass|Fail|Warn|Skip) - (?:(All)|([A-Z]{3,4})s?: ([\\d, ]+))");

  /** Since DCGM 4. */
  private static final Pattern OF_ONE =
      Pattern.compile("([A-Za-z_ ]{2,20}?) ?(\\d{1,4}): (Pass|Fail|Warn|Skip|Not Run)");

  public DcgmDiagReader() {
    super(
        FormatKind.of(
            "dcgm-diag",
            "GPU diagnostics and their results",
            "dcgmi diag -r 3",
            IgnoredLine.of(RULER, "ruler"),
            IgnoredLine.of("\\s*" + Pattern.quote(DONE) + "\\s*", "end of the run")));
  }

  @Override
  protected List<String> clues() {
    return List.of("Diagnostic", "+----", DONE);
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return (text.contains("Diagnostic") && HEADING.matcher(text).matches())
        || (text.strip().startsWith("+----")
            && HEADING.matcher(document.text(document.nextText(at + 1))).matches())
        || text.strip().equals(DONE);
  }

  @Override
  protected boolean continues(TextLine line) {
    String text = line.text();
    return text.length() < 300 && (ROW.matcher(text).matches() || text.matches(RULER));
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    Run run = new Run(sink);
    for (TextLine line : block) {
      Matcher row = ROW.matcher(line.text());
      if (HEADING.matcher(line.text()).matches()) {
        sink.add(
            line, new Subject(SubjectKind.ITEM, "dcgmi diag"), "columns", "Diagnostic | Result");
      } else if (row.matches() && !line.text().matches(RULER)) {
        run.row(line, row.group(1).strip(), row.group(2));
      }
    }
    run.end();
  }

  /** A run that is being read: the test that rows belong to, and the sentence that they go on. */
  private static final class Run {
    private final FactSink sink;
    private final StringBuilder words = new StringBuilder();
    private List<TextLine> said = List.of();
    private Subject subject = new Subject(SubjectKind.ITEM, "dcgmi diag");
    private String test = "";
    private String key = "";

    Run(FactSink sink) {
      this.sink = sink;
    }

    void row(TextLine line, String name, String text) {
      Matcher spoken = WORDS.matcher(name);
      if (spoken.matches()) {
        end();
        String device =
            spoken.group(2) == null ? "" : spoken.group(2).strip() + " " + spoken.group(3);
        begin(line, device, spoken.group(1).equals("Info") ? "info" : DcgmTest.MESSAGE, text);
      } else if (!name.isEmpty()) {
        end();
        named(line, name, text.strip());
      } else if (!result(line, text.strip())) {
        goOn(line, text);
      }
    }

    private void begin(TextLine line, String device, String what, String text) {
      subject = new DcgmTest(test, device).subject();
      key = what;
      said = List.of(line);
      words.append(padded(text));
    }

    private void named(TextLine line, String name, String text) {
      if (test.isEmpty() && METADATA.matcher(name).matches()) {
        sink.add(line, new Subject(SubjectKind.ITEM, "dcgmi diag"), KeySlug.of(name), text);
        return;
      }
      test = name;
      result(line, text);
    }

    /** Whether a row says how a test ended; then it is told. */
    private boolean result(TextLine line, String text) {
      Matcher some = OF_SOME.matcher(text);
      Matcher one = OF_ONE.matcher(text);
      if (RESULT.matcher(text).matches()) {
        tell(line, "", text);
      } else if (some.matches() && some.group(2) != null) {
        tell(line, "", some.group(1));
      } else if (some.matches()) {
        Arrays.stream(some.group(4).split("\\D+"))
            .forEach(number -> tell(line, some.group(3) + " " + number, some.group(1)));
      } else if (one.matches()) {
        tell(line, one.group(1) + " " + one.group(2), one.group(3));
      } else {
        return false;
      }
      return true;
    }

    private void tell(TextLine line, String device, String status) {
      end();
      sink.add(line, new DcgmTest(test, device).subject(), DcgmTest.STATUS, status);
    }

    private void goOn(TextLine line, String text) {
      if (key.isEmpty()) {
        begin(line, "", DcgmTest.MESSAGE, text);
      } else {
        words.append(padded(text));
        sink.add(line, subject, key + ".goes-on", text.strip());
      }
    }

    /** The blanks at the end of a row are words' too, unless the sentence ends there. */
    private static String padded(String text) {
      return text.length() >= WIDTH
          ? text.substring(0, WIDTH)
          : text + " ".repeat(WIDTH - text.length());
    }

    void end() {
      if (!key.isEmpty() && !test.isEmpty()) {
        sink.add(
            said.getFirst(), subject, key, words.toString().strip().replaceAll("\\s{2,}", " "));
      }
      words.setLength(0);
      key = "";
    }
  }
}
