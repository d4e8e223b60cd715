package dev.headroom.audit.switches;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.SwitchBuffers;
import dev.headroom.formats.switches.SwitchQos;
import java.util.Optional;

/** Rule about switch buffers, which not every vendor's configuration contains. */
abstract class BufferRule extends SwitchRule {
  protected BufferRule(RuleInfo ruleInfo) {
    super(ruleInfo);
  }

  @Override
  protected final void judge(HostFacts host, SwitchQos qos, FindingCollector to) {
    Optional<SwitchBuffers> buffers = qos.buffers();
    if (buffers.isPresent()) {
      judge(host, qos, buffers.get(), to);
    } else {
      to.notApplicable(
          host.name(),
          "the configuration of " + qos.terms().family() + " does not list its buffers");
    }
  }

  protected abstract void judge(
      HostFacts host, SwitchQos qos, SwitchBuffers buffers, FindingCollector to);
}
