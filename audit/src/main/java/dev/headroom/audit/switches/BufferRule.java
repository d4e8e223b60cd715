package dev.headroom.audit.switches;

import dev.headroom.audit.Card;
import dev.headroom.audit.Judgement;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.SwitchBuffers;
import dev.headroom.formats.switches.SwitchQos;
import java.util.Optional;

/** Rule about switch buffers, which not every vendor's configuration contains. */
abstract class BufferRule extends SwitchRule {
  protected BufferRule(Card card) {
    super(card);
  }

  @Override
  protected final void judge(HostFacts host, SwitchQos qos, Judgement to) {
    Optional<SwitchBuffers> buffers = qos.buffers();
    if (buffers.isPresent()) {
      judge(host, qos, buffers.get(), to);
    } else {
      to.notHere(
          host.name(),
          "the configuration of " + qos.words().family() + " does not spell its buffers out");
    }
  }

  protected abstract void judge(HostFacts host, SwitchQos qos, SwitchBuffers buffers, Judgement to);
}
