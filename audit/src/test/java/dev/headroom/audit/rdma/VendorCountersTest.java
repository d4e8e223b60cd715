package dev.headroom.audit.rdma;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.Audit;
import dev.headroom.audit.Finding;
import dev.headroom.audit.rules.RuleCatalogue;
import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.HostsReader;
import dev.headroom.formats.source.MachineSource;
import dev.headroom.formats.source.SourceStream;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What drivers of other vendors than NVIDIA count, and priorities other than 3. */
final class VendorCountersTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "link bnxt_re0/1 rx_pkts 9 seq_err_naks_rcvd %s~counters.packet-sequence-errors~bnxt_re0/1 41",
        "link bnxt_re0/1 rx_pkts 9 oos_drop_count %s~counters.out-of-sequence~bnxt_re0/1 41",
        "link bnxt_re0/1 rx_pkts 9 to_retransmits %s~counters.ack-timeouts~bnxt_re0/1 41",
        "link bnxt_re0/1 rx_pkts 9 max_retry_exceeded %s~counters.retries-exhausted~bnxt_re0/1 41",
        "link irdma0/1 RNR sent 0 RNR received %s RTO 0~counters.rnr-retries~irdma0/1 41",
        "link irdma0/1 RNR sent 0 Nak Sequence Error %s RTO 0~counters.packet-sequence-errors~irdma0/1 41",
        "link rdmap0s31/1;    tx_bytes 9;    retrans_timeout_events %s~counters.ack-timeouts~rdmap0s31/1 41",
        "link mana_0/1;    requester_timeout %s;    current_rate 100000~counters.ack-timeouts~mana_0/1 41",
        "link rocep9s0/1 rx_rdma_ucast_pkts 9 resp_rx_outouf_seq %s~counters.out-of-sequence~rocep9s0/1 41",
        "[{\"ifname\":\"bnxt_re0\",\"port\":1,\"rx_pkts\":10,\"oos_drop_count\":%s}]~counters.out-of-sequence~bnxt_re0/1 41",
        "/sys/class/infiniband/mlx5_0/ports/1/counters/symbol_error:%s~counters.symbol-errors~mlx5_0/1 41",
        "/sys/class/infiniband/mlx5_0/ports/1/hw_counters/out_of_sequence:%s~counters.out-of-sequence~mlx5_0/1 41",
        "==> /sys/class/infiniband/mlx5_0/ports/1/hw_counters/packet_seq_err <==;%s~counters.packet-sequence-errors~mlx5_0/1 41",
        "/sys/class/net/eth0/statistics/rx_missed_errors:%s~counters.interface-drops~eth0 41",
        "NIC statistics:;     rx_prio5_pause: %s~counters.pauses~eth0 41",
        "NIC statistics:;     rx_pfc_ena_frames_pri5: %s~counters.pauses~eth0 41",
        "NIC statistics:;     rx_priority_3_xoff.nic: %s~counters.pauses~eth0 41",
        "NIC statistics:;     tx_priority_0_xoff.nic: %s~counters.pauses-sent~eth0 41",
        "NIC statistics:;     frames_tx_pripause: %s~counters.pauses-sent~eth0 41",
        "NIC statistics:;     rx_prio5_discards: %s~counters.interface-drops~eth0 41",
        "NIC statistics:;     rx_total_frames: 9000;     rx_total_discard_pkts: %s~counters.interface-drops~eth0 41, more than one in a thousand received",
        "NIC statistics:;     rx_stat_discard: %s~counters.interface-drops~eth0 41",
        "NIC statistics:;     rx_fcs_err_frames: %s~counters.crc-errors~eth0 41",
      })
  void shouldKnowCountersByEachVendorsName(String form, String rule, String told)
      throws IOException {
    String prompt = form.startsWith("NIC") ? "$ ethtool -S eth0\n" : "$ rdma statistic\n";
    String text = prompt + form.replace(";", "\n") + "\n";
    assertThat(findings(rule, text.formatted(41))).singleElement().asString().endsWith(told);
    assertThat(findings(rule, text.formatted(0))).isEmpty();
  }

  @Test
  void shouldCountLinksThatGoDownByTheInterfaceOfAPort() throws IOException {
    String text =
        """
        $ rdma link
        link bnxt_re0/1 state ACTIVE physical_state LINK_UP netdev eth0
        $ ethtool -S eth0
        NIC statistics:
             link_down_events: %d
        """;
    assertThat(findings("link.flaps", text.formatted(255)))
        .singleElement()
        .asString()
        .endsWith("255 times");
    assertThat(findings("link.flaps", text.formatted(3))).isEmpty();
  }

  @Test
  void shouldSayOfAPortThatItComesAndGoes() throws IOException {
    String link = "link mlx5_7/1 subnet_prefix fe80:0000:0000:0000 lid 3403 sm_lid 1 lmc 0 state ";
    String down = "$ rdma link\n" + link + "DOWN physical_state POLLING\n";
    String up = "$ rdma link\n" + link + "ACTIVE physical_state LINK_UP\n";
    assertThat(findings("link.down", down + up))
        .containsExactly("it is DOWN, and ACTIVE later in the same file");
    assertThat(findings("link.down", up + down))
        .containsExactly("it is ACTIVE, and DOWN later in the same file");
    assertThat(findings("link.down", down + down)).containsExactly("it is DOWN, its link POLLING");
    assertThat(findings("link.down", up + up)).isEmpty();
  }

  private static List<String> findings(String rule, String text) throws IOException {
    HostFacts host =
        new HostsReader(FormatCatalogue.reader())
            .read(SourceStream.of(List.of(MachineSource.of("node", "text.txt", text))))
            .getFirst();
    return new Audit(RuleCatalogue.all())
        .judge(host).findings().stream()
            .filter(finding -> finding.rule().equals(rule))
            .map(Finding::message)
            .collect(Collectors.toList());
  }
}
