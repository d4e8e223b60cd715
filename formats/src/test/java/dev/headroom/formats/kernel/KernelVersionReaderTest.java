package dev.headroom.formats.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.fact.Subject;
import org.junit.jupiter.api.Test;

final class KernelVersionReaderTest {
  /** In the form of nvidia-bug-report.sh, which drivers of all years install. */
  @Test
  void shouldNameTheHostOfANvidiaBugReport() {
    FactSet facts =
        new FactSet(
            FormatCatalogue.reader()
                .read(
                    FactSource.of("nvidia-bug-report.log.gz"),
                    """
                    ____________________________________________

                    Start of NVIDIA bug report log file.  Please include this file, along
                    with a detailed description of your problem, when reporting a graphics

                    Date: Sat Nov 21 10:00:00 UTC 2026
                    uname: Linux gpu-17 6.8.0-40-generic #40-Ubuntu SMP x86_64 GNU/Linux
                    command line flags:

                    ____________________________________________

                    *** /proc/driver/nvidia/version
                    *** ls: -r--r--r-- 1 root root 0 2026-11-21 10:00:00.000000000 +0000 /proc/driver/nvidia/version
                    NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  570.86.15  Release Build
                    """)
                .facts());

    assertThat(facts.text(Subject.host(), "hostname").get()).isEqualTo("gpu-17");
    assertThat(facts.text(Subject.host(), "kernel").get()).isEqualTo("6.8.0-40-generic");
    assertThat(facts.text(Subject.host(), "nvidia.version").get()).contains("Open Kernel Module");
  }
}
