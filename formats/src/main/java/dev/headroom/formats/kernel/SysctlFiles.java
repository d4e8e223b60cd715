package dev.headroom.formats.kernel;

import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import java.util.Comparator;
import java.util.List;

/**
 * Precedence of the files that set kernel settings at boot: the last file by name counts, whatever
 * its folder. Of files with one name, that of {@code /etc} replaces that of {@code /run}, and both
 * replace that of {@code /usr/lib} (sysctl.d(5)). {@code /etc/sysctl.conf} has the place of {@code
 * 99-sysctl.conf}, as distributions link it.
 */
public final class SysctlFiles {
  private static final List<String> FOLDERS = List.of("lib", "run", "etc");

  private static final Comparator<Fact> ORDER =
      Comparator.comparing((Fact fact) -> file(fact))
          .thenComparingInt(fact -> FOLDERS.indexOf(folder(fact)))
          .thenComparingInt(fact -> fact.evidence().line());

  private SysctlFiles() {}

  /** The value that the files leave a setting with; not reported if no file has it. */
  public static ReportedValue<String> lastSetting(FactSet facts, Subject setting) {
    return facts.all(setting, SysctlReader.FILED).stream()
        .max(ORDER)
        .map(last -> ReportedValue.reported(last.value(), last.evidence()))
        .orElseGet(() -> facts.text(setting, SysctlReader.FILED));
  }

  private static String file(Fact fact) {
    String path = fact.evidence().source().name();
    String name = path.substring(path.lastIndexOf('/') + 1);
    return name.equals("sysctl.conf") ? "99-sysctl.conf" : name;
  }

  /** The folder above {@code sysctl.d}. */
  private static String folder(Fact fact) {
    String[] parts = fact.evidence().source().name().split("/");
    return parts.length > 2 ? parts[parts.length - 3] : "etc";
  }
}
