package dev.headroom.formats.sysfs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.read.OutputCompleteness;
import dev.headroom.formats.read.Read;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which devices {@code ls} shows, and that there are no others. */
final class SysfsListingReaderTest {
  private static boolean hasNone(HostFacts host) {
    return host.facts().text(Subject.host(), OutputCompleteness.NO_DEVICES).isReported();
  }

  /** leptonai/gpud PR 200 has it of a server with eight H100. */
  @Test
  void shouldReadNames() {
    HostFacts host =
        Read.host(
            """
            ubuntu@gpu-7:~$ ls /sys/class/infiniband
            mlx5_0  mlx5_1  mlx5_10  mlx5_11  mlx5_2  mlx5_3  mlx5_4  mlx5_5  mlx5_6  mlx5_7  mlx5_8  mlx5_9
            ubuntu@gpu-7:~$ ls /sys/class/net/
            bonding_masters  eno1  ens1f0np0  lo
            """);
    assertThat(host.rdmaDevices()).hasSize(12);
    assertThat(host.areRdmaDevicesComplete()).isTrue();
    assertThat(host.facts().subjects(SubjectKind.NETDEV))
        .extracting(Subject::name)
        .containsExactly("eno1", "ens1f0np0", "lo");
    assertThat(hasNone(host)).isFalse();
  }

  /**
   * Links lead through the bridges above a device (kernel, Documentation/admin-guide/sysfs-rules).
   */
  @Test
  void shouldReadLinks() {
    HostFacts host =
        Read.host(
            """
            # ls -l /sys/class/infiniband
            total 0
            lrwxrwxrwx 1 root root 0 Nov 10 10:00 mlx5_0 -> ../../devices/pci0000:15/0000:15:01.0/0000:17:00.0/infiniband/mlx5_0
            lrwxrwxrwx. 1 root root 0 Nov 10 10:00 rxe0 -> ../../devices/virtual/infiniband/rxe0
            # ls -la /sys/class/net
            total 0
            drwxr-xr-x  2 root root    0 Nov 10 10:00 .
            drwxr-xr-x 83 root root    0 Nov 10 10:00 ..
            -rw-r--r--  1 root root 4096 Nov 10 10:00 bonding_masters
            lrwxrwxrwx  1 root root    0 Nov 10 10:00 eth4 -> ../../devices/pci0000:15/0000:15:01.0/0000:17:00.0/net/eth4
            """);
    assertThat(host.facts().text(Subject.rdma("mlx5_0"), "pci").get()).isEqualTo("0000:17:00.0");
    assertThat(host.facts().text(Subject.rdma("rxe0"), "pci").isReported()).isFalse();
    assertThat(host.facts().text(Subject.netdev("eth4"), "pci").get()).isEqualTo("0000:17:00.0");
    assertThat(host.areRdmaDevicesComplete()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "$ ls /sys/class/infiniband\nls: cannot access '/sys/class/infiniband': No such file or directory\n",
        "ls: /sys/class/infiniband: No such file or directory\n",
        "$ ls -l /sys/class/infiniband\ntotal 0\n",
        "[root@n1 ~]# ls /sys/class/infiniband\n[root@n1 ~]# uname -r\n5.14.0-427.el9.x86_64\n",
      })
  void shouldTellThatThereIsNone(String text) {
    HostFacts host = Read.host(text);
    assertThat(hasNone(host)).isTrue();
    assertThat(host.rdmaDevices()).isEmpty();
    assertThat(host.areRdmaDevicesComplete()).isTrue();
  }

  /** What breaks off, what somebody only means to type, what was picked out. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "[root@n1 ~]# ls /sys/class/infiniband\n",
        "$ ls /sys/class/infiniband\n$ ibstat\n",
        "[root@n1 ~]# ls /sys/class/infiniband | grep bnxt\n[root@n1 ~]# uname -r\n",
        "ls: cannot access '/sys/class/infiniband/mlx5_7': No such file or directory\n",
        "$ ls /sys/class/infiniband\nbash: ls: command not found\n",
        "$ ls /sys/class/infiniband; ls /dev/infiniband\nuverbs0\n",
        "These are the devices that I mean:\nmlx5_0\n",
      })
  void shouldNotGuess(String text) {
    HostFacts host = Read.host(text);
    assertThat(hasNone(host)).isFalse();
    assertThat(host.rdmaDevices()).isEmpty();
    assertThat(host.areRdmaDevicesComplete()).isFalse();
  }

  @Test
  void shouldNotTakeAPartForTheWhole() {
    HostFacts host = Read.host("$ ls /sys/class/infiniband | head -2\nmlx5_0\nmlx5_1\n");
    assertThat(host.rdmaDevices()).hasSize(2);
    assertThat(host.areRdmaDevicesComplete()).isFalse();
  }
}
