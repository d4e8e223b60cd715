package dev.headroom.app.option;

import dev.headroom.wire.perftest.PerfTest;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converter of a perftest test's name, with or without {@code ib_} before it. */
public final class TestName implements ITypeConverter<PerfTest> {
  @Override
  public PerfTest convert(String name) {
    String bare = name.toLowerCase(Locale.ROOT).replaceFirst("^ib_", "");
    return Stream.of(PerfTest.values())
        .filter(each -> named(each).equals(bare))
        .findFirst()
        .orElseThrow(() ->
            new TypeConversionException(
                "'"
                    + name
                    + "' is not one of "
                    + Stream.of(PerfTest.values())
                        .map(TestName::named)
                        .collect(Collectors.joining(", "))));
  }

  private static String named(PerfTest test) {
    return test.name().toLowerCase(Locale.ROOT);
  }
}
