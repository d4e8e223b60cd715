package dev.headroom.model.knob;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The named bundles of knob values. */
public final class Presets {
  /**
   * A bundle.
   *
   * @param name as {@code preset:} names it
   * @param meaning one line: what it stands for
   * @param source where its values come from
   */
  public record Preset(String name, String meaning, String source) {
    /** Its values: those that the knobs list under its name. */
    public Settings settings() {
      return settings("");
    }

    /** Its values in one section of a scenario; blank for all. */
    public Settings settings(String section) {
      Settings result = Settings.DEFAULTS;
      for (Knob<?> knob : Knobs.all()) {
        String value = knob.presets().get(name);
        if (value != null && (section.isEmpty() || section.equals(knob.section()))) {
          result = result.with(knob, value);
        }
      }
      return result;
    }
  }

  private static final List<Preset> WAYS =
      List.of(
          new Preset(
              "paper",
              "DCQCN as published, for 40 Gb/s",
              "Zhu et al., Congestion Control for Large-Scale RDMA Deployments, SIGCOMM 2015; ECN or"
                  + " Delay, CoNEXT 2016"),
          new Preset(
              "vendor",
              "DCQCN as NVIDIA's firmware comes; the switches' thresholds stay as they are",
              "mlxconfig query of ConnectX cards; NVIDIA DOCA 3.4, DCQCN CC parameters"),
          new Preset(
              "article",
              "DCQCN as a widely read article has it, and what another says of the link between"
                  + " sockets and of on-demand paging, for comparison: the articles' numbers, not ours",
              "what the article leaves out is the paper's; it takes alpha for a setting of 0.5, but"
                  + " alpha is a measured state that starts at 1"),
          new Preset(
              "hpcc-ns3",
              "as Alibaba's HPCC simulator does it, so that runs can be laid beside its own; what it"
                  + " works out from links (headroom, window, alpha) is left to the reader of its"
                  + " inputs",
              "its source, rdma-hw.cc, switch-mmu.cc and third.cc; DCQCN's constants from its run.py"),
          new Preset(
              "htsim",
              "as UEC's htsim does RoCE on 100 Gb/s, without congestion control, so that runs can be"
                  + " laid beside its own; adaptive routing takes what -out_of_order makes of it",
              "its source, roce.cpp, queue_lossless_input.cpp and main_roce.cpp, with -mtu 4150 -q 200"),
          new Preset(
              "fast-failover",
              "switches that take a failed port out of their next hops in hardware",
              "an order of magnitude, not a product's: what FPGAs and chips with it claim"),
          new Preset(
              "odp",
              "memory that nobody registers (on-demand paging), with page faults as measured",
              "Lesokhin et al., Page Fault Support for Network Controllers, ASPLOS 2017, on a"
                  + " Connect-IB: faults of pages that are in memory, but not in the NIC's table"),
          new Preset(
              "uccl",
              "transfers of keys and values as UCCL's engine posts them: all requests of one are written"
                  + " before the doorbell rings; its four queue pairs of 16 READs are one of 64",
              "uccl-project/uccl, p2p/engine.h and p2p/util/common.h; the times are fitted to two of ten"
                  + " rows of LMCache/LMCache#4161: docs/validation.md"),
          new Preset(
              "virtual-function",
              "a virtual function of a ConnectX-7 as measured, where hosts.stages is detailed",
              "Stellar, SIGCOMM 2025: 7 % more latency at 8 B"),
          new Preset(
              "virtual-function-article",
              "the same as an article has it, for comparison: the article's number, not ours",
              "0.82 us in place of 0.68, which no source measured"),
          new Preset(
              "rails-shared",
              "four NICs of a server below one link to the root complex, where hosts.stages is detailed",
              "servers with a PCIe switch for four NICs; what each has left is arithmetic"),
          new Preset(
              "rails-article",
              "98, 95 and 89 % of one, two and four lines, for comparison: an article's numbers, not ours",
              "contention at the root complex, which no source measured"),
          new Preset(
              "irn",
              "RDMA without a lossless network: selective repeat, a window of one BDP, no PFC",
              "Mittal et al., Revisiting Network Support for RDMA, SIGCOMM 2018"),
          new Preset(
              "uec",
              "Ultra Ethernet's transport on switches that trim, without PFC; transport.type uec"
                  + " brings it",
              "Ultra Ethernet specification 1.0; defaults of the consortium's simulator, uet-htsim"),
          new Preset(
              "cbfc",
              "Ethernet links under Ultra Ethernet's credit-based flow control, in the place of PFC",
              "Ultra Ethernet specification 1.0, section 5.2; defaults of OCP's saiport.h"),
          new Preset(
              "spectrum-x",
              "RoCE as NVIDIA's Spectrum-X runs it: switches that route each packet by their queues and"
                  + " their neighbours', NICs that place packets as they come, control by RTT",
              "NVIDIA, RoCE adaptive routing of Spectrum-4 and BlueField-3; of its congestion control,"
                  + " ZTR-RTT, parameters are published and the code is not"),
          new Preset(
              "infiniband",
              "InfiniBand: links under credits, forwarding tables of a subnet manager, no congestion"
                  + " control; transport.type infiniband brings it",
              "IBTA volume 1; defaults of opensm"),
          new Preset(
              "infiniband-adaptive",
              "the same with adaptive routing, and NICs that place packets as they come",
              "NVIDIA MLNX_OFED documentation, out-of-order data placement"),
          new Preset(
              "rocev1",
              "RoCE without IP and UDP, within one subnet; transport.type rocev1 brings it",
              "IBTA annex A16"),
          new Preset(
              "srd",
              "AWS's Scalable Reliable Datagram over many ways, without PFC and marks; transport.type srd"
                  + " brings it",
              "Shalev et al., A Cloud-Optimized Transport Protocol for Elastic and Scalable HPC, IEEE"
                  + " Micro 2020; what AWS has not published is ours"),
          new Preset(
              "falcon",
              "Google's Falcon with RACK-TLP and PLB, without PFC and marks; transport.type falcon brings"
                  + " it",
              "Falcon Transport Protocol specification 0.9, Open Compute Project, 2024"),
          new Preset(
              "tcp",
              "TCP as Linux runs it, with CUBIC and jumbo frames, in a lossy class, without PFC and marks;"
                  + " transport.type tcp brings it",
              "RFC 9293 and 9438; defaults of Linux 6"),
          new Preset(
              "iwarp",
              "RDMA over TCP in the NIC, likewise; transport.type iwarp brings it",
              "RFC 5040, 5041 and 5044"),
          new Preset(
              "cxl",
              "memory behind CXL instead of RDMA: loads of lines of 64 B (stores with operation write) in"
                  + " flits, links under credits, hosts whose cores and memory controllers take their"
                  + " time and whose PCIe limits nothing",
              "CXL specification 3.0; Pond, ASPLOS 2023: 70 to 90 ns more than local memory; Melody,"
                  + " ASPLOS 2025: 140 to 410 ns on four devices"),
          new Preset(
              "htsim-uec",
              "as UEC's htsim runs that transport, so that runs can be laid beside its own",
              "its source, uec.cpp, compositequeue.cpp and main_uec.cpp, with -mtu 4150"),
          new Preset(
              "uet-2024",
              "Ultra Ethernet's controls before 1.0, as UEC's published runs of 2024 had them",
              "uet-htsim, commit f1f54d0"));

  private static final List<Preset> ALL =
      Stream.of(WAYS, MachinePresets.ALL, ChipPresets.ALL, Processors.ALL)
          .flatMap(List::stream)
          .toList();

  private Presets() {}

  public static List<Preset> all() {
    return ALL;
  }

  public static Optional<Preset> named(String name) {
    return ALL.stream().filter(preset -> preset.name().equals(name)).findFirst();
  }

  public static List<String> names() {
    return ALL.stream().map(Preset::name).toList();
  }
}
