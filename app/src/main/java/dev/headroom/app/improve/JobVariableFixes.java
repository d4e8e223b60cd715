package dev.headroom.app.improve;

import dev.headroom.audit.AuditReport;
import dev.headroom.audit.Finding;
import dev.headroom.audit.fix.JobVariable;
import dev.headroom.formats.AtomicWriter;
import dev.headroom.model.text.UserFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Variables of jobs that fixes of an audit set or take away. A scenario has no knob for them, such
 * as for the index of a GID, so that no plan of settings says them.
 */
final class JobVariableFixes {
  /** Where a copy of a bundle has variables. */
  private static final List<String> FILES =
      List.of("headroom/environment", "etc/nccl.conf", "etc/environment");

  /** Fix of one host. */
  record VariableFix(String host, String rule, JobVariable variable) {
    /** As a person does it. */
    String text() {
      return "%s: %s, and %s"
          .formatted(host, variable.command(), variable.afterReboot().replaceFirst("^# ", ""));
    }
  }

  private JobVariableFixes() {}

  /** Fixes of a report whose steps are variables, each once. */
  static List<VariableFix> of(AuditReport report) {
    Set<VariableFix> fixes = new LinkedHashSet<>();
    for (Finding finding : report.findings()) {
      finding.remedy().fix().steps().stream()
          .filter(JobVariable.class::isInstance)
          .map(JobVariable.class::cast)
          .forEach(variable ->
              fixes.add(new VariableFix(finding.place().host(), finding.rule(), variable)));
    }
    return List.copyOf(fixes);
  }

  /** Lays fixes into the files of a copy. Returns those that a file shows. */
  static List<VariableFix> lay(List<VariableFix> fixes, Path copy) throws IOException {
    List<VariableFix> laid = new ArrayList<>();
    for (VariableFix fix : fixes) {
      boolean isShown = false;
      for (String name : FILES) {
        Path file = copy.resolve(fix.host()).resolve(name);
        if (Files.isRegularFile(file)) {
          String before = UserFile.text(file, UserFile.MOST_BY_PROGRAM);
          String after = applied(before, fix.variable());
          isShown |= !before.equals(after);
          AtomicWriter.write(file, after);
        }
      }
      if (isShown) {
        laid.add(fix);
      }
    }
    return laid;
  }

  private static String applied(String text, JobVariable variable) {
    Pattern line =
        Pattern.compile("\\s*(?:export\\s+)?" + Pattern.quote(variable.name()) + "\\s*=.*");
    StringBuilder edited = new StringBuilder();
    text.lines()
        .forEach(each -> {
          if (!line.matcher(each).matches()) {
            edited.append(each).append('\n');
          } else if (!variable.value().isEmpty()) {
            edited.append(variable.name()).append('=').append(variable.value()).append('\n');
          }
        });
    return edited.toString();
  }
}
