package dev.headroom.audit;

import java.util.ArrayList;
import java.util.List;

/**
 * Description of a rule: the text of {@code headroom explain}.
 *
 * @param id {@code group.name}
 * @param severity of its findings, unless one says otherwise
 * @param title what it asks, as a phrase: {@code "nvidia-peermem or DMA-BUF is there"}
 * @param inputs the inputs it cannot do without, as a user would name them
 * @param cause why a finding hurts, and how that comes about
 * @param source the document behind it
 * @param modes the failure modes of docs/rules.md it shows
 */
public record RuleInfo(
    String id,
    Severity severity,
    String title,
    List<String> inputs,
    String cause,
    String source,
    List<Integer> modes) {
  /** Keeps copies. */
  public RuleInfo {
    inputs = List.copyOf(inputs);
    modes = List.copyOf(modes);
  }

  /** The first part of the id. */
  public String group() {
    return id.substring(0, id.indexOf('.'));
  }

  public static Draft error(String id) {
    return new Draft(id, Severity.ERROR);
  }

  public static Draft warning(String id) {
    return new Draft(id, Severity.WARNING);
  }

  public static Draft info(String id) {
    return new Draft(id, Severity.INFO);
  }

  /** A card being written. */
  public static final class Draft {
    private final String id;
    private final Severity severity;
    private String title = "";
    private List<String> inputs = List.of();
    private String cause = "";
    private final List<Integer> modes = new ArrayList<>();

    private Draft(String id, Severity severity) {
      this.id = id;
      this.severity = severity;
    }

    public Draft title(String phrase) {
      title = phrase;
      return this;
    }

    public Draft inputs(String... inputs) {
      this.inputs = List.of(inputs);
      return this;
    }

    public Draft cause(String sentences) {
      cause = sentences;
      return this;
    }

    public Draft modes(int... numbers) {
      for (int number : numbers) {
        modes.add(number);
      }
      return this;
    }

    /** The last word: where it comes from. */
    public RuleInfo source(String document) {
      return new RuleInfo(id, severity, title, inputs, cause, document, modes);
    }
  }
}
