package dev.headroom.audit;

import dev.headroom.model.text.FailureMessage;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * Waivers that are valid on a given day. Their file is a YAML list, each item with {@code rule},
 * {@code reason}, {@code expires} and perhaps {@code subject}:
 *
 * <pre>
 * - rule: pcie.max-read-request
 *   subject: storage*
 *   reason: these cards only serve NVMe
 *   expires: 2027-03-31
 * </pre>
 */
public final class Waivers {
  public static final Waivers NONE = new Waivers(List.of(), LocalDate.EPOCH, Map.of());
  private static final Set<String> KEYS = Set.of("rule", "subject", "reason", "expires");

  private final List<Waiver> all;
  private final LocalDate today;
  private final Map<String, String> inputNames;

  private Waivers(List<Waiver> all, LocalDate today, Map<String, String> cameAs) {
    this.all = List.copyOf(all);
    this.today = today;
    this.inputNames = Map.copyOf(cameAs);
  }

  /**
   * The same, where machines may be meant by what they came as, too.
   *
   * @param cameAs by the name of a machine what its folder or bundle is called
   */
  public Waivers withInputNames(Map<String, String> cameAs) {
    return new Waivers(all, today, cameAs);
  }

  private boolean fits(Waiver waiver, Finding finding) {
    String folder = inputNames.get(finding.place().host());
    return waiver.fits(finding) || (folder != null && waiver.fits(finding.of(folder)));
  }

  /**
   * Reads a file of waivers.
   *
   * @param file its name, for errors
   * @param today waivers that expired before do not count
   * @throws WaiverException if it is not such a file
   */
  public static Waivers read(String text, String file, LocalDate today) {
    Optional<Node> root;
    try {
      root = new Compose(LoadSettings.builder().setLabel(file).build()).composeString(text);
    } catch (MarkedYamlEngineException e) {
      int line = e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(1);
      throw new WaiverException(file, line, "not valid YAML: " + e.getProblem());
    } catch (YamlEngineException e) {
      throw new WaiverException(file, 1, "not valid YAML: " + FailureMessage.of(e));
    } catch (StackOverflowError e) { // the library sets no limit to brackets in brackets
      throw new WaiverException(file, 1, "the YAML is nested too deeply");
    }
    if (root.isEmpty()) {
      return new Waivers(List.of(), today, Map.of());
    }
    if (!(root.get() instanceof SequenceNode list)) {
      throw new WaiverException(
          file, line(root.get()), "expected a list; each item has the keys rule, reason, expires");
    }
    return new Waivers(
        list.getValue().stream().map(item -> waiver(item, file)).toList(), today, Map.of());
  }

  /** The waiver that covers a finding today. */
  Optional<Waiver> covering(Finding finding) {
    return all.stream()
        .filter(waiver -> !waiver.expires().isBefore(today) && fits(waiver, finding))
        .findFirst();
  }

  /** Those that would cover one of the findings but for their date. */
  List<Waiver> expiredFor(List<Finding> findings) {
    return all.stream()
        .filter(waiver -> waiver.expires().isBefore(today))
        .filter(waiver -> findings.stream().anyMatch(finding -> fits(waiver, finding)))
        .toList();
  }

  /** Rules that are named in full; a misspelt one covers nothing, so somebody should look. */
  public List<Waiver> named() {
    return all.stream().filter(waiver -> !waiver.rule().contains("*")).toList();
  }

  private static Waiver waiver(Node item, String file) {
    Map<String, ScalarNode> values = new LinkedHashMap<>();
    if (!(item instanceof MappingNode mapping)) {
      throw new WaiverException(
          file, line(item), "expected a waiver with the keys rule, reason, " + "expires");
    }
    for (NodeTuple each : mapping.getValue()) {
      String key = each.getKeyNode() instanceof ScalarNode name ? name.getValue() : "";
      if (!KEYS.contains(key) || !(each.getValueNode() instanceof ScalarNode value)) {
        throw new WaiverException(
            file,
            line(each.getKeyNode()),
            "'"
                + key
                + "' is not a valid key with a text value; valid keys are "
                + new TreeSet<>(KEYS));
      }
      values.put(key, value);
    }
    List<String> missing = new ArrayList<>(List.of("rule", "reason", "expires"));
    missing.removeIf(key -> values.containsKey(key) && !text(values, key).isBlank());
    if (!missing.isEmpty()) {
      throw new WaiverException(file, line(item), missing.getFirst() + " is missing");
    }
    return new Waiver(
        WildcardPattern.of(text(values, "rule")),
        WildcardPattern.of(values.containsKey("subject") ? text(values, "subject") : "*"),
        text(values, "reason"),
        date(values, file, item),
        file + ":" + line(item));
  }

  private static LocalDate date(Map<String, ScalarNode> values, String file, Node item) {
    String date = text(values, "expires");
    try {
      return LocalDate.parse(date);
    } catch (DateTimeParseException e) {
      throw new WaiverException(
          file, line(item), "expires: '" + date + "' is not a date such as 2027-03-31");
    }
  }

  private static String text(Map<String, ScalarNode> values, String key) {
    ScalarNode node = values.get(key);
    return node == null ? "" : node.getValue().strip();
  }

  private static int line(Node node) {
    return node.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
  }
}
