package dev.headroom.app.toy;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.formats.host.HostFacts;

/** A host whose name has no digit. */
final class ToyRule extends HostRule {
  ToyRule() {
    super(
        RuleInfo.warning("toy.digit")
            .title("each host has a number in its name")
            .inputs("the name of the host")
            .cause("It is a toy.")
            .source("none"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    if (host.name().chars().anyMatch(Character::isDigit)) {
      to.pass();
    } else {
      to.finding(host.name(), "", "its name has no digit").report();
    }
  }
}
