package dev.headroom.app.glossary;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Terms in the order of the page, and the history of RDMA by date.
 *
 * @param terms no two share a name or an alias
 * @param history the earliest first
 */
public record Glossary(List<Term> terms, List<Event> history) {

  public Glossary {
    terms = List.copyOf(terms);
    history = List.copyOf(history);
  }

  /** The term of a name or an alias, without regard to case, spaces, hyphens and underscores. */
  public Optional<Term> find(String name) {
    return terms.stream()
        .filter(term -> term.names().anyMatch(each -> fold(each).equals(fold(name))))
        .findFirst();
  }

  /** Every name and alias, for the one that was probably meant. */
  public List<String> names() {
    return terms.stream().flatMap(Term::names).toList();
  }

  /** Terms that stand under a heading, headings in the order of their first term. */
  public List<Group> groups() {
    List<String> titles = terms.stream().map(Term::group).distinct().toList();
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
  public record Group(String title, List<Term> terms) {}
}
