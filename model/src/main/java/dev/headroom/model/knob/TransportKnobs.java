package dev.headroom.model.knob;

import static dev.headroom.model.knob.ValueType.SIZE;
import static dev.headroom.model.knob.ValueType.SWITCH;
import static dev.headroom.model.knob.ValueType.TIME;
import static dev.headroom.model.knob.ValueType.WHOLE;
import static dev.headroom.model.knob.ValueType.choice;

import dev.headroom.congestion.TransportType;
import dev.headroom.model.choice.FrameFormat;
import dev.headroom.model.choice.LossRecovery;
import dev.headroom.model.choice.Verb;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;

/** Knobs of transports, mainly of reliable connections. {@link Knobs} lists them with the rest. */
public final class TransportKnobs {
  private TransportKnobs() {}

  public static final Knob<TransportType> TRANSPORT =
      Knob.of(
              "transport.type",
              choice(TransportType.class),
              "rocev2",
              "transport of all flows; selects the preset of its name")
          .from(
              "rocev2: IBTA annex A17; rocev1: annex A16; infiniband: IBTA volume 1; uec: Ultra Ethernet specification 1.0, mode RUD, reliable and unordered;"
                  + " srd: Shalev et al., IEEE Micro 2020; falcon: Falcon Transport Protocol 0.9, OCP 2024;"
                  + " tcp: RFC 9293; iwarp: RFC 5040, 5041 and 5044");
  public static final Knob<Verb> OPERATION =
      Knob.of(
          "transport.operation",
          choice(Verb.class),
          "write",
          "verb that moves the data; read: the destination asks, the source responds");
  public static final Knob<Long> MTU =
      Knob.of(
              "transport.mtu",
              WHOLE,
              "4096",
              "path MTU: payload bytes of a full packet; with tcp and iwarp the largest IP packet")
          .within("1", "9216")
          .from(
              "srd: ibv_devinfo and fi_info of EFA; IBTA path MTUs: 256, 512, 1024, 2048, 4096; others only with another transport.framing")
          .real("ibv_devinfo active_mtu");
  public static final Knob<Size> MESSAGE_SIZE =
      Knob.of("transport.messageSize", SIZE, "1MiB", "message size into which a flow is split")
          .within("1B", "2GiB")
          .from("IBTA: a message is at most 2^31 B; cxl: a cache line");
  public static final Knob<Long> OUTSTANDING =
      Knob.of(
              "transport.outstanding",
              WHOLE,
              "16",
              "maximum posted, not completed messages of a queue pair")
          .within("1", "1000000")
          .from("send queue depth")
          .real("ibv_qp_cap max_send_wr");
  public static final Knob<Long> OUTSTANDING_READS =
      Knob.of(
              "transport.outstandingReads",
              WHOLE,
              "16",
              "maximum outstanding READ requests of a queue pair")
          .within("1", "255")
          .from("max_qp_rd_atom of ConnectX cards, which perftest uses; UCX uses 4, SMC-R 1")
          .real("ibv_qp_attr max_rd_atomic, max_dest_rd_atomic");
  public static final Knob<Long> ACK_EVERY =
      Knob.of(
              "transport.ackEvery",
              WHOLE,
              "4",
              "packets per ACK, at most the packets of the window; the last packet of a "
                  + "message is always acknowledged")
          .within("1", "1000000")
          .from(
              "NICs coalesce ACKs; the IBTA leaves the interval open; Linux rxe requests one "
                  + "about every 64 packets");
  public static final Knob<Long> TRAFFIC_CLASS =
      Knob.of("transport.class", WHOLE, "3", "priority of data")
          .within("0", "7")
          .from("class 3 is RoCE in NVIDIA's and SONiC's examples")
          .real("NCCL_IB_TC, NCCL_IB_SL; mlnx_qos --dscp2prio");
  public static final Knob<Long> ACK_CLASS =
      Knob.derived("transport.ackClass", WHOLE, "transport.class", "priority of ACK and NAK")
          .within("0", "7")
          .from("IBTA: responses use the service level of the queue pair");
  public static final Knob<Long> ACK_HOST_CLASS =
      Knob.derived(
              "transport.ackHostClass",
              WHOLE,
              "transport.ackClass",
              "class whose pauses block an ACK at the sending host")
          .within("0", "7")
          .from("ACK_HIGH_PRIO of the HPCC simulator (SIGCOMM 2019)");
  public static final Knob<Long> CNP_CLASS =
      Knob.of("transport.cnpClass", WHOLE, "6", "priority of CNP")
          .within("0", "7")
          .from("CNP_802P_PRIO=6: firmware default: mlxconfig query of ConnectX cards")
          .real("mlx5 debugfs cc_params/np_cnp_prio");
  public static final Knob<Size> WINDOW =
      Knob.derived(
              "transport.window",
              SIZE,
              "no limit",
              "maximum bytes of a queue pair in flight, or requested by READ")
          .within("1B", "1TiB")
          .from("HAS_WIN of the HPCC simulator (SIGCOMM 2019)");
  public static final Knob<Boolean> WINDOW_FOLLOWS_RATE =
      Knob.of(
              "transport.windowFollowsRate",
              SWITCH,
              "false",
              "the window shrinks in proportion to the rate of congestion control; no effect "
                  + "on READ")
          .from("VAR_WIN of the HPCC simulator (SIGCOMM 2019)");
  public static final Knob<Long> ACK_TIMEOUT =
      Knob.of(
              "transport.ackTimeout",
              WHOLE,
              "14",
              "local ACK timeout exponent n: 4.096us * 2^n; 0 disables the timeout. "
                  + "Workloads that run as NCCL set 20 (4.3 s), as RCCL or MPI over UCX 18 (1.1 s)")
          .within("0", "31")
          .from("IBTA local ACK timeout: 4.096us * 2^n, 5 bits; 14 is 67 ms (perftest)")
          .real("ibv_qp_attr timeout; NCCL_IB_TIMEOUT");
  public static final Knob<Long> RETRY_COUNT =
      Knob.of(
              "transport.retryCount",
              WHOLE,
              "7",
              "consecutive timeouts before the queue pair goes to error")
          .within("0", "7")
          .from("IBTA: 3 bits; NCCL, RCCL and UCX use 7")
          .real("ibv_qp_attr retry_cnt; NCCL_IB_RETRY_CNT");
  public static final Knob<LossRecovery> RECOVERY =
      Knob.of(
              "transport.recovery",
              choice(LossRecovery.class),
              "go-back-n",
              "loss recovery and reordering: drop and go back; place out of order and go "
                  + "back after a timeout; or place out of order and resend only missing packets")
          .from(
              "go-back-n: IBTA; out-of-order: out-of-order data placement of ConnectX-5 and later (MLNX_OFED"
                  + " documentation); selective-repeat: IRN, SIGCOMM 2018");
  public static final Knob<Size> GO_BACK_UNIT =
      Knob.derived(
              "transport.goBackUnit",
              SIZE,
              "one packet",
              "bytes resent as a unit after a loss, with recovery go-back-n and WRITE or "
                  + "SEND: the receiver discards a partial unit, and ACKs count whole units; "
                  + "rounded down to whole packets, except with framing hpcc-ns3. A unit as long "
                  + "as a message is go-back-0")
          .within("1B", "1TiB")
          .from("go-back-0: Guo et al., SIGCOMM 2016; L2_CHUNK_SIZE of the HPCC simulator");
  public static final Knob<Long> REORDER_WINDOW =
      Knob.of(
              "transport.reorderWindow",
              WHOLE,
              "1024",
              "number of packets after the next expected one that a receiver can place; "
                  + "further packets are dropped. With selective repeat this also limits packets "
                  + "in flight")
          .within("1", "65536")
          .from(
              "IRN, SIGCOMM 2018: 128 bits hold a BDP of 40 Gb/s; htsim: roceMaxReorder; "
                  + "NVIDIA does not publish its value");
  public static final Knob<Boolean> BDP_CAP =
      Knob.of(
              "transport.bdpCap",
              SWITCH,
              "true",
              "with selective repeat, limits packets in flight to the BDP of the longest path")
          .from("BDP-FC: IRN, SIGCOMM 2018, section 3.2");
  public static final Knob<Time> RETRANSMIT_TIMEOUT =
      Knob.derived(
              "transport.retransmitTimeout",
              TIME,
              "4.096us * 2^transport.ackTimeout",
              "time without an acknowledgment after which packets are resent")
          .within("1us", "1000s")
          .from("IRN, SIGCOMM 2018: RTO_high 320 us");
  public static final Knob<Time> SHORT_TIMEOUT =
      Knob.derived(
              "transport.shortTimeout",
              TIME,
              "transport.retransmitTimeout",
              "retransmission timeout while at most transport.fewPackets are in flight")
          .within("1us", "1000s")
          .from("IRN, SIGCOMM 2018: RTO_low 100 us");
  public static final Knob<Long> FEW_PACKETS =
      Knob.of(
              "transport.fewPackets",
              WHOLE,
              "3",
              "packets in flight up to which transport.shortTimeout applies")
          .within("1", "65536")
          .from("IRN, SIGCOMM 2018: N = 3");
  public static final Knob<Long> RNR_TIMER =
      Knob.of(
              "transport.rnrTimer",
              WHOLE,
              "12",
              "RNR NAK timer code of the receiver: delay of a SEND that found no receive request")
          .within("0", "31")
          .from(
              "IBTA RNR NAK timer field, table 45: 1 is 0.01 ms, 12 is 0.64 ms, 31 is 491.52 ms, 0 is 655.36 ms")
          .real("ibv_qp_attr min_rnr_timer");
  public static final Knob<Long> RNR_RETRY =
      Knob.of(
              "transport.rnrRetry",
              WHOLE,
              "7",
              "consecutive RNR NAKs before the queue pair goes to error; 7 sets no limit")
          .within("0", "7")
          .from("IBTA: 3 bits, 7 is infinite")
          .real("ibv_qp_attr rnr_retry");
  public static final Knob<Long> RECEIVE_QUEUE =
      Knob.derived(
              "transport.receiveQueue",
              WHOLE,
              "unlimited",
              "number of receive requests posted for SENDs of a queue pair; a message consumes one")
          .within("0", "1000000")
          .from("receive queue depth")
          .real("ibv_qp_cap max_recv_wr");
  public static final Knob<Time> RECEIVE_REPOST =
      Knob.of(
              "transport.receiveRepost",
              TIME,
              "1us",
              "time from the end of a message until its receive request is posted again")
          .within("0ns", "1s");
  public static final Knob<Long> INITIAL_PSN =
      Knob.of("transport.initialPsn", WHOLE, "0", "first packet sequence number, modulo 2^24")
          .within("0", "16777215")
          .from("IBTA: 24 bits")
          .real("ibv_qp_attr sq_psn");
  public static final Knob<FrameFormat> FRAMING =
      Knob.of(
              "transport.framing",
              choice(FrameFormat.class),
              "rocev2",
              "bytes on the wire around the payload")
          .from(
              "rocev2, rocev1: IBTA annexes A17 and A16; infiniband: IBTA volume 1; hpcc-ns3: 48 B of headers, no preamble, gap or FCS; htsim: 64 B; uet:"
                  + " Ultra Ethernet specification 1.0; srd: 91 B, of which AWS publishes no format; falcon:"
                  + " Falcon and RDMA over Falcon 0.9; cxl: slots of flits, CXL specification 3.0");
  public static final Knob<Time> NAK_INTERVAL =
      Knob.derived(
              "transport.nakInterval",
              TIME,
              "once per gap",
              "minimum time between NAKs for the same gap")
          .within("0ns", "1s")
          .from("IBTA: one NAK per gap; the HPCC simulator repeats it every 500 us");
}
