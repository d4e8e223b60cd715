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
              "how applications find completions: they poll, which costs a core whole and is not counted,"
                  + " or sleep until an event wakes them; not with the kernel's TCP, whose readers"
                  + " sleep anyway")
          .from("NCCL, UCX and perftest poll")
          .real("ibv_req_notify_cq, ibv_get_cq_event; perftest -e; UCX ucp_worker_arm");
  public static final Knob<Long> DEPTH =
      Knob.derived(
              "hosts.completions.depth",
              WHOLE,
              "no limit",
              "entries of a completion queue: where more completions of work requests are not taken, it"
                  + " overruns, and each queue pair that is to complete another there ends in error. A"
                  + " host has one, or one for each core whose thread sleeps")
          .within("1", "4194303")
          .from(
              "InfiniBand specification, volume 1, C9-218 and C11-37; max_cqe of mlx5. Programs that"
                  + " make it as deep as all send queues together never see it")
          .real("ibv_create_cq cqe");
  public static final Knob<Time> POLL =
      Knob.of(
              "hosts.completions.poll",
              TIME,
              "0ns",
              "from one look of a thread that polls to the next, as where it computes in between, with"
                  + " hosts.stages detailed; 0: it does nothing else")
          .within("0ns", "1s")
          .from("perftest; NCCL's proxy thread")
          .real("ibv_poll_cq");
  public static final Knob<Time> WAKE =
      Knob.of(
              "hosts.completions.wake",
              TIME,
              "6us",
              "from an interrupt until the thread that sleeps runs, beside hosts.cpu.interrupt and"
                  + " hosts.cpu.syscall: the core leaves an idle state, the scheduler switches; the core"
                  + " is free meanwhile")
          .within("0ns", "10ms")
          .from(
              "FastWake, APNet 2023: interrupts add 6 to 10 us to the 1.6 us of polling; interrupt and"
                  + " call are 1.6 us of that here");
  public static final Knob<Time> PERIOD =
      Knob.of(
              "hosts.completions.period",
              TIME,
              "0ns",
              "how long a NIC holds a completion event back, so that more completions come with it")
          .within("0ns", "10ms")
          .from("completion queues as they are made")
          .real("ibv_modify_cq cq_period");
  public static final Knob<Long> COUNT =
      Knob.derived(
              "hosts.completions.count",
              WHOLE,
              "no limit",
              "completions that may come before the NIC holds the event back no longer")
          .within("1", "65535")
          .real("ibv_modify_cq cq_count");
  public static final Knob<Boolean> ADAPTIVE =
      Knob.of(
              "hosts.completions.adaptive",
              SWITCH,
              "false",
              "whether period and count follow the completions, from each by itself to 32 us or 32 of them"
                  + " (DIM); they begin with each by itself. Linux has it for users of the kernel's"
                  + " verbs, such as NVMe over RDMA")
          .from("steady runs; mlx5 has it on")
          .real("rdma dev set DEV adaptive-moderation on");
}
