package dev.headroom.formats.read;

/** Formats of text around outputs in pasted documents. */
public final class SurroundingText {
  /** What surrounds pasted outputs. */
  public static final FormatKind PASTED =
      FormatKind.of(
          "pasted",
          "prompts with their commands, fences of Markdown",
          "a terminal",
          IgnoredLine.of("\\s*(```+|~~~+)\\s*[\\w.+-]*\\s*", "fence of Markdown"));

  /** What no format wants. */
  public static final FormatKind TEXT =
      FormatKind.of(
          "text",
          "text around outputs, and lines of unknown formats",
          "a person",
          IgnoredLine.of("\\s*+[-=_*#~.+|<>^\\s]+", "ruler"),
          IgnoredLine.of(
              "\\s*(From|To|Cc|CC|Bcc|Subject|Date|Message-ID|In-Reply-To|References|Sent|List-Id|Signed-off-by|Reported-by|Tested-by|Fixes|Link): .*",
              "header of a mail"),
          IgnoredLine.of(
              "\\s*(On|Am|Le) .{1,300}(wrote|schrieb|écrit)\\s?:\\s*", "begin of a quotation"),
          IgnoredLine.of("\\s{0,3}#{1,6}\\s.*", "heading of Markdown"),
          IgnoredLine.of("\\s*</?[a-z][a-z0-9]*( [^<>]*)?>.*", "tag of HTML in Markdown"),
          IgnoredLine.of(
              "\\s*([-*+•]|\\d{1,3}[.)]|\\[\\d{1,3}\\]:?)\\s+[\\p{L}\"'`(\\[*_].*",
              "item of a list in prose"),
          IgnoredLine.of(
              "\\s*[\"'`(\\[*_]{0,3}\\p{L}[\\p{L}'’-]*[,.;:?!)\"'`*_]*"
                  + "( +\\S++){0,60}? +[\"'`(\\[*_]{0,3}\\p{L}[\\p{L}'’-]*[,.;:?!)\"'`*_…\\]]{0,4}(?: .*)?\\s*",
              "prose: words"),
          IgnoredLine.of(
              "\\s*(diff --git |index [0-9a-f]{7,}\\.\\.|--- [ab]/|\\+\\+\\+ [ab]/|@@ ).*|(?:[^|]*+\\|)++ +\\d+ [-+]+",
              "patch",
              line -> line.indexOf('|') >= 0 || ProseCheck.begins(line, "di-+@")),
          IgnoredLine.of(
              "(?:[^;{}]*+[;{}])++\\s*", "source code", line -> ProseCheck.ends(line, ";{}")),
          IgnoredLine.of(
              "(?:[^\\\\]*+\\\\)++\\s*",
              "command that continues on the next line",
              line -> ProseCheck.ends(line, "\\")),
          IgnoredLine.of(
              "\\s*(File \".*\", line \\d+.*|Traceback .*|[\\w.]+(Error|Exception)\\b.*|[\\w.]+\\(.*\\):?)",
              "trace of a program"),
          IgnoredLine.of("\\s*\\[.{1,200}\\]\\(.{1,500}", "link of Markdown"),
          IgnoredLine.of(
              ".*?(?<![\\w/-])[\\p{L}'’]{2,}+[,;:.]? [\\p{L}'’(\"`]++[,;:.]? [\\p{L}'’)\"`]+.*",
              "prose: three words in a row",
              ProseCheck::mayHaveWordBetweenBlanks),
          IgnoredLine.of(
              "[^\u3400-\u9fff]*+[\u3400-\u9fff].*", "prose: Chinese", ProseCheck::isBeyondLatin),
          IgnoredLine.of("\\s*\\p{L}[\\p{L}'’-]*[,.:!?]?\\s*", "a single word"));

  private SurroundingText() {}
}
