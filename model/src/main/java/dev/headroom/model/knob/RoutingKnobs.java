package dev.headroom.model.knob;

import static dev.headroom.model.knob.ValueType.NUMBER;
import static dev.headroom.model.knob.ValueType.SIZE;
import static dev.headroom.model.knob.ValueType.SIZES;
import static dev.headroom.model.knob.ValueType.SWITCH;
import static dev.headroom.model.knob.ValueType.TIME;
import static dev.headroom.model.knob.ValueType.WHOLE;
import static dev.headroom.model.knob.ValueType.choice;

import dev.headroom.model.choice.CellChoice;
import dev.headroom.model.choice.FlowletChoice;
import dev.headroom.model.choice.HashFunction;
import dev.headroom.model.choice.HashSalt;
import dev.headroom.model.choice.RoutingAlgorithm;
import dev.headroom.model.choice.SubnetScope;
import dev.headroom.model.choice.UdpPortSource;
import dev.headroom.model.choice.ValleyRouting;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;
import java.util.List;

/** Knobs of routing. {@link Knobs} lists them with the rest. */
public final class RoutingKnobs {
  private RoutingKnobs() {}

  public static final Knob<RoutingAlgorithm> ROUTING =
      Knob.of(
              "routing.algorithm",
              choice(RoutingAlgorithm.class),
              "ecmp",
              "load balancing: the choice among several next hops; adaptive to round-robin "
                  + "choose per data packet, cells per cell of packets split between leaves")
          .from(
              "e-ecmp: Gangidi et al., RDMA over Ethernet for Distributed AI Training at Meta Scale,"
                  + " SIGCOMM 2024; linear: the forwarding tables that opensm writes; resilient: Linux nexthop-group-resilient; flowlet: FLARE, CCR"
                  + " 2007; spray: Dixit et al., INFOCOM 2013; cells: Zilberman et al., Stardust, NSDI 2019")
          .real("NVUE router adaptive-routing; SONiC FG_NHG");
  public static final Knob<ValleyRouting> VALLEY =
      Knob.of(
              "routing.valley",
              choice(ValleyRouting.class),
              "forbid",
              "packets may go down and up again around failed links, in fabrics with tiers")
          .from(
              "forbid: up-down routing, which keeps lossless classes free of deadlock; such "
                  + "valleys occur with BGP if the switches of a tier do not share an AS");
  public static final Knob<SubnetScope> SUBNETS =
      Knob.of(
              "routing.subnets",
              choice(SubnetScope.class),
              "leaf",
              "extent of an IP subnet: the hosts of one leaf, so that switches route between "
                  + "leaves, or the whole fabric, bridged; RoCEv1 cannot cross a router")
          .from(
              "leaf: routed leaf-spine fabrics, RFC 7938; RoCEv1 has no IP header: IBTA annex A16");
  public static final Knob<Long> BUCKETS =
      Knob.of(
              "routing.buckets",
              WHOLE,
              "128",
              "number of buckets of each next-hop group, for routing.algorithm resilient")
          .within("2", "4096")
          .from(
              "the example of Linux's resilient next-hop groups has 8; switch chips have 64 "
                  + "to 1024")
          .real("ip nexthop buckets; SONiC FG_NHG bucket_size");
  public static final Knob<Time> FLOWLET_GAP =
      Knob.of(
              "routing.flowletGap",
              TIME,
              "100us",
              "idle time after which a flow can take another path, for routing.algorithm flowlet")
          .within("0ns", "1s")
          .from(
              "FLARE, CCR 2007: more than the delay difference between paths; 100 us is 1.25 "
                  + "MB queued at 100 Gb/s")
          .real("NVUE router adaptive-routing; Broadcom DLB inactivity duration");
  public static final Knob<FlowletChoice> FLOWLET_CHOICE =
      Knob.of(
              "routing.flowletChoice",
              choice(FlowletChoice.class),
              "random",
              "path of a new flowlet: random, or the one with the shortest queue")
          .from("random: LetFlow, NSDI 2017; queue: dynamic load balancing of switch chips");
  public static final Knob<Long> FLOWLET_TABLE =
      Knob.of(
              "routing.flowletTable",
              WHOLE,
              "4096",
              "number of flowlet table entries of a switch, rounded down to a power of two; "
                  + "flows with the same entry share it")
          .within("1", "1048576")
          .from(
              "CONGA, SIGCOMM 2014, has 64 K entries per leaf; a fabric of many switches "
                  + "needs fewer");
  public static final Knob<List<Size>> GRADES =
      Knob.derived(
              "routing.grades",
              SIZES,
              "500 B, 1,000 B and 2,000 B per Gb/s of port rate",
              "queue thresholds of adaptive routing grades; none: adaptive routing compares "
                  + "queues byte by byte")
          .from(
              "four grades, at 5, 10 and 20 % of a queue: htsim's quantized_queuesize; here 4, 8 and 16 us")
          .real("NVUE router adaptive-routing");
  public static final Knob<Time> GRADE_PERIOD =
      Knob.of(
              "routing.gradePeriod",
              TIME,
              "2us",
              "interval at which switches report their queues to others, for "
                  + "routing.algorithm adaptive-remote; a report takes effect one interval later")
          .within("100ns", "1s")
          .from(
              "less than a round trip: with older reports all flows move to the port that "
                  + "was empty; chip vendors do not publish it");
  public static final Knob<Size> CELL =
      Knob.of(
              "routing.cell",
              SIZE,
              "256B",
              "bytes of a cell on the wire, header included, for routing.algorithm cells; "
                  + "the last cell of a packet is as short as possible")
          .within("64B", "16KiB")
          .from("an assumption: the length usually quoted for Broadcom's fabric chips");
  public static final Knob<Size> CELL_HEADER =
      Knob.of(
              "routing.cellHeader",
              SIZE,
              "16B",
              "header bytes of a cell; links between leaves have no preamble and no gap")
          .within("0B", "63B")
          .from("an assumption: vendors do not publish it");
  public static final Knob<CellChoice> CELL_CHOICE =
      Knob.of(
              "routing.cellChoice",
              choice(CellChoice.class),
              "round-robin",
              "path of a cell: round robin, or the one with the shortest queue, in grades")
          .from("round-robin: Stardust, NSDI 2019; queue: adaptive routing per cell");
  public static final Knob<Time> REASSEMBLY =
      Knob.of(
              "routing.reassembly",
              TIME,
              "1ms",
              "time for which the last leaf waits for missing cells of a packet before it "
                  + "drops the packet")
          .within("1us", "10s")
          .from(
              "an assumption: more than the delay difference of paths while one of them is paused");
  public static final Knob<Boolean> VOQ =
      Knob.of(
              "routing.voq",
              SWITCH,
              "true",
              "packets wait at the first leaf, in a virtual output queue per host, until "
                  + "that host's port grants credit, for routing.algorithm cells")
          .from("Stardust, NSDI 2019: a scheduled fabric");
  public static final Knob<Size> VOQ_CREDIT =
      Knob.of("routing.voqCredit", SIZE, "4KiB", "bytes that a port grants at a time")
          .within("64B", "1MiB")
          .from(
              "an assumption: about one packet, so that paths stay balanced and few cells carry "
                  + "requests");
  public static final Knob<Double> VOQ_SPEEDUP =
      Knob.of(
              "routing.voqSpeedup",
              NUMBER,
              "1.03",
              "ratio of a port's credit rate to its send rate, so that its queue never runs empty")
          .within("1", "2")
          .from(
              "an assumption: a small excess, because credit does not count preambles and "
                  + "gaps of frames");
  public static final Knob<Size> VOQ_LIMIT =
      Knob.of("routing.voqLimit", SIZE, "32KiB", "queue length above which a port grants no credit")
          .within("0B", "1GiB")
          .from(
              "an assumption: a few credits more than the credits on their way within a "
                  + "microsecond");
  public static final Knob<HashFunction> HASH =
      Knob.of("routing.hash", choice(HashFunction.class), "mix64", "hash over the 5-tuple")
          .from("mix64: SplitMix64's finalizer; murmur3: HPCC simulator")
          .real("SONiC CONFIG_DB SWITCH_HASH ecmp_hash_algorithm");
  public static final Knob<HashSalt> SALT =
      Knob.of(
              "routing.salt",
              choice(HashSalt.class),
              "switch",
              "hash seed: each switch hashes differently, or all hash alike")
          .real("SONiC CONFIG_DB SWITCH ecmp_hash_seed");
  public static final Knob<UdpPortSource> UDP_PORT =
      Knob.of(
              "routing.udpSourcePort",
              choice(UdpPortSource.class),
              "kernel",
              "source of the UDP source port")
          .from(
              "kernel: rdma_flow_label_to_udp_sport, 14 bits of the flow label or'ed with 0xC000");
}
