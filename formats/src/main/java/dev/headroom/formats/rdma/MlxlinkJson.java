package dev.headroom.formats.rdma;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.CommandArguments;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.KeySlug;
import dev.headroom.formats.read.TextLine;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of {@code mlxlink -d DEVICE --json}, with the keys that {@link MlxlinkReader} uses for the
 * text.
 */
public final class MlxlinkJson {
  private static final Pattern PART = Pattern.compile("result\\|output\\|([^|]*\\bInfo)");

  private MlxlinkJson() {}

  /**
   * Says a value of a part, if it is one.
   *
   * @param command that printed it, or blank
   * @param path of the object that it stands in
   */
  public static void addNormalized(
      TextLine line, String command, String path, String key, String value, FactSink sink) {
    Matcher part = PART.matcher(path);
    if (part.matches() && !value.equals("{...}") && !value.equals("[...]")) {
      Subject device =
          NvidiaToolDevice.device(CommandArguments.after(command, "-d"), Optional.empty());
      sink.add(
          line,
          device,
          "mlxlink." + MlxlinkReader.part(part.group(1)) + "." + KeySlug.of(key),
          value);
    }
  }
}
