package dev.headroom.audit.rdma;

import java.util.List;
import java.util.stream.IntStream;

/**
 * What each vendor's driver calls the same event. Of RDMA ports: mlx5_ib, then rxe, bnxt_re
 * (Broadcom), irdma (Intel), mana_ib (Azure), ionic (AMD Pensando) and efa (AWS), as Linux has them
 * under {@code drivers/infiniband} and Pensando's firmware names them. Of interfaces: mlx5_core,
 * then bnxt_en, bnx2x, be2net, ice, i40e, ionic and the kernel, under {@code drivers/net/ethernet}.
 */
final class CounterNames {
  static final List<String> OUT_OF_SEQUENCE =
      List.of(
          "out_of_sequence",
          "out_of_seq_request",
          "oos_drop_count",
          "Rcvd Out of order packets",
          "responder_oos",
          "resp_rx_outouf_seq",
          "resp_rx_outof_seq");

  static final List<String> SEQUENCE_NAKS =
      List.of(
          "packet_seq_err",
          "rcvd_seq_err",
          "seq_err_naks_rcvd",
          "Nak Sequence Error",
          "requester_oos_nak",
          "req_rx_pkt_seq_err");

  static final List<String> ACK_TIMEOUTS =
      List.of(
          "local_ack_timeout_err",
          "to_retransmits",
          "RTO",
          "requester_timeout",
          "tx_rdma_ack_timeout",
          "retrans_timeout_events",
          "unresponsive_remote_events");

  static final List<String> NOT_READY =
      List.of(
          "rnr_nak_retry_err",
          "rcvd_rnr_err",
          "rnr_naks_rcvd",
          "RNR received",
          "requester_rnr_nak",
          "req_rx_rnr_retry_err");

  static final List<String> RETRIES_EXHAUSTED =
      List.of(
          "req_transport_retries_exceeded",
          "req_rnr_retries_exceeded",
          "retry_exceeded_err",
          "retry_rnr_exceeded_err",
          "max_retry_exceeded",
          "requester_retries_exceeded",
          "requester_rnr_nak_retries_exceeded",
          "req_tx_retry_excd_err");

  static final List<String> OUT_OF_BUFFER =
      List.of("out_of_buffer", "rx_out_of_buffer", "resp_rx_outof_buf", "rx_drops");

  static final List<String> RECEIVE_ERRORS =
      List.of(
          "port_rcv_errors",
          "port_rcv_remote_physical_errors",
          "rx_roce_errors",
          "rx_roce_discards",
          "CRC errors");

  static final List<String> NOTIFIED =
      List.of(
          "np_cnp_sent",
          "rp_cnp_handled",
          "tx_cnp_pkts",
          "rx_cnp_pkts",
          "cnpSent",
          "cnpHandled",
          "received_cnps",
          "tx_rdma_cnp_pkts",
          "rx_rdma_cnp_pkts");

  static final List<String> PAUSES_RECEIVED =
      joined(
          List.of(
              List.of("rx_pause_ctrl_phy", "rx_global_pause"),
              ofEachPriority("rx_prio%d_pause"),
              List.of("rx_pause_frames"),
              ofEachPriority("rx_pfc_ena_frames_pri%d"),
              List.of("link_xoff_rx.nic", "port.link_xoff_rx"),
              ofEachPriority("rx_priority_%d_xoff.nic"),
              ofEachPriority("port.rx_priority_%d_xoff"),
              List.of("frames_rx_pause", "frames_rx_pripause")));

  static final List<String> PAUSES_SENT =
      joined(
          List.of(
              List.of("tx_pause_ctrl_phy", "tx_global_pause"),
              ofEachPriority("tx_prio%d_pause"),
              List.of("tx_pause_frames"),
              ofEachPriority("tx_pfc_ena_frames_pri%d"),
              List.of("link_xoff_tx.nic", "port.link_xoff_tx"),
              ofEachPriority("tx_priority_%d_xoff.nic"),
              ofEachPriority("port.tx_priority_%d_xoff"),
              List.of("frames_tx_pause", "frames_tx_pripause")));

  static final List<String> DROPPED =
      joined(
          List.of(
              List.of("rx_discards_phy", "rx_out_of_buffer"),
              ofEachPriority("rx_prio%d_discards"),
              ofEachPriority("rx_prio%d_buf_discard"),
              List.of("rx_total_discard_pkts", "rx_total_ring_discards", "rx_stat_discard"),
              List.of("rx_discards", "rx_brb_discard"),
              // Not rx_input_fifo_overflow_drop, which may count what was not dropped.
              List.of("rx_drops_no_pbuf", "rx_drops_no_erx_descr"),
              List.of("rxpp_fifo_overflow_drop", "pmem_fifo_overflow_drop"),
              ofEachQueue("rxq%d.rx_drops_no_frags"),
              List.of("rx_dropped.nic", "port.rx_dropped", "frames_rx_dropped"),
              List.of("rx_missed_errors", "rx_fifo_errors", "rx_over_errors")));

  /**
   * Of the interface that is the same hardware as a port: {@code link_downed} does not move there.
   */
  static final List<String> LINK_DOWN = List.of("link_down_events_phy", "link_down_events");

  /** All frames that came. */
  static final List<String> CAME =
      List.of("rx_packets_phy", "rx_packets", "rx_total_frames", "frames_rx_ok");

  static final List<String> BROKEN =
      List.of(
          "rx_crc_errors_phy",
          "rx_symbol_err_phy",
          "rx_pcs_symbol_err_phy",
          "rx_fcs_err_frames",
          "rx_crc_errors.nic",
          "port.rx_crc_errors",
          "frames_rx_bad_fcs",
          "rx_crc_errors");

  /** As many as are looked at; drivers number them from 0. */
  private static final int QUEUES = 64;

  private CounterNames() {}

  private static List<String> ofEachQueue(String pattern) {
    return IntStream.range(0, QUEUES).mapToObj(pattern::formatted).toList();
  }

  private static List<String> ofEachPriority(String pattern) {
    return IntStream.range(0, 8).mapToObj(pattern::formatted).toList();
  }

  private static List<String> joined(List<List<String>> parts) {
    return parts.stream().flatMap(List::stream).toList();
  }
}
