package dev.headroom.web.glossary;

import java.util.List;
import java.util.stream.Stream;

/**
 * Term of the RDMA field.
 *
 * @param name as articles or standards write it
 * @param group the heading it stands under
 * @param aliases other names of it; none is another term's
 * @param uses what articles say of it; empty when none of them has it
 * @param meaning what it is
 * @param source where that is defined or measured: paper, standard, vendor's page
 * @param command a command that shows it, from {@code headroom} on
 */
public record GlossaryTerm(
    String name,
    String group,
    List<String> aliases,
    List<Use> uses,
    String meaning,
    String source,
    String command) {

  public GlossaryTerm {
    aliases = List.copyOf(aliases);
    uses = List.copyOf(uses);
  }

  /** Name and aliases. */
  public Stream<String> names() {
    return Stream.concat(Stream.of(name), aliases.stream());
  }

  /**
   * What an article makes of a term.
   *
   * @param place article and line: {@code S2:352}
   * @param words in short
   */
  public record Use(String place, String words) {}
}
