package dev.headroom.formats.switches;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of a configuration as typed at a prompt: {@code leaf1(config-if)# mtu 9216}. The word in
 * brackets says in which part a command stands; the command before the first one there has opened
 * it.
 */
public final class TypedConfigReader extends FormatReader {
  private static final Pattern LINE =
      Pattern.compile(
          "\\s{0,8}([A-Za-z][\\w.-]{0,63})(?: ?\\[[\\w: -]{1,60}\\])? ?\\((conf(?:ig)?(?:[ -][\\w ./:-]{1,40})?)\\) ?# ?(\\S.{0,400})");

  /** What opens a part, though the prompt before it may be that of another. */
  private static final Pattern OPENS =
      Pattern.compile(
          "(?:int(?:erface)?|class-map|policy-map|class|system qos|qos (?:profile|map)|tx-queue|wred|router|vlan|trust dscp-map) ?.*");

  private static final Pattern INTERFACE =
      Pattern.compile("(?i)int(?:erface)? e(?:t|th|thernet)? ?(\\d\\S*)");

  private static final Pattern LEAVES =
      Pattern.compile("exit|end|commit|no shutdown|copy .*|write.*");

  /** Of the names of all parts that a command stands in. */
  private static final int LONGEST = 1000;

  private final List<CommandSyntax.Prompt> prompts;

  /** One that knows the prompts of these languages. */
  public TypedConfigReader(List<CommandSyntax> forms) {
    super(
        FormatKind.of(
            "switch-typed",
            "configuration of a switch, typed at its prompts",
            "configure terminal of EOS, NX-OS, OS10, Onyx and Enterprise SONiC"));
    prompts = forms.stream().flatMap(form -> form.prompts().stream()).toList();
  }

  @Override
  protected List<String> clues() {
    return List.of("(conf");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    return isTyped(document.line(at));
  }

  private static boolean isTyped(TextLine line) {
    return line.text().contains("(conf") && LINE.matcher(line.text()).matches();
  }

  @Override
  protected boolean continues(TextLine line) {
    return isTyped(line);
  }

  @Override
  protected int end(SourceLines document, int at, Starts starts) {
    return endOfParts(document, at);
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    Map<String, String> parts = new HashMap<>();
    String mode = "";
    String before = "";
    for (TextLine line : block) {
      Matcher said = LINE.matcher(line.text());
      if (!said.matches()) {
        continue;
      }
      String now = said.group(2);
      if (!before.isEmpty() && (OPENS.matcher(before).matches() || !parts.containsKey(now))) {
        String above = parts.getOrDefault(mode, "");
        boolean inside =
            !mode.equals(now)
                && !above.isEmpty()
                && above.length() < LONGEST
                && before.startsWith("class ");
        String part = shown(before, now);
        parts.put(now, isTop(now) ? "" : inside ? above + " | " + part : part);
      }
      String command = said.group(3).strip();
      String within = isTop(now) ? "" : parts.getOrDefault(now, "");
      Subject in =
          new Subject(SubjectKind.SWITCH_SETTING, within.isEmpty() ? "configuration" : within);
      sink.add(line, Subject.host(), "prompt.host", said.group(1));
      sink.add(line, in, "mode", now);
      sink.add(line, in, LEAVES.matcher(command).matches() ? "typed" : "command", command);
      mode = now;
      before = command;
    }
  }

  /** As {@code show running-config} writes it, where people type less: {@code interface e1/9}. */
  private String shown(String opener, String mode) {
    Matcher port = INTERFACE.matcher(opener);
    Optional<String> typed = port.matches() ? Optional.of(port.group(1)) : Optional.empty();
    return prompts.stream()
        .flatMap(prompt -> prompt.shown(mode, typed).stream())
        .findFirst()
        .orElse(opener);
  }

  private static boolean isTop(String mode) {
    return mode.equals("config") || mode.equals("conf");
  }
}
