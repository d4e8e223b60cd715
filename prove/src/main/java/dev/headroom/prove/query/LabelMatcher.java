package dev.headroom.prove.query;

import java.util.regex.Pattern;

/**
 * Condition on a label.
 *
 * @param label its name
 * @param pattern what the whole value must fit, or must not
 * @param wanted whether it must
 */
public record LabelMatcher(String label, Pattern pattern, boolean wanted) {
  /** Whether a value fits; a label that is not there has an empty one. */
  public boolean fits(String value) {
    return pattern.matcher(value).matches() == wanted;
  }
}
