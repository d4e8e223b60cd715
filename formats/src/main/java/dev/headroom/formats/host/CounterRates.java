package dev.headroom.formats.host;

import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Facts;
import dev.headroom.formats.fact.Known;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.Values;
import dev.headroom.formats.rdma.RdmaKeys;
import java.util.List;
import java.util.Optional;

/**
 * Growth rates of counters, from two readings of the same boot. One reading says nothing: what it
 * shows may be years old.
 */
public final class CounterRates {
  private final Facts facts;

  CounterRates(Facts facts) {
    this.facts = facts;
  }

  /**
   * Seconds between the first and the second reading; unsaid where there are no two of one boot.
   */
  public Known<Double> seconds() {
    Known<Double> first = uptime(1);
    Known<Double> second = uptime(2);
    if (!first.isSaid() || !second.isSaid()) {
      return Known.unsaid("a second reading of counters (headroom collect --samples 2)");
    }
    return notComparable(1, 2)
        .<Known<Double>>map(Known::unsaid)
        .orElseGet(() -> second.map(later -> later - first.get()));
  }

  /** What a counter grew by between the readings. */
  public Known<Long> growth(Subject subject, String counter) {
    return growth(counter + " of " + subject, facts.samples(subject, RdmaKeys.counter(counter)));
  }

  /**
   * What a counter grew by from its first reading to its last; unsaid where there is one alone, or
   * where the host was started, or the counter was reset or wrapped, in between.
   *
   * @param name the counter, for people
   * @param samples its readings, in the order of samples
   */
  public Known<Long> growth(String name, List<Fact> samples) {
    if (samples.size() < 2) {
      return Known.unsaid("a second reading of " + name);
    }
    Fact first = samples.getFirst();
    Fact last = samples.getLast();
    Optional<String> apart =
        notComparable(first.evidence().source().sample(), last.evidence().source().sample());
    if (apart.isPresent()) {
      return Known.unsaid(apart.get());
    }
    Optional<Long> before = Values.wholeNumber(first.value());
    Optional<Long> after = Values.wholeNumber(last.value());
    if (before.isEmpty() || after.isEmpty()) {
      return Known.unsaid(name + " as a number");
    }
    return Long.compareUnsigned(after.get(), before.get()) >= 0
        ? Known.said(after.get() - before.get(), last.evidence())
        : Known.unsaid(
            "%s, which went back from %s to %s: it wrapped or was reset"
                .formatted(name, first.value(), last.value()));
  }

  /** Why two readings of all counters say nothing of what happened between them. */
  private Optional<String> notComparable(int first, int last) {
    Known<String> boot = facts.text(Subject.host(), "sample." + first + ".boot");
    Known<String> later = facts.text(Subject.host(), "sample." + last + ".boot");
    if (boot.isSaid() && later.isSaid() && !boot.get().equals(later.get())) {
      return Optional.of("two readings of counters of one boot: the host was started in between");
    }
    Known<Double> from = uptime(first);
    Known<Double> to = uptime(last);
    return from.isSaid() && to.isSaid() && to.get() <= from.get()
        ? Optional.of("two readings of counters at different times")
        : Optional.empty();
  }

  private Known<Double> uptime(int sample) {
    return facts.decimal(Subject.host(), "sample." + sample + ".uptime.s");
  }

  /** What a counter grew by in a second. */
  public Known<Double> perSecond(Subject subject, String counter) {
    Known<Long> growth = growth(subject, counter);
    Known<Double> seconds = seconds();
    return switch (seconds) {
      case Known.Said<Double>(Double value, _) -> growth.map(by -> by / value);
      case Known.Unsaid<Double>(String what) -> Known.unsaid(what);
    };
  }
}
