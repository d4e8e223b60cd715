package dev.headroom.model.knob;

import static dev.headroom.model.knob.ValueType.NUMBER;
import static dev.headroom.model.knob.ValueType.NUMBER_PER_RATE;
import static dev.headroom.model.knob.ValueType.RATE;
import static dev.headroom.model.knob.ValueType.SIZE;
import static dev.headroom.model.knob.ValueType.SIZES;
import static dev.headroom.model.knob.ValueType.SIZE_PER_RATE;
import static dev.headroom.model.knob.ValueType.SWITCH;
import static dev.headroom.model.knob.ValueType.TIME;
import static dev.headroom.model.knob.ValueType.WHOLE;
import static dev.headroom.model.knob.ValueType.choice;

import dev.headroom.model.unit.Rate;
import dev.headroom.model.unit.Size;
import dev.headroom.model.unit.Time;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * All knobs, in the order of the reference file. Those of single congestion controls are in {@link
 * ControllerKnobs}.
 */
public final class Knobs {
  private Knobs() {}

  // --- fabric: switches -------------------------------------------------------------------------

  public static final Knob<Size> SWITCH_BUFFER =
      Knob.of(
              "fabric.switches.buffer",
              SIZE,
              "32MiB",
              "packet buffer shared by all ports of a switch")
          .within("1KiB", "16GiB")
          .preset("htsim", "1GiB")
          .preset("htsim-uec", "1GiB")
          .from(
              "32 MiB: a 12.8 Tb/s switch chip; HPCC simulator takes 16 MB at 50 Gb/s ports and scales")
          .real("SONiC CONFIG_DB BUFFER_POOL size");
  public static final Knob<Size> SWITCH_CELL =
      Knob.of("fabric.switches.cell", SIZE, "192B", "unit in which the buffer is given out")
          .within("1B", "16KiB")
          .preset("hpcc-ns3", "1B")
          .preset("htsim", "1B")
          .preset("htsim-uec", "1B")
          .from(
              "144 to 256 B by chip; sonic-swss buffer_headroom_mellanox.lua reads it from ASIC_TABLE")
          .real("SONiC STATE_DB ASIC_TABLE cell_size");
  public static final Knob<String> FORWARDING =
      Knob.of(
              "fabric.switches.forwarding",
              choice("cut-through", "store-and-forward"),
              "cut-through",
              "whether a packet may leave before its tail has arrived")
          .preset("hpcc-ns3", "store-and-forward")
          .preset("htsim", "store-and-forward")
          .preset("htsim-uec", "store-and-forward")
          .real("chip setting; show switch forwarding");
  public static final Knob<String> ADMISSION =
      Knob.of(
              "fabric.switches.admission",
              choice("header", "tail"),
              "header",
              "whether a packet is charged to the buffer when its header arrives or its last bit")
          .preset("hpcc-ns3", "tail")
          .preset("htsim", "tail")
          .preset("htsim-uec", "tail")
          .from("cut-through hardware charges as cells arrive; HPCC simulator at the tail");
  public static final Knob<Time> SWITCH_LATENCY =
      Knob.of(
              "fabric.switches.latency",
              TIME,
              "300ns",
              "pipeline delay of a switch, header in to header out")
          .within("0ns", "1s")
          .preset("hpcc-ns3", "0ns")
          .preset("htsim", "0ns")
          .preset("htsim-uec", "0ns")
          .from("data sheets of 2020s switch chips: 200 to 800 ns");
  public static final Knob<PerRate<Double>> ALPHA =
      Knob.of(
              "fabric.switches.alpha",
              NUMBER_PER_RATE,
              "0.125",
              "dynamic threshold: share of the free shared buffer one ingress priority may use")
          .within("0.0001", "1000")
          .from("Choudhury and Hahne 1998; 1/8: HPCC simulator (SIGCOMM 2019)")
          .real("SONiC CONFIG_DB BUFFER_PROFILE dynamic_th, as 2^dynamic_th");
  public static final Knob<Double> LOSSY_ALPHA =
      Knob.of(
              "fabric.switches.lossyAlpha",
              NUMBER,
              "1",
              "dynamic threshold of a lossy egress queue: share of the free shared buffer it may use")
          .within("0.0001", "1000")
          .from("Choudhury and Hahne 1998")
          .real("SONiC CONFIG_DB BUFFER_PROFILE dynamic_th of the lossy profile");
  public static final Knob<Size> RESERVED =
      Knob.of(
              "fabric.switches.reserved",
              SIZE,
              "4KiB",
              "buffer set aside for each lossless ingress priority of each port")
          .within("0B", "16GiB")
          .preset("hpcc-ns3", "4KiB")
          .preset("htsim", "0B")
          .from("HPCC simulator (SIGCOMM 2019)")
          .real("SONiC CONFIG_DB BUFFER_PROFILE size");
  public static final Knob<String> SCHEDULING =
      Knob.of(
              "fabric.switches.scheduling",
              new ValueType<>(
                  "class schedule",
                  "strict:6,7 dwrr:0=50,3=50",
                  ClassSchedule::parse,
                  ClassSchedule::print,
                  List.of()),
              "strict:6,7 dwrr:0=50,1=1,2=1,3=50,4=1,5=1",
              "which classes go first, and how the rest share a port by byte-deficit round robin")
          .from("RoCE and the rest 50:50, CNP strict: NVIDIA Cumulus Linux, RoCE defaults")
          .real("SONiC CONFIG_DB SCHEDULER; mlnx_qos -s -t");

