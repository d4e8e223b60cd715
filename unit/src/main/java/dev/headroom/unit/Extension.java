package dev.headroom.unit;

import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/**
 * Extension from a jar on the class path, which adds to the lists of Headroom: congestion controls,
 * topologies, workloads, rules, vendors of switches. The jar names a class of this type in {@code
 * META-INF/services/dev.headroom.unit.Extension}.
 */
public interface Extension {
  /**
   * What it adds of a kind, in the order in which it is listed.
   *
   * @param kind what a list is of: {@code ControlType}, {@code Topology}, {@code Workload}, {@code
   *     Rule}, {@code SwitchVendor}
   */
  <T> List<T> of(Class<T> kind);

  /** A list of ours with what jars add to it. */
  static <T> List<T> with(List<T> ours, Class<T> kind) {
    return Stream.concat(
            ours.stream(), Found.EXTENSIONS.stream().flatMap(each -> each.of(kind).stream()))
        .toList();
  }

  /** Those on the class path. */
  static List<Extension> all() {
    return Found.EXTENSIONS;
  }

  /** Those on the class path, looked for once: each look goes through all of its jars. */
  final class Found {
    private static final List<Extension> EXTENSIONS =
        ServiceLoader.load(Extension.class).stream().map(ServiceLoader.Provider::get).toList();

    private Found() {}
  }
}
