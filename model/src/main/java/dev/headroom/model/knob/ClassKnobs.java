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
              "8 * transport.class + 2, which is 26 for class 3",
              "DSCP of data, and of ACKs in its class; other packets have DSCP 8 times their class")
          .within("0", "63")
          .from(
              "NVIDIA's examples use 26 for RoCE and 48 for CNP; the traffic class byte is 4 "
                  + "times the DSCP")
          .real("NCCL_IB_TC / 4; cma_roce_tos; /sys/class/infiniband/DEV/tc/1/traffic_class");
  public static final Knob<String> SWITCH_DSCP_MAP =
      Knob.of(
              "fabric.switches.dscpMap",
              DSCP_MAP,
              "default",
              "traffic class of a packet by its DSCP; the default is the upper three bits of "
                  + "the DSCP")
          .from("the same map as in NVIDIA Cumulus Linux, RoCE lossless, and mlnx_qos")
          .real("SONiC CONFIG_DB DSCP_TO_TC_MAP; NVUE qos mapping");
  public static final Knob<String> QUEUE_MAP_OF_SWITCHES =
      Knob.of(
              "fabric.switches.queueMap",
              QUEUE_MAP,
              "default",
              "egress queue of a traffic class; the default is the queue with the same "
                  + "number. A pause for a class stops the queue with its number")
          .from("SONiC's qos.json: MAP_PFC_PRIORITY_TO_QUEUE is the identity")
          .real("SONiC CONFIG_DB TC_TO_QUEUE_MAP");
  public static final Knob<String> HOST_DSCP_MAP =
      Knob.of(
              "hosts.dscpMap",
              DSCP_MAP,
              "default",
              "class in which a NIC sends, by DSCP; a pause for the class stops it")
          .from("mlnx_qos --trust dscp: the upper three bits")
          .real("mlnx_qos --dscp2prio");
  public static final Knob<String> HOST_SCHEDULING =
      Knob.of(
              "hosts.scheduling",
              ClassSchedule.TYPE,
              "strict:none dwrr:0=1",
              "NIC scheduling of traffic classes if workload entries use several: strict "
                  + "priority first, then byte-deficit round robin; ACKs and CNPs precede data")
          .from(
              "mlx5, en_dcbnl.c: classes with algorithm vendor, the default, share equally; "
                  + "deficit weighted round robin: its TSAR")
          .real("mlnx_qos -s -t");
}
