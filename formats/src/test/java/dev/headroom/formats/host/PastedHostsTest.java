package dev.headroom.formats.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.source.MachineSource;
import dev.headroom.formats.source.SourceStream;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Terminals that speak with several machines, as people paste them. */
final class PastedHostsTest {
  private static List<HostFacts> hosts(String text) throws IOException {
    return new HostsReader(FormatCatalogue.reader())
        .read(SourceStream.of(List.of(MachineSource.of("", "pasted.md", text))));
  }

  /** Each host with what it says of one setting. */
  private static List<String> said(String text, String setting) throws IOException {
    return hosts(text).stream()
        .map(host -> host.name() + "=" + host.sysctl(setting).orElse("?"))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ssh gpu-2 sysctl net.core.rmem_max",
        "sudo ssh -o StrictHostKeyChecking=no -p 2222 root@gpu-2 'sysctl net.core.rmem_max'",
        "kubectl exec -it gpu-2 -n ml -c main -- sysctl net.core.rmem_max",
        "kubectl -n ml exec pod/gpu-2 -- bash -c 'sysctl net.core.rmem_max'",
      })
  void shouldGiveWhatRunsElsewhereToTheMachineItRunsOn(String command) throws IOException {
    String text =
        """
        admin@login:~$ %s
        net.core.rmem_max = 212992
        $ sysctl net.core.rmem_max
        net.core.rmem_max = 16777216
        """
            .formatted(command);

    assertThat(said(text, "net.core.rmem_max")).containsExactly("gpu-2=212992", "login=16777216");
  }

  @Test
  void shouldStayAtTheHostOfThePromptWhereSshIsOnlyALogin() throws IOException {
    String text =
        """
        admin@login:~$ ssh gpu-2
        root@gpu-2:~# sysctl net.core.rmem_max
        net.core.rmem_max = 212992
        """;

    assertThat(said(text, "net.core.rmem_max")).containsExactly("gpu-2=212992");
  }

  @ParameterizedTest
  @ValueSource(strings = {"admin@login:~$ pdsh -w gpu-[1-2] ibstat mlx5_0", ""})
  void shouldTakeApartLinesThatNameTheirMachine(String prompt) throws IOException {
    String text =
        (prompt.isEmpty() ? "" : prompt + "\n")
            + """
            gpu-1: CA 'mlx5_0'
            gpu-2: CA 'mlx5_0'
            gpu-1: \tCA type: MT4129
            gpu-1: \tNumber of ports: 1
            gpu-2: \tCA type: MT4129
            gpu-1: \tPort 1:
            gpu-1: \t\tState: Active
            gpu-2: \tNumber of ports: 1
            gpu-2: \tPort 1:
            gpu-2: \t\tState: Down
            gpu-1: \t\tRate: 400
            gpu-2: \t\tRate: 10
            """;

    List<HostFacts> hosts = hosts(text);

    assertThat(hosts).extracting(HostFacts::name).containsExactly("gpu-1", "gpu-2");
    assertThat(
            hosts.stream()
                .map(host -> host.facts().text(Subject.port("mlx5_0", "1"), "state"))
                .map(state -> state.get() + " " + state.findEvidence().orElseThrow().text())
                .collect(Collectors.toList()))
        .containsExactly("ACTIVE gpu-1: \t\tState: Active", "DOWN gpu-2: \t\tState: Down");
  }

  @Test
  void shouldReadWhatToolsGather() throws IOException {
    String text =
        """
        $ clush -b -w gpu-[1-4] sysctl net.core.rmem_max
        ---------------
        gpu-[1-3] (3)
        ---------------
        net.core.rmem_max = 212992
        ---------------
        gpu-4
        ---------------
        net.core.rmem_max = 16777216
        $ ansible all -a 'sysctl net.core.rmem_max'
        gpu-5 | CHANGED | rc=0 >>
        net.core.rmem_max = 1
        $ pssh -i -h hosts sysctl net.core.rmem_max
        [1] 10:00:01 [SUCCESS] gpu-6
        net.core.rmem_max = 2
        """;

    assertThat(said(text, "net.core.rmem_max"))
        .containsExactly("gpu-[1-3]=212992", "gpu-4=16777216", "gpu-5=1", "gpu-6=2");
  }

  /** Beside other files too: each machine's share goes to the machine that another file names. */
  @Test
  void shouldShareATextOutAmongMachinesThatOtherFilesName() throws IOException {
    List<HostFacts> hosts =
        new HostsReader(FormatCatalogue.reader())
            .read(
                SourceStream.of(
                    List.of(
                        MachineSource.of("", "a.txt", "root@gpu-1:~# uname -r\n6.8.0-40-generic\n"),
                        MachineSource.of(
                            "",
                            "b.txt",
                            """
                            admin@login:~$ ssh gpu-1 sysctl net.core.rmem_max
                            net.core.rmem_max = 212992
                            admin@login:~$ ssh gpu-2 sysctl net.core.rmem_max
                            net.core.rmem_max = 16777216
                            """))));

    assertThat(hosts).extracting(HostFacts::name).containsExactly("gpu-1", "gpu-2");
    assertThat(hosts.getFirst().sysctl("net.core.rmem_max").get()).isEqualTo("212992");
    assertThat(hosts.getFirst().facts().text(Subject.host(), "kernel").get())
        .isEqualTo("6.8.0-40-generic");
  }

  /** Names before a colon are of many sorts; only lines of a few machines are taken apart. */
  @Test
  void shouldNotTakeCountersForMachines() throws IOException {
    String counters =
        """
        NIC statistics:
        rx0_packets: 1
        rx1_packets: 2
        tx0_packets: 3
        tx1_packets: 4
        """;

    assertThat(hosts(counters)).hasSize(1);
    assertThat(hosts(counters.substring(counters.indexOf('\n') + 1))).hasSize(1);
  }

  @Test
  void shouldAccountForLinesOfSeveralMachinesOnce() throws IOException {
    HostFacts host = hosts("$ pdsh -w a[1-2] uname\na1: %%% 17 %%%\na2: %%% 18 %%%\n").getFirst();
    assertThat(host.readings().getFirst().sections().stream().mapToInt(each -> each.lines()).sum())
        .isEqualTo(3);
    assertThat(host.facts().subjects(SubjectKind.ITEM)).isEmpty();
  }
}
