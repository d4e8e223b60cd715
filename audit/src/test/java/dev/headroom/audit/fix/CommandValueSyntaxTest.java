package dev.headroom.audit.fix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.model.text.ShellQuoting;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CommandValueSyntaxTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "INTERFACE|eth0",
        "INTERFACE|ens1f0np0",
        "INTERFACE|bond0.100",
        "INTERFACE|ib0",
        "PCI_ADDRESS|0000:5d:00.0",
        "PCI_ADDRESS|10000:01:00.1",
        "RDMA_DEVICE|mlx5_bond_0",
        "SYSCTL_KEY|net.ipv4.tcp_rmem",
        "SYSCTL_KEY|net.ipv4.conf.eth0.arp_ignore",
        "SYSCTL_VALUE|4096 87380 16777216",
        "KERNEL_ARGUMENT|iommu=pt",
        "KERNEL_ARGUMENT|pci=pcie_bus_perf",
        "VARIABLE|NCCL_IB_HCA",
        "VARIABLE_VALUE|^mlx5_2,mlx5_3:1",
        "PCI_REGISTER|CAP_EXP+8.w",
        "PCI_REGISTER|ECAP_ACS+6.w",
        "CPU_LIST|0-55,112-167",
        "PRIORITY_BITS|0,0,0,1,0,0,0,0",
        "KERNEL_FILE|/sys/kernel/mm/transparent_hugepage/enabled"
      })
  void shouldTakeRealNames(CommandValueSyntax grammar, String value) {
    assertThat(grammar.fits(value)).isTrue();
  }

  @ParameterizedTest
  @EnumSource(CommandValueSyntax.class)
  void shouldTakeNothingThatAShellOrAToolUnderstands(CommandValueSyntax grammar) {
    for (String value :
        List.of(
            "",
            "eth0;$(touch x)",
            "`id`",
            "a b'c",
            "-rf",
            "--help",
            "eth0\nreboot",
            "a\u0000b",
            "$HOME",
            "a|b",
            "a&b",
            "a>b",
            "(x)",
            "{x}",
            "a\\b",
            "\u001b[31m")) {
      assertThat(grammar.fits(value)).as("%s takes '%s'", grammar, value).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/sys/../etc/shadow", "/sys/a/./b", "/etc/passwd", "/sys", "/proc/", "/sys//a"})
  void shouldTakeNoWayOutOfSysfs(String path) {
    assertThat(CommandValueSyntax.KERNEL_FILE.fits(path)).isFalse();
  }

  @Test
  void shouldNameTheValueAndWhatItShouldBe() {
    assertThatThrownBy(() -> CommandValueSyntax.INTERFACE.checked("eth0;$(touch x)"))
        .isInstanceOf(UnsafeValueException.class)
        .hasMessage("'eth0;$(touch x)' is not an interface name");
  }

  @Test
  void shouldWithholdAFixWithSuchAValue() {
    Fix fix =
        Fix.ofSafeValues(
            () -> Fix.of(SettingChange.of(HostSetting.MTU, "eth0;$(touch x)", "9000")));
    assertThat(fix.steps()).isEmpty();
    assertThat(fix.unavailableReason()).contains("eth0;$(touch x)", "not an interface name");
  }

  @Test
  void shouldQuoteForAShell() {
    assertThat(ShellQuoting.quote("it's")).isEqualTo("'it'\\''s'");
  }
}
