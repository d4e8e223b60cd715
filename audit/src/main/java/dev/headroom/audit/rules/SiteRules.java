package dev.headroom.audit.rules;

import dev.headroom.audit.Rule;
import dev.headroom.audit.environment.VariableRule;
import dev.headroom.audit.host.MachineLogRule;
import dev.headroom.audit.host.SysctlRule;
import dev.headroom.audit.nccl.JobLogRule;
import dev.headroom.audit.rdma.CounterRule;
import dev.headroom.audit.rulefile.RuleFile;
import dev.headroom.audit.rulefile.RuleOrigin;
import dev.headroom.model.text.UserFile;
import dev.headroom.model.yaml.FilePosition;
import dev.headroom.model.yaml.Problem;
import dev.headroom.model.yaml.YamlProblems;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Audit rules of a site: files of a folder, in the form of the built-in rule files. */
public final class SiteRules {
  /** Kinds that a site's rules may be of. */
  private static final RuleFile FORM =
      new RuleFile(
          List.of(
              MachineLogRule.KIND,
              JobLogRule.KIND,
              CounterRule.KIND,
              VariableRule.KIND,
              SysctlRule.KIND));

  private SiteRules() {}

  /** What became of a folder. */
  public sealed interface Outcome {}

  /** Rules, in the order of the files' names. */
  public record Good(List<Rule> rules) implements Outcome {
    /** Keeps a copy. */
    public Good {
      rules = List.copyOf(rules);
    }
  }

  /** Nothing, for all of these. */
  public record Bad(List<Problem> problems) implements Outcome {
    /** Keeps a copy. */
    public Bad {
      problems = List.copyOf(problems);
    }
  }

  /**
   * Reads the files of a folder whose names end in {@code .yaml} or {@code .yml}.
   *
   * @throws IOException if the folder or a file of it cannot be read
   */
  public static Outcome read(Path folder) throws IOException {
    if (Files.isRegularFile(folder)) {
      return bad(folder, "it is a file", "the folder that contains it");
    }
    if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS) && !Files.isDirectory(folder)) {
      return bad(folder, "it is not a folder", "a folder with YAML rule files");
    }
    List<Path> files = files(folder);
    if (files.isEmpty()) {
      return bad(folder, "it contains no *.yaml file", "a folder with YAML rule files");
    }
    List<Problem> problems = new ArrayList<>();
    List<Rule> rules = new ArrayList<>();
    Map<String, FilePosition> seen = new HashMap<>();
    for (Path file : files) {
      YamlProblems wrong = new YamlProblems();
      for (RuleFile.Placed each : read(file, wrong)) {
        String id = each.rule().info().id();
        FilePosition first = seen.putIfAbsent(id, each.position());
        if (RuleCatalogue.named(id).isPresent()) {
          wrong.add(
              each.position(),
              "rules.id",
              "Headroom already has a rule '" + id + "'",
              "another name");
        } else if (first != null) {
          wrong.add(
              each.position(),
              "rules.id",
              "'%s' is also in %s:%d".formatted(id, first.file(), first.line()),
              "another name for one of them");
        }
        rules.add(each.rule());
      }
      problems.addAll(wrong.inOrder());
    }
    return problems.isEmpty() ? new Good(rules) : new Bad(problems);
  }

  private static Bad bad(Path folder, String what, String right) {
    return new Bad(List.of(new Problem(folder.toString(), 0, 0, "", what, right)));
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(file -> String.valueOf(file.getFileName()).matches("[^.].*\\.ya?ml"))
          .sorted()
          .toList();
    }
  }

  private static List<RuleFile.Placed> read(Path file, YamlProblems problems) throws IOException {
    if (!Files.isRegularFile(file)) { // a pipe that nobody writes into would never end
      problems.add(
          new FilePosition(file.toString(), 1, 1), "", "it is not a regular file", "a rule file");
      return List.of();
    }
    String text;
    try {
      text = UserFile.text(file, UserFile.MOST_BY_HAND);
    } catch (CharacterCodingException _) {
      problems.add(new FilePosition(file.toString(), 1, 1), "", "it is not UTF-8 text", "");
      return List.of();
    }
    return FORM.read(text, file.toString(), RuleOrigin.SITE, problems);
  }

  /** The JSON Schema (draft 2020-12) of such files, for editors. */
  public static String schema() {
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    schema.put("title", "Headroom rules");
    schema.setAll(FORM.shape().schema());
    return JsonMapper.builder().build().writerWithDefaultPrettyPrinter().writeValueAsString(schema)
        + "\n";
  }
}
