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
              "how one of several next hops is chosen; adaptive to round-robin choose for each packet of"
                  + " data, cells for each cell that packets are cut into between leaves")
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
              "whether packets may go down and up again where links have failed, in fabrics of tiers")
          .from(
              "forbid: up-down routing, which keeps lossless classes free of deadlock; a valley is what"
                  + " BGP without an AS for all of a tier takes");
  public static final Knob<SubnetScope> SUBNETS =
      Knob.of(
              "routing.subnets",
              choice(SubnetScope.class),
              "leaf",
              "which hosts are in one IP subnet: those of a leaf, so that switches route between leaves, or"
                  + " all of a fabric of bridges; RoCEv1 crosses no router")
          .from(
              "leaf: routed leaf-spine fabrics, RFC 7938; RoCEv1 has no IP header: IBTA annex A16");
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
          .from(
              "FLARE, CCR 2007: more than the ways' delays differ; 100 us is 1.25 MB queued at 100"
                  + " Gb/s")
          .real("NVUE router adaptive-routing; Broadcom DLB inactivity duration");
  public static final Knob<FlowletChoice> FLOWLET_CHOICE =
      Knob.of(
              "routing.flowletChoice",
              choice(FlowletChoice.class),
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
  public static final Knob<Size> CELL =
      Knob.of(
              "routing.cell",
              SIZE,
              "256B",
              "bytes of a cell on the wire, header included, for routing.algorithm cells; the last one of"
                  + " a packet is as long as need be")
          .within("64B", "16KiB")
          .from("an assumption: the length usually told of Broadcom's fabric chips");
  public static final Knob<Size> CELL_HEADER =
      Knob.of(
              "routing.cellHeader",
              SIZE,
              "16B",
              "how much of a cell says where it belongs; between leaves there is no preamble, no gap")
          .within("0B", "63B")
          .from("an assumption: makers do not say");
  public static final Knob<CellChoice> CELL_CHOICE =
      Knob.of(
              "routing.cellChoice",
              choice(CellChoice.class),
              "round-robin",
              "which way a cell takes: all in turn, or that with the least queued, in grades")
          .from("round-robin: Stardust, NSDI 2019; queue: adaptive routing for each cell");
  public static final Knob<Time> REASSEMBLY =
      Knob.of(
              "routing.reassembly",
              TIME,
              "1ms",
              "how long the last leaf waits for the missing cells of a packet before it gives it up")
          .within("1us", "10s")
          .from("an assumption: more than ways differ by while one of them is paused");
  public static final Knob<Boolean> VOQ =
      Knob.of(
              "routing.voq",
              SWITCH,
              "true",
              "whether packets wait at the first leaf, in a queue for each host, until that host's port"
                  + " grants them credit, for routing.algorithm cells")
          .from("Stardust, NSDI 2019: a scheduled fabric");
  public static final Knob<Size> VOQ_CREDIT =
      Knob.of("routing.voqCredit", SIZE, "4KiB", "bytes that a port grants at a time")
          .within("64B", "1MiB")
          .from("an assumption: about a packet, so that ways stay fair and few cells ask");
  public static final Knob<Double> VOQ_SPEEDUP =
      Knob.of(
              "routing.voqSpeedup",
              NUMBER,
              "1.03",
              "how much faster than it can send a port grants credit, so that it never runs dry")
          .within("1", "2")
          .from(
              "an assumption: a little, as frames have preambles and gaps that credit does not count");
  public static final Knob<Size> VOQ_LIMIT =
      Knob.of(
              "routing.voqLimit",
              SIZE,
              "32KiB",
              "a port grants nothing while it has more than this queued")
          .within("0B", "1GiB")
          .from("an assumption: some credits more than are on their way in a microsecond");
  public static final Knob<HashFunction> HASH =
      Knob.of("routing.hash", choice(HashFunction.class), "mix64", "hash over the 5-tuple")
          .from("mix64: SplitMix64's finalizer; murmur3: HPCC simulator")
          .real("SONiC CONFIG_DB SWITCH_HASH ecmp_hash_algorithm");
  public static final Knob<HashSalt> SALT =
      Knob.of(
              "routing.salt",
              choice(HashSalt.class),
              "switch",
              "whether each switch hashes differently")
          .real("SONiC CONFIG_DB SWITCH ecmp_hash_seed");
  public static final Knob<UdpPortSource> UDP_PORT =
      Knob.of(
              "routing.udpSourcePort",
              choice(UdpPortSource.class),
              "kernel",
              "where the UDP source port comes from")
          .from(
              "kernel: rdma_flow_label_to_udp_sport, 14 bits of the flow label or'ed with 0xC000");
}
