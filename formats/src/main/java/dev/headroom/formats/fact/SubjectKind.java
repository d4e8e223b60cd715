package dev.headroom.formats.fact;

import java.util.Locale;

/** Kind of a fact's subject, with the form of its name. */
public enum SubjectKind {
  /** The machine as a whole; its name is blank. */
  HOST,
  /** A PCI function: {@code 0000:5d:00.0}, always with its domain, in small letters. */
  PCI,
  /** An RDMA device: {@code mlx5_0}. */
  RDMA,
  /** A port of one: {@code mlx5_0/1}. */
  PORT,
  /** An entry of a port's GID table: {@code mlx5_0/1/3}. */
  GID,
  /** A network interface: {@code eth0}. */
  NETDEV,
  /** A GPU: its number as nvidia-smi and rocm-smi count, {@code 0}. */
  GPU,
  /** A NUMA node: {@code 0}. */
  NUMA,
  /** A processor package or core: as the source names it. */
  CPU,
  /** Two things and what lies between them: {@code GPU0 mlx5_0}, as {@code Subject.pair} writes. */
  PAIR,
  /** An interrupt: its number. */
  IRQ,
  /** A kernel module, with underscores: {@code nvidia_peermem}. */
  MODULE,
  /** A kernel setting: {@code net.core.rmem_max}. */
  SYSCTL,
  /** A limit of a process: {@code memlock}. */
  LIMIT,
  /** An environment variable: {@code NCCL_IB_HCA}. */
  ENV,
  /** A process of a job as its log names it: {@code host:pid}. */
  RANK,
  /** A line of a log, an event: counted from 1 within its source. */
  EVENT,
  /** One way between two ranks, as NCCL's log says. */
  CHANNEL,
  /** A measured point of a benchmark. */
  MEASUREMENT,
  /** A switch, by name or GUID. */
  SWITCH,
  /** A port of a switch: {@code switch/Ethernet0}. */
  SWITCH_PORT,
  /** A setting of a switch: the path of tables and keys to it. */
  SWITCH_SETTING,
  /** A node of an InfiniBand fabric: its GUID. */
  NODE,
  /** A link of a fabric. */
  LINK,
  /** A metric of an exporter: name and labels. */
  METRIC,
  /** A container or pod: its name. */
  POD,
  /** A piece of a document for which there is no better word: its path. */
  ITEM;

  /** In small letters, as JSON and tables have it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
