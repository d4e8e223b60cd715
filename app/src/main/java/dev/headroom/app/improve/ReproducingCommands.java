package dev.headroom.app.improve;

import dev.headroom.model.text.ShellQuoting;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Commands that reproduce the figures of an improvement, by what they show. */
final class ReproducingCommands {
  private ReproducingCommands() {}

  static Map<String, String> of(ImproveResult result) {
    ImproveRequest request = result.request();
    String inputs =
        request.inputs().stream().map(ReproducingCommands::quoted).collect(Collectors.joining(" "));
    Path out = request.out();
    Map<String, String> commands = new LinkedHashMap<>();
    commands.put("findings of the bundle", "headroom audit " + inputs);
    commands.put("the cluster as found", "headroom convert " + inputs);
    if (result.search().isPresent()) {
      commands.put("the search", "headroom tune " + quoted(out.resolve("tune")));
    }
    commands.put(
        "the plan",
        "headroom emit %s --against %s -o plan"
            .formatted(
                quoted(out.resolve(Improvement.SCENARIOS).resolve(Proof.CHOSEN + ".yaml")),
                request.inputs().stream()
                    .map(ReproducingCommands::quoted)
                    .collect(Collectors.joining(","))));
    commands.put(
        "findings of the copy", "headroom audit " + quoted(out.resolve(Improvement.BUNDLE)));
    commands.put(
        "the cluster of the copy", "headroom convert " + quoted(out.resolve(Improvement.BUNDLE)));
    result
        .proof()
        .variants()
        .values()
        .forEach(variant ->
            commands.put(
                "runs: " + variant.title() + " (seeds " + seeds(variant) + ")",
                "headroom sim %s --seed %d"
                    .formatted(
                        quoted(out.resolve(Improvement.SCENARIOS).resolve(variant.key() + ".yaml")),
                        variant.outcomes().keySet().iterator().next())));
    return commands;
  }

  private static String seeds(Variant variant) {
    List<Long> seeds = List.copyOf(variant.outcomes().keySet());
    return seeds.stream().map(String::valueOf).collect(Collectors.joining(", "));
  }

  private static String quoted(Path path) {
    return ShellQuoting.quote(path.toString());
  }
}
