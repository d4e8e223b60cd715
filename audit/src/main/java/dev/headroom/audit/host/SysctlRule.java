package dev.headroom.audit.host;

import dev.headroom.audit.Card;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.Judgement;
import dev.headroom.audit.fix.Change;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.Setting;
import dev.headroom.formats.fact.Known;
import dev.headroom.formats.host.HostFacts;
import java.util.function.Predicate;

/** A setting of the kernel. */
final class SysctlRule extends HostRule {
  private final String key;
  private final Predicate<String> right;
  private final String wanted;

  /**
   * A rule about one setting.
   *
   * @param wanted the value to set where it is not right
   */
  SysctlRule(Card card, String key, Predicate<String> right, String wanted) {
    super(card);
    this.key = key;
    this.right = right;
    this.wanted = wanted;
  }

  @Override
  protected void judge(HostFacts host, Judgement to) {
    Known<String> value = host.sysctl(key);
    if (!value.isSaid()) {
      to.needs(host.name(), "sysctl -a");
      return;
    }
    if (right.test(value.get().strip())) {
      to.pass();
      return;
    }
    to.find(host.name(), key, key + " is " + value.get().strip().replaceAll("\\s+", " "))
        .seen(value.where().stream().toList())
        .fix(() -> Fix.of(Change.of(Setting.SYSCTL, key, wanted)))
        .report();
  }

  /** The last of the numbers of a setting; 0 if there is none. */
  static long last(String numbers) {
    String[] words = numbers.strip().split("\\s+");
    return words[words.length - 1].matches("\\d{1,18}")
        ? Long.parseLong(words[words.length - 1])
        : 0;
  }
}
