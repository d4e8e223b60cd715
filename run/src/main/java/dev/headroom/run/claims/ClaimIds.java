package dev.headroom.run.claims;

import dev.headroom.model.knob.SpellingSuggestion;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Suggestions of existing claims for an unknown claim id. */
public final class ClaimIds {
  private static final Pattern LINE = Pattern.compile("(?i)(S\\d):?(\\d{1,6})[a-z]?");

  private ClaimIds() {}

  /**
   * What stands in brackets behind an unknown id: the claims of the nearest lines of its article,
   * before and after, for what an article says in one line is often cited by the next; else the one
   * that is spelled alike. Empty if there is none.
   *
   * @param all in the order of the articles
   */
  public static String near(String id, List<Claim> all) {
    Matcher line = LINE.matcher(id.strip());
    if (!line.matches()) {
      return SpellingSuggestion.nearest(id, all.stream().map(Claim::id).toList())
          .map(name -> " (did you mean '" + name + "'?)")
          .orElse("");
    }
    int wanted = Integer.parseInt(line.group(2));
    List<Claim> own =
        all.stream()
            .filter(claim -> ClaimOrder.article(claim.id()).equalsIgnoreCase(line.group(1)))
            .toList();
    List<String> near = new ArrayList<>();
    near.addAll(ofLine(own, own.reversed(), number -> number < wanted));
    near.addAll(ofLine(own, own, number -> number == wanted));
    near.addAll(ofLine(own, own, number -> number > wanted));
    return near.isEmpty()
        ? ""
        : near.stream().collect(Collectors.joining("', '", " (similar: '", "')"));
  }

  /** All of the first line in an order that is as wanted. */
  private static List<String> ofLine(List<Claim> own, List<Claim> order, IntPredicate wanted) {
    return order.stream()
        .map(claim -> ClaimOrder.line(claim.id()))
        .filter(wanted::test)
        .findFirst()
        .map(line -> own.stream().map(Claim::id).filter(id -> ClaimOrder.line(id) == line).toList())
        .orElse(List.of());
  }
}
