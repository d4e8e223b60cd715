package dev.headroom.prove.check;

import dev.headroom.formats.benchmark.NcclTestsReader;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.infiniband.IbdiagnetReader;
import dev.headroom.formats.nvidia.DcgmDiagReader;
import dev.headroom.formats.nvidia.DcgmTest;
import dev.headroom.formats.read.FactReader;
import dev.headroom.prove.evidence.HostCheck;
import dev.headroom.prove.plan.HostTool;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Verdicts of diagnostic tools, by the readers of formats. */
final class ToolReports {
  private static final FactReader READER =
      new FactReader(
          List.of(new DcgmDiagReader(), new NcclTestsReader(), new IbdiagnetReader()), List.of());
  private static final int TIMED_OUT = 124;
  private static final int MOST_TOLD = 40;

  private ToolReports() {}

  /** Tests that failed are errors, whatever their severity: GPUs that are not well hold up jobs. */
  static HostCheck dcgmi(CheckOutput.Part part) {
    List<String> errors = new ArrayList<>();
    List<String> warnings = new ArrayList<>();
    Map<DcgmTest, String> messages = new LinkedHashMap<>();
    int tests = 0;
    List<Fact> facts = facts("dcgmi diag", part);
    for (Fact fact : facts) {
      DcgmTest.of(fact.subject())
          .filter(_ -> fact.key().equals(DcgmTest.MESSAGE))
          .ifPresent(test -> messages.putIfAbsent(test, fact.value()));
    }
    for (Fact fact : facts) {
      Optional<DcgmTest> test = DcgmTest.of(fact.subject());
      if (test.isEmpty() || !fact.key().equals(DcgmTest.STATUS)) {
        continue;
      }
      tests++;
      String status = fact.value().toLowerCase(Locale.ROOT);
      String message = messages.getOrDefault(test.get(), "");
      String what = words(test.get()) + (message.isEmpty() ? "" : ": " + message);
      if (status.startsWith("fail")) {
        errors.add(what);
      } else if (status.startsWith("warn")) {
        warnings.add(what);
      }
    }
    return check(HostTool.DCGMI, part, tests, errors, warnings, tests + " tests");
  }

  private static String words(DcgmTest test) {
    return test.device().isBlank() ? test.test() : test.test() + " of " + test.device();
  }

  /** Wrong bytes are an error; the bandwidth is told, and judged by nobody here. */
  static HostCheck nccl(CheckOutput.Part part) {
    List<String> errors = new ArrayList<>();
    String bandwidth = "";
    int rows = 0;
    for (Fact fact : facts("all_reduce_perf", part)) {
      switch (fact.key()) {
        case "size.bytes" -> rows++;
        case "avg-bus-bandwidth" -> bandwidth = fact.value();
        case "out-of-bounds-values" -> {
          if (!fact.value().startsWith("0 ")) {
            errors.add("results out of bounds: " + fact.value());
          }
        }
        default -> {
          // rows are for people, in the raw output
        }
      }
    }
    return check(
        HostTool.NCCL,
        part,
        rows,
        errors,
        List.of(),
        bandwidth.isEmpty() ? "no mean bandwidth" : "mean bus bandwidth " + bandwidth + " GB/s");
  }

  /** Lines that it prints as errors and as warnings. */
  static HostCheck ibdiagnet(CheckOutput.Part part) {
    List<String> errors = new ArrayList<>();
    List<String> warnings = new ArrayList<>();
    int lines = 0;
    for (Fact fact : facts("ibdiagnet", part)) {
      switch (fact.key()) {
        case "ibdiagnet.e" -> errors.add(fact.value());
        case "ibdiagnet.w" -> warnings.add(fact.value());
        case "level" -> lines++;
        default -> {
          // what it looked at
        }
      }
    }
    return check(HostTool.IBDIAGNET, part, lines, errors, warnings, lines + " lines");
  }

  /** A tool that ended badly, or printed nothing that can be read, has shown nothing. */
  private static HostCheck check(
      HostTool tool,
      CheckOutput.Part part,
      int told,
      List<String> errors,
      List<String> warnings,
      String fact) {
    if (told == 0) {
      return HostCheck.broken(tool.word(), "printed nothing that can be read" + ending(part));
    }
    if (part.status() == TIMED_OUT) {
      errors.add("did not end in time");
    } else if (part.status() != 0 && errors.isEmpty()) {
      errors.add("ended with exit code " + part.status());
    }
    return new HostCheck(tool.word(), "", few(errors), few(warnings), List.of(fact));
  }

  private static String ending(CheckOutput.Part part) {
    String last =
        part.text().lines().filter(line -> !line.isBlank()).reduce((_, later) -> later).orElse("");
    return " (exit code " + part.status() + (last.isEmpty() ? ")" : "): " + last.strip());
  }

  static List<String> few(List<String> all) {
    if (all.size() <= MOST_TOLD) {
      return List.copyOf(all);
    }
    List<String> some = new ArrayList<>(all.subList(0, MOST_TOLD));
    some.add("and " + (all.size() - MOST_TOLD) + " more");
    return some;
  }

  private static List<Fact> facts(String command, CheckOutput.Part part) {
    return List.copyOf(READER.read(FactSource.of(command), part.text()).facts());
  }
}
