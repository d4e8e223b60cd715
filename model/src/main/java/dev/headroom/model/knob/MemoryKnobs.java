package dev.headroom.model.knob;

import static dev.headroom.model.knob.ValueType.TIME;
import static dev.headroom.model.knob.ValueType.WHOLE;
import static dev.headroom.model.knob.ValueType.choice;

import dev.headroom.model.choice.BufferOrder;
import dev.headroom.model.choice.MemoryInvalidation;
import dev.headroom.model.choice.RegistrationTiming;
import dev.headroom.unit.Time;

/**
 * Knobs of memory registration. They count where {@code hosts.stages} is {@code detailed}. {@link
 * Knobs} lists them with the rest.
 */
public final class MemoryKnobs {
  private MemoryKnobs() {}

  public static final Knob<RegistrationTiming> REGISTRATION =
      Knob.of(
              "hosts.memory.registration",
              choice(RegistrationTiming.class),
              "ahead",
              "time of memory registration: ahead of the run; for each message, with "
                  + "deregistration after it; on a miss in hosts.memory.registrations; on demand, "
                  + "with page faults (ODP); or never, which puts the queue pair in error")
          .from("perftest, and NCCL for its own buffers, register memory ahead")
          .real("ibv_reg_mr; UCX_RCACHE_ENABLE; IBV_ACCESS_ON_DEMAND");
  public static final Knob<Time> LOST_AT =
      Knob.derived(
              "hosts.memory.lostAt",
              TIME,
              "never",
              "time at which a host's NIC loses access to memory, as hosts.memory.loss defines")
          .within("0ns", "1000s");
  public static final Knob<MemoryInvalidation> LOSS =
      Knob.of(
              "hosts.memory.loss",
              choice(MemoryInvalidation.class),
              "deregistered",
              "type of the loss: deregistration, so that keys are invalid and queue pairs go "
                  + "to error; or reclaim of unpinned pages by the system, which on-demand paging "
                  + "faults in again")
          .from(
              "InfiniBand specification, volume 1, 10.6: no access after deregistration; "
                  + "pinned pages stay in memory (ibv_reg_mr)")
          .real("ibv_dereg_mr, munmap; MMU notifiers");
  public static final Knob<Time> REGISTER =
      Knob.of(
              "hosts.memory.register",
              TIME,
              "52.5us",
              "time to register a region on the posting thread, without its pages")
          .within("0ns", "1s")
          .from(
              "torchcomms (Meta): 54.5 us to register and deregister 8 KB, which include two "
                  + "pages");
  public static final Knob<Time> REGISTER_PAGE =
      Knob.of(
              "hosts.memory.registerPage",
              TIME,
              "998.4ns",
              "additional time per page: pinning and the write to the NIC's table")
          .within("0ns", "1s")
          .from("Stellar, SIGCOMM 2025: 390 s for 1.6 TB in 4 KiB pages");
  public static final Knob<Long> BUFFERS =
      Knob.of(
              "hosts.memory.buffers",
              WHOLE,
              "1",
              "number of message-size buffers that a queue pair sends from, in the order of "
                  + "hosts.memory.order")
          .within("1", "1000000")
          .from("perftest");
  public static final Knob<BufferOrder> ORDER =
      Knob.of(
              "hosts.memory.order",
              choice(BufferOrder.class),
              "turn",
              "order of buffer use: in turn, for which an LRU cache keeps all or none of the "
                  + "buffers, or at random, for which it keeps its fraction of them")
          .from("perftest; rings of buffers");
  public static final Knob<Long> PREFETCH =
      Knob.of(
              "hosts.memory.prefetch",
              WHOLE,
              "0",
              "number of upcoming buffers that a separate thread registers ahead of use, "
                  + "with hosts.memory.registration cached; starts when the first of them is "
                  + "within this distance")
          .within("0", "1000000")
          .from(
              "an article, for a lookaside buffer with prefetch. PyTorch registers memory "
                  + "that its allocator takes from CUDA before the first send")
          .real("TORCH_NCCL_USE_TENSOR_REGISTER_ALLOCATOR_HOOK");
  public static final Knob<Long> REGISTRATIONS =
      Knob.of(
              "hosts.memory.registrations",
              WHOLE,
              "1024",
              "number of regions that a host keeps registered; it evicts the least recently "
                  + "used one")
          .within("1", "1000000")
          .from("an article's lookaside buffer; UCX has no limit by default")
          .real("UCX_IB_RCACHE_MAX_REGIONS");
  public static final Knob<Time> PAGE_FAULT =
      Knob.of(
              "hosts.memory.pageFault",
              TIME,
              "2.3ms",
              "time that a NIC waits for a page missing in its table, with on-demand paging")
          .within("0ns", "1s")
          .from(
              "NP-RDMA (arXiv 2310.11062): 500 times its own 3.5 to 5.7 us. Preset odp: "
                  + "Lesokhin et al., Page Fault Support for Network Controllers, ASPLOS 2017, a 4 "
                  + "KB message whose page is in memory");
  public static final Knob<Time> NEXT_PAGE_FAULT =
      Knob.derived(
              "hosts.memory.nextPageFault",
              TIME,
              "hosts.memory.pageFault",
              "time that it waits for each further page of the same message")
          .within("0ns", "1s")
          .from(
              "Lesokhin et al., ASPLOS 2017: a 4 MB message takes 350 us, so 1,023 more "
                  + "pages take 130 us: one request to the driver. The article has page walks "
                  + "alone (hosts.nic.translationRate)");
}
