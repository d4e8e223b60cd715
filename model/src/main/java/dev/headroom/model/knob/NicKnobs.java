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
              "which NIC hosts have; any: none in particular, which tools name by its rate. Brings the"
                  + " preset of its name; its ports go no faster than the model's")
          .from(
              "what NVIDIA's system architectures have; NDm A100 v4: 200 Gb/s HDR. A machine's NIC"
                  + " counts where no host's link is faster")
          .real("lspci; ibv_devinfo: vendor_part_id");
  public static final Knob<Time> POST =
      Knob.of(
              "hosts.nic.postTime",
              TIME,
              "150ns",
              "what a thread takes for a work request, from ibv_post_send to its completion polled; one"
                  + " thread posts for all queue pairs of a host")
          .within("0ns", "1ms")
          .from("ib_write_bw without lists of requests: 3 to 10 million a second");
  public static final Knob<Long> POST_LIST =
      Knob.of(
              "hosts.nic.postList",
              WHOLE,
              "1",
              "work requests of a flow that this thread writes before it rings one doorbell for all of"
                  + " them: none begins before. As many as there are and have room, up to this")
          .within("1", "65536")
          .from("ib_write_bw; UCCL's readv and writev: p2p/engine.h, kMaxInflightOps")
          .real("perftest -l, --post_list; ibv_send_wr next");
  public static final Knob<Time> TRANSFER =
      Knob.of(
              "hosts.nic.transferTime",
              TIME,
              "0ns",
              "what this thread takes for a flow before its first work request: the call of a library,"
                  + " and how that learns that all has come")
          .within("0ns", "1s")
          .from("verbs by themselves");
  public static final Knob<WorkRequestPoster> POSTER =
      Knob.of(
              "hosts.nic.poster",
              choice(WorkRequestPoster.class),
              "cpu",
              "who posts work requests and rings the doorbell: a thread of the CPU, by itself; the same"
                  + " for a GPU that asks it to; or the GPU (GPUDirect Async, IBGDA, GDAKI)")
          .from("NCCL's collectives, MPI, perftest")
          .real("NCCL_GIN_TYPE; NVSHMEM_IB_ENABLE_IBGDA; NVSHMEM_IBGDA_NIC_HANDLER");
  public static final Knob<Time> GPU_POST =
      Knob.of(
              "hosts.nic.gpuPostTime",
              TIME,
              "5.1us",
              "what a GPU's thread takes for a request, written and ordered behind its data, and to find"
                  + " by polling what came of it; threads of a GPU do so side by side")
          .within("0ns", "1ms")
          .from(
              "torchcomms (Meta), IbgdaBenchmarkResults.md: a put of 8 B and its completion take 9.67 us"
                  + " on an H100, of which NICs, PCIe and a switch are 4.6 here; on a GB300 7.9")
          .real("perftest/device/pt-to-pt/shmem_put_latency of NVSHMEM");
  public static final Knob<Time> PROXY_HOP =
      Knob.of(
              "hosts.nic.proxyHop",
              TIME,
              "545ns",
              "from a GPU's write to host memory to a thread there that polls for it, and back")
          .within("0ns", "1ms")
          .from("GDRCopy's README: ping-pong of CPU and GPU over PCIe, V100, 1.09 us; half of it");
  public static final Knob<Time> LATENCY =
      Knob.of("hosts.nic.latency", TIME, "270ns", "of a packet through a NIC, either way")
          .within("0ns", "1ms")
          .from(
              "what PCIe and software leave of the 1.27 us that ib_write_lat prints on some hosts");
  public static final Knob<Boolean> BLUE_FLAME =
      Knob.of(
              "hosts.nic.blueFlame",
              SWITCH,
              "true",
              "whether a doorbell carries the work request, which else is read from memory")
          .from("mlx5's default, for one request at a time")
          .real("MLX5_SHUT_UP_BF");
  public static final Knob<Size> INLINE =
      Knob.of(
              "hosts.nic.inline",
              SIZE,
              "0B",
              "messages of up to this size travel within their work request and are not read from memory")
          .within("0B", "1KiB")
          .from("ib_write_bw; ib_write_lat has 220")
          .real("ibv_qp_cap max_inline_data; perftest -I");
  public static final Knob<Double> MESSAGE_RATE =
      Knob.of(
              "hosts.nic.messageRate",
              NUMBER,
              "123",
              "millions of WRITEs or SENDs a second that a port begins at most")
          .within("0.001", "100000")
          .from(
              CX6
                  + "; the product brief states 215 for the card. ConnectX-7: 330 to 370 for the card,"
                  + " by its product specifications. BlueField-3: its NIC is a ConnectX-7, and in NIC"
                  + " mode it is used as one (DOCA, modes of operation)");
  public static final Knob<Double> READ_RATE =
      Knob.of(
              "hosts.nic.readRate",
              NUMBER,
              "83",
              "millions of READs a second that a port asks for or answers at most")
          .within("0.001", "100000")
          .from(CX6);
  public static final Knob<Long> CONTEXTS =
      Knob.of(
              "hosts.nic.contexts",
              WHOLE,
              "46",
              "queue pairs whose contexts lie where they are worked on")
          .within("1", "16777216")
          .from(CX6);
  public static final Knob<Time> CONTEXT_RELOAD =
      Knob.of(
              "hosts.nic.contextReload",
              TIME,
              "11.8ns",
              "by which a context from elsewhere on the chip holds a port up")
          .within("0ns", "1ms")
          .from(CX6);
  public static final Knob<Long> CONTEXT_CACHE =
      Knob.of("hosts.nic.contextCache", WHOLE, "2600", "queue pairs whose contexts lie on the chip")
          .within("1", "16777216")
          .from(CX6);
  public static final Knob<Time> CONTEXT_MISS =
      Knob.of(
              "hosts.nic.contextMiss",
              TIME,
              "38ns",
              "by which a context from host memory holds a port up, beside contextReload")
          .within("0ns", "1ms")
          .from(CX6);
  public static final Knob<Double> HIDDEN =
      Knob.of(
              "hosts.nic.hiddenShare",
              NUMBER,
              "0.97",
              "share of that which WRITEs and SENDs hide, since others go on meanwhile")
          .within("0", "1")
          .from(CX6);
  public static final Knob<Long> TRANSLATIONS =
      Knob.of("hosts.nic.translations", WHOLE, "8192", "translations that a NIC has at hand")
          .within("1", "16777216")
          .from("Stellar, SIGCOMM 2025: a ConnectX-6 slows beyond 32 MiB of pages of 4 KiB in use");
  public static final Knob<Time> TRANSLATION_MISS =
      Knob.of(
              "hosts.nic.translationMiss",
              TIME,
              "20ns",
              "by which a translation from further away holds a port up")
          .within("0ns", "1ms")
          .from("Stellar, SIGCOMM 2025: 190 falls to 170 Gb/s, 20 ns for each page of 4 KiB");
  public static final Knob<Double> TRANSLATION_RATE =
      Knob.derived(
              "hosts.nic.translationRate",
              NUMBER,
              "no limit",
              "millions of translations a second that a NIC looks up, of those that it does not have at"
                  + " hand; one more has to wait, and all packets after it")
          .within("0.001", "100000")
          .from(
              "an article, of page walks with on-demand paging. What cards look up a second is not"
                  + " published beside what hosts.nic.translationMiss says");
  public static final Knob<Time> TRANSLATION_TIME =
      Knob.of(
              "hosts.nic.translationTime",
              TIME,
              "0ns",
              "what a packet waits for a translation that is looked up; others go on meanwhile, as far as"
                  + " hosts.nic.translationRate lets them")
          .within("0ns", "1ms")
          .from(
              "not published apart from hosts.nic.translationMiss. The article has under 200 ns, of which"
                  + " its 10 million a second have two under way at once");
  public static final Knob<Time> MESSAGE_GAP =
      Knob.of(
              "hosts.nic.messageGap",
              TIME,
              "0ns",
              "between reading one message and the next of the same queue pair; others go on meanwhile")
          .within("0ns", "1ms")
          .from("40 ns fit ib_write_bw with one queue pair on ConnectX-7; docs/validation.md");
  public static final Knob<Size> TRANSMIT_BUFFER =
      Knob.of(
              "hosts.nic.transmitBuffer",
              SIZE,
              "128KiB",
              "frames that a port reads ahead of its wire at most")
          .within("16KiB", "16MiB")
          .from("the order of what 400 Gb/s send within the latency of memory, four times");
  public static final Knob<Long> MODERATION =
      Knob.of(
              "hosts.nic.cqModeration",
              WHOLE,
              "1",
              "work requests that share a completion: none of them is known to be done before the last")
          .within("1", "65536")
          .from("ibv_post_send with IBV_SEND_SIGNALED; perftest has 100")
          .real("perftest -Q");
  public static final Knob<NicFunction> FUNCTION =
      Knob.of(
              "hosts.nic.function",
              choice(NicFunction.class),
              "physical",
              "whether a host owns its NIC, or one of its virtual functions (SR-IOV)")
          .from("bare metal")
          .real("lspci: Virtual Function");
  public static final Knob<Time> FUNCTION_LATENCY =
      Knob.derived(
              "hosts.nic.functionLatency",
              TIME,
              "a sixth of hosts.nic.latency",
              "what a virtual function adds to each passage through the NIC; a message has two")
          .within("0ns", "1s")
          .from(
              "Stellar, SIGCOMM 2025: 7 % of 8 B between two ConnectX-7; article: 0.82 instead of"
                  + " 0.68 us");
  public static final Knob<Long> FUNCTIONS =
      Knob.of(
              "hosts.nic.functions",
              WHOLE,
              "1",
              "virtual functions of all NICs of a server together, of which a host has one")
          .within("1", "65536")
          .from("one tenant")
          .real("/sys/class/net/*/device/sriov_numvfs");
  public static final Knob<Long> LOOKUPS =
      Knob.derived(
              "hosts.pcie.lookups",
              WHOLE,
              "no limit",
              "functions that each PCIe switch has room for in its look-up table; with more of them a"
                  + " virtual function has no GPUDirect and copies through host memory")
          .within("1", "65536")
          .real("NCCL INFO: GPU Direct RDMA Disabled");
}
