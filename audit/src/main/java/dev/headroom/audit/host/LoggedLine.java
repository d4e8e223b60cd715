package dev.headroom.audit.host;

import dev.headroom.audit.Card;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.Judgement;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import java.util.regex.Pattern;

/** A line of a machine's log that says by itself what is wrong. */
final class LoggedLine extends HostRule {
  private final String log;
  private final Pattern pattern;
  private final String what;
  private final String advice;

  /**
   * A rule about one log.
   *
   * @param log whose: {@code kernel} or {@code fabric-manager}
   * @param pattern found in the lines that say it
   */
  LoggedLine(Card card, String log, String pattern, String what, String advice) {
    super(card);
    this.log = log;
    this.pattern = Pattern.compile(pattern);
    this.what = what;
    this.advice = advice;
  }

  @Override
  protected void judge(HostFacts host, Judgement to) {
    List<Fact> lines =
        host.facts().subjects(Thing.EVENT).stream()
            .flatMap(event -> host.facts().all(event, log).stream())
            .toList();
    if (lines.isEmpty()) {
      card().needs().forEach(input -> to.needs(host.name(), input));
      return;
    }
    List<Evidence> seen =
        lines.stream()
            .filter(line -> pattern.matcher(line.value()).find())
            .map(Fact::evidence)
            .toList();
    if (seen.isEmpty()) {
      to.pass();
      return;
    }
    to.find(host.name(), "", what + (seen.size() == 1 ? "" : " (" + seen.size() + " lines)"))
        .seen(seen.stream().limit(10).toList())
        .fix(() -> Fix.advice(advice))
        .report();
  }
}
