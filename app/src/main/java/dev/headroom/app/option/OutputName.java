package dev.headroom.app.option;

import dev.headroom.app.input.UserTextReader;
import java.nio.file.Path;

/** Default name of the result folder: {@code headroom-out/NAME}, after the input file. */
public final class OutputName {
  private OutputName() {}

  public static Path of(Path scenario) {
    Path name = UserTextReader.named(scenario).getFileName();
    String text = name == null ? "run" : name.toString();
    int dot = text.lastIndexOf('.');
    return Path.of("headroom-out", safe(dot > 0 ? text.substring(0, dot) : text));
  }

  /** As one folder's name on any system. */
  public static String safe(String text) {
    String safe = text.replaceAll("[^A-Za-z0-9._=,-]+", "-");
    return safe.isEmpty() || safe.startsWith(".") ? "run" + safe : safe;
  }
}