  public static final Knob<Boolean> TRIMMING =
      Knob.of(
              "fabric.switches.trimming",
              SWITCH,
              "false",
              "whether data that finds no room in a lossy queue goes on without its payload; for transport uec")
          .preset("uec", "true")
          .from("Ultra Ethernet specification 1.0, packet trimming; NDP, SIGCOMM 2017")
          .real("SONiC CONFIG_DB SWITCH_TRIMMING");
  public static final Knob<Size> TRIM_SIZE =
      Knob.of("fabric.switches.trimSize", SIZE, "64B", "frame that is left of a trimmed packet")
          .within("64B", "9KiB")
          .from("uet-htsim, -trimsize")
          .real("SONiC CONFIG_DB SWITCH_TRIMMING size");
  public static final Knob<Long> TRIM_CLASS =
      Knob.of(
              "fabric.switches.trimClass",
              WHOLE,
              "6",
              "priority of what is left of a trimmed packet")
          .within("0", "7")
          .from("strict and before data: Ultra Ethernet specification 1.0, packet trimming")
          .real("SONiC CONFIG_DB SWITCH_TRIMMING dscp_value, queue_index");
  public static final Knob<PerRate<Size>> QUEUE_LIMIT =
      Knob.derived(
              "fabric.switches.queueLimit",
              SIZE_PER_RATE,
              "no limit but the dynamic threshold; with transport uec the port's rate times"
                  + " congestion.baseRtt",
              "bytes of frames that an egress queue of a lossy class may hold")
          .within("64B", "16GiB")
          .from(
              "uet-htsim, main_uec.cpp: one bandwidth-delay product where switches trim, else five")
          .real("SONiC CONFIG_DB BUFFER_PROFILE static_th");

  // --- hosts ------------------------------------------------------------------------------------

  public static final Knob<Size> RECEIVE_BUFFER =
      Knob.of("hosts.receiveBuffer", SIZE, "2MiB", "buffer of a NIC port for arriving packets")
          .within("1KiB", "16GiB")
          .from("the order of NIC port buffers")
          .real("mlnx_qos --buffer_size");
  public static final Knob<Rate> DRAIN =
      Knob.derived(
              "hosts.drain",
              RATE,
              "as fast as packets arrive",
              "how fast a host empties its receive buffer; slower than the link makes it send PFC")
          .within("1Mbps", "10Tbps");

  // --- transport --------------------------------------------------------------------------------

