package dev.headroom.model.fabric;

import dev.headroom.model.knob.SpellingSuggestion;
import java.util.List;

/** Suggestions for an unknown host name. */
public final class HostNameHints {
  /** Among more hosts than these it takes too long to look for the nearest name. */
  private static final int MANY = 10_000;

  private HostNameHints() {}

  /**
   * {@code did you mean 'host-2'?} of a name that is misspelt; of one that only counts too far, as
   * {@code host-99} of 16 hosts, how far they go.
   */
  public static String instead(String wrong, List<String> hosts) {
    String shape = shape(wrong);
    boolean countsTooFar = hosts.stream().anyMatch(host -> shape(host).equals(shape));
    return countsTooFar || hosts.size() > MANY
        ? all(hosts)
        : SpellingSuggestion.nearest(wrong, hosts)
            .map(name -> "did you mean '" + name + "'?")
            .orElseGet(() -> all(hosts));
  }

  /** {@code there are 16, host-0 to host-15}. */
  public static String all(List<String> hosts) {
    return switch (hosts.size()) {
      case 0 -> "the scenario has no hosts";
      case 1 -> "the only host is " + hosts.getFirst();
      default ->
          "the scenario has "
              + hosts.size()
              + " hosts, "
              + hosts.getFirst()
              + " to "
              + hosts.getLast();
    };
  }

  private static String shape(String name) {
    return name.replaceAll("[0-9]+", "0");
  }
}
