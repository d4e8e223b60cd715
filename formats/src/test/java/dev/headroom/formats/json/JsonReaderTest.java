package dev.headroom.formats.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.read.SourceReading;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class JsonReaderTest {
  /** Lines of shell, Python and manuals begin as JSON does. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "#!/bin/sh\n[ \"$#\" -gt 1 ] || exit 1\n",
        "#!/bin/sh\n\n  [ \"$a\" = \"$b\" ] && exit\n",
        "# vim:ft=sh\n[ \"$a\" = x ]\n",
        "while [ $# -gt 0 ]; do\n    [[ \"$1\" == -* ]] && return\ndone\n",
        "CASES = [\n    [\"a\", 1],\n    [\"b\", None],\n]\n",
        "def f():\n    return dict(x=\n        {\"a\": 1, \"b\": True},\n    )\n",
        "SELECT\n  [ { * | expression } ]\n  [ [ AS ] name ]\n"
      })
  void shouldTakeNoCodeForBrokenJson(String code) {
    assertThat(FormatCatalogue.reader().read(FactSource.of("x"), code).notes()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"PORT\": {\"Ethernet0\": {\"mtu\": \"9100\", \"x\": oops}}}\n",
        "{\"PORT\": oops}\n",
        "$ cat config_db.json\n{\"PORT\": {\"Ethernet0\": {\"mtu\": \"9100\",\n",
        "This is what it has:\n{\"PORT\": {\"Ethernet0\": {\"mtu\": \"9100\",, \"x\": 1}}}\n",
        "\n{\"PORT\": {\"Ethernet0\": {\"mtu\": \"9100\", # long\n \"x\": 1}}}\n",
        "{\"a\": 1}\n{\"a\": 2, \"b\"}\n"
      })
  void shouldSayWhereJsonBreaksOff(String json) {
    assertThat(FormatCatalogue.reader().read(FactSource.of("x"), json).notes())
        .singleElement()
        .asString()
        .contains("JSON");
  }

  @Test
  void shouldReadJsonThatIsWholeWithinOtherLines() {
    SourceReading reading =
        FormatCatalogue.reader().read(FactSource.of("x"), "result =\n  {\"mtu\": 9000}\nend\n");

    assertThat(reading.facts()).anyMatch(fact -> fact.value().equals("9000"));
    assertThat(reading.notes()).isEmpty();
  }
}
