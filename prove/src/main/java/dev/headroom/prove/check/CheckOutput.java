package dev.headroom.prove.check;

import dev.headroom.prove.evidence.HostCheck;
import dev.headroom.prove.plan.HostTool;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of what a {@link CheckScript} printed on a host. */
public final class CheckOutput {
  private static final Pattern END = Pattern.compile(CheckScript.END + "(\\w+) (\\d{1,3})");
  private static final Pattern ABSENT = Pattern.compile(CheckScript.ABSENT + "(\\w+) (.*)");

  private CheckOutput() {}

  /**
   * Part of the output.
   *
   * @param text what the tool printed
   * @param status with which it ended
   */
  record Part(String text, int status) {}

  /**
   * What the tools found.
   *
   * @param host for its audit, if it does not say its name
   */
  public static List<HostCheck> of(Collection<HostTool> tools, String host, String printed) {
    Map<String, Part> parts = new HashMap<>();
    Map<String, String> absent = new HashMap<>();
    StringBuilder text = new StringBuilder();
    for (String line : printed.split("\n")) {
      Matcher end = END.matcher(line);
      Matcher missing = ABSENT.matcher(line);
      if (line.startsWith(CheckScript.BEGIN)) {
        text.setLength(0);
      } else if (end.matches()) {
        parts.put(end.group(1), new Part(text.toString(), Integer.parseInt(end.group(2))));
      } else if (missing.matches()) {
        absent.put(missing.group(1), missing.group(2));
      } else {
        text.append(line).append('\n');
      }
    }
    List<HostCheck> checks = new ArrayList<>();
    for (HostTool tool : tools) {
      Optional<Part> part = Optional.ofNullable(parts.get(tool.word()));
      checks.add(
          part.map(each -> read(tool, host, each))
              .orElseGet(() ->
                  Optional.ofNullable(absent.get(tool.word()))
                      .map(why -> HostCheck.absent(tool.word(), why))
                      .orElseGet(() -> HostCheck.broken(tool.word(), "it did not end"))));
    }
    return checks;
  }

  private static HostCheck read(HostTool tool, String host, Part part) {
    return switch (tool) {
      case AUDIT -> HostAudit.of(host, part);
      case DCGMI -> ToolReports.dcgmi(part);
      case NCCL -> ToolReports.nccl(part);
      case IBDIAGNET -> ToolReports.ibdiagnet(part);
    };
  }
}
