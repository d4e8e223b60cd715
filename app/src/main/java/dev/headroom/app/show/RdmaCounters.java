package dev.headroom.app.show;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * RDMA counters of mlx5 that are modelled, as NVIDIA describes them ("Understanding mlx5 Linux
 * Counters and Status Parameters") and as Lumina measured them beside captures of ConnectX NICs (Yu
 * et al., SIGCOMM 2023). A gap in WRITEs or SENDs counts once, when its NAK is sent; a gap in READ
 * responses once, when the rest is requested again; each repeated request counts.
 *
 * @param arrivals requests that came, and gaps in what came
 * @param retries what made it send or ask again
 * @param notifications congestion notifications and marks
 */
public record RdmaCounters(Arrivals arrivals, Retries retries, Notifications notifications) {
  /**
   * Counters of what came.
   *
   * @param writeRequests WRITEs that came and were carried out
   * @param readRequests READs that came and were answered
   * @param outOfBuffer packets dropped since no receive request was posted for them
   * @param outOfSequence gaps seen in what came
   * @param duplicateRequests requests that came and had been carried out before
   */
  public record Arrivals(
      long writeRequests,
      long readRequests,
      long outOfBuffer,
      long outOfSequence,
      long duplicateRequests) {
    Arrivals times(long runs) {
      return new Arrivals(
          writeRequests * runs,
          readRequests * runs,
          outOfBuffer * runs,
          outOfSequence * runs,
          duplicateRequests * runs);
    }
  }

  /**
   * Counters of what made it send or ask again.
   *
   * @param rnrNaks RNR NAKs that came and after which it tried again
   * @param sequenceNaks NAKs of a missing packet that came
   * @param impliedNaks READ responses beyond the one that was due
   * @param ackTimeouts ACK timeouts after which it sent again
   * @param ackRetriesExceeded queue pairs that gave up after too many of them
   * @param rnrRetriesExceeded queue pairs that gave up after too many RNR NAKs
   */
  public record Retries(
      long rnrNaks,
      long sequenceNaks,
      long impliedNaks,
      long ackTimeouts,
      long ackRetriesExceeded,
      long rnrRetriesExceeded) {
    Retries times(long runs) {
      return new Retries(
          rnrNaks * runs,
          sequenceNaks * runs,
          impliedNaks * runs,
          ackTimeouts * runs,
          ackRetriesExceeded * runs,
          rnrRetriesExceeded * runs);
    }
  }

  /**
   * Counters of congestion.
   *
   * @param cnpsHandled CNPs that came and slowed a queue pair down
   * @param marked packets of RoCEv2 that came with a CE mark
   * @param cnpsSent CNPs sent for them
   */
  public record Notifications(long cnpsHandled, long marked, long cnpsSent) {
    Notifications times(long runs) {
      return new Notifications(cnpsHandled * runs, marked * runs, cnpsSent * runs);
    }
  }

  public static final RdmaCounters NONE =
      new RdmaCounters(
          new Arrivals(0, 0, 0, 0, 0), new Retries(0, 0, 0, 0, 0, 0), new Notifications(0, 0, 0));

  /** The same after so many runs alike. */
  RdmaCounters times(long runs) {
    return new RdmaCounters(arrivals.times(runs), retries.times(runs), notifications.times(runs));
  }

  /** By the driver's names, in its order ({@code drivers/infiniband/hw/mlx5/counters.c}). */
  public Map<String, Long> byName() {
    Map<String, Long> all = new LinkedHashMap<>();
    all.put("rx_write_requests", arrivals.writeRequests());
    all.put("rx_read_requests", arrivals.readRequests());
    all.put("out_of_buffer", arrivals.outOfBuffer());
    all.put("out_of_sequence", arrivals.outOfSequence());
    all.put("duplicate_request", arrivals.duplicateRequests());
    all.put("rnr_nak_retry_err", retries.rnrNaks());
    all.put("packet_seq_err", retries.sequenceNaks());
    all.put("implied_nak_seq_err", retries.impliedNaks());
    all.put("local_ack_timeout_err", retries.ackTimeouts());
    all.put("req_transport_retries_exceeded", retries.ackRetriesExceeded());
    all.put("req_rnr_retries_exceeded", retries.rnrRetriesExceeded());
    all.put("rp_cnp_handled", notifications.cnpsHandled());
    all.put("np_ecn_marked_roce_packets", notifications.marked());
    all.put("np_cnp_sent", notifications.cnpsSent());
    return all;
  }
}
