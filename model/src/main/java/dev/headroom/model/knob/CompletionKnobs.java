package dev.headroom.model.knob;

import static dev.headroom.model.knob.ValueType.SWITCH;
import static dev.headroom.model.knob.ValueType.TIME;
import static dev.headroom.model.knob.ValueType.WHOLE;
import static dev.headroom.model.knob.ValueType.choice;

import dev.headroom.model.choice.CompletionWait;
import dev.headroom.unit.Time;

/**
 * Knobs for how applications learn of completions where the transport is in the NIC: by polling, or
 * by events that wake them. What that costs cores is in {@link CpuKnobs}. {@link Knobs} lists them
 * with the rest.
 */
public final class CompletionKnobs {
  private CompletionKnobs() {}

  public static final Knob<CompletionWait> WAIT =
      Knob.of(
              "hosts.completions.wait",
              choice(CompletionWait.class),
              "polling",
              "completion method of applications: polling, which occupies a whole core and "
                  + "is not counted, or sleeping until a completion event; no effect with the "
                  + "kernel's TCP, whose readers always sleep")
          .from("NCCL, UCX and perftest poll")
          .real("ibv_req_notify_cq, ibv_get_cq_event; perftest -e; UCX ucp_worker_arm");
  public static final Knob<Long> DEPTH =
      Knob.derived(
              "hosts.completions.depth",
              WHOLE,
              "no limit",
              "number of entries of a completion queue. With more pending completions the "
                  + "queue overruns, and each queue pair that completes another work request there "
                  + "goes to error. A host has one completion queue, or one per core with a "
                  + "sleeping thread")
          .within("1", "4194303")
          .from(
              "InfiniBand specification, volume 1, C9-218 and C11-37; max_cqe of mlx5. A "
                  + "completion queue as deep as all send queues together never overruns")
          .real("ibv_create_cq cqe");
  public static final Knob<Time> POLL =
      Knob.of(
              "hosts.completions.poll",
              TIME,
              "0ns",
              "interval between two polls of a thread that also computes, with hosts.stages "
                  + "detailed; 0 polls continuously")
          .within("0ns", "1s")
          .from("perftest; NCCL's proxy thread")
          .real("ibv_poll_cq");
  public static final Knob<Time> WAKE =
      Knob.of(
              "hosts.completions.wake",
              TIME,
              "6us",
              "time from an interrupt until the sleeping thread runs, in addition to "
                  + "hosts.cpu.interrupt and hosts.cpu.syscall: idle-state exit and context "
                  + "switch; the core is free during this time")
          .within("0ns", "10ms")
          .from(
              "FastWake, APNet 2023: interrupts add 6 to 10 us to the 1.6 us of polling; "
                  + "interrupt and system call account for 1.6 us of that here");
  public static final Knob<Time> PERIOD =
      Knob.of(
              "hosts.completions.period",
              TIME,
              "0ns",
              "time for which a NIC delays a completion event to collect more completions")
          .within("0ns", "10ms")
          .from("default of new completion queues")
          .real("ibv_modify_cq cq_period");
  public static final Knob<Long> COUNT =
      Knob.derived(
              "hosts.completions.count",
              WHOLE,
              "no limit",
              "number of completions after which the NIC sends a delayed completion event at once")
          .within("1", "65535")
          .real("ibv_modify_cq cq_count");
  public static final Knob<Boolean> ADAPTIVE =
      Knob.of(
              "hosts.completions.adaptive",
              SWITCH,
              "false",
              "adaptive moderation (DIM): period and count follow the completion rate, from "
                  + "one event per completion to 32 us or 32 completions; starts with one event "
                  + "per completion. In Linux it applies to kernel verbs users such as NVMe over "
                  + "RDMA")
          .from("gives steady runs; mlx5 enables it")
          .real("rdma dev set DEV adaptive-moderation on");
}
