package dev.headroom.formats.pci;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Kind of a line below the header of a PCI function. Lines of a fleet's servers are mostly the
 * same, so each is looked at once, as with {@link RegisterFlags}.
 */
sealed interface LspciBodyLine {
  /** Lines that are remembered. */
  int MOST = 10_000;

  Pattern CAPABILITY =
      Pattern.compile("Capabilities: (?:\\[([0-9a-f]{2,3}(?: v\\d+)?)\\]|<(.+)>)\\s?(.*)");
  Pattern LABEL = Pattern.compile("([A-Za-z][\\w /()-]{0,40}):(?:\\s+(.*))?");

  Map<String, LspciBodyLine> KNOWN = new ConcurrentHashMap<>();

  /** {@code Capabilities: [60] Express (v2) Endpoint, MSI 00}. */
  record Capability(String offset, String rest) implements LspciBodyLine {}

  /** {@code LnkSta: Speed 32GT/s, Width x16}. */
  record Labelled(String label, String value) implements LspciBodyLine {}

  /** The slot, which older versions write without a colon. */
  record Slot(String text) implements LspciBodyLine {}

  /** It goes on with the label above. */
  record More(String text) implements LspciBodyLine {}

  /** Only root may see it. */
  record Nothing() implements LspciBodyLine {}

  /** Of a line without the blanks around it. */
  static LspciBodyLine of(String text) {
    LspciBodyLine known = KNOWN.get(text);
    if (known == null) {
      known = read(text);
      if (KNOWN.size() < MOST) {
        KNOWN.put(text, known);
      }
    }
    return known;
  }

  private static LspciBodyLine read(String text) {
    Matcher capability = CAPABILITY.matcher(text);
    if (capability.matches()) {
      return capability.group(2) == null
          ? new Capability(capability.group(1), capability.group(3))
          : new Nothing();
    }
    Matcher label = LABEL.matcher(text);
    if (label.matches() && !text.startsWith("[")) {
      return new Labelled(label.group(1), label.group(2) == null ? "" : label.group(2));
    }
    return text.startsWith("Physical Slot") ? new Slot(text) : new More(text);
  }
}
