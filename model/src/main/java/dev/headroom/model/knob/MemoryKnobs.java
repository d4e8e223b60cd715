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
              "when the memory of a message is registered: before the run; for each message, and taken"
                  + " back after; when it is not among hosts.memory.registrations; on demand, where"
                  + " pages are faulted in (ODP); or never, which ends in an error of the queue pair")
          .from("perftest, and NCCL's own buffers, register before")
          .real("ibv_reg_mr; UCX_RCACHE_ENABLE; IBV_ACCESS_ON_DEMAND");
  public static final Knob<Time> LOST_AT =
      Knob.derived(
              "hosts.memory.lostAt",
              TIME,
              "never",
              "when memory is taken from under a host's NIC, in the way of hosts.memory.loss")
          .within("0ns", "1000s");
  public static final Knob<MemoryInvalidation> LOSS =
      Knob.of(
              "hosts.memory.loss",
              choice(MemoryInvalidation.class),
              "deregistered",
              "what happens then: keys hold no longer, so that queue pairs end in error; or the system"
                  + " takes pages that are not pinned, which on demand are faulted in again")
          .from(
              "InfiniBand specification, volume 1, 10.6: no access after deregistration; pinned pages"
                  + " stay (ibv_reg_mr)")
          .real("ibv_dereg_mr, munmap; MMU notifiers");
  public static final Knob<Time> REGISTER =
      Knob.of(
              "hosts.memory.register",
              TIME,
              "52.5us",
              "what registering a region takes the thread that posts, beside its pages")
          .within("0ns", "1s")
          .from("torchcomms (Meta): 54.5 us to register and deregister 8 KB, of which two pages");
  public static final Knob<Time> REGISTER_PAGE =
      Knob.of(
              "hosts.memory.registerPage",
              TIME,
              "998.4ns",
              "what each of its pages takes: pinned, and written into the NIC's table")
          .within("0ns", "1s")
          .from("Stellar, SIGCOMM 2025: 390 s for 1.6 TB in pages of 4 KiB");
  public static final Knob<Long> BUFFERS =
      Knob.of(
              "hosts.memory.buffers",
              WHOLE,
              "1",
              "buffers of a message's size that a queue pair sends from, in the order of"
                  + " hosts.memory.order")
          .within("1", "1000000")
          .from("perftest");
  public static final Knob<BufferOrder> ORDER =
      Knob.of(
              "hosts.memory.order",
              choice(BufferOrder.class),
              "turn",
              "whether they are used in turn, of which a cache that gives up the oldest keeps all or none,"
                  + " or drawn evenly, of which it keeps its share")
          .from("perftest; rings of buffers");
  public static final Knob<Long> PREFETCH =
      Knob.of(
              "hosts.memory.prefetch",
              WHOLE,
              "0",
              "buffers, counted from the one in use, that a thread of its own has registered before they"
                  + " are used, with hosts.memory.registration cached; it begins when the first of them"
                  + " comes into reach")
          .within("0", "1000000")
          .from(
              "an article, of a lookaside buffer with prefetch. PyTorch registers what its allocator takes"
                  + " from CUDA before anybody sends it")
          .real("TORCH_NCCL_USE_TENSOR_REGISTER_ALLOCATOR_HOOK");
  public static final Knob<Long> REGISTRATIONS =
      Knob.of(
              "hosts.memory.registrations",
              WHOLE,
              "1024",
              "regions that a host keeps registered, of which it gives up the one not used longest")
          .within("1", "1000000")
          .from("an article's lookaside buffer; UCX has no limit of its own")
          .real("UCX_IB_RCACHE_MAX_REGIONS");
  public static final Knob<Time> PAGE_FAULT =
      Knob.of(
              "hosts.memory.pageFault",
              TIME,
              "2.3ms",
              "what a NIC waits for a page that is not in its table, with on-demand paging")
          .within("0ns", "1s")
          .from(
              "NP-RDMA (arXiv 2310.11062): 500 times its own 3.5 to 5.7 us. Preset odp: Lesokhin et al.,"
                  + " Page Fault Support for Network Controllers, ASPLOS 2017, a message of 4 KB whose"
                  + " page is in memory");
  public static final Knob<Time> NEXT_PAGE_FAULT =
      Knob.derived(
              "hosts.memory.nextPageFault",
              TIME,
              "hosts.memory.pageFault",
              "what it waits for each further page of the same message")
          .within("0ns", "1s")
          .from(
              "Lesokhin et al., ASPLOS 2017: a message of 4 MB takes 350 us, so that 1,023 pages more"
                  + " take 130 us: the driver is asked once. The article has page walks alone"
                  + " (hosts.nic.translationRate)");
}
