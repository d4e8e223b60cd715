package dev.headroom.audit.emit;

import dev.headroom.formats.emit.EmitStep;
import dev.headroom.model.knob.ClassMap;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * End of a link while a plan is carried out: the classes with PFC, and the class of each DSCP.
 *
 * @param lossless classes with PFC
 * @param classes of DSCPs; a DSCP that is not named is in the class of its upper three bits
 * @param dscp of RDMA's packets, as a host sends them
 * @param wanted what the plan makes of it
 */
record LinkEnd(
    SortedSet<Integer> lossless, Map<Integer, Integer> classes, int dscp, Wanted wanted) {
  static final int DSCPS = 64;
  private static final int CLASSES = 8;

  /** An end of which nothing is known. */
  static final LinkEnd NONE = new LinkEnd(new TreeSet<>(), Map.of(), 0, Wanted.NOTHING);

  /** Keeps copies. */
  LinkEnd {
    lossless = Collections.unmodifiableSortedSet(new TreeSet<>(lossless));
    classes = Collections.unmodifiableMap(new TreeMap<>(classes));
  }

  /**
   * What a plan makes of an end.
   *
   * @param lossless classes with PFC; empty if they stay
   * @param classes of DSCPs that may change
   * @param dscp of RDMA's packets; empty if it stays
   */
  record Wanted(
      Optional<SortedSet<Integer>> lossless,
      Map<Integer, Integer> classes,
      Optional<Integer> dscp) {
    static final Wanted NOTHING = new Wanted(Optional.empty(), Map.of(), Optional.empty());

    static Wanted of(Map<String, String> knobs, String dscpMap) {
      Map<Integer, Integer> classes = new TreeMap<>();
      String map = knobs.getOrDefault(dscpMap, "").replace("\"", "");
      if (!map.isEmpty() && !map.equals("default")) {
        classes.putAll(ClassMap.named(map, ClassMap.ofDscps(map)));
      }
      return new Wanted(
          lossless(knobs),
          classes,
          Optional.ofNullable(knobs.get("transport.dscp"))
              .filter(text -> text.matches("\\d{1,2}"))
              .map(Integer::valueOf));
    }

    private static Optional<SortedSet<Integer>> lossless(Map<String, String> knobs) {
      if ("false".equals(knobs.get("pfc.enabled"))) {
        return Optional.of(new TreeSet<>());
      }
      return Optional.ofNullable(knobs.get("pfc.classes"))
          .map(text -> {
            SortedSet<Integer> classes = new TreeSet<>();
            for (String each : text.replaceAll("[\\[\\]\\s]", "").split(",")) {
              if (each.matches("[0-7]")) {
                classes.add(Integer.valueOf(each));
              }
            }
            return classes;
          });
    }

    /** Whether the scenario wants no class with PFC. */
    boolean isOff() {
      return lossless.filter(classes -> classes.isEmpty()).isPresent();
    }
  }

  int classOf(int of) {
    return classes.getOrDefault(of, of / CLASSES);
  }

  /** Whether packets with a DSCP are in a class with PFC. */
  boolean pauses(int of) {
    return lossless.contains(classOf(of));
  }

  /** The same end after a step. */
  LinkEnd after(EmitStep step) {
    return switch (step) {
      case PAUSE -> {
        SortedSet<Integer> both = new TreeSet<>(lossless);
        wanted.lossless().ifPresent(more -> both.addAll(more));
        yield new LinkEnd(both, classes, dscp, wanted);
      }
      case RETIREMENT -> new LinkEnd(wanted.lossless().orElse(lossless), classes, dscp, wanted);
      case CLASSES -> {
        Map<Integer, Integer> changed = new TreeMap<>(classes);
        changed.putAll(wanted.classes());
        yield new LinkEnd(lossless, changed, dscp, wanted);
      }
      case CONTROL -> new LinkEnd(lossless, classes, wanted.dscp().orElse(dscp), wanted);
      case LINK, BUFFERS, QUEUES, SCHEDULING, MARKING, WATCHDOG -> this;
    };
  }
}
