package dev.headroom.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The failure modes that real threads show: on each one's evidence its rule speaks, and on the same
 * evidence repaired it does not. Evidence is a file that somebody published where there is one;
 * else the thread's own line among those of a healthy machine.
 */
final class ModesTest {
  private static final Path TABLE = Path.of("src/test/resources/dev/headroom/audit/modes.tsv");
  private static final int MODES = 36;

  /** Those whose cause the thread itself does not settle. */
  private static final Set<Integer> UNSETTLED = Set.of(11, 25, 32);

  /** A row of the table: what is changed on which machine, and what repairs it again. */
  private record Case(
      int mode,
      String rule,
      String machine,
      String file,
      String from,
      String to,
      String repair,
      String repaired) {
    static Case of(String line) {
      String[] cells = line.split("\t", -1);
      return new Case(
          Integer.parseInt(cells[0]),
          cells[1],
          cells[2],
          cells[3],
          plain(cells[4]),
          plain(cells[5]),
          plain(cells[6]),
          plain(cells[7]));
    }

    private static String plain(String cell) {
      return cell.replace("\\n", "\n").replace("\\t", "\t");
    }

    boolean isPublished() {
      return machine.equals("fixture");
    }

    Healthy machineOf() {
      return switch (machine) {
        case "fixture" -> Healthy.published(file);
        case "switch" -> Healthy.switchOf();
        case "fabric" -> Healthy.fabric();
        default -> Healthy.host();
      };
    }

    Healthy sick() {
      Healthy machine = machineOf();
      if (isPublished()) {
        return machine;
      }
      return from.isEmpty()
          ? machine.withFile(file, machine.text(file) + to + "\n")
          : machine.with(file, "", from, to);
    }

    Healthy well() {
      Healthy sick = sick();
      String text = sick.text(file);
      String mended = text.replaceAll(repair, repaired);
      assertThat(mended).as("the repair changes something").isNotEqualTo(text);
      return sick.withFile(file, mended);
    }

    List<Finding> findings(Healthy machine) {
      List<Healthy> all =
          this.machine.equals("fleet")
              ? List.of(Healthy.host(), machine, Healthy.host())
              : List.of(machine);
      return Healthy.findings(Sickness.facts(all)).stream()
          .filter(finding -> finding.rule().equals(rule))
          .toList();
    }

    @Override
    public String toString() {
      return mode + " " + rule + " by " + file;
    }
  }

  private static List<Case> cases() {
    try {
      return Files.readAllLines(TABLE).stream().skip(1).map(Case::of).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void shouldHaveEvidenceOfEveryMode() {
    Set<Integer> modes =
        cases().stream().map(Case::mode).collect(Collectors.toCollection(TreeSet::new));
    assertThat(modes).containsExactlyElementsOf(IntStream.rangeClosed(1, MODES).boxed().toList());
  }

  @TestFactory
  List<DynamicTest> shouldSpeakAndThenBeSilent() {
    return cases().stream()
        .map(each -> DynamicTest.dynamicTest(each.toString(), () -> speaksAndIsSilent(each)))
        .toList();
  }

  private static void speaksAndIsSilent(Case mode) {
    Assumptions.assumeTrue(!mode.isPublished() || Healthy.hasFixtures(), "no fixtures here");
    List<Finding> findings = mode.findings(mode.sick());
    assertThat(findings).isNotEmpty();
    assertThat(mode.findings(mode.well())).isEmpty();
    if (UNSETTLED.contains(mode.mode())) {
      assertThat(findings)
          .allSatisfy(finding -> assertThat(finding.reason().cause()).contains("Candidates"));
    }
  }
}