  public static final Knob<String> TRANSPORT =
      Knob.of(
              "transport.type",
              choice("rocev2", "uec"),
              "rocev2",
              "transport of all flows; it brings the preset of its name")
          .preset("uec", "uec")
          .preset("htsim-uec", "uec")
          .from(
              "rocev2: IBTA annex A17; uec: Ultra Ethernet specification 1.0, mode RUD, reliable and unordered");
  public static final Knob<String> OPERATION =
      Knob.of(
          "transport.operation",
          choice("write", "send", "read"),
          "write",
          "verb that moves the data; read: the destination asks, the source responds");
  public static final Knob<Long> MTU =
      Knob.of("transport.mtu", WHOLE, "4096", "path MTU: payload bytes of a full packet")
          .within("1", "9216")
          .preset("hpcc-ns3", "1000")
          .preset("htsim", "4150")
          .preset("htsim-uec", "4086")
          .preset("irn", "1024")
          .from(
              "IBTA path MTUs: 256, 512, 1024, 2048, 4096; others only with another transport.framing")
          .real("ibv_devinfo active_mtu");
  public static final Knob<Size> MESSAGE_SIZE =
      Knob.of("transport.messageSize", SIZE, "1MiB", "a flow is cut into messages of this size")
          .within("1B", "2GiB")
          .preset("hpcc-ns3", "1073741000B")
          .preset("htsim", "2GiB")
          .from("IBTA: a message is at most 2^31 B");
  public static final Knob<Long> OUTSTANDING =
      Knob.of(
              "transport.outstanding",
              WHOLE,
              "16",
              "messages a queue pair may have posted and not completed")
          .within("1", "1000000")
          .from("send queue depth")
          .real("ibv_qp_cap max_send_wr");
  public static final Knob<Long> OUTSTANDING_READS =
      Knob.of(
              "transport.outstandingReads",
              WHOLE,
              "16",
              "READ requests that a queue pair may have sent and not seen answered in full")
          .within("1", "255")
          .from("max_qp_rd_atom of ConnectX cards, which perftest takes; UCX takes 4, SMC-R 1")
          .real("ibv_qp_attr max_rd_atomic, max_dest_rd_atomic");
  public static final Knob<Long> ACK_EVERY =
      Knob.of(
              "transport.ackEvery",
              WHOLE,
              "4",
              "packets per ACK, at most as many as the window holds; the last of a message is always"
                  + " acknowledged")
          .within("1", "1000000")
          .preset("hpcc-ns3", "1")
          .preset("htsim", "1")
          .preset("irn", "1")
          .from(
              "NICs coalesce ACKs; the IBTA leaves the interval open; Linux rxe asks about every 64 packets");
  public static final Knob<Long> TRAFFIC_CLASS =
      Knob.of("transport.class", WHOLE, "3", "priority of data")
          .within("0", "7")
          .preset("uec", "3")
          .from("class 3 is RoCE in NVIDIA's and SONiC's examples")
          .real("NCCL_IB_TC, NCCL_IB_SL; mlnx_qos --dscp2prio");
  public static final Knob<Long> ACK_CLASS =
      Knob.derived("transport.ackClass", WHOLE, "transport.class", "priority of ACK and NAK")
          .within("0", "7")
          .preset("uec", "6")
          .from("IBTA: responses travel in the queue pair's own service level");
  public static final Knob<Long> ACK_HOST_CLASS =
      Knob.derived(
              "transport.ackHostClass",
              WHOLE,
              "transport.ackClass",
              "class whose pauses hold back an ACK at the host that sends it")
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
              "bytes a queue pair may have in flight, or asked for by READ")
          .within("1B", "1TiB")
          .from("HAS_WIN of the HPCC simulator (SIGCOMM 2019)");
  public static final Knob<Boolean> WINDOW_FOLLOWS_RATE =
      Knob.of(
              "transport.windowFollowsRate",
              SWITCH,
              "false",
              "whether the window shrinks in proportion as congestion control lowers the rate; not for READ")
          .from("VAR_WIN of the HPCC simulator (SIGCOMM 2019)");
  public static final Knob<Long> ACK_TIMEOUT =
      Knob.of(
              "transport.ackTimeout",
              WHOLE,
              "14",
              "local ACK timeout exponent n: 4.096us * 2^n; 0 is never")
          .within("0", "31")
          .preset("hpcc-ns3", "0")
          .preset("htsim", "0")
          .from(
              "IBTA local ACK timeout: 4.096us * 2^n, 5 bits; 14 is 67 ms (perftest), NCCL takes 20")
          .real("ibv_qp_attr timeout; NCCL_IB_TIMEOUT");
  public static final Knob<Long> RETRY_COUNT =
      Knob.of(
              "transport.retryCount",
              WHOLE,
              "7",
              "timeouts in a row before the queue pair goes to error")
          .within("0", "7")
          .from("IBTA: 3 bits; NCCL takes 7")
          .real("ibv_qp_attr retry_cnt; NCCL_IB_RETRY_CNT");
  public static final Knob<String> RECOVERY =
      Knob.of(
              "transport.recovery",
              choice("go-back-n", "out-of-order", "selective-repeat"),
              "go-back-n",
              "what becomes of reordered and lost packets: drop and go back; place as they come and go"
                  + " back after a timeout; place and send again what is missing")
          .preset("irn", "selective-repeat")
          .preset("htsim", "out-of-order")
          .from(
              "go-back-n: IBTA; out-of-order: out-of-order data placement of ConnectX-5 and later (MLNX_OFED"
                  + " documentation); selective-repeat: IRN, SIGCOMM 2018");
  public static final Knob<Long> REORDER_WINDOW =
      Knob.of(
              "transport.reorderWindow",
              WHOLE,
              "1024",
              "packets beyond the next that a receiver can place; more are dropped. With selective repeat"
                  + " no more are in flight")
          .within("1", "65536")
          .preset("irn", "128")
          .preset("htsim", "64")
          .from(
              "IRN, SIGCOMM 2018: 128 bits hold a BDP of 40 Gb/s; htsim: roceMaxReorder; NVIDIA does not"
                  + " publish its own");
  public static final Knob<Boolean> BDP_CAP =
      Knob.of(
              "transport.bdpCap",
              SWITCH,
              "true",
              "whether no more is in flight than the longest path holds, with selective repeat")
          .from("BDP-FC: IRN, SIGCOMM 2018, section 3.2");
  public static final Knob<Time> RETRANSMIT_TIMEOUT =
      Knob.derived(
              "transport.retransmitTimeout",
              TIME,
              "4.096us * 2^transport.ackTimeout",
              "time without news after which something is sent again")
          .within("1us", "1000s")
          .preset("irn", "320us")
          .from("IRN, SIGCOMM 2018: RTO_high 320 us");
  public static final Knob<Time> SHORT_TIMEOUT =
      Knob.derived(
              "transport.shortTimeout",
              TIME,
              "transport.retransmitTimeout",
              "the same while no more than transport.fewPackets are in flight")
          .within("1us", "1000s")
          .preset("irn", "100us")
          .from("IRN, SIGCOMM 2018: RTO_low 100 us");
  public static final Knob<Long> FEW_PACKETS =
      Knob.of(
              "transport.fewPackets",
              WHOLE,
              "3",
              "packets in flight up to which transport.shortTimeout holds")
          .within("1", "65536")
          .from("IRN, SIGCOMM 2018: N = 3");
  public static final Knob<Long> RNR_TIMER =
      Knob.of(
              "transport.rnrTimer",
              WHOLE,
              "12",
              "RNR NAK timer code of the receiver: how long a SEND that found no receive request waits")
          .within("0", "31")
          .from(
              "IBTA RNR NAK timer field, table 45: 1 is 0.01 ms, 12 is 0.64 ms, 31 is 491.52 ms, 0 is 655.36 ms")
          .real("ibv_qp_attr min_rnr_timer");
  public static final Knob<Long> RNR_RETRY =
      Knob.of(
              "transport.rnrRetry",
              WHOLE,
              "7",
              "RNR NAKs in a row before the queue pair goes to error; 7 is no limit")
          .within("0", "7")
          .from("IBTA: 3 bits, 7 is without end")
          .real("ibv_qp_attr rnr_retry");
  public static final Knob<Long> RECEIVE_QUEUE =
      Knob.derived(
              "transport.receiveQueue",
              WHOLE,
              "never empty",
              "receive requests posted for SENDs of a queue pair; a message takes one")
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
  public static final Knob<String> FRAMING =
      Knob.of(
              "transport.framing",
              choice("rocev2", "hpcc-ns3", "htsim", "uet"),
              "rocev2",
              "bytes on the wire around the payload")
          .preset("hpcc-ns3", "hpcc-ns3")
          .preset("htsim", "htsim")
          .preset("htsim-uec", "htsim")
          .preset("uec", "uet")
          .from(
              "rocev2: IBTA annex A17; hpcc-ns3: 48 B of headers, no preamble, gap or FCS; htsim: 64 B; uet:"
                  + " Ultra Ethernet specification 1.0");
  public static final Knob<Time> NAK_INTERVAL =
      Knob.derived(
              "transport.nakInterval",
              TIME,
              "once per gap",
              "least time between NAKs for the same gap")
          .within("0ns", "1s")
          .preset("hpcc-ns3", "500us")
          .from("IBTA: one NAK for a gap; the HPCC simulator repeats it every 500 us");

  // --- congestion -------------------------------------------------------------------------------

  public static final Knob<String> ALGORITHM =
      Knob.of(
              "congestion.algorithm",
              choice(
                  "dcqcn",
                  "hp-dcqcn",
                  "hpcc",
                  "hpcc++",
                  "hpcc-pint",
                  "timely",
                  "patched-timely",
                  "swift",
                  "dctcp",
                  "rtt-probe",
                  "admission",
                  "nscc",
                  "rccc",
                  "nscc-rccc",
                  "none"),
              "dcqcn",
              "congestion control of all queue pairs")
          .preset("paper", "dcqcn")
          .preset("vendor", "dcqcn")
          .preset("article", "dcqcn")
          .preset("htsim", "none")
          .preset("irn", "none")
          .preset("uec", "nscc")
          .real("mlx5 sysfs ecn/roce_rp/enable");
  public static final Knob<String> FORM =
      Knob.of(
              "congestion.form",
              choice("vendor", "paper"),
              "vendor",
              "which DCQCN: NVIDIA's firmware or the paper's")
          .preset("paper", "paper")
          .preset("vendor", "vendor")
          .preset("article", "paper")
          .preset("hpcc-ns3", "vendor")
          .from(
              "paper: Zhu et al., SIGCOMM 2015; vendor: rdma-hw.cc of the HPCC simulator, which follows NVIDIA's firmware");
  public static final Knob<Boolean> ECN =
      Knob.of("congestion.ecn", SWITCH, "true", "whether switches mark")
          .preset("htsim", "false")
          .preset("irn", "false")
          .real("SONiC CONFIG_DB WRED_PROFILE ecn, PORT_QOS_MAP");
  public static final Knob<Boolean> ECN_TO_HOSTS =
      Knob.derived(
              "congestion.ecnToHosts",
              SWITCH,
              "true; false where congestion.algorithm is rccc, which needs no mark of the last hop",
              "whether switch ports that lead to hosts mark, too")
          .from("uet-htsim, main_uec.cpp: no marks on links to hosts where receivers grant credit")
          .real("SONiC CONFIG_DB PORT_QOS_MAP, per port");
  public static final Knob<PerRate<Size>> KMIN =
      Knob.derived(
              "congestion.kmin",
              SIZE_PER_RATE,
              "4KB per Gb/s of port rate; with transport uec 0.2 of rate times congestion.baseRtt",
              "egress queue above which packets are marked")
          .within("0B", "16GiB")
          .preset("paper", "5KB")
          .preset("article", "20KB")
          .from(
              "100 KB at 25 Gb/s: run.py of the HPCC simulator; paper: SIGCOMM 2015; NVIDIA Cumulus Linux takes 150 KB at all rates")
          .real("SONiC CONFIG_DB WRED_PROFILE green_min_threshold");
  public static final Knob<PerRate<Size>> KMAX =
      Knob.derived(
              "congestion.kmax",
              SIZE_PER_RATE,
              "16KB per Gb/s of port rate; with transport uec 0.8 of rate times congestion.baseRtt",
              "egress queue above which every packet is marked")
          .within("1B", "16GiB")
          .preset("paper", "200KB")
          .preset("article", "200KB")
          .from(
              "400 KB at 25 Gb/s: run.py of the HPCC simulator; paper: SIGCOMM 2015; NVIDIA Cumulus Linux takes 1500 KB at all rates")
          .real("SONiC CONFIG_DB WRED_PROFILE green_max_threshold");
  public static final Knob<PerRate<Double>> PMAX =
      Knob.of("congestion.pmax", NUMBER_PER_RATE, "0.2", "marking probability at kmax")
          .within("0", "1")
          .preset("uec", "1")
          .preset("paper", "0.01")
          .preset("article", "0.01")
          .from("run.py of the HPCC simulator; paper: SIGCOMM 2015")
          .real("SONiC CONFIG_DB WRED_PROFILE green_drop_probability, in percent");
  public static final Knob<String> MARKING =
      Knob.of(
              "congestion.marking",
              choice("dequeue", "enqueue"),
              "dequeue",
              "when a packet is tested for marking")
          .preset("hpcc-ns3", "dequeue")
          .from("ECN or Delay, CoNEXT 2016: marking at egress is not delayed by the queue");
  public static final Knob<String> FEEDBACK =
      Knob.of(
              "congestion.feedback",
              choice("cnp", "ack"),
              "cnp",
              "how the receiver tells of a mark: CNP packets, or a bit in the ACK")
          .preset("hpcc-ns3", "ack")
          .from("cnp: IBTA annex A17; ack: HPCC simulator");
  public static final Knob<Time> CNP_INTERVAL =
      Knob.of("congestion.cnpInterval", TIME, "4us", "least time between CNPs for one queue pair")
          .within("0ns", "1s")
          .preset("paper", "50us")
          .preset("vendor", "4us")
          .preset("article", "50us")
          .from(
              "min_time_between_cnps, firmware default: mlxconfig query of ConnectX cards; paper: SIGCOMM 2015")
          .real("mlx5 debugfs cc_params/np_min_time_between_cnps");
  public static final Knob<String> CNP_TIMING =
      Knob.derived(
              "congestion.cnpTiming",
              choice("gap", "slots", "window"),
              "gap; slots with the paper's form",
              "what becomes of marks within an interval of the last CNP: gap forgets them, slots sends one CNP in each of intervals that run on, window sends it at the interval's end")
          .preset("paper", "slots")
          .preset("vendor", "gap")
          .preset("article", "slots")
          .from(
              "gap: NVIDIA, and ECN or Delay, CoNEXT 2016, section 3.1; slots: the fluid model there; window: SIGCOMM 2015, section 3.1");
  public static final Knob<Double> G =
      Knob.of("congestion.g", NUMBER, "0.0048828125", "gain of the alpha estimate")
          .within("0.000001", "1")
          .preset("paper", "0.00390625")
          .preset("vendor", "0.0048828125")
          .preset("article", "0.00390625")
          .preset("hpcc-ns3", "0.00390625")
          .from("5/1024: dce_tcp_g is 1019 of 1024, the share kept; paper: 1/256")
          .real("mlx5 debugfs cc_params/rp_dce_tcp_g, as 1024 * (1 - g)");
  public static final Knob<Double> INITIAL_ALPHA =
      Knob.of("congestion.initialAlpha", NUMBER, "1", "alpha at the first CNP")
          .within("0", "1")
          .preset("paper", "1")
          .preset("vendor", "0.9990234375")
          .preset("article", "0.5")
          .preset("hpcc-ns3", "1")
          .from(
              "paper: 1; firmware default: mlxconfig query of ConnectX cards: 1023/1024. The article takes 0.5 for a setting; alpha is state")
          .real("mlx5 debugfs cc_params/rp_initial_alpha_value, in 1/1024");
  public static final Knob<Time> ALPHA_PERIOD =
      Knob.of("congestion.alphaPeriod", TIME, "1us", "period of the alpha update")
          .within("1ns", "1s")
          .preset("paper", "55us")
          .preset("vendor", "1us")
          .preset("article", "55us")
          .preset("hpcc-ns3", "1us")
          .from(
              "dce_tcp_rtt, firmware default: mlxconfig query of ConnectX cards; paper: SIGCOMM 2015")
          .real("mlx5 debugfs cc_params/rp_dce_tcp_rtt");
  public static final Knob<Time> DECREASE_PERIOD =
      Knob.of(
              "congestion.decreasePeriod",
              TIME,
              "4us",
              "vendor form: period of the rate decrease check")
          .within("1ns", "1s")
          .preset("vendor", "4us")
          .preset("hpcc-ns3", "4us")
          .from("firmware default: mlxconfig query of ConnectX cards")
          .real("mlx5 debugfs cc_params/rp_rate_reduce_monitor_period");
  public static final Knob<Time> INCREASE_TIMER =
      Knob.of("congestion.increaseTimer", TIME, "300us", "period of the rate increase timer")
          .within("1ns", "1s")
          .preset("paper", "55us")
          .preset("vendor", "300us")
          .preset("article", "55us")
          .preset("hpcc-ns3", "300us")
          .from(
              "rpg_time_reset, firmware default: mlxconfig query of ConnectX cards; paper: SIGCOMM 2015")
          .real("mlx5 debugfs cc_params/rp_time_reset");
  public static final Knob<Size> BYTE_COUNTER =
      Knob.of(
              "congestion.byteCounter",
              SIZE,
              "0B",
              "bytes sent per byte-counter increase; 0 turns it off")
          .within("0B", "16GiB")
          .preset("paper", "10MB")
          .preset("vendor", "32767B")
          .preset("article", "10MB")
          .preset("hpcc-ns3", "0B")
          .from(
              "0: the HPCC simulator (SIGCOMM 2019) has none, and steps in proportion to the rate never"
                  + " become fair (Chiu and Jain 1989); vendor: rpg_byte_reset, firmware default:"
                  + " mlxconfig query of ConnectX cards; paper: SIGCOMM 2015")
          .real("mlx5 debugfs cc_params/rp_byte_reset");
  public static final Knob<Long> FAST_RECOVERY =
      Knob.of(
              "congestion.fastRecovery",
              WHOLE,
              "1",
              "increases that only recover before additive increase (F)")
          .within("0", "1000")
          .preset("paper", "5")
          .preset("vendor", "1")
          .preset("article", "5")
          .preset("hpcc-ns3", "1")
          .from(
              "rpg_threshold, firmware default: mlxconfig query of ConnectX cards; paper: SIGCOMM 2015")
          .real("mlx5 debugfs cc_params/rp_threshold");
  public static final Knob<Rate> RATE_AI =
      Knob.derived("congestion.rateAi", RATE, "0.2 Mb/s per Gb/s of line rate", "additive increase")
          .within("1Kbps", "1Tbps")
          .preset("paper", "40Mbps")
          .preset("vendor", "5Mbps")
          .preset("article", "50Mbps")
          .from(
              "the firmware's 5 Mb/s is for 25 Gb/s and scaled by run.py of the HPCC simulator; paper: SIGCOMM 2015; the article: 50 to 100 Mb/s")
          .real("mlx5 debugfs cc_params/rp_ai_rate");
  public static final Knob<Rate> RATE_HAI =
      Knob.derived("congestion.rateHai", RATE, "2 Mb/s per Gb/s of line rate", "hyper increase")
          .within("1Kbps", "1Tbps")
          .preset("paper", "200Mbps")
          .preset("vendor", "50Mbps")
          .preset("article", "200Mbps")
          .from(
              "the firmware's 50 Mb/s is for 25 Gb/s and scaled by run.py of the HPCC simulator; paper: sample configuration of its authors' ns-3 simulator")
          .real("mlx5 debugfs cc_params/rp_hai_rate");
  public static final Knob<Rate> MIN_RATE =
      Knob.derived("congestion.minRate", RATE, "1 % of line rate", "least rate of a queue pair")
          .within("1Kbps", "1Tbps")
          .preset("paper", "1Mbps")
          .preset("vendor", "1Mbps")
          .preset("article", "1Mbps")
          .from(
              "run.py of the HPCC simulator: 1 Gb/s at 100 Gb/s; firmware default 1 Mb/s, which strands a fast flow for milliseconds; the paper has no floor")
          .real("mlx5 debugfs cc_params/rp_min_rate");
  public static final Knob<Boolean> CLAMP_TARGET =
      Knob.of(
              "congestion.clampTarget",
              SWITCH,
              "false",
              "vendor form: the target rate follows every decrease")
          .preset("vendor", "false")
          .preset("hpcc-ns3", "false")
          .from("firmware default: mlxconfig query of ConnectX cards")
          .real("mlx5 debugfs cc_params/rp_clamp_tgt_rate");
  public static final Knob<Boolean> CLAMP_TARGET_AFTER_INCREASE =
      Knob.of(
              "congestion.clampTargetAfterIncrease",
              SWITCH,
              "true",
              "vendor form: the target rate follows a decrease that comes after an increase")
          .preset("vendor", "true")
          .preset("hpcc-ns3", "true")
          .from("firmware default: mlxconfig query of ConnectX cards")
          .real("mlx5 debugfs cc_params/rp_clamp_tgt_rate_ati");
  public static final Knob<Double> MIN_DECREASE =
      Knob.of(
              "congestion.minDecreaseFactor",
              NUMBER,
              "0.5",
              "vendor form: a decrease leaves at least this share of the rate")
          .within("0.01", "1")
          .preset("vendor", "0.5")
          .preset("hpcc-ns3", "0.5")
          .from("firmware default: mlxconfig query of ConnectX cards")
          .real("mlx5 debugfs cc_params/rp_min_dec_fac, in percent");
  public static final Knob<Double> FIRST_CNP_RATE =
      Knob.of("congestion.rateOnFirstCnp", NUMBER, "1", "share of the rate kept at the first CNP")
          .within("0.0001", "1")
          .preset("vendor", "1")
          .preset("hpcc-ns3", "1")
          .from(
              "rate_to_set_on_first_cnp = 0, which is off: firmware default: mlxconfig query of ConnectX cards")
          .real("mlx5 debugfs cc_params/rp_rate_to_set_on_first_cnp");

  // --- pfc --------------------------------------------------------------------------------------

  public static final Knob<Boolean> PFC =
      Knob.of("pfc.enabled", SWITCH, "true", "priority flow control on the lossless classes")
          .preset("irn", "false")
          .preset("uec", "false")
          .from("IEEE 802.1Qbb")
          .real("mlnx_qos --pfc; SONiC CONFIG_DB PORT_QOS_MAP");
  public static final Knob<List<Integer>> PFC_CLASSES =
      Knob.of(
              "pfc.classes",
              new ValueType<>(
                  "classes",
                  "3 or 3,4",
                  ClassSchedule::parseClasses,
                  ClassSchedule::printClasses,
                  List.of()),
              "3",
              "lossless classes")
          .from("IEEE 802.1Qbb")
          .real("mlnx_qos --pfc; SONiC CONFIG_DB PORT_QOS_MAP pfc_enable");
  public static final Knob<PerRate<Size>> HEADROOM =
      Knob.derived(
              "pfc.headroom",
              SIZE_PER_RATE,
              "SONiC/NVIDIA formula of rate, cable and MTU",
              "buffer per ingress priority for what arrives after XOFF")
          .within("0B", "16GiB")
          .preset("htsim", "10MB")
          .from("sonic-swss buffer_headroom_mellanox.lua")
          .real("SONiC CONFIG_DB BUFFER_PROFILE xoff");
  public static final Knob<Size> XOFF =
      Knob.derived(
              "pfc.xoff",
              SIZE,
              "dynamic: fabric.switches.alpha times the free shared buffer",
              "ingress occupancy at which XOFF is sent")
          .within("0B", "16GiB")
          .preset("htsim", "62250B")
          .from("static threshold instead of the dynamic one")
          .real("SONiC CONFIG_DB BUFFER_PROFILE static_th");
  public static final Knob<Size> XON_OFFSET =
      Knob.of("pfc.xonOffset", SIZE, "3KiB", "how far below the XOFF threshold XON is sent")
          .within("0B", "16GiB")
          .preset("hpcc-ns3", "3KiB")
          .preset("htsim", "12450B")
          .from("HPCC simulator (SIGCOMM 2019)")
          .real("SONiC CONFIG_DB BUFFER_PROFILE xon_offset");
  public static final Knob<Time> PFC_RESPONSE =
      Knob.derived(
              "pfc.responseTime",
              TIME,
              "the quanta of IEEE 802.3 for the port's rate",
              "time from a pause frame's last bit to no new frame")
          .within("0ns", "1ms")
          .preset("hpcc-ns3", "0ns")
          .preset("htsim", "0ns")
          .from(
              "IEEE 802.3 annex 31B; quanta by rate as in sonic-swss buffer_headroom_mellanox.lua");
  public static final Knob<Long> PAUSE_QUANTA =
      Knob.of(
              "pfc.pauseQuanta",
              WHOLE,
              "65535",
              "pause time in a frame, in quanta of 512 bit times; 0 lasts until XON")
          .within("0", "65535")
          .preset("hpcc-ns3", "0")
          .preset("htsim", "0")
          .from("IEEE 802.1Qbb: 16 bits");

  // --- routing ----------------------------------------------------------------------------------

  public static final Knob<String> ROUTING =
      Knob.of(
              "routing.algorithm",
              choice(
                  "ecmp",
                  "e-ecmp",
                  "resilient",
                  "flowlet",
                  "adaptive",
                  "adaptive-remote",
                  "spray",
                  "round-robin"),
              "ecmp",
              "how one of several next hops is chosen; the last four choose for each packet of data")
          .from(
              "e-ecmp: Gangidi et al., RDMA over Ethernet for Distributed AI Training at Meta Scale,"
                  + " SIGCOMM 2024; resilient: Linux nexthop-group-resilient; flowlet: FLARE, CCR"
                  + " 2007; spray: Dixit et al., INFOCOM 2013")
          .real("NVUE router adaptive-routing; SONiC FG_NHG");
  public static final Knob<String> VALLEY =
      Knob.of(
              "routing.valley",
              choice("forbid", "allow"),
              "forbid",
              "whether packets may go down and up again where links have failed, in fabrics of tiers")
          .preset("hpcc-ns3", "allow")
          .from(
              "forbid: up-down routing, which keeps lossless classes free of deadlock; a valley is what"
                  + " BGP without an AS for all of a tier takes");
  public static final Knob<Long> BUCKETS =
      Knob.of(
              "routing.buckets",
              WHOLE,
              "128",
              "buckets of each group of next hops, for routing.algorithm resilient")
          .within("2", "4096")
          .from(
              "the example of Linux's resilient next-hop groups has 8; switch chips take 64 to 1024")
          .real("ip nexthop buckets; SONiC FG_NHG bucket_size");
  public static final Knob<Time> FLOWLET_GAP =
      Knob.of(
              "routing.flowletGap",
              TIME,
              "100us",
              "a flow that paused for longer may take another way, for routing.algorithm flowlet")
          .within("0ns", "1s")
          .preset("htsim", "10us")
          .from(
              "FLARE, CCR 2007: more than the ways' delays differ; 100 us is 1.25 MB queued at 100"
                  + " Gb/s")
          .real("NVUE router adaptive-routing; Broadcom DLB inactivity duration");
  public static final Knob<String> FLOWLET_CHOICE =
      Knob.of(
              "routing.flowletChoice",
              choice("random", "queue"),
              "random",
              "which way a flowlet takes: any, or that with the least queued")
          .from("random: LetFlow, NSDI 2017; queue: dynamic load balancing of switch chips");
  public static final Knob<Long> FLOWLET_TABLE =
      Knob.of(
              "routing.flowletTable",
              WHOLE,
              "4096",
              "entries for flowlets a switch has, cut to a power of two; flows that meet in one share it")
          .within("1", "1048576")
          .from(
              "CONGA, SIGCOMM 2014, has 64 K entries a leaf; a fabric of many switches needs fewer");
  public static final Knob<List<Size>> GRADES =
      Knob.derived(
              "routing.grades",
              SIZES,
              "500 B, 1,000 B and 2,000 B per Gb/s of port rate",
              "thresholds by which adaptive routing grades a queue; none: it sees every byte")
          .preset("htsim", "41500B,83000B,166000B")
          .from(
              "four grades, at 5, 10 and 20 % of a queue: htsim's quantized_queuesize; here 4, 8 and 16 us")
          .real("NVUE router adaptive-routing");
  public static final Knob<Time> GRADE_PERIOD =
      Knob.of(
              "routing.gradePeriod",
              TIME,
              "2us",
              "how often switches tell others of their queues, for routing.algorithm"
                  + " adaptive-remote; what they tell is known one period later")
          .within("100ns", "1s")
          .from(
              "less than a round trip: with older news all run to where it was empty; chips do not say");
  public static final Knob<String> HASH =
      Knob.of("routing.hash", choice("mix64", "murmur3"), "mix64", "hash over the 5-tuple")
          .preset("hpcc-ns3", "murmur3")
          .from("mix64: SplitMix64's finalizer; murmur3: HPCC simulator")
          .real("SONiC CONFIG_DB SWITCH_HASH ecmp_hash_algorithm");
  public static final Knob<String> SALT =
      Knob.of(
              "routing.salt",
              choice("switch", "none"),
              "switch",
              "whether each switch hashes differently")
          .preset("hpcc-ns3", "switch")
          .real("SONiC CONFIG_DB SWITCH ecmp_hash_seed");
  public static final Knob<String> UDP_PORT =
      Knob.of(
              "routing.udpSourcePort",
              choice("kernel", "fixed", "nic"),
              "kernel",
              "where the UDP source port comes from")
          .preset("hpcc-ns3", "fixed")
          .preset("htsim", "nic")
          .from(
              "kernel: rdma_flow_label_to_udp_sport, 14 bits of the flow label or'ed with 0xC000");

  // --- failure ----------------------------------------------------------------------------------

  public static final Knob<Time> DETECTION =
      Knob.of(
              "failure.detection",
              TIME,
              "10ms",
              "from a change of a link until the switches at its ends take it out of their next hops,"
                  + " or back in, if it still holds")
          .within("0ns", "1000s")
          .preset("hpcc-ns3", "0ns")
          .preset("fast-failover", "500ns")
          .from(
              "link state debouncing and software of common switches: some ms; fast failover in"
                  + " hardware: under 1 us; HPCC simulator: at once");
  public static final Knob<Time> CONVERGENCE =
      Knob.derived(
              "failure.convergence",
              TIME,
              "failure.detection",
              "from a change of a link until all switches have worked out their tables anew")
          .within("0ns", "1000s")
          .from("no less than failure.detection; routing protocols take 10 ms to seconds more")
          .real("BGP timers: NVUE router bgp timers");

  // --- run --------------------------------------------------------------------------------------

  public static final Knob<Long> SEED =
      Knob.of("run.seed", WHOLE, "1", "seed of every random stream")
          .within("0", "9223372036854775807");
  public static final Knob<Time> STOP =
      Knob.of("run.stop", TIME, "10s", "simulated time at which an unfinished run ends")
          .within("1ps", "1000000s");
  public static final Knob<Time> GRID =
      Knob.of("run.grid", TIME, "1us", "a run ends at a multiple of this").within("1ns", "1s");
  public static final Knob<Time> PROBE_PERIOD =
      Knob.derived("run.probes", TIME, "no time series", "how often queues and rates are sampled")
          .within("1ns", "1s");
  public static final Knob<String> TIES =
      Knob.of(
              "run.ties",
              choice("keyed", "insertion"),
              "keyed",
              "order of events at the same time: by a hash that favours nobody, or as ns-3 does")
          .preset("hpcc-ns3", "insertion")
          .from("insertion: the order in which they were scheduled; on one thread");
  public static final Knob<String> DRAWS =
      Knob.of(
              "run.draws",
              choice("keyed", "ns-3"),
              "keyed",
              "what marks are drawn from: a stream for each port, or one sequence as in ns-3")
          .preset("hpcc-ns3", "ns-3")
          .from("ns-3: MRG32k3a, the first number of a new stream each; on one thread");
  public static final Knob<Time> ROUNDING =
      Knob.of("run.rounding", TIME, "1ps", "serialization times are cut to a multiple of this")
          .within("1ps", "1us")
          .preset("hpcc-ns3", "1ns")
          .from("exact; the HPCC simulator cuts to 1ns");

  private static final List<Knob<?>> ALL =
      Stream.of(Knobs.class, ControllerKnobs.class, UetKnobs.class)
          .flatMap(catalogue -> Arrays.stream(catalogue.getFields()))
          .filter(field -> Modifier.isStatic(field.getModifiers()))
          .<Knob<?>>map(field -> {
            try {
              return (Knob<?>) field.get(null);
            } catch (IllegalAccessException e) {
              throw new IllegalStateException(e);
            }
          })
          .toList();

  /** Every knob, in the order of the reference file. */
  public static List<Knob<?>> all() {
    return ALL;
  }

  /** Those that may differ from node to node: what switches and the ports of hosts are set with. */
  public static List<Knob<?>> ofNodes() {
    return ALL.stream().filter(Knobs::isOfNodes).toList();
  }

  private static boolean isOfNodes(Knob<?> knob) {
    return switch (knob.section()) {
      case "fabric", "hosts", "pfc" -> true;
      default -> List.of(ECN, KMIN, KMAX, PMAX, MARKING, HASH, SALT).contains(knob);
    };
  }

  public static Optional<Knob<?>> named(String name) {
    return ALL.stream().filter(knob -> knob.name().equals(name)).findFirst();
  }
}
