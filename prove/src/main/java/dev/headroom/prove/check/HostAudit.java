package dev.headroom.prove.check;

import dev.headroom.audit.Audit;
import dev.headroom.audit.Finding;
import dev.headroom.audit.Severity;
import dev.headroom.audit.rules.RuleCatalogue;
import dev.headroom.collect.hosts.AuditInputs;
import dev.headroom.collect.input.SourceOpener;
import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.host.HostsReader;
import dev.headroom.formats.source.SourceStream;
import dev.headroom.model.text.FailureMessage;
import dev.headroom.model.text.NamedOutput;
import dev.headroom.prove.evidence.HostCheck;
import dev.headroom.prove.plan.HostTool;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Audit of a host: of the bundle that it sent, by the rules about one host. */
final class HostAudit {
  private HostAudit() {}

  static HostCheck of(String host, CheckOutput.Part part) {
    if (part.status() != 0) {
      return HostCheck.broken(
          HostTool.AUDIT.word(), "collecting ended with exit code " + part.status());
    }
    List<String> errors = new ArrayList<>();
    List<String> warnings = new ArrayList<>();
    int[] hosts = {0};
    try {
      byte[] bundle = Base64.getMimeDecoder().decode(part.text());
      if (bundle.length == 0) {
        return HostCheck.broken(HostTool.AUDIT.word(), "the host sent an empty bundle");
      }
      Path file = Files.createTempFile("headroom", ".bundle");
      try {
        try (OutputStream out = NamedOutput.open(file, file)) {
          out.write(bundle);
        }
        HostsReader reader = new HostsReader(FormatCatalogue.reader());
        Audit audit = new Audit(RuleCatalogue.all());
        for (SourceStream stream : SourceOpener.open(file)) {
          reader.read(
              stream,
              found -> {
                hosts[0]++;
                audit
                    .judge(AuditInputs.named(found, host))
                    .findings()
                    .forEach(each -> add(each, errors, warnings));
              });
        }
      } finally {
        Files.deleteIfExists(file);
      }
    } catch (IOException | IllegalArgumentException e) {
      return HostCheck.broken(
          HostTool.AUDIT.word(),
          "the bundle of the host cannot be read: "
              + (e instanceof IOException io ? FailureMessage.of(io) : "it is cut off"));
    }
    if (hosts[0] == 0) {
      return HostCheck.broken(HostTool.AUDIT.word(), "the bundle holds no host");
    }
    return new HostCheck(
        HostTool.AUDIT.word(),
        "",
        ToolReports.few(errors),
        ToolReports.few(warnings),
        List.of(RuleCatalogue.all().size() + " rules"));
  }

  private static void add(Finding finding, List<String> errors, List<String> warnings) {
    String part = finding.place().part();
    String text =
        finding.rule() + (part.isEmpty() ? "" : " (" + part + ")") + ": " + finding.message();
    if (finding.severity() == Severity.ERROR) {
      errors.add(text);
    } else if (finding.severity() == Severity.WARNING) {
      warnings.add(text);
    }
  }
}
