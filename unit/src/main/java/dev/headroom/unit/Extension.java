package dev.headroom.unit;

import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/**
 * What a jar on the class path adds to the lists of Headroom: congestion controls, topologies,
 * workloads, rules. The jar names a class of this type in {@code
 * META-INF/services/dev.headroom.unit.Extension}.
 */
public interface Extension {
  /**
   * What it adds of a kind, in the order in which it is listed.
   *
   * @param kind what a list is of: {@code ControlType}, {@code Topology}, {@code Workload}, {@code
   *     Rule}
   */
  <T> List<T> of(Class<T> kind);

  /** A list of ours with what jars add to it. */
  static <T> List<T> with(List<T> ours, Class<T> kind) {
    return Stream.concat(
            ours.stream(),
            ServiceLoader.load(Extension.class).stream()
                .flatMap(each -> each.get().of(kind).stream()))
        .toList();
  }
}
