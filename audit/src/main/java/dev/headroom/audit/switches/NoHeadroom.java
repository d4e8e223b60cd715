package dev.headroom.audit.switches;

import static dev.headroom.audit.switches.SwitchRule.some;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.PriorityGroup.Headroom;
import dev.headroom.formats.switches.SwitchBuffers;
import dev.headroom.formats.switches.SwitchPort;
import dev.headroom.formats.switches.SwitchQos;
import dev.headroom.formats.switches.SwitchTopic;
import dev.headroom.formats.switches.vendors.SwitchVendors;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Rule that reports lossless priority groups whose profile has no headroom for the packets in
 * flight after a pause.
 */
final class NoHeadroom extends BufferRule {
  NoHeadroom() {
    super(
        RuleInfo.error("switch.no-headroom")
            .title("lossless priority groups have headroom")
            .inputs(SwitchVendors.commandsText(SwitchTopic.BUFFERS))
            .cause(
                "After a pause is sent, packets in flight still arrive: the bytes on the cable, "
                    + "in the pipelines, and one packet at each end. Without headroom (xoff) for "
                    + "them they are dropped, although PFC is on.")
            .modes(28)
            .source(SwitchSources.SONIC + ", BUFFER_PROFILE; sonic-net/SONiC#480"));
  }

  @Override
  protected void judge(HostFacts host, SwitchQos qos, SwitchBuffers buffers, FindingCollector to) {
    boolean made =
        qos.ports().set().stream()
            .flatMap(port -> port.groups().values().stream())
            .anyMatch(group -> group.headroom().isPresent());
    if (!made) {
      to.missingInput(host.name(), buffers.terms().missingInputs().headroom());
      return;
    }
    List<String> wrong = new ArrayList<>();
    List<Evidence> seen = new ArrayList<>();
    for (SwitchPort port : qos.ports().set()) {
      port.groups()
          .forEach((priority, group) -> {
            Optional<Headroom> headroom = group.headroom();
            if (headroom.isPresent() && !headroom.get().isNone()) {
              to.pass();
              return;
            }
            wrong.add(port.name() + "|" + priority + headroom.map(NoHeadroom::profile).orElse(""));
            seen.addAll(
                headroom
                    .map(none -> SwitchQos.evidenceOf(none.profile(), none.xoff()))
                    .orElseGet(() -> SwitchQos.evidenceOf(port.lossless())));
          });
    }
    if (!wrong.isEmpty()) {
      to.finding(host.name(), "", "PFC is on without headroom: " + some(wrong))
          .addEvidence(seen)
          .fix(() -> Fix.advice(buffers.terms().fixes().headroom()))
          .report();
    }
  }

  /** The profile, where its xoff was not read: it has none, or nothing defines it. */
  private static String profile(Headroom none) {
    return none.profile().isReported() && !none.xoff().isReported()
        ? " (profile %s has no xoff, or is not defined)".formatted(none.profile().get())
        : "";
  }
}
