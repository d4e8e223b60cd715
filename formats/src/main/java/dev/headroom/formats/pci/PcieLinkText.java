package dev.headroom.formats.pci;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.TextLine;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of PCIe link data in GPU tools' outputs, with the keys used for lspci. */
public final class PcieLinkText {
  private static final Pattern WIDTH = Pattern.compile("x?(\\d{1,2})x?");
  private static final Pattern SPEED = Pattern.compile("(\\d{1,2}(?:\\.\\d)?)(?:\\.0)? ?GT/s");

  private PcieLinkText() {}

  /** {@code 16}, {@code 16x} or {@code x16}; nothing is said of other words. */
  public static void width(
      TextLine line, Subject subject, String key, String words, FactSink sink) {
    Matcher width = WIDTH.matcher(words.strip());
    if (width.matches()) {
      sink.add(line, subject, key, width.group(1));
    }
  }

  /** {@code 32 GT/s}. */
  public static void speed(
      TextLine line, Subject subject, String key, String words, FactSink sink) {
    Matcher speed = SPEED.matcher(words.strip());
    if (speed.matches()) {
      sink.add(line, subject, key, speed.group(1).replaceFirst("\\.0$", ""));
    }
  }

  /** The number of a generation of PCI Express, 1 to 6. */
  public static void generation(
      TextLine line, Subject subject, String key, String words, FactSink sink) {
    String gts =
        switch (words.strip()) {
          case "1" -> "2.5";
          case "2" -> "5";
          case "3" -> "8";
          case "4" -> "16";
          case "5" -> "32";
          case "6" -> "64";
          default -> "";
        };
    if (!gts.isEmpty()) {
      sink.add(line, subject, key, gts);
    }
  }
}
