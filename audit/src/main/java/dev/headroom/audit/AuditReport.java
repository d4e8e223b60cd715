package dev.headroom.audit;

import dev.headroom.audit.RuleOutcome.MissingInput;
import dev.headroom.audit.coverage.Contradictions.Contradiction;
import dev.headroom.audit.coverage.SourceRead;
import dev.headroom.audit.fix.Fix;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Report of an audit.
 *
 * @param hosts names of what was judged
 * @param sourcesRead what was read of each source
 * @param outcomes of all rules
 * @param findings those that no waiver covers, worst first
 * @param waived those that one covers
 * @param expired waivers that are past their date and would have covered something
 * @param unreachedMachines machines that were asked and sent nothing that can be read
 * @param unreadFiles what could not be read of the files, as far as it is listed
 * @param contradictions values beside those that rules judged, from other sources
 * @param cabling which ports of hosts hang on which of switches
 */
public record AuditReport(
    List<String> hosts,
    List<SourceRead> sourcesRead,
    List<RuleOutcome> outcomes,
    List<Finding> findings,
    List<Waived> waived,
    List<Waiver> expired,
    List<Unreached> unreachedMachines,
    List<Unread> unreadFiles,
    List<Contradiction> contradictions,
    AuditedCabling cabling) {
  /** What costs most comes first, if that was asked; then by severity, rule and subject. */
  private static final Comparator<Finding> ORDER =
      Comparator.comparingDouble((Finding finding) -> -lost(finding))
          .thenComparing(Finding::severity)
          .thenComparing(Finding::rule)
          .thenComparing(finding -> finding.place().host())
          .thenComparing(finding -> finding.place().part());

  /**
   * A finding that somebody decided to live with.
   *
   * @param by the waiver that says so
   */
  public record Waived(Finding finding, Waiver by) {}

  /**
   * A file, or a part of it, that was refused or cut.
   *
   * @param file as it was named, or as it stands in its archive
   * @param why in one line
   */
  public record Unread(String host, String file, String why) {}

  /**
   * A machine of which nothing is known.
   *
   * @param why in one line
   */
  public record Unreached(String host, String why) {}

  /** Keeps copies. */
  public AuditReport {
    hosts = List.copyOf(hosts);
    sourcesRead = List.copyOf(sourcesRead);
    outcomes = List.copyOf(outcomes);
    findings = List.copyOf(findings);
    waived = List.copyOf(waived);
    expired = List.copyOf(expired);
    unreachedMachines = List.copyOf(unreachedMachines);
    unreadFiles = List.copyOf(unreadFiles);
    contradictions = List.copyOf(contradictions);
  }

  /** Sets aside what waivers cover. */
  public static AuditReport of(
      List<String> hosts, List<SourceRead> read, List<RuleOutcome> outcomes, Waivers waivers) {
    List<Finding> left = new ArrayList<>();
    List<Waived> waived = new ArrayList<>();
    outcomes.stream()
        .flatMap(outcome -> outcome.findings().stream())
        .sorted(ORDER)
        .forEach(finding -> {
          Optional<Waiver> by = waivers.covering(finding);
          if (by.isPresent()) {
            waived.add(new Waived(finding, by.get()));
          } else {
            left.add(finding);
          }
        });
    return new AuditReport(
        hosts,
        read,
        outcomes,
        left,
        waived,
        waivers.expiredFor(left),
        List.of(),
        List.of(),
        List.of(),
        AuditedCabling.NONE);
  }

  /** The same with machines that sent nothing. */
  public AuditReport unreachedMachines(List<Unreached> machines) {
    return with(machines, unreadFiles, contradictions, cabling);
  }

  /** The same with what could not be read. */
  public AuditReport unreadFiles(List<Unread> files) {
    return with(unreachedMachines, files, contradictions, cabling);
  }

  /** The same with values that contradict those that were judged. */
  public AuditReport contradictions(List<Contradiction> others) {
    return with(unreachedMachines, unreadFiles, others, cabling);
  }

  /** The same with how machines are cabled. */
  public AuditReport cabling(AuditedCabling how) {
    return with(unreachedMachines, unreadFiles, contradictions, how);
  }

  private AuditReport with(
      List<Unreached> machines,
      List<Unread> files,
      List<Contradiction> others,
      AuditedCabling how) {
    return new AuditReport(
        hosts, sourcesRead, outcomes, findings, waived, expired, machines, files, others, how);
  }

  /** How many findings are of a severity. */
  public long count(Severity severity) {
    return findings.stream().filter(finding -> finding.severity() == severity).count();
  }

  /** Whether one is as bad as this or worse. */
  public boolean has(Severity worst) {
    return findings.stream().anyMatch(finding -> finding.severity().atLeast(worst));
  }

  /** Rules that checked all their subjects and found no fault. */
  public long passed() {
    return outcomes.stream().filter(RuleOutcome::isPass).count();
  }

  /** Rules that found no fault and lacked an input for a part of their subjects. */
  public long passedInPart() {
    return outcomes.stream().filter(RuleOutcome::isPassInPart).count();
  }

  /** Rules that checked nothing, because an input was missing. */
  public long unchecked() {
    return outcomes.stream().filter(RuleOutcome::isUnchecked).count();
  }

  /** Whether no rule checked anything. */
  public boolean isEmpty() {
    return outcomes.stream().allMatch(each -> each.passed() == 0 && each.findings().isEmpty());
  }

  /** Rules whose input was absent, of some host or of all. */
  public Map<RuleInfo, Map<String, List<String>>> notChecked() {
    Map<RuleInfo, Map<String, List<String>>> missing = new LinkedHashMap<>();
    for (RuleOutcome outcome : outcomes) {
      for (MissingInput each : outcome.notChecked()) {
        missing
            .computeIfAbsent(outcome.ruleInfo(), _ -> new LinkedHashMap<>())
            .computeIfAbsent(each.input(), _ -> new ArrayList<>())
            .add(each.host());
      }
    }
    return missing;
  }

  /** Findings that say the same of several hosts, or of several parts of them, once. */
  public List<Group> groups() {
    return FindingGroups.of(findings);
  }

  /**
   * The same finding of one or several hosts and parts.
   *
   * @param members at least one, the first of which speaks for all
   */
  public record Group(List<Finding> members) {
    public Finding first() {
      return members.getFirst();
    }

    public List<String> hosts() {
      return members.stream().map(finding -> finding.place().host()).distinct().toList();
    }

    /** What is done about each, alike but for the part; once where it is the same. */
    public List<Fix> fixes() {
      return members.stream().map(finding -> finding.remedy().fix()).distinct().toList();
    }

    public List<String> parts() {
      return members.stream().map(finding -> finding.place().part()).distinct().toList();
    }
  }

  private static double lost(Finding finding) {
    return finding.cost().price() instanceof Price.Modelled price ? price.lost() : 0;
  }
}
