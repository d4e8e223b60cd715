package dev.headroom.app.option;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Option for the keys that runs of one scenario differ in. */
public final class VaryArguments {
  @Option(
      names = "--vary",
      paramLabel = "KEY=A,B",
      description =
          "Run once for each value; several --vary run every combination. Separate values "
              + "that contain commas with |.")
  private List<String> texts = new ArrayList<>();

  public boolean isEmpty() {
    return texts.isEmpty();
  }

  /** The options as they stand. */
  public List<String> texts() {
    return texts;
  }

  /**
   * The keys with their values.
   *
   * @param ofAll {@code key=value} that every run has: none of the keys that vary
   */
  public List<VariedKey> keys(List<String> ofAll) {
    return VariedKey.parse(texts, ofAll);
  }
}
