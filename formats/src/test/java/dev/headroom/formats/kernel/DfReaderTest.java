package dev.headroom.formats.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.Read;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sizes as GNU coreutils' and BusyBox' df print them (df(1)), by option. */
final class DfReaderTest {
  private static final Subject SHARED = new Subject(SubjectKind.ITEM, "shared memory");

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "Filesystem      Size  Used Avail Use% Mounted on~shm              64M     0   64M   0% /dev/shm~65536",
        "Filesystem                Size      Used Available Use% Mounted on~shm                      64.0M         0     64.0M   0% /dev/shm~65536",
        "Filesystem     Type   Size  Used Avail Use% Mounted on~tmpfs          tmpfs  504G   16K  504G   1% /dev/shm~528482304",
        "Filesystem     1K-blocks  Used Available Use% Mounted on~tmpfs              65536     0     65536   0% /dev/shm~65536",
        "Filesystem     1024-blocks  Used Available Capacity Mounted on~tmpfs                65536     0     65536       0% /dev/shm~65536",
        "Filesystem     1M-blocks  Used Available Use% Mounted on~shm                   64     0        64   0% /dev/shm~65536",
        "Filesystem     1B-blocks  Used Available Use% Mounted on~shm             67108864     0  67108864   0% /dev/shm~65536",
        "$ df -H /dev/shm~shm               68M     0   68M   0% /dev/shm~66407",
        "~shm              64M     0   64M   0% /dev/shm~65536",
        "~tmpfs             65536     0     65536   0% /dev/shm~65536",
      })
  void shouldTellTheSize(String heading, String row, long kib) {
    String text = (heading == null ? "" : heading + "\n") + row + "\n";
    FactSet facts = Read.allOf("df", text);
    assertThat(facts.number(SHARED, DfReader.KIB).get()).isEqualTo(kib);
    assertThat(facts.number(SHARED, "used.percent").isReported()).isTrue();
  }

  /** {@code df -h} in a container started by Docker without options (docker run, --shm-size). */
  @Test
  void shouldReadAllFilesystems() {
    FactSet facts =
        Read.allOf(
            "df",
            """
            root@f51fec68bf55:/# df -h
            Filesystem      Size  Used Avail Use% Mounted on
            overlay         879G  312G  523G  38% /
            tmpfs            64M     0   64M   0% /dev
            shm              64M  1.2M   63M   2% /dev/shm
            nas:/models      20T   11T  9.1T  55% /mnt/my models
            """);
    assertThat(facts.number(SHARED, "used.kib").get()).isEqualTo(1229);
    assertThat(
            facts
                .number(new Subject(SubjectKind.ITEM, "filesystem /mnt/my models"), DfReader.KIB)
                .get())
        .isEqualTo(20L << 30);
  }
}
