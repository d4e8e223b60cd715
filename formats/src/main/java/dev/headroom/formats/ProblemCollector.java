package dev.headroom.formats;

import dev.headroom.model.yaml.Problem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Collector of errors and warnings while a reader continues, so that a user sees all of them at
 * once. Errors make the input unusable; warnings say what is done differently from what is written.
 */
public final class ProblemCollector {
  /** More of one kind help nobody. */
  private static final int MOST = 50;

  private final List<Problem> errors = new ArrayList<>();
  private final List<Problem> warnings = new ArrayList<>();
  private int unsaid;

  public void error(Path file, TextWord at, String key, String what, String right) {
    if (errors.size() < MOST) {
      errors.add(new Problem(file.toString(), at.line(), at.column(), key, what, right));
    } else {
      unsaid++;
    }
  }

  public void warn(Path file, TextWord at, String key, String what, String right) {
    if (warnings.size() < MOST) {
      warnings.add(new Problem(file.toString(), at.line(), at.column(), key, what, right));
    }
  }

  public boolean failed() {
    return !errors.isEmpty();
  }

  /** Errors so far: what a part of a reader compares to learn whether it found some itself. */
  public int errors() {
    return errors.size() + unsaid;
  }

  /**
   * Ends the reading here if anything so far is an error. Warnings are told with the errors: a key
   * that is missing is often the one that was not known.
   */
  public void throwIfFailed() {
    if (failed()) {
      List<Problem> all = new ArrayList<>(errors);
      if (unsaid > 0) {
        String file = errors.getLast().file();
        all.add(new Problem(file, 0, 0, "", unsaid + " more problems like these", ""));
      }
      all.addAll(warnings);
      throw new FormatException(all);
    }
  }

  public List<Problem> warnings() {
    return List.copyOf(warnings);
  }
}
