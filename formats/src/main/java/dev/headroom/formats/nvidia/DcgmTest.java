package dev.headroom.formats.nvidia;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import java.util.Optional;

/**
 * Test of {@code dcgmi diag}, for one device or for all tested devices, with the same keys for text
 * and JSON.
 *
 * @param test as DCGM names it: {@code Targeted Power}, since DCGM 4 {@code targeted_power}
 * @param device {@code GPU 1}; blank where it is said of all
 */
public record DcgmTest(String test, String device) {
  private static final String BEGIN = "dcgmi diag|";

  /** {@code Pass}, {@code Fail}, {@code Warn}, {@code Skip} or {@code Not Run}, in any case. */
  public static final String STATUS = "status";

  /** What DCGM says went wrong, with what it advises. */
  public static final String MESSAGE = "message";

  /** DCGM's number for how bad it is (dcgm_errors.h, {@code dcgmErrorSeverity_enum}). */
  public static final String SEVERITY = "error-severity";

  /** The test that a subject stands for, if it is one. */
  public static Optional<DcgmTest> of(Subject subject) {
    if (subject.kind() != SubjectKind.ITEM || !subject.name().startsWith(BEGIN)) {
      return Optional.empty();
    }
    int bar = subject.name().lastIndexOf('|');
    return Optional.of(
        new DcgmTest(
            subject.name().substring(BEGIN.length(), Math.max(BEGIN.length(), bar)),
            subject.name().substring(bar + 1)));
  }

  Subject subject() {
    return new Subject(SubjectKind.ITEM, BEGIN + test.replace('|', ' ') + "|" + device);
  }
}
