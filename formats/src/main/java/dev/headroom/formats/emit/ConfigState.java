package dev.headroom.formats.emit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Statements of a configuration while edits are made to it. For one thread. */
public final class ConfigState {
  private final Map<String, List<PlacedStatement>> places = new LinkedHashMap<>();
  private final boolean isKnown;

  /** A configuration that was read. */
  public ConfigState(List<PlacedStatement> statements) {
    this(statements, true);
  }

  private ConfigState(List<PlacedStatement> statements, boolean isKnown) {
    this.isKnown = isKnown;
    statements.forEach(each -> at(each.place()).add(each));
  }

  /** A configuration of which nothing is known: it may have anything. */
  public static ConfigState unknown() {
    return new ConfigState(List.of(), false);
  }

  /** The same, to be edited apart. */
  public ConfigState copy() {
    return new ConfigState(all(), isKnown);
  }

  /** Whether it was read; what an unknown one lacks may still be on the device. */
  public boolean isKnown() {
    return isKnown;
  }

  private List<PlacedStatement> at(String place) {
    return places.computeIfAbsent(place, _ -> new ArrayList<>());
  }

  /** Whether anything stands in a place. */
  public boolean has(String place) {
    return !places.getOrDefault(place, List.of()).isEmpty()
        || places.keySet().stream().anyMatch(each -> each.startsWith(place + " | "));
  }

  public boolean has(PlacedStatement statement) {
    return places.getOrDefault(statement.place(), List.of()).contains(statement);
  }

  /** Statements of a place that match wholly. */
  public List<PlacedStatement> find(String place, Pattern text) {
    return places.getOrDefault(place, List.of()).stream()
        .filter(each -> text.matcher(each.text()).matches())
        .toList();
  }

  /** All of them, place by place. */
  public List<PlacedStatement> all() {
    return places.values().stream().flatMap(List::stream).toList();
  }

  /** A part that a removed statement opened goes with it. */
  private void leave(PlacedStatement opener) {
    String part =
        opener.place().equals(PlacedStatement.TOP)
            ? opener.text()
            : opener.place() + " | " + opener.text();
    places.keySet().removeIf(each -> each.equals(part) || each.startsWith(part + " | "));
  }

  /** One edit. */
  public void apply(StatementEdit edit) {
    List<PlacedStatement> here = at(edit.place());
    here.removeAll(edit.replaced());
    edit.replaced().forEach(each -> leave(each));
    if (!edit.isRemoval()) {
      here.add(new PlacedStatement(edit.place(), edit.text()));
    }
  }
}
