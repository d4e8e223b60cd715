package dev.headroom.audit.fleet;

import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.model.yaml.YamlNode;
import dev.headroom.model.yaml.YamlParser;
import dev.headroom.model.yaml.YamlProblems;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Devices, versions and rates that a host should have. A healthy host of the same kind gives them:
 * a block for each sort of value, with a line for each part.
 *
 * <pre>
 * nic-firmware:
 *   "mlx5_0": "28.43.1014"
 * port-rate:
 *   "mlx5_0/1": "400"
 * </pre>
 */
public final class ExpectedHost {
  /** Expects nothing. */
  public static final ExpectedHost NONE = new ExpectedHost(Map.of());

  private static final YamlParser.Sought SOUGHT =
      new YamlParser.Sought("file of expected values", "nic-firmware: with a line for each NIC");

  private final Map<HostValues, Map<String, String>> values;

  private ExpectedHost(Map<HostValues, Map<String, String>> values) {
    this.values = values;
  }

  /** The values of a host that rules about expectations check. */
  public static ExpectedHost of(HostFacts host) {
    Map<HostValues, Map<String, String>> values = new EnumMap<>(HostValues.class);
    for (HostValues each : ExpectedValue.checked()) {
      Map<String, String> parts = new LinkedHashMap<>();
      each.of(host)
          .forEach((part, value) -> {
            if (value instanceof ReportedValue.Reported<String>(String text, _)) {
              parts.put(part, text.strip());
            }
          });
      if (!parts.isEmpty()) {
        values.put(each, parts);
      }
    }
    return new ExpectedHost(values);
  }

  /**
   * Reads a file.
   *
   * @param file its name, for messages
   * @param problems what is wrong with the file
   */
  public static ExpectedHost read(String text, String file, YamlProblems problems) {
    Map<HostValues, Map<String, String>> values = new EnumMap<>(HostValues.class);
    Optional<YamlNode> root = YamlParser.parse(text, file, SOUGHT, problems);
    if (root.isEmpty()) {
      return NONE;
    }
    if (!(root.get() instanceof YamlNode.Mapping blocks)) {
      problems.add(root.get().spot(), "", "it is " + YamlNode.kind(root.get()), "blocks of keys");
      return NONE;
    }
    for (YamlNode.Entry block : blocks.entries()) {
      Optional<HostValues> known =
          ExpectedValue.checked().stream()
              .filter(each -> each.word().equals(block.key()))
              .findFirst();
      if (known.isEmpty()) {
        problems.add(
            block.spot(),
            block.key(),
            "no rule expects this",
            "one of "
                + ExpectedValue.checked().stream()
                    .map(HostValues::word)
                    .collect(Collectors.joining(", ")));
      } else {
        values.put(known.get(), parts(block, problems));
      }
    }
    return new ExpectedHost(values);
  }

  private static Map<String, String> parts(YamlNode.Entry block, YamlProblems problems) {
    Map<String, String> parts = new LinkedHashMap<>();
    if (!(block.value() instanceof YamlNode.Mapping mapping)) {
      problems.add(
          block.spot(),
          block.key(),
          "it is " + YamlNode.kind(block.value()),
          "a line for each part, such as \"mlx5_0\": \"28.43.1014\"");
      return parts;
    }
    for (YamlNode.Entry part : mapping.entries()) {
      if (part.value() instanceof YamlNode.Scalar scalar && !scalar.isMissing()) {
        parts.put(part.key(), scalar.text());
      } else {
        problems.add(
            part.spot(),
            block.key() + "." + part.key(),
            "it is " + YamlNode.kind(part.value()),
            "one value");
      }
    }
    return parts;
  }

  /** Whether nothing is expected. */
  public boolean isEmpty() {
    return values.isEmpty();
  }

  /** The expected values of a sort, by part; empty where the file has no such block. */
  Map<String, String> parts(HostValues sort) {
    return values.getOrDefault(sort, Map.of());
  }

  /** The sorts of values that it has. */
  Set<HostValues> sorts() {
    return values.keySet();
  }

  /**
   * The file's text.
   *
   * @param host the name of the host that the values are of
   */
  public String yaml(String host) {
    StringBuilder yaml = new StringBuilder();
    yaml.append("# Expected devices, versions and rates of hosts such as ").append(oneLine(host));
    yaml.append(".\n# headroom audit HOST --expected FILE compares a host with them.\n");
    values.forEach((sort, parts) -> {
      yaml.append(sort.word()).append(":\n");
      parts.forEach((part, value) ->
          yaml.append("  ").append(quoted(part)).append(": ").append(quoted(value)).append('\n'));
    });
    return yaml.toString();
  }

  private static String quoted(String text) {
    return '"' + oneLine(text).replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  private static String oneLine(String text) {
    return List.of(text.split("\\p{Cntrl}")).stream().collect(Collectors.joining(" "));
  }
}
