package dev.headroom.audit.fleet;

import dev.headroom.audit.Card;
import dev.headroom.audit.Judgement;
import dev.headroom.audit.Rule;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Known;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** A value that hosts should have in common, part by part. */
final class Drift implements Rule {
  private final Card card;
  private final Function<HostFacts, Map<String, Known<String>>> values;
  private final String advice;

  /**
   * A rule about one sort of value.
   *
   * @param values of a host, by part: {@code mlx5_0} to {@code 28.41.1000}
   */
  Drift(Card card, Function<HostFacts, Map<String, Known<String>>> values, String advice) {
    this.card = card;
    this.values = values;
    this.advice = advice;
  }

  private record Has(HostFacts host, Evidence seen) {}

  @Override
  public Card card() {
    return card;
  }

  @Override
  public void judge(List<HostFacts> hosts, Judgement to) {
    if (hosts.size() < 2) {
      to.needs("", "two hosts or more");
      return;
    }
    Map<String, Map<String, List<Has>>> parts = new TreeMap<>();
    for (HostFacts host : hosts) {
      values
          .apply(host)
          .forEach((part, value) ->
              value
                  .where()
                  .ifPresent(line ->
                      parts
                          .computeIfAbsent(part, _ -> new LinkedHashMap<>())
                          .computeIfAbsent(value.get(), _ -> new ArrayList<>())
                          .add(new Has(host, line))));
    }
    if (parts.values().stream().allMatch(each -> count(each) < 2)) {
      to.needs("", String.join("; ", card.needs()) + " of two hosts or more");
    }
    parts.forEach((part, said) -> judge(part, said, to));
  }

  private void judge(String part, Map<String, List<Has>> said, Judgement to) {
    if (said.size() < 2) {
      to.pass();
      return;
    }
    String usual =
        said.entrySet().stream()
            .max(Comparator.comparingInt(each -> each.getValue().size()))
            .map(Map.Entry::getKey)
            .orElseThrow();
    List<Has> most = said.getOrDefault(usual, List.of());
    said.forEach((value, who) -> {
      if (value.equals(usual)) {
        return;
      }
      for (Has has : who) {
        to.find(
                has.host().name(),
                part,
                "%s here, %s on %s"
                    .formatted(
                        value,
                        usual,
                        most.size() == 1
                            ? most.getFirst().host().name()
                            : most.size() + " other hosts"))
            .seen(has.seen())
            .seen(most.getFirst().seen())
            .fix(() -> Fix.advice(advice))
            .report();
      }
    });
  }

  private static int count(Map<String, List<Has>> said) {
    return said.values().stream().mapToInt(List::size).sum();
  }
}
