package dev.headroom.app.emit;

import dev.headroom.audit.emit.PlanStep;
import dev.headroom.audit.emit.StepCheck;
import dev.headroom.model.text.ShellQuoting;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Script that runs checks of a step and says what differs. Its exit status is 1 if anything does.
 */
final class CheckScript {
  private CheckScript() {}

  /** Whether the step is done. */
  static String after(PlanStep step, List<StepCheck> checks) {
    StringBuilder text = begin("Check", step);
    checks.forEach(check -> add(text, "", check));
    return end(text);
  }

  /** Whether the device still has what the step replaces. */
  static String before(PlanStep step, BeforeChecks checks) {
    StringBuilder text = begin("Settings before", step);
    checks.now().forEach(check -> add(text, "", check));
    checks.later().forEach(check -> add(text, "later ", check));
    return end(text);
  }

  private static StringBuilder begin(String what, PlanStep step) {
    return new StringBuilder(
            "#!/bin/sh\n# %s of step %d: %s\n"
                .formatted(what, step.number(), step.title().replaceAll("\\p{Cntrl}", " ")))
        .append(resource("check.sh"));
  }

  private static void add(StringBuilder text, String when, StepCheck check) {
    line(text, when + "output", check.command());
    check.present().forEach(each -> line(text, when + "has", each));
    check.absent().forEach(each -> line(text, when + "lacks", each));
  }

  private static void line(StringBuilder text, String word, String argument) {
    text.append(word).append(' ').append(ShellQuoting.quote(argument)).append('\n');
  }

  private static String end(StringBuilder text) {
    return text.append("exit \"$status\"\n").toString();
  }

  /** A file of this package in the jar. */
  static String resource(String name) {
    try (InputStream in = CheckScript.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the program lacks its file " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
