package dev.headroom.model.knob;

import static dev.headroom.model.knob.ValueType.WHOLE;

import java.util.List;
import java.util.function.Function;

/** Knobs for the traffic class of packets: what hosts write and how each node maps it. */
public final class ClassKnobs {
  private static final ValueType<String> DSCP_MAP =
      new ValueType<>(
          "class map", "24-31=3,48=6,*=0", ClassMap::parseDscps, Function.identity(), List.of());
  private static final ValueType<String> QUEUE_MAP =
      new ValueType<>(
          "class map", "3=3,*=0", ClassMap::parseClasses, Function.identity(), List.of());

  private ClassKnobs() {}

  public static final Knob<Long> DSCP =
      Knob.derived(
              "transport.dscp",
              WHOLE,
              "8 * transport.class + 2, so 26 for class 3",
              "DSCP of data, and of ACKs in its class; other packets carry 8 times their class")
          .within("0", "63")
          .from("26 is RoCE, 48 CNP in NVIDIA's examples; the traffic class byte is 4 times that")
          .real("NCCL_IB_TC / 4; cma_roce_tos; /sys/class/infiniband/DEV/tc/1/traffic_class");
  public static final Knob<String> SWITCH_DSCP_MAP =
      Knob.of(
              "fabric.switches.dscpMap",
              DSCP_MAP,
              "default",
              "class of a packet by its DSCP; by default the upper three bits of it")
          .from("the same map in NVIDIA Cumulus Linux, RoCE lossless, and mlnx_qos")
          .real("SONiC CONFIG_DB DSCP_TO_TC_MAP; NVUE qos mapping");
  public static final Knob<String> QUEUE_MAP_OF_SWITCHES =
      Knob.of(
              "fabric.switches.queueMap",
              QUEUE_MAP,
              "default",
              "egress queue of a class; by default that of its number. A pause for a class stops the"
                  + " queue of its number")
          .from("SONiC's qos.json: MAP_PFC_PRIORITY_TO_QUEUE is the identity")
          .real("SONiC CONFIG_DB TC_TO_QUEUE_MAP");
  public static final Knob<String> HOST_DSCP_MAP =
      Knob.of(
              "hosts.dscpMap",
              DSCP_MAP,
              "default",
              "class in which a NIC sends by DSCP: pauses for it stop what is sent in it")
          .from("mlnx_qos --trust dscp: the upper three bits")
          .real("mlnx_qos --dscp2prio");
  public static final Knob<String> HOST_SCHEDULING =
      Knob.of(
              "hosts.scheduling",
              ClassSchedule.TYPE,
              "strict:none dwrr:0=1",
              "which classes of data a NIC sends first, and how the rest share its port by byte-deficit"
                  + " round robin, where parts of a workload send in several; ACKs and CNPs go before data")
          .from(
              "mlx5, en_dcbnl.c: classes of algorithm vendor, the default, share alike; deficit weighted round robin: its TSAR")
          .real("mlnx_qos -s -t");
}
