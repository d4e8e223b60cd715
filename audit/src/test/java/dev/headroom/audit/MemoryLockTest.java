package dev.headroom.audit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The same number is little in bytes and enough in KiB. */
final class MemoryLockTest {
  private static RuleOutcome of(String limits) {
    return Healthy.host()
        .without("ulimit.txt")
        .withFile("limits.txt", limits)
        .outcome("memory.memlock");
  }

  @Test
  void shouldCountBytesAsBytes() {
    String heading = "Limit                     Soft Limit           Hard Limit           Units\n";
    assertThat(
            of(heading
                    + "Max locked memory         67108864             67108864             bytes\n")
                .findings())
        .singleElement()
        .extracting(Finding::message)
        .isEqualTo("the limit on pinned memory is 65536 KiB");
    assertThat(of("$ ulimit -l\n67108864\n").passed()).isEqualTo(1);
    assertThat(of("$ ulimit -l\nunlimited\n").passed()).isEqualTo(1);
  }

  private static RuleOutcome inShell(String effective, String bounding) {
    return of(
        """
        $ ulimit -l
        8192
        $ grep Cap /proc/self/status
        CapInh:	0000000000000000
        CapPrm:	%1$s
        CapEff:	%1$s
        CapBnd:	%2$s
        CapAmb:	0000000000000000
        """
            .formatted(effective, bounding));
  }

  @Test
  void shouldNotBlameALimitThatACapabilityLifts() {
    assertThat(inShell("000001ffffffffff", "000001ffffffffff").passed()).isEqualTo(1);
    assertThat(inShell("0000000000004000", "00000000a80465fb").passed()).isEqualTo(1);
    assertThat(inShell("0000000000000000", "000001ffffffffff").findings()).hasSize(1);
  }

  @Test
  void shouldRaiseTheLimitWhereTheProcessGetsIt() {
    assertThat(inShell("0000000000000000", "000001ffffffffff").findings())
        .singleElement()
        .satisfies(each ->
            assertThat(each.remedy().fix().toString())
                .contains("systemctl edit slurmd")
                .doesNotContain("--ulimit"));
    assertThat(inShell("0000000000000000", "00000000a80465fb").findings())
        .singleElement()
        .satisfies(each ->
            assertThat(each.remedy().fix().toString())
                .contains("--ulimit memlock=-1:-1", "LimitMEMLOCK=infinity")
                .doesNotContain("UnlimitedMemlock", "slurmd"));
  }

  private static RuleOutcome ofService(String state, String limit) {
    return Healthy.host()
        .withFile(
            "services.txt",
            "$ systemctl show -p Id -p ActiveState -p LimitMEMLOCK slurmd.service\nId=slurmd.service\nActiveState=%s\nLimitMEMLOCK=%s\n"
                .formatted(state, limit))
        .outcome("memory.memlock");
  }

  @Test
  void shouldReportTheLimitOfTheServiceThatStartsJobs() {
    assertThat(ofService("active", "8388608").findings())
        .singleElement()
        .satisfies(each -> {
          assertThat(each.message())
              .isEqualTo("slurmd starts jobs with a limit on pinned memory of 8192 KiB");
          assertThat(each.remedy().fix().toString()).contains("systemctl edit slurmd");
        });
    assertThat(ofService("active", "infinity").findings()).isEmpty();
    assertThat(ofService("active", "18446744073709551615").findings()).isEmpty();
    assertThat(ofService("inactive", "8388608").findings()).isEmpty();
  }
}
