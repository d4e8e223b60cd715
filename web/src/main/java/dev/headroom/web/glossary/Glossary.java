package dev.headroom.web.glossary;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Glossary: terms in the order of the page, and the history of RDMA by date.
 *
 * @param terms no two share a name or an alias
 * @param history the earliest first
 */
public record Glossary(List<GlossaryTerm> terms, List<HistoryEvent> history) {

  public Glossary {
    terms = List.copyOf(terms);
    history = List.copyOf(history);
  }

  /** The term of a name or an alias, without regard to case, spaces, hyphens and underscores. */
  public Optional<GlossaryTerm> find(String name) {
    return terms.stream()
        .filter(term -> term.names().anyMatch(each -> fold(each).equals(fold(name))))
        .findFirst();
  }

  /**
   * Names of the terms that speak of something: those first that have it in a name of theirs, then
   * those that have it in their meaning or in what articles say of them; as whole words, without
   * regard to case, hyphens and underscores.
   */
  public List<String> termsMentioning(String what) {
    String sought = spaced(what);
    Predicate<GlossaryTerm> named =
        term -> term.names().anyMatch(each -> spaced(each).contains(sought));
    Predicate<GlossaryTerm> told =
        term ->
            Stream.concat(
                    Stream.of(term.meaning()), term.uses().stream().map(GlossaryTerm.Use::words))
                .anyMatch(text -> spaced(text).contains(sought));
    return Stream.concat(
            terms.stream().filter(named), terms.stream().filter(named.negate().and(told)))
        .map(GlossaryTerm::name)
        .toList();
  }

  /** Words in lower case, each with a space before and behind it. */
  private static String spaced(String text) {
    return " " + text.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}.+]+", " ").strip() + " ";
  }

  /** Every name and alias, for the one that was probably meant. */
  public List<String> names() {
    return terms.stream().flatMap(GlossaryTerm::names).toList();
  }

  /** Terms that stand under a heading, headings in the order of their first term. */
  public List<Group> groups() {
    List<String> titles = terms.stream().map(GlossaryTerm::group).distinct().toList();
    List<Group> groups = new ArrayList<>();
    for (String title : titles) {
      groups.add(
          new Group(title, terms.stream().filter(term -> term.group().equals(title)).toList()));
    }
    return groups;
  }

  /** A name as {@link #find} compares it. */
  static String fold(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[-_\\s]", "");
  }

  /** Terms under one heading. */
  public record Group(String title, List<GlossaryTerm> terms) {}
}
