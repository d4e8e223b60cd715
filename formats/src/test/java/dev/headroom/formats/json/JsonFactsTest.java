package dev.headroom.formats.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.FactSource;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class JsonFactsTest {
  /**
   * What each member asks of the object around it must not cost as much as the object is long: this
   * would take minutes.
   */
  @ParameterizedTest
  @ValueSource(strings = {"{\"a\": 1}", "1"})
  void shouldReadManyMembersInTimeThatGrowsAsTheyDo(String member) {
    String document =
        IntStream.range(0, 40_000)
            .mapToObj(i -> "\"m" + i + "\": " + member)
            .collect(Collectors.joining(",\n", "{", "}"));

    assertThat(FormatCatalogue.reader().read(FactSource.of("x.json"), document).facts())
        .hasSizeGreaterThanOrEqualTo(40_000);
  }

  @Test
  void shouldGoByTheFirstOfTwoNames() {
    String document = "{\"ifname\": \"eth0\", \"mtu\": 9000, \"ifname\": \"eth1\"}";

    assertThat(FormatCatalogue.reader().read(FactSource.of("x.json"), document).facts())
        .anyMatch(fact -> fact.subject().toString().contains("eth0"))
        .noneMatch(fact -> fact.subject().toString().contains("eth1"));
  }
}
