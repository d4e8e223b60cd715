package dev.headroom.audit.rdma;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.RdmaPort;
import dev.headroom.formats.rdma.RdmaKeys;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Rule that reports an InfiniBand port with one lane. Two lanes are how split ports look; an
 * Ethernet port of 25 Gb/s has one.
 */
final class OneLane extends PortRule {
  /** {@code 50 Gb/sec (1X HDR)}, {@code 1X (1)}. */
  private static final Pattern LANES = Pattern.compile("(?:^|\\()(\\d{1,2})X\\b");

  OneLane() {
    super(
        RuleInfo.error("link.one-lane")
            .title("InfiniBand ports use more than one lane")
            .inputs(PORTS)
            .cause(
                "InfiniBand ports have four lanes, or two where a port is split. A lane that "
                    + "fails to train is dropped, and the link keeps a quarter of its rate.")
            .source("InfiniBand Architecture Specification 1.7, 5.6, 14.2.5.6 (LinkWidthActive)"));
  }

  @Override
  protected void judge(HostFacts host, RdmaPort port, FindingCollector to) {
    Optional<ReportedValue<String>> words =
        Stream.of(
                RdmaKeys.RATE_WORDS,
                RdmaKeys.RATE_GBPS + ".words",
                "active_width",
                "active_width.words")
            .map(key -> host.facts().text(port.subject(), key))
            .filter(value -> lanes(value) > 0)
            .findFirst();
    if (words.isEmpty()) {
      to.missingInput(host.name(), "the lanes of ports: ibstatus, ibv_devinfo -v or sysfs");
    } else if (!port.isInfiniBand() || !port.state().matches(word -> word.startsWith("ACTIVE"))) {
      to.notApplicable(host.name(), "the port is not active, or not InfiniBand");
    } else if (lanes(words.get()) > 1) {
      to.pass();
    } else {
      to.finding(
              host.name(),
              name(port),
              "it runs on one lane of four (%s)".formatted(words.get().get().strip()))
          .addEvidence(words.get().findEvidence().stream().toList())
          .fix(() ->
              Fix.advice(
                  "reseat or replace the cable at both ends; mlxlink shows which lanes train and "
                      + "their eye, and mlxlink -a TG resets the port"))
          .report();
    }
  }

  private static int lanes(ReportedValue<String> words) {
    Matcher lanes = LANES.matcher(words.orElse(""));
    return lanes.find() ? Integer.parseInt(lanes.group(1)) : 0;
  }
}
