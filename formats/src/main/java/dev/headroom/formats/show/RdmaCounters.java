package dev.headroom.formats.show;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * mlx5's counters of RDMA that a model knows, as NVIDIA describes them ("Understanding mlx5 Linux
 * Counters and Status Parameters") and as Lumina found them to count beside captures of ConnectX
 * NICs (Yu et al., SIGCOMM 2023): a gap in WRITEs or SENDs once, when its NAK is sent; one in READ
 * responses once, when the rest is asked for again; each request asked for again.
 *
 * @param writeRequests WRITEs that came and were carried out
 * @param readRequests READs that came and were answered
 * @param outOfBuffer packets dropped since no receive request was posted for them
 * @param outOfSequence gaps seen in what came
 * @param duplicateRequests requests that came and had been carried out before
 * @param rnrNaks RNR NAKs that came and after which it tried again
 * @param sequenceNaks NAKs of a missing packet that came
 * @param impliedNaks READ responses beyond the one that was due
 * @param ackTimeouts ACK timeouts after which it sent again
 * @param ackRetriesExceeded queue pairs that gave up after too many of them
 * @param rnrRetriesExceeded queue pairs that gave up after too many RNR NAKs
 * @param cnpsHandled CNPs that came and slowed a queue pair down
 * @param marked packets of RoCEv2 that came with a CE mark
 * @param cnpsSent CNPs sent for them
 */
public record RdmaCounters(
    long writeRequests,
    long readRequests,
    long outOfBuffer,
    long outOfSequence,
    long duplicateRequests,
    long rnrNaks,
    long sequenceNaks,
    long impliedNaks,
    long ackTimeouts,
    long ackRetriesExceeded,
    long rnrRetriesExceeded,
    long cnpsHandled,
    long marked,
    long cnpsSent) {
  public static final RdmaCounters NONE =
      new RdmaCounters(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  /** By the driver's names, in its order ({@code drivers/infiniband/hw/mlx5/counters.c}). */
  public Map<String, Long> byName() {
    Map<String, Long> all = new LinkedHashMap<>();
    all.put("rx_write_requests", writeRequests);
    all.put("rx_read_requests", readRequests);
    all.put("out_of_buffer", outOfBuffer);
    all.put("out_of_sequence", outOfSequence);
    all.put("duplicate_request", duplicateRequests);
    all.put("rnr_nak_retry_err", rnrNaks);
    all.put("packet_seq_err", sequenceNaks);
    all.put("implied_nak_seq_err", impliedNaks);
    all.put("local_ack_timeout_err", ackTimeouts);
    all.put("req_transport_retries_exceeded", ackRetriesExceeded);
    all.put("req_rnr_retries_exceeded", rnrRetriesExceeded);
    all.put("rp_cnp_handled", cnpsHandled);
    all.put("np_ecn_marked_roce_packets", marked);
    all.put("np_cnp_sent", cnpsSent);
    return all;
  }
}
