package dev.headroom.tune.advice;

import dev.headroom.unit.Size;
import dev.headroom.unit.UnitException;
import java.util.List;
import java.util.stream.Stream;

/**
 * Choice of traffic.
 *
 * @param size of its messages or vectors in the whole fabric
 */
public record TrafficChoice(TrafficKind kind, Size size) {
  /** All kinds with their usual sizes. */
  public static List<TrafficChoice> all() {
    return Stream.of(TrafficKind.values())
        .map(kind -> new TrafficChoice(kind, kind.usualSize()))
        .toList();
  }

  /**
   * Reads {@code all-reduce:1GiB} or {@code incast}.
   *
   * @throws AdviceException if there is no such kind, or the size is none
   */
  public static TrafficChoice parse(String text) {
    int colon = text.indexOf(':');
    String word = colon < 0 ? text : text.substring(0, colon);
    TrafficKind kind =
        TrafficKind.named(word.strip())
            .orElseThrow(() ->
                new AdviceException(
                    "'%s' is no traffic of the suite; choose of %s"
                        .formatted(word, String.join(", ", TrafficKind.words()))));
    if (colon < 0) {
      return new TrafficChoice(kind, kind.usualSize());
    }
    if (!kind.hasSize()) {
      throw new AdviceException(word + " draws its sizes and takes none: write " + word);
    }
    try {
      Size size = Size.parse(text.substring(colon + 1));
      if (size.bytes() < 1024) {
        throw new AdviceException("%s: the size is 1KiB or more".formatted(text));
      }
      return new TrafficChoice(kind, size);
    } catch (UnitException e) {
      throw new AdviceException(text + ": " + e.getMessage());
    }
  }
}
