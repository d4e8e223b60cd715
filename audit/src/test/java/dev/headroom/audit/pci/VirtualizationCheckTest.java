package dev.headroom.audit.pci;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever way people show it, a host whose isolation somebody relies on keeps it. */
final class VirtualizationCheckTest {
  private static HostFacts host(String text) {
    return HostFacts.of(
        "node1", List.of(FormatCatalogue.reader().read(FactSource.of("pasted.txt"), text)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        """
        6: ens3f0np0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 9000 qdisc mq state UP mode DEFAULT group default qlen 1000
            link/ether b8:59:9f:12:34:56 brd ff:ff:ff:ff:ff:ff
            vf 0     link/ether 06:11:22:33:44:55 brd ff:ff:ff:ff:ff:ff, spoof checking off, link-state auto, trust off
        """,
        "root@node1:~# cat /sys/class/net/ens3f0np0/device/sriov_numvfs\n8\n",
        """
        root@node1:~# virsh list
         Id   Name       State
        --------------------------
         1    tenant-a   running
        """,
        "root 1234 99 10 12345 678 ? Sl Nov24 1:10 /usr/bin/qemu-system-x86_64 -device vfio-pci,host=0000:3b:00.0\n",
        """
        Module                  Size  Used by
        kvm_intel             475136  8
        """,
      })
  void shouldSeeThem(String text) {
    assertThat(VirtualizationCheck.of(host(text))).isPresent();
  }

  @Test
  void shouldNotSeeThemWhereNoneRuns() {
    assertThat(
            VirtualizationCheck.of(
                host(
                    """
                    root@node1:~# virsh list --all
                     Id   Name       State
                    --------------------------
                     -    tenant-a   shut off

                    root@node1:~# cat /sys/class/net/ens3f0np0/device/sriov_numvfs
                    0
                    root@node1:~# ps aux | grep qemu
                    root       9876  0.0  0.0   6480  2304 pts/0    S+   10:00   0:00 grep --color=auto qemu
                    """)))
        .isEmpty();
  }
}
