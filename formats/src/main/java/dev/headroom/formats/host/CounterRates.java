package dev.headroom.formats.host;

import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.ValueParser;
import dev.headroom.formats.rdma.RdmaKeys;
import java.util.List;
import java.util.Optional;

/**
 * Growth rates of counters, from two readings of the same boot. One reading says nothing: what it
 * shows may be years old.
 */
public final class CounterRates {
  private final FactSet facts;

  CounterRates(FactSet facts) {
    this.facts = facts;
  }

  /**
   * Seconds between the first and the second reading; unsaid where there are no two of one boot.
   */
  public ReportedValue<Double> seconds() {
    ReportedValue<Double> first = uptime(1);
    ReportedValue<Double> second = uptime(2);
    if (!first.isReported() || !second.isReported()) {
      return ReportedValue.unreported(
          "a second reading of counters (headroom collect --samples 2)");
    }
    return notComparable(1, 2)
        .<ReportedValue<Double>>map(ReportedValue::unreported)
        .orElseGet(() -> second.map(later -> later - first.get()));
  }

  /** What a counter grew by between the readings. */
  public ReportedValue<Long> growth(Subject subject, String counter) {
    return growth(counter + " of " + subject, facts.samples(subject, RdmaKeys.counter(counter)));
  }

  /**
   * What a counter grew by from its first reading to its last; unsaid where there is one alone, or
   * where the host was started, or the counter was reset or wrapped, in between.
   *
   * @param name the counter, for people; it has 64 bits and no sign, and so has the result
   * @param samples its readings, in the order of samples
   */
  public ReportedValue<Long> growth(String name, List<Fact> samples) {
    if (samples.size() < 2) {
      return ReportedValue.unreported("a second reading of " + name);
    }
    Fact first = samples.getFirst();
    Fact last = samples.getLast();
    Optional<String> apart =
        notComparable(first.evidence().source().sample(), last.evidence().source().sample());
    if (apart.isPresent()) {
      return ReportedValue.unreported(apart.get());
    }
    Optional<Long> before = ValueParser.wholeNumber(first.value());
    Optional<Long> after = ValueParser.wholeNumber(last.value());
    if (before.isEmpty() || after.isEmpty()) {
      return ReportedValue.unreported(name + " as a number");
    }
    return Long.compareUnsigned(after.get(), before.get()) >= 0
        ? ReportedValue.reported(after.get() - before.get(), last.evidence())
        : ReportedValue.unreported(
            "%s, which decreased from %s to %s: it wrapped or was reset"
                .formatted(name, first.value(), last.value()));
  }

  /** Why two readings of all counters say nothing of what happened between them. */
  private Optional<String> notComparable(int first, int last) {
    ReportedValue<String> boot = facts.text(Subject.host(), "sample." + first + ".boot");
    ReportedValue<String> later = facts.text(Subject.host(), "sample." + last + ".boot");
    if (boot.isReported() && later.isReported() && !boot.get().equals(later.get())) {
      return Optional.of("two counter readings of the same boot: the host rebooted between them");
    }
    ReportedValue<Double> from = uptime(first);
    ReportedValue<Double> to = uptime(last);
    return from.isReported() && to.isReported() && to.get() <= from.get()
        ? Optional.of("two readings of counters at different times")
        : Optional.empty();
  }

  private ReportedValue<Double> uptime(int sample) {
    return facts.decimal(Subject.host(), "sample." + sample + ".uptime.s");
  }

  private static double unsigned(long count) {
    return count >= 0 ? count : count + 0x1p64;
  }

  /** What a counter grew by in a second. */
  public ReportedValue<Double> perSecond(Subject subject, String counter) {
    ReportedValue<Long> growth = growth(subject, counter);
    ReportedValue<Double> seconds = seconds();
    return switch (seconds) {
      case ReportedValue.Reported<Double>(Double value, _) ->
          growth.map(by -> unsigned(by) / value);
      case ReportedValue.Unreported<Double>(String what) -> ReportedValue.unreported(what);
    };
  }
}
