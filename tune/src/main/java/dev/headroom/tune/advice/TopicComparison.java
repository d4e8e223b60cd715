package dev.headroom.tune.advice;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Comparison of the alternatives of one topic, such as routing, before the search.
 *
 * @param topic the topic
 * @param before what holds unless an alternative is better
 * @param compared all alternatives
 */
public record TopicComparison(String topic, String before, List<ComparedAlternative> compared) {
  static final String ROUTING = "routing";
  static final String QUEUE_PAIRS = "queue pairs per connection";
  static final String CLASSES = "lossless classes";

  public TopicComparison {
    compared = List.copyOf(compared);
  }

  /** The improvement that gains most; empty if none is one. */
  public Optional<ComparedAlternative> adopted() {
    return compared.stream()
        .filter(ComparedAlternative::isImprovement)
        .max(Comparator.comparingDouble(ComparedAlternative::gain));
  }

  /** What holds then. */
  public String value() {
    return adopted().map(each -> each.alternative().name()).orElse(before);
  }
}
