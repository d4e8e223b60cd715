package dev.headroom.formats.host;

import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Facts;
import dev.headroom.formats.fact.Known;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.Values;
import dev.headroom.formats.rdma.RdmaKeys;
import java.util.List;

/**
 * How fast counters grow, from two readings of the same boot. One reading says nothing: what it
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
    Known<String> boot = facts.text(Subject.host(), "sample.1.boot");
    Known<String> later = facts.text(Subject.host(), "sample.2.boot");
    Known<Double> first = facts.decimal(Subject.host(), "sample.1.uptime.s");
    Known<Double> second = facts.decimal(Subject.host(), "sample.2.uptime.s");
    if (!first.isSaid() || !second.isSaid()) {
      return Known.unsaid("a second reading of counters (headroom collect --samples 2)");
    }
    if (boot.isSaid() && later.isSaid() && !boot.get().equals(later.get())) {
      return Known.unsaid("two readings of counters of one boot: the host was started in between");
    }
    double seconds = second.get() - first.get();
    return seconds > 0
        ? second.map(_ -> seconds)
        : Known.unsaid("two readings of counters at different times");
  }

  /** What a counter grew by between the readings. */
  public Known<Long> growth(Subject subject, String counter) {
    List<Fact> samples = facts.samples(subject, RdmaKeys.counter(counter));
    String name = counter + " of " + subject;
    if (samples.size() < 2) {
      return Known.unsaid("a second reading of " + name);
    }
    Fact last = samples.get(1);
    var before = Values.wholeNumber(samples.getFirst().value());
    var after = Values.wholeNumber(last.value());
    if (before.isEmpty() || after.isEmpty()) {
      return Known.unsaid(name + " as a number");
    }
    long growth = after.get() - before.get();
    return Long.compareUnsigned(after.get(), before.get()) >= 0
        ? Known.said(growth, last.evidence())
        : Known.unsaid(
            "%s, which went back from %s to %s: it wrapped or was reset"
                .formatted(name, samples.getFirst().value(), last.value()));
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
