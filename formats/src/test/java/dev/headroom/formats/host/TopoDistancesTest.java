package dev.headroom.formats.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.Read;
import org.junit.jupiter.api.Test;

final class TopoDistancesTest {

  @Test
  void shouldReadAMatrixWithALegendOfNics() {
    HostFacts host =
        Read.host(
            """
            user@node1:~$ nvidia-smi topo -m
            \t\u001b[4mGPU0\tGPU1\tNIC0\tNIC1\tCPU Affinity\tNUMA Affinity\tGPU NUMA ID\u001b[0m
            GPU0\t X \tNV18\tPIX\tSYS\t0-55,112-167\t0\t\tN/A
            GPU1\tNV18\t X \tSYS\tNODE\t56-111,168-223\t1\t\tN/A
            NIC0\tPIX\tSYS\t X \tSYS\t\t\t\t
            NIC1\tSYS\tNODE\tSYS\t X \t\t\t\t

            Legend:

              X    = Self
              SYS  = Connection traversing PCIe as well as the SMP interconnect

            NIC Legend:

              NIC0: mlx5_0
              NIC1: mlx5_3
            """);

    assertThat(host.distances().nics()).containsExactly("mlx5_0", "mlx5_3");
    assertThat(host.distances().gpuToNic("0", "mlx5_0").get()).isEqualTo("PIX");
    assertThat(host.distances().gpuToNic("1", "mlx5_3").get()).isEqualTo("NODE");
    assertThat(host.distances().gpuToGpu("0", "1").get()).isEqualTo("NV18");
    assertThat(host.gpus().getLast().numaNode().get()).isEqualTo(1);
    assertThat(host.reportedName().get()).isEqualTo("node1");
  }

  @Test
  void shouldReadAnOldMatrixWithNamesAndOneAffinity() {
    HostFacts host =
        Read.host(
            """
            \tGPU0\tGPU1\tmlx5_0\tCPU Affinity
            GPU0\t X \tNV1\tPHB\t0-7
            GPU1\tNV1\t X \tSOC\t8-15
            mlx5_0\tPHB\tSOC\t X \t
            """);

    assertThat(host.distances().gpuToNic("1", "mlx5_0").get()).isEqualTo("SYS");
    assertThat(host.gpus()).extracting(gpu -> gpu.cpus().get()).containsExactly("0-7", "8-15");
  }

  @Test
  void shouldKeepUnknownColumnsOfRowsWithoutAHeader() {
    HostFacts host =
        Read.host(
            """
            GPU0     X      NV18    PXB
            GPU1    NV18     X      NODE
            """);

    assertThat(host.distances().gpuToGpu("1", "0").get()).isEqualTo("NV18");
    assertThat(host.facts().subjects(SubjectKind.PAIR)).isNotEmpty();
  }
}
