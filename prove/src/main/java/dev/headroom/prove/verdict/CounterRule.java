package dev.headroom.prove.verdict;

import dev.headroom.prove.plan.Step;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Pass rule about one counter. The article allows no growth of any; the standard what {@link
 * #standard} says.
 *
 * @param counter the kernel's name
 * @param group what it tells of
 * @param meaning in a phrase
 * @param source whose threshold the standard's is
 */
record CounterRule(String counter, Group group, String meaning, Allowance standard, String source) {

  /** What a counter tells of. */
  enum Group {
    RETRANSMISSION("retransmissions", Step.LOOPBACK, Step.HAMMER, Step.SIGNOFF),
    DAMAGE("damaged symbols or packets", Step.LOOPBACK, Step.HAMMER, Step.SIGNOFF),
    LINK("losses of the link", Step.LOOPBACK, Step.HAMMER, Step.SIGNOFF),
    DROP("drops", Step.PULSE, Step.HAMMER, Step.SIGNOFF),
    STORM("pause storms", Step.PULSE, Step.HAMMER, Step.SIGNOFF),
    BUS("errors of PCIe", Step.PCIE);

    private final String words;

    @SuppressWarnings("ImmutableEnumChecker") // nobody changes it
    private final Set<Step> steps;

    Group(String words, Step first, Step... others) {
      this.words = words;
      this.steps = EnumSet.of(first, others);
    }

    String words() {
      return words;
    }

    boolean isOf(Step step) {
      return steps.contains(step);
    }
  }

  private static final String MLX5 = "Linux, mlx5 counters";
  private static final String RXE = "Linux, soft-RoCE (rdma_rxe)";
  private static final String SENTINEL = "NVIDIA NVSentinel";
  private static final String PDR = "NVIDIA UFM, PDR plugin: symbol error rate by link rate";
  private static final String ORACLE = "Oracle OCI alarm rules";
  private static final String DERIVED = "derived from the bit error rate";

  static final List<CounterRule> ALL =
      List.of(
          of(
              "packet_seq_err",
              Group.RETRANSMISSION,
              "NAKs received",
              Allowance.BIT_ERRORS,
              DERIVED),
          of(
              "local_ack_timeout_err",
              Group.RETRANSMISSION,
              "ACK timers that ran out",
              Allowance.BIT_ERRORS,
              DERIVED),
          of(
              "implied_nak_seq_err",
              Group.RETRANSMISSION,
              "responses out of order",
              Allowance.BIT_ERRORS,
              DERIVED),
          of(
              "roce_adp_retrans",
              Group.RETRANSMISSION,
              "adaptive retransmissions",
              Allowance.BIT_ERRORS,
              DERIVED),
          of(
              "roce_adp_retrans_to",
              Group.RETRANSMISSION,
              "adaptive retransmissions that timed out",
              Allowance.NONE,
              MLX5),
          of(
              "req_transport_retries_exceeded",
              Group.RETRANSMISSION,
              "connections that gave up",
              Allowance.NONE,
              SENTINEL),
          of("rcvd_seq_err", Group.RETRANSMISSION, "NAKs received", Allowance.BIT_ERRORS, RXE),
          of("completer_retry_err", Group.RETRANSMISSION, "retries", Allowance.BIT_ERRORS, RXE),
          of(
              "retry_exceeded_err",
              Group.RETRANSMISSION,
              "connections that gave up",
              Allowance.NONE,
              RXE),
          of("symbol_error", Group.DAMAGE, "symbol errors", Allowance.BIT_ERRORS, PDR),
          of("port_rcv_errors", Group.DAMAGE, "packets with errors", Allowance.BIT_ERRORS, PDR),
          of(
              "rx_pcs_symbol_err_phy",
              Group.DAMAGE,
              "symbols that FEC could not put right",
              Allowance.BIT_ERRORS,
              PDR),
          of(
              "rx_crc_errors_phy",
              Group.DAMAGE,
              "packets with a wrong CRC",
              Allowance.BIT_ERRORS,
              MLX5),
          of(
              "rx_icrc_encapsulated",
              Group.DAMAGE,
              "packets damaged between the CRCs",
              Allowance.NONE,
              ORACLE),
          of(
              "local_link_integrity_errors",
              Group.DAMAGE,
              "link integrity errors",
              Allowance.NONE,
              SENTINEL),
          of("link_downed", Group.LINK, "link losses", Allowance.NONE, SENTINEL),
          of("link_down_events_phy", Group.LINK, "link losses", Allowance.NONE, SENTINEL),
          of(
              "link_error_recovery",
              Group.LINK,
              "retrainings",
              Allowance.NONE,
              "Azure AI infrastructure"),
          of("rx_discards_phy", Group.DROP, "packets without a buffer", Allowance.NONE, MLX5),
          of("rx_prio3_discards", Group.DROP, "lossless packets dropped", Allowance.NONE, MLX5),
          of("port_xmit_discards", Group.DROP, "packets discarded", Allowance.NONE, SENTINEL),
          of(
              "excessive_buffer_overrun_errors",
              Group.DROP,
              "buffer overruns",
              Allowance.NONE,
              SENTINEL),
          of(
              "outbound_pci_buffer_overflow",
              Group.DROP,
              "packets dropped for want of the bus",
              Allowance.NONE,
              MLX5),
          of(
              "tx_pause_storm_warning_events",
              Group.STORM,
              "long pauses sent",
              Allowance.NONE,
              MLX5),
          of(
              "tx_pause_storm_error_events",
              Group.STORM,
              "pause storms cut off",
              Allowance.NONE,
              MLX5),
          of(
              "aer_dev_correctable",
              Group.BUS,
              "correctable errors",
              Allowance.ONE_AN_HOUR,
              "derived"),
          of("aer_dev_nonfatal", Group.BUS, "errors not corrected", Allowance.NONE, ORACLE),
          of("aer_dev_fatal", Group.BUS, "fatal errors", Allowance.NONE, ORACLE),
          of("rx_pci_signal_integrity", Group.BUS, "recoveries of the bus", Allowance.NONE, MLX5),
          of("tx_pci_signal_integrity", Group.BUS, "recoveries of the bus", Allowance.NONE, MLX5));

  private static CounterRule of(
      String counter, Group group, String meaning, Allowance standard, String source) {
    return new CounterRule(counter, group, meaning, standard, source);
  }
}
