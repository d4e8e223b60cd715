package dev.headroom.model.knob;

import static dev.headroom.model.knob.ValueType.NUMBER;
import static dev.headroom.model.knob.ValueType.SIZE;
import static dev.headroom.model.knob.ValueType.SWITCH;
import static dev.headroom.model.knob.ValueType.TIME;
import static dev.headroom.model.knob.ValueType.WHOLE;
import static dev.headroom.model.knob.ValueType.choice;

import dev.headroom.model.choice.NicFunction;
import dev.headroom.model.choice.WorkRequestPoster;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;

/**
 * Knobs of a NIC's internals and of the software that posts work to it. They count where {@code
 * hosts.stages} is {@code detailed}. {@link Knobs} lists them with the rest.
 *
 * <p>Message rates and caches are those of a ConnectX-6, fitted to what others measured on a pair
 * of them: WRITEs and READs of 64 B over 32 to 16,384 queue pairs. What a card keeps on chip is not
 * published.
 */
public final class NicKnobs {
  private static final String CX6 =
      "fitted to READ and WRITE rates of ConnectX-6 by number of queue pairs; docs/validation.md";

  private NicKnobs() {}

  public static final Knob<String> MODEL =
      Knob.of(
              "hosts.nic.model",
              choice(
                  "any",
                  "connectx-5",
                  "connectx-5-ex",
                  "connectx-6",
                  "connectx-6-dx",
                  "connectx-7",
                  "connectx-8",
                  "bluefield-3"),
              "any",
              "NIC model of the hosts; any: no specific model, and tools name it by its "
                  + "rate. Selects the preset of its name; port rates cannot exceed the model's")
          .from(
              "NVIDIA's system architectures; NDm A100 v4: 200 Gb/s HDR. The NIC of a "
                  + "machine applies if no host link is faster")
          .real("lspci; ibv_devinfo: vendor_part_id");
  public static final Knob<Time> POST =
      Knob.of(
              "hosts.nic.postTime",
              TIME,
              "150ns",
              "time of a thread per work request, from ibv_post_send to the polled "
                  + "completion; one thread posts for all queue pairs of a host")
          .within("0ns", "1ms")
          .from("ib_write_bw without lists of requests: 3 to 10 million per second");
  public static final Knob<Long> POST_LIST =
      Knob.of(
              "hosts.nic.postList",
              WHOLE,
              "1",
              "maximum work requests of a flow that this thread posts with one doorbell; "
                  + "none of them starts before the doorbell. Fewer if fewer are ready or have room")
          .within("1", "65536")
          .from("ib_write_bw; UCCL's readv and writev: p2p/engine.h, kMaxInflightOps")
          .real("perftest -l, --post_list; ibv_send_wr next");
  public static final Knob<Time> TRANSFER =
      Knob.of(
              "hosts.nic.transferTime",
              TIME,
              "0ns",
              "time of this thread per flow before the first work request: the library call, "
                  + "and detection of the last arrival")
          .within("0ns", "1s")
          .from("plain verbs");
  public static final Knob<WorkRequestPoster> POSTER =
      Knob.of(
              "hosts.nic.poster",
              choice(WorkRequestPoster.class),
              "cpu",
              "component that posts work requests and rings the doorbell: a CPU thread; a "
                  + "CPU proxy thread on request of a GPU; or the GPU (GPUDirect Async, IBGDA, "
                  + "GDAKI)")
          .from("NCCL's collectives, MPI, perftest")
          .real("NCCL_GIN_TYPE; NVSHMEM_IB_ENABLE_IBGDA; NVSHMEM_IBGDA_NIC_HANDLER");
  public static final Knob<Time> GPU_POST =
      Knob.of(
              "hosts.nic.gpuPostTime",
              TIME,
              "5.1us",
              "time of a GPU thread per request: to write it, order it after its data, and "
                  + "poll for its completion; several GPU threads do so in parallel")
          .within("0ns", "1ms")
          .from(
              "torchcomms (Meta), IbgdaBenchmarkResults.md: a put of 8 B and its completion "
                  + "take 9.67 us on an H100; NICs, PCIe and a switch account for 4.6 us of that "
                  + "here; 7.9 us on a GB300")
          .real("perftest/device/pt-to-pt/shmem_put_latency of NVSHMEM");
  public static final Knob<Time> PROXY_HOP =
      Knob.of(
              "hosts.nic.proxyHop",
              TIME,
              "545ns",
              "time from a GPU's write to host memory until a polling CPU thread sees it, or "
                  + "the reverse")
          .within("0ns", "1ms")
          .from(
              "GDRCopy's README: ping-pong of CPU and GPU over PCIe, V100, 1.09 us; half of that");
  public static final Knob<Time> LATENCY =
      Knob.of(
              "hosts.nic.latency",
              TIME,
              "270ns",
              "latency of a packet through a NIC, in either direction")
          .within("0ns", "1ms")
          .from("1.27 us, which ib_write_lat prints on some hosts, minus PCIe and software");
  public static final Knob<Boolean> BLUE_FLAME =
      Knob.of(
              "hosts.nic.blueFlame",
              SWITCH,
              "true",
              "a doorbell carries the work request (BlueFlame); otherwise the NIC reads it "
                  + "from memory")
          .from("default of mlx5 for a single request")
          .real("MLX5_SHUT_UP_BF");
  public static final Knob<Size> INLINE =
      Knob.of(
              "hosts.nic.inline",
              SIZE,
              "0B",
              "maximum size of inline messages, which are part of the work request; the NIC "
                  + "does not read them from memory")
          .within("0B", "1KiB")
          .from("ib_write_bw; ib_write_lat uses 220")
          .real("ibv_qp_cap max_inline_data; perftest -I");
  public static final Knob<Double> MESSAGE_RATE =
      Knob.of(
              "hosts.nic.messageRate",
              NUMBER,
              "123",
              "maximum rate at which a port starts WRITEs or SENDs, in millions per second")
          .within("0.001", "100000")
          .from(
              CX6
                  + "; the product brief states 215 for the card. ConnectX-7: 330 to 370 for "
                  + "the card, by its product specifications. BlueField-3: its NIC is a "
                  + "ConnectX-7, which NIC mode uses directly (DOCA, modes of operation)");
  public static final Knob<Double> READ_RATE =
      Knob.of(
              "hosts.nic.readRate",
              NUMBER,
              "83",
              "maximum rate at which a port requests or answers READs, in millions per second")
          .within("0.001", "100000")
          .from(CX6);
  public static final Knob<Long> CONTEXTS =
      Knob.of(
              "hosts.nic.contexts",
              WHOLE,
              "46",
              "number of queue pair contexts in the innermost cache of the NIC")
          .within("1", "16777216")
          .from(CX6);
  public static final Knob<Time> CONTEXT_RELOAD =
      Knob.of(
              "hosts.nic.contextReload",
              TIME,
              "11.8ns",
              "time for which a context from elsewhere on the chip blocks a port")
          .within("0ns", "1ms")
          .from(CX6);
  public static final Knob<Long> CONTEXT_CACHE =
      Knob.of("hosts.nic.contextCache", WHOLE, "2600", "number of queue pair contexts on the chip")
          .within("1", "16777216")
          .from(CX6);
  public static final Knob<Time> CONTEXT_MISS =
      Knob.of(
              "hosts.nic.contextMiss",
              TIME,
              "38ns",
              "time for which a context from host memory blocks a port, in addition to "
                  + "contextReload")
          .within("0ns", "1ms")
          .from(CX6);
  public static final Knob<Double> HIDDEN =
      Knob.of(
              "hosts.nic.hiddenShare",
              NUMBER,
              "0.97",
              "fraction of that time that WRITEs and SENDs overlap with other messages")
          .within("0", "1")
          .from(CX6);
  public static final Knob<Long> TRANSLATIONS =
      Knob.of("hosts.nic.translations", WHOLE, "8192", "number of translations in the NIC's cache")
          .within("1", "16777216")
          .from(
              "Stellar, SIGCOMM 2025: a ConnectX-6 slows down beyond 32 MiB of 4 KiB pages in use");
  public static final Knob<Time> TRANSLATION_MISS =
      Knob.of(
              "hosts.nic.translationMiss",
              TIME,
              "20ns",
              "time for which a translation missing in that cache blocks a port")
          .within("0ns", "1ms")
          .from(
              "Stellar, SIGCOMM 2025: the rate falls from 190 to 170 Gb/s, 20 ns for each 4 KiB "
                  + "page");
  public static final Knob<Double> TRANSLATION_RATE =
      Knob.derived(
              "hosts.nic.translationRate",
              NUMBER,
              "no limit",
              "maximum rate of translation look-ups after cache misses, in millions per "
                  + "second; at the limit, a packet and all packets after it wait")
          .within("0.001", "100000")
          .from(
              "an article, for page walks with on-demand paging. The look-up rate of real "
                  + "cards is not published; hosts.nic.translationMiss has the published cost");
  public static final Knob<Time> TRANSLATION_TIME =
      Knob.of(
              "hosts.nic.translationTime",
              TIME,
              "0ns",
              "latency of a translation look-up for its packet; other packets proceed as far "
                  + "as hosts.nic.translationRate allows")
          .within("0ns", "1ms")
          .from(
              "not published separately from hosts.nic.translationMiss. The article has "
                  + "under 200 ns, and its 10 million per second imply two at a time");
  public static final Knob<Time> MESSAGE_GAP =
      Knob.of(
              "hosts.nic.messageGap",
              TIME,
              "0ns",
              "time between reading two messages of the same queue pair; other queue pairs "
                  + "proceed meanwhile")
          .within("0ns", "1ms")
          .from("40 ns fits ib_write_bw with one queue pair on ConnectX-7; docs/validation.md");
  public static final Knob<Size> TRANSMIT_BUFFER =
      Knob.of(
              "hosts.nic.transmitBuffer",
              SIZE,
              "128KiB",
              "maximum size of the frames that a port prefetches ahead of its wire")
          .within("16KiB", "16MiB")
          .from("typical: four times the bytes that 400 Gb/s send within the latency of memory");
  public static final Knob<Long> MODERATION =
      Knob.of(
              "hosts.nic.cqModeration",
              WHOLE,
              "1",
              "number of work requests per signaled completion; none of them counts as done "
                  + "before the last")
          .within("1", "65536")
          .from("ibv_post_send with IBV_SEND_SIGNALED; perftest uses 100")
          .real("perftest -Q");
  public static final Knob<NicFunction> FUNCTION =
      Knob.of(
              "hosts.nic.function",
              choice(NicFunction.class),
              "physical",
              "the host has a physical NIC, or one of its virtual functions (SR-IOV)")
          .from("bare metal")
          .real("lspci: Virtual Function");
  public static final Knob<Time> FUNCTION_LATENCY =
      Knob.derived(
              "hosts.nic.functionLatency",
              TIME,
              "one sixth of hosts.nic.latency",
              "additional latency of a virtual function for each pass through the NIC; a "
                  + "message has two passes")
          .within("0ns", "1s")
          .from(
              "Stellar, SIGCOMM 2025: 7 % for 8 B between two ConnectX-7; article: 0.82 "
                  + "instead of 0.68 us");
  public static final Knob<Long> FUNCTIONS =
      Knob.of(
              "hosts.nic.functions",
              WHOLE,
              "1",
              "number of virtual functions of all NICs of a server together; a host has one "
                  + "of them")
          .within("1", "65536")
          .from("one tenant")
          .real("/sys/class/net/*/device/sriov_numvfs");
  public static final Knob<Long> LOOKUPS =
      Knob.derived(
              "hosts.pcie.lookups",
              WHOLE,
              "no limit",
              "number of functions for which each PCIe switch has look-up table entries; "
                  + "with more, virtual functions lose GPUDirect and copy through host memory")
          .within("1", "65536")
          .real("NCCL INFO: GPU Direct RDMA Disabled");
}
