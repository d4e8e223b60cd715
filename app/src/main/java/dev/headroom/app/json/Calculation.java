package dev.headroom.app.json;

import dev.headroom.run.figures.NumberText;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Result of a calculator, in the structure common to all calculators: inputs, formula, results,
 * notes and sources.
 *
 * <p>The name of an entry is its key in JSON, in camel case and with its unit ({@code xoffBytes},
 * {@code phaseMarginDegrees}); its label and text are for people. Filled in the order in which it
 * is to be read.
 */
public final class Calculation {
  /** Keys of the JSON that no result may take. */
  static final Set<String> RESERVED =
      Set.of("schemaVersion", "calculator", "title", "inputs", "formula", "notes", "source");

  /** What an entry comes to. */
  public sealed interface Value {
    /** A number, in the unit that the entry's name says. Not finite: there is none. */
    record Number(double value) implements Value {}

    /** A word or a quantity with its unit. */
    record Text(String value) implements Value {}

    /** Yes or no. */
    record Flag(boolean value) implements Value {}
  }

  /**
   * An input or a result.
   *
   * @param name key in JSON
   * @param label what it is, in a few words
   * @param value for programs
   * @param shown for people
   */
  public record Entry(String name, String label, Value value, String shown) {}

  private final String calculator;
  private final String title;
  private final List<Entry> inputs = new ArrayList<>();
  private final List<String> formula = new ArrayList<>();
  private final List<Entry> results = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final List<String> sources = new ArrayList<>();

  private Calculation(String calculator, String title) {
    this.calculator = calculator;
    this.title = title;
  }

  /** One of the calculator of this name, about what the title says. */
  public static Calculation of(String calculator, String title) {
    return new Calculation(calculator, title);
  }

  /** An input with its unit, as it would be written on the command line. */
  public Calculation input(String name, String label, Object quantity) {
    String text = quantity.toString();
    inputs.add(new Entry(name, label, new Value.Text(text), text));
    return this;
  }

  /** An input without a unit: a count, a share, bytes of an MTU. */
  public Calculation input(String name, String label, double value) {
    inputs.add(new Entry(name, label, new Value.Number(value), plain(value)));
    return this;
  }

  /** A line of the formula, or what a symbol in it stands for. */
  public Calculation formula(String line) {
    formula.add(line);
    return this;
  }

  /** A result in bytes; shown in whole KiB or MiB where it is such, else decimal. */
  public Calculation bytes(String name, String label, double bytes) {
    return result(name, label, bytes, NumberText.bytes(bytes));
  }

  /** A result in Gb/s. */
  public Calculation gbps(String name, String label, double gbps) {
    return result(name, label, gbps, NumberText.rate(gbps * 1e9));
  }

  /** A result in seconds. */
  public Calculation seconds(String name, String label, double seconds) {
    return result(name, label, seconds, NumberText.time(seconds * 1e12));
  }

  /** A count. */
  public Calculation count(String name, String label, long count) {
    return result(name, label, count, NumberText.count(count));
  }

  /** A share of 1, shown as a percentage with two decimals. */
  public Calculation share(String name, String label, double share) {
    return result(name, label, share, NumberText.decimal(share * 100, 2) + " %");
  }

  /** Any other number, in the unit of its name, and how a person reads it. */
  public Calculation result(String name, String label, double value, String shown) {
    return result(name, label, new Value.Number(value), shown);
  }

  /** A result that is a word, or a setting as it would be written somewhere. */
  public Calculation result(String name, String label, String text) {
    return result(name, label, new Value.Text(text), text);
  }

  /** A result that is yes or no. */
  public Calculation result(String name, String label, boolean holds) {
    return result(name, label, new Value.Flag(holds), holds ? "yes" : "no");
  }

  private Calculation result(String name, String label, Value value, String shown) {
    if (RESERVED.contains(name)) {
      throw new IllegalArgumentException("a result cannot be named " + name);
    }
    results.add(new Entry(name, label, value, shown));
    return this;
  }

  /** A sentence on how far it holds, or what was assumed. */
  public Calculation note(String sentence) {
    notes.add(sentence);
    return this;
  }

  /** Where the formula or a constant is from: paper and section, standard, vendor's page. */
  public Calculation source(String source) {
    sources.add(source);
    return this;
  }

  public String calculator() {
    return calculator;
  }

  public String title() {
    return title;
  }

  public List<Entry> inputs() {
    return List.copyOf(inputs);
  }

  public List<String> formula() {
    return List.copyOf(formula);
  }

  public List<Entry> results() {
    return List.copyOf(results);
  }

  public List<String> notes() {
    return List.copyOf(notes);
  }

  public List<String> sources() {
    return List.copyOf(sources);
  }

  private static String plain(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }
}
