package dev.headroom.formats.nccl;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.ContiguousReader;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.LaunchVariables;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.ShellWord;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of environment variables: {@code env}, {@code export}, csh's {@code setenv}, {@code
 * nccl.conf}, a shell's {@code set -x}.
 */
public final class EnvironmentReader extends ContiguousReader {
  /** In capitals, but for parameters of Open MPI, which keep their own letters. */
  private static final Pattern VARIABLE =
      Pattern.compile(
          "(?:\\s*|\\++ )(?:declare -x |export |- )?(OMPI_MCA_[A-Za-z0-9_]{1,80}|[A-Z_][A-Z0-9_]{0,80})=(.*)");

  private static final Pattern LOWER =
      Pattern.compile("(?:\\++ )?(?:declare -x |export )?([A-Za-z_][A-Za-z0-9_]{0,80})=(.*)");

  /** Of csh, and of the files that environment modules are made of. */
  private static final Pattern SETENV =
      Pattern.compile("\\s*setenv\\s+([A-Za-z_][A-Za-z0-9_]{0,80})\\s+(\\S.*)");

  /** What a shell reads, and does not print: quotes are no part of the value. */
  private static final Pattern READ_BY_SHELL =
      Pattern.compile("\\s*(?:\\++ )?(?:export|declare -x|setenv)\\s.*");

  /** A function that bash exports: over three lines. */
  private static final Pattern FUNCTION =
      Pattern.compile("BASH_FUNC_[\\w-]+(?:%%|\\(\\))=.*|\\s+eval \\$.*|\\}");

  public EnvironmentReader() {
    super(
        FormatKind.of(
            "environment", "environment variables of a job", "env | grep NCCL_, /etc/nccl.conf"));
  }

  @Override
  protected List<String> clues() {
    return List.of("=", "setenv");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return VARIABLE.matcher(text).matches() || SETENV.matcher(text).matches();
  }

  @Override
  protected boolean continues(TextLine line) {
    return (!LaunchVariables.hasLeadingVariables(line.text())
            && LOWER.matcher(line.text()).matches())
        || SETENV.matcher(line.text()).matches()
        || FUNCTION.matcher(line.text()).matches();
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    for (TextLine line : block) {
      Matcher variable = VARIABLE.matcher(line.text());
      Matcher lower = LOWER.matcher(line.text());
      Matcher setenv = SETENV.matcher(line.text());
      if (variable.matches()) {
        say(line, variable, sink);
      } else if (lower.matches()) {
        say(line, lower, sink);
      } else if (setenv.matches()) {
        say(line, setenv, sink);
      } else if (FUNCTION.matcher(line.text()).matches()) {
        sink.add(line, new Subject(SubjectKind.ENV, "BASH_FUNC"), "function", line.text());
      }
    }
  }

  private static void say(TextLine line, Matcher variable, FactSink sink) {
    String name = variable.group(1);
    String value = value(line, variable);
    sink.add(line, new Subject(SubjectKind.ENV, name), ShellWord.key(name, value), value);
  }

  private static String value(TextLine line, Matcher variable) {
    String value = variable.group(2).strip();
    if (READ_BY_SHELL.matcher(line.text()).matches()) {
      return ShellWord.at(value);
    }
    boolean quoted =
        value.length() > 1
            && (value.startsWith("\"") || value.startsWith("'"))
            && value.endsWith(value.substring(0, 1));
    return quoted ? value.substring(1, value.length() - 1) : value;
  }
}
