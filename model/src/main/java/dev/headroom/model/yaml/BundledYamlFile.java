package dev.headroom.model.yaml;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.function.BiFunction;

/** YAML file bundled with the program; an error in it is a fault of the program. */
public final class BundledYamlFile {
  private BundledYamlFile() {}

  /**
   * What a file holds.
   *
   * @param beside a class of its package
   */
  public static BlockValues read(Class<?> beside, String name, BlockShape shape) {
    YamlParser.Sought sought = new YamlParser.Sought(shape.noun(), shape.noun());
    return read(
        beside,
        name,
        (text, problems) ->
            YamlParser.parse(text, name, sought, problems)
                .flatMap(yaml -> shape.read(yaml, "", problems))
                .orElseThrow(() -> fault(problems)));
  }

  /**
   * What somebody makes of a file.
   *
   * @param beside a class of its package
   * @param reader of its text, who tells what is wrong
   */
  public static <T> T read(
      Class<?> beside, String name, BiFunction<String, YamlProblems, T> reader) {
    YamlProblems problems = new YamlProblems();
    T read = reader.apply(text(beside, name), problems);
    if (!problems.none()) {
      throw fault(problems);
    }
    return read;
  }

  private static IllegalStateException fault(YamlProblems problems) {
    return new IllegalStateException(
        "an internal file of Headroom is invalid: " + problems.inOrder());
  }

  private static String text(Class<?> beside, String name) {
    try (InputStream in = beside.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("Headroom's internal file is missing: " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
