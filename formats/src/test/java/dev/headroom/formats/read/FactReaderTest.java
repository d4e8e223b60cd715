package dev.headroom.formats.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.fact.Subject;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class FactReaderTest {
  private static final String DEVICE =
      "5d:00.0 Infiniband controller: Mellanox Technologies MT2910 Family [ConnectX-7]";

  @Test
  void shouldReadWhatPeoplePaste() {
    String pasted =
        "Hello, here is what we see on the machine:\r\n"
            + "\r\n"
            + "```console\r\n"
            + "[root@gpu-07 ~]# lspci -vvv\r\n"
            + "\u001b[1m"
            + DEVICE
            + "\u001b[0m\r\n"
            + "\tNUMA node: 1\r\n"
            + "```\r\n"
            + "> > 5e:00.0 Ethernet controller: Mellanox Technologies MT2892\r\n"
            + "> > \tNUMA node: 0\r\n"
            + "Is that right?\r\n";

    SourceReading reading = Read.text(pasted);
    FactSet facts = new FactSet(reading.facts());

    assertThat(reading.unrecognizedLines()).isZero();
    assertThat(facts.number(Subject.pci("5d:00.0"), "numa").get()).isEqualTo(1);
    assertThat(facts.number(Subject.pci("5e:00.0"), "numa").get()).isZero();
    assertThat(facts.text(Subject.host(), "prompt.host").get()).isEqualTo("gpu-07");
  }

  @Test
  void shouldListLinesThatItDoesNotUnderstand() {
    SourceReading reading = Read.text(DEVICE + "\n\tNUMA node: 1\n%%% 0x17 %%%\n");

    assertThat(reading.unrecognizedLines()).isEqualTo(1);
    assertThat(reading.sections().getLast().unrecognized().getFirst().location())
        .isEqualTo("sample.txt:3");
  }

  @Test
  void shouldRefuseWhatIsNoText() throws IOException {
    byte[] noise = {'a', 0, 1, 2, 3};

    SourceReading reading =
        FormatCatalogue.reader().read(FactSource.of("noise"), new ByteArrayInputStream(noise));

    assertThat(reading.notes()).containsExactly("is not text");
    assertThat(reading.facts()).isEmpty();
  }

  @Test
  void shouldReadWhatWindowsWrites() throws IOException {
    byte[] wide = ("\ufeff" + DEVICE + "\r\n").getBytes(StandardCharsets.UTF_16LE);

    SourceReading reading =
        FormatCatalogue.reader().read(FactSource.of("wide"), new ByteArrayInputStream(wide));

    assertThat(new FactSet(reading.facts()).has(Subject.pci("5d:00.0"))).isTrue();
  }
}
