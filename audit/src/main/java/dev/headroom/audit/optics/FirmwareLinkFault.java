package dev.headroom.audit.optics;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.host.HostFacts;
import java.util.Locale;
import java.util.Optional;

/** Rule that reports a link fault diagnosed by the NIC's firmware. */
final class FirmwareLinkFault extends HostRule {
  private static final String NEEDS = "mlxlink -d DEVICE";
  private static final String PART = "mlxlink.troubleshooting.";

  FirmwareLinkFault() {
    super(
        RuleInfo.warning("optics.link-trouble")
            .title("the NIC's firmware reports no problem with a link")
            .inputs(NEEDS)
            .cause(
                "The firmware monitors the training of a link and its signal, and names the "
                    + "likely problem: bad signal integrity, a failed negotiation, an "
                    + "unsupported cable. Such links are slow, flap, or stay down.")
            .source(
                "NVIDIA, mlxlink utility, Troubleshooting Info (Status Opcode, Recommendation)"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    boolean any = false;
    for (Subject device : host.subjectsOfTool("mlxlink")) {
      ReportedValue<Long> opcode = host.facts().number(device, PART + "status-opcode");
      ReportedValue<String> words = host.facts().text(device, PART + "recommendation");
      if (!opcode.isReported() && !words.isReported()) {
        continue;
      }
      any = true;
      Optional<String> trouble = trouble(opcode, words.orElse("").strip());
      if (trouble.isEmpty()) {
        to.pass();
        continue;
      }
      to.finding(host.name(), device.name(), "its firmware reports for the link: " + trouble.get())
          .addEvidence(words.findEvidence().stream().toList())
          .addEvidence(opcode.findEvidence().stream().toList())
          .fix(() ->
              Fix.advice(
                  "bad signal: clean and reseat both ends, then replace cable or module; "
                      + "negotiation: set the same speed and FEC on both ends; cable: use one "
                      + "that the firmware of NIC and switch supports; mlxlink with -c -e "
                      + "-m shows details"))
          .report();
    }
    if (!any) {
      to.missingInput(host.name(), NEEDS);
    }
  }

  /** A port that was switched off, or into which nothing is plugged, is no trouble. */
  private static Optional<String> trouble(ReportedValue<Long> opcode, String words) {
    boolean unused =
        opcode.matches(code -> code == 1 || code == 1024)
            || words.matches("(?i)the port is closed by command.*|cable is unplugged.*");
    boolean fine =
        opcode.matches(code -> code == 0)
            || words.matches("(?i)no issue (was|has been) observed.*");
    if (unused || fine) {
      return Optional.empty();
    }
    return words.isEmpty() || words.equals("N/A")
        ? opcode.optional().map(code -> "status opcode " + code)
        : Optional.of(words.substring(0, 1).toLowerCase(Locale.ROOT) + words.substring(1));
  }
}
