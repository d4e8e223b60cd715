package dev.headroom.formats.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code dump/CONFIG_DB.json} of SONiC's {@code show techsupport}: entries as {@code sonic-db-dump
 * -y} writes them, sorted or in the order of redis-dump-load.
 */
final class RedisDumpTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        """
        {
          "PORT_QOS_MAP|Ethernet0": {
            "expireat": 1781732218.9661489,
            "ttl": -0.001,
            "type": "hash",
            "value": {
              "pfc_enable": "3,4",
              "type": "x"
            }
          }
        }
        """,
        """
        {"PORT_QOS_MAP|Ethernet0": {"type": "hash", "value": {"pfc_enable": "3,4", "type": "x"},
         "ttl": -0.001, "expireat": 1781732218.9}}
        """
      })
  void shouldReadTheSameAsInConfigDb(String dump) {
    FactSet facts =
        new FactSet(FormatCatalogue.reader().read(FactSource.of("CONFIG_DB.json"), dump).facts());
    Subject entry = new Subject(SubjectKind.ITEM, "PORT_QOS_MAP|Ethernet0");

    assertThat(facts.firstFactsOf(entry))
        .extracting(fact -> fact.key() + "=" + fact.value())
        .isEqualTo(List.of("pfc_enable=3,4", "type=x"));
    assertThat(
            facts.text(new Subject(SubjectKind.ITEM, "redis|PORT_QOS_MAP|Ethernet0"), "ttl").get())
        .isEqualTo("-0.001");
  }
}
