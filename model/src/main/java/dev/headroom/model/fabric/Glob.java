package dev.headroom.model.fabric;

import java.util.Arrays;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Names picked by a text in which {@code *} stands for any text, such as {@code leaf-*}. */
public final class Glob {
  private Glob() {}

  /** Whether a name is picked. */
  public static Predicate<String> of(String text) {
    return text.equals("*") // what most files mean, of a thousand names
        ? name -> true
        : Pattern.compile(
                Arrays.stream(text.split("\\*", -1))
                    .map(Pattern::quote)
                    .collect(Collectors.joining(".*")))
            .asMatchPredicate();
  }
}
