package dev.headroom.tune.space;

import dev.headroom.model.scenario.SetKey;
import dev.headroom.model.yaml.FilePosition;
import java.util.List;
import java.util.Optional;

/**
 * Declaration of a dimension, as a space file has it.
 *
 * @param knob name of a knob, or a pattern for the defaults of several; {@code knob@nodes} for the
 *     nodes of a pattern
 * @param from the least value; for a link the least factor or gap
 * @param to the greatest value; for a link the greatest factor or gap
 * @param most the greatest value of a linked knob
 * @param log whether neighbouring values have about the same ratio; empty for the default: true for
 *     a range above 0
 * @param step distance between values
 * @param levels greatest number of values, 2 to 1,000; 0 for the default
 * @param values the values one by one; empty for a range
 * @param link arithmetic of a link, and the knob that it is to
 * @param source origin of the range
 * @param spot position in the file
 */
public record DimensionSpec(
    String knob,
    Optional<String> from,
    Optional<String> to,
    Optional<String> most,
    Optional<Boolean> log,
    Optional<String> step,
    int levels,
    List<String> values,
    Optional<Link> link,
    String source,
    FilePosition spot) {
  /** Greatest number of values of a range. */
  public static final int MOST_LEVELS = 1_000;

  /** Link to another knob. */
  public record Link(DimensionLink.Kind kind, String to) {}

  /** Whether it asks for the default range of the knob. */
  boolean isDefault() {
    return from.isEmpty()
        && to.isEmpty()
        && most.isEmpty()
        && values.isEmpty()
        && link.isEmpty()
        && step.isEmpty();
  }

  /** The default of a knob with the levels of another declaration. */
  DimensionSpec at(DimensionSpec other) {
    return new DimensionSpec(
        knob,
        from,
        to,
        most,
        other.log().or(() -> log),
        step,
        other.levels() == 0 ? levels : other.levels(),
        values,
        link,
        source,
        other.spot());
  }

  /** The same with other ends of its range. */
  public DimensionSpec withEnds(Optional<String> first, Optional<String> last) {
    return new DimensionSpec(
        knob, first, last, most, log, step, levels, values, link, source, spot);
  }

  /** The same for some nodes; a link is to the value of the other knob there. */
  DimensionSpec atNodes(String nodes, boolean isLinkAsWell) {
    return new DimensionSpec(
        SetKey.at(knob, nodes),
        from,
        to,
        most,
        log,
        step,
        levels,
        values,
        link.map(
            other -> isLinkAsWell ? new Link(other.kind(), SetKey.at(other.to(), nodes)) : other),
        source,
        spot);
  }

  /** The same without a link: a range of its own. */
  DimensionSpec unlinked(String least) {
    return new DimensionSpec(
        knob,
        Optional.of(least),
        most,
        Optional.empty(),
        log,
        step,
        levels,
        values,
        Optional.empty(),
        source,
        spot);
  }
}
