package dev.headroom.web.report;

import dev.headroom.run.json.JsonWriter;
import dev.headroom.web.glossary.Glossary;
import dev.headroom.web.glossary.GlossaryReader;
import dev.headroom.web.glossary.GlossaryTerm;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Terms of the glossary that a page uses, with their meanings, so that the page explains itself.
 */
final class PageTerms {
  /** Names that are everyday words, or that stand in commands. */
  private static final Set<String> EVERYDAY =
      Set.of(
          "headroom",
          "message",
          "channel",
          "cell",
          "front",
          "pod",
          "plane",
          "credit",
          "priority",
          "victim",
          "stencil",
          "jitter",
          "entropy",
          "alpha",
          "fairness",
          "digest",
          "write",
          "read");

  private PageTerms() {}

  /**
   * JSON list of name, meaning and command of each.
   *
   * @param data of the page, of which values count and keys do not
   * @param words that the page's scripts write
   */
  static String of(String data, String words) {
    JsonWriter json = JsonWriter.compact().array();
    Known.TERMS.stream()
        .filter(each -> each.names().matcher(data).find() || each.names().matcher(words).find())
        .map(Term::term)
        .sorted(Comparator.comparing(term -> term.name().toLowerCase(Locale.ROOT)))
        .forEach(term ->
            json.array()
                .add(term.name())
                .add(term.meaning())
                .add(term.command())
                .add(String.join("|", term.aliases()))
                .endArray());
    return json.endArray().toString();
  }

  /** A term and what finds its names as whole words, alone or in the plural. */
  private record Term(GlossaryTerm term, Pattern names) {}

  /** The glossary, read when a page first needs it. */
  private static final class Known {
    static final List<Term> TERMS = terms(GlossaryReader.builtIn());

    private static List<Term> terms(Glossary glossary) {
      return glossary.terms().stream()
          .map(term ->
              new Term(
                  term,
                  Pattern.compile(
                      term.names()
                          .filter(name -> !EVERYDAY.contains(name.toLowerCase(Locale.ROOT)))
                          .map(Pattern::quote)
                          .collect(
                              Collectors.joining(
                                  "|", "(?<![\\p{L}\\p{N}.])(?:", ")s?(?![\\p{L}\\p{N}]|\":)")))))
          .filter(each -> !each.names().pattern().contains("(?:)"))
          .toList();
    }
  }
}
