package dev.headroom.formats.emit;

import java.util.List;

/**
 * Edit of a configuration: one statement in place of others.
 *
 * @param place where it stands
 * @param text the statement; blank if the others are only removed
 * @param replaced statements of the same place that it replaces, in their order
 * @param before a command that the device needs before it; blank if none
 * @param isImplied whether the device does it by itself, by another statement: a DSCP that goes to
 *     another class leaves the one that it was in
 */
public record StatementEdit(
    String place, String text, List<PlacedStatement> replaced, String before, boolean isImplied) {

  /** Keeps a copy. */
  public StatementEdit {
    replaced = List.copyOf(replaced);
  }

  public boolean isRemoval() {
    return text.isEmpty();
  }

  public boolean isAddition() {
    return replaced.isEmpty();
  }
}
