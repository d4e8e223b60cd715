package dev.headroom.audit;

import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.vendors.SwitchVendors;

/** Rule that judges one host at a time. */
public abstract non-sealed class HostRule implements Rule {
  private final RuleInfo ruleInfo;

  protected HostRule(RuleInfo ruleInfo) {
    this.ruleInfo = ruleInfo;
  }

  @Override
  public final RuleInfo info() {
    return ruleInfo;
  }

  /** Looks at one host; it is put into what became of the rule in any case. */
  final void judgeIfApplicable(HostFacts host, FindingCollector to) {
    if (!appliesTo(host)) {
      to.notApplicable(host.name(), "it is a switch");
      return;
    }
    judge(host, to);
    if (to.entries() == 0) {
      to.notApplicable(host.name(), "it has nothing that this rule checks");
    }
  }

  /** Whether it is of the sort that the rule looks at: as it stands, not a switch. */
  protected boolean appliesTo(HostFacts host) {
    return !host.view(SwitchCheck.class, SwitchCheck::of).isSwitch();
  }

  /** Whether a host is a switch, which nearly every rule asks. */
  private record SwitchCheck(boolean isSwitch) {
    static SwitchCheck of(HostFacts host) {
      return new SwitchCheck(
          !host.facts().subjects(SubjectKind.SWITCH_SETTING).isEmpty()
              || host.facts().subjects(SubjectKind.ITEM).stream()
                  .anyMatch(item -> SwitchVendors.isSwitchSubject(item.name())));
    }
  }

  /** Looks at one of them. */
  protected abstract void judge(HostFacts host, FindingCollector to);
}
