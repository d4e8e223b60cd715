package dev.headroom.app.command;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import dev.headroom.app.option.SiteRulesArguments;
import dev.headroom.app.process.ExitCodes;
import dev.headroom.app.screen.RuleScreen;
import dev.headroom.app.screen.Terminal;
import dev.headroom.audit.Rule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.model.text.BadInputException;
import dev.headroom.run.json.JsonWriter;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command {@code headroom explain}: description of an audit rule and its reason. */
@Command(
    name = "explain",
    description =
        "Explain a rule of the audit: its inputs and its reason. Without a rule, list all rules.",
    footerHeading = "%nExamples:%n",
    footer = {"  headroom explain", "  headroom explain pcie.acs-redirect"})
final class ExplainCommand implements Callable<Integer> {
  @Parameters(paramLabel = "RULE", arity = "0..1", description = "A rule or a group of rules.")
  private Optional<String> id = Optional.empty();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Mixin private SiteRulesArguments rules = new SiteRulesArguments();

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    List<RuleInfo> ruleInfos = chosen();
    boolean one = id.isPresent() && ruleInfos.size() == 1;
    spec.commandLine()
        .getOut()
        .print(
            json
                ? json(ruleInfos)
                : one
                    ? RuleScreen.of(ruleInfos.getFirst(), Terminal.ofOutput())
                    : RuleScreen.list(ruleInfos, Terminal.ofOutput()));
    return ExitCodes.CLEAN;
  }

  private List<RuleInfo> chosen() throws IOException {
    List<RuleInfo> all = rules.all().stream().map(Rule::info).toList();
    if (id.isEmpty()) {
      return byGroup(all);
    }
    String name = id.get();
    List<RuleInfo> found =
        all.stream()
            .filter(ruleInfo -> ruleInfo.id().equals(name) || ruleInfo.group().equals(name))
            .toList();
    if (found.isEmpty()) {
      String hint = rules.hint(name);
      throw new BadInputException(
          "no rule '"
              + name
              + "'"
              + (hint.isEmpty() ? "; 'headroom explain' lists all rules" : hint));
    }
    return found;
  }

  /** Each group in one piece, where its first rule stands. */
  private static List<RuleInfo> byGroup(List<RuleInfo> all) {
    return all.stream()
        .collect(groupingBy(RuleInfo::group, LinkedHashMap::new, toList()))
        .values()
        .stream()
        .flatMap(List::stream)
        .toList();
  }

  private static String json(List<RuleInfo> ruleInfos) {
    JsonWriter json = JsonWriter.indented().object().put("schemaVersion", 1).array("rules");
    for (RuleInfo ruleInfo : ruleInfos) {
      json.object()
          .put("rule", ruleInfo.id())
          .put("severity", ruleInfo.severity().key())
          .put("title", ruleInfo.title())
          .array("needs");
      ruleInfo.inputs().forEach(json::add);
      json.endArray()
          .put("cause", ruleInfo.cause())
          .put("source", ruleInfo.source())
          .array("failureModes");
      ruleInfo.modes().forEach(mode -> json.add(mode));
      json.endArray().endObject();
    }
    return json.endArray().endObject() + "\n";
  }
}
