package dev.headroom.tune.advice;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Choice of a topology. */
public enum TopologyChoice {
  /** One switch if it has the ports, else two tiers, else three. With rails: rail-optimized. */
  AUTO,
  SINGLE,
  LEAF_SPINE,
  RAIL_OPTIMIZED,
  FAT_TREE;

  /** As commands name it: {@code leaf-spine}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Whether a fabric of it can have rails. */
  public boolean hasRails() {
    return this == AUTO || this == RAIL_OPTIMIZED;
  }

  /** The one of that name. */
  public static Optional<TopologyChoice> named(String word) {
    return Stream.of(values()).filter(each -> each.word().equals(word)).findFirst();
  }
}
