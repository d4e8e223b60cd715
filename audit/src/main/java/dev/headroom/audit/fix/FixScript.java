package dev.headroom.audit.fix;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toCollection;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * POSIX shell script of all changes that the findings propose. It is dry unless told {@code
 * --apply}, leaves alone what already is as wanted, and writes old values into a file of mode 0600
 * for its {@code --undo}.
 */
public final class FixScript {
  private final StringBuilder text = new StringBuilder();

  private FixScript() {}

  /**
   * One step of a finding's fix.
   *
   * @param host the host it is for; empty for whatever host it runs on
   * @param why what the finding is, in a few words
   */
  public record Planned(String host, String why, FixStep step) {}

  public static String of(List<Planned> plan) {
    FixScript script = new FixScript();
    script.text.append(template());
    Set<Planned> once = new LinkedHashSet<>(plan);
    Map<String, Set<String>> byShortName =
        once.stream()
            .map(Planned::host)
            .collect(
                groupingBy(
                    FixScript::shortName, LinkedHashMap::new, toCollection(LinkedHashSet::new)));
    byShortName.forEach((shortName, hosts) ->
        hosts.forEach(host -> {
          script
              .text
              .append("\nif for_host ")
              .append(ShellQuoting.quote(hosts.size() == 1 ? shortName : host))
              .append("; then\n  :\n");
          once.stream().filter(each -> each.host().equals(host)).forEach(script::step);
          script.text.append("fi\n");
        }));
    return script.text.append("\nend\n").toString();
  }

  private void step(Planned each) {
    if (each.step() instanceof SettingChange change) {
      List<String> names = change.names();
      text.append("  change ")
          .append(change.setting().key())
          .append(' ')
          .append(ShellQuoting.quote(names.getFirst()))
          .append(' ')
          .append(ShellQuoting.quote(names.size() > 1 ? names.get(1) : ""))
          .append(' ')
          .append(ShellQuoting.quote(change.value()))
          .append(change.disruption().disruptive() ? " yes " : " no ")
          .append(ShellQuoting.quote(plain(each.why())))
          .append('\n');
      comment("security: ", change.securityCost());
      comment("to persist: ", change.afterReboot());
    } else {
      if (!each.step().command().isEmpty()) {
        text.append("  by_hand ")
            .append(ShellQuoting.quote(plain(each.why() + ": " + each.step().command())))
            .append('\n');
      }
      comment("to persist, " + each.why() + ": ", each.step().afterReboot());
    }
  }

  private void comment(String label, String sentence) {
    if (!sentence.isEmpty()) {
      text.append("  # ").append(plain(label + sentence)).append('\n');
    }
  }

  /** On one line, whatever it holds, so that nothing of it leaves a comment. */
  private static String plain(String words) {
    return words.replaceAll("\\p{Cntrl}|[\\u0080-\\u009f\\u2028\\u2029]", " ");
  }

  private static String shortName(String host) {
    int dot = host.indexOf('.');
    return dot < 0 ? host : host.substring(0, dot);
  }

  private static String template() {
    try (InputStream in = FixScript.class.getResourceAsStream("script.sh")) {
      if (in == null) {
        throw new IllegalStateException("script.sh is not in the jar");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
