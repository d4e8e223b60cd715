package dev.headroom.app.claims;

import java.util.List;

/** What the articles say that nothing here can decide, and why. */
final class UnsourcedClaims {
  private UnsourcedClaims() {}

  static List<Claim> all() {
    return List.of(
        no(
            "S0:15",
            "GPUDirect does away with pinning for GPU memory",
            "GPU memory is pinned too (GDRCopy's README: 1.3 ms for 64 KiB on a V100)"),
        no(
            "S1:27",
            "ib_write_bw takes GPU memory with --use_cuda",
            "an option of a tool; perftest's README has it"),
        no(
            "S1:33",
            "NCCL_IB_GID_INDEX is -1 by default",
            "a default of NCCL's source (connect.cc has it so); nothing here picks a GID"),
        no(
            "S2:51",
            "CXL 3 blurs local and remote memory",
            "no number is named; published latencies are 150 to 300 ns for CXL, 1.2 us and more for RDMA"),
        no(
            "S2:63",
            "DCQCN is of the past and slow for bursts",
            "slow is no number; S2:352d has how long it takes to converge"),
        no(
            "S2:137b",
            "those copies take 40 % of the CPU",
            "neither cores nor rate are said; what copies cost: headroom calc storage --bounce"),
        no(
            "S2:141b",
            "GPUDirect Storage goes from NVMe over the NIC",
            "a path, no number: a local drive reaches a GPU over PCIe, without a NIC"),
        no(
            "S2:233",
            "set_irq_affinity.sh spreads interrupts",
            "a script of mlnx-tools, which exists; nothing here runs it"),
        no(
            "S2:237",
            "mlnx_tune sets MTU and MRRS",
            "its source only reads them, and sets governor, irqbalance, affinity and offloads"),
        no(
            "S2:274",
            "pcie_errors counts errors of PCIe",
            "no counter of that name was found; Linux has aer_dev_correctable and its like"),
        no(
            "S2:358b",
            "registration fills a Physical Region Entry table",
            "no such name was found; it is the memory translation table (MTT)"),
        no(
            "S3:132",
            "GPUDirect Async lets communication overlap with computing",
            "no number is named: the GPU rings the doorbell, overlap may follow"),
        no(
            "S3:141",
            "ConnectX-6 Dx has InfiniBand and RoCE",
            "what a product is sold with: the Dx has Ethernet alone"),
        no(
            "S3:61",
            "InfiniBand costs more than Ethernet",
            "a matter of prices, which are what a vendor quotes; none are published that hold for both"),
        no(
            "S3:77",
            "RoCE costs less, since its switches are Ethernet's",
            "prices, as of InfiniBand (S3:61); what is saved in switches may be spent in optics and work"),
        no(
            "S3:140",
            "GPUDirect needs an A100, an H100 or newer",
            "what products are made for: GPUDirect RDMA came with Kepler and CUDA 5.0"),
        no(
            "S3:142",
            "switches are Quantum-2, or Ethernet's that are compatible",
            "a list of products: GPUDirect ends at the NIC, and no switch sees it"),
        no(
            "S3:144",
            "Xeon and EPYC let PCIe devices reach each other",
            "a list of products; over a root complex they do so at a part of the rate (S2:194), which differs by CPU"),
        no(
            "S3:269",
            "a smaller batch helps where registration fails",
            "a matter of the job's memory; the limit is ulimit -l"),
        no(
            "S4:17",
            "U-Net 1995, InfiniBand 2000, RoCE 2010, RoCEv2 2014",
            "dates; headroom glossary has them with sources"),
        no(
            "S4:85b",
            "SRD puts packets in order in the NIC at the destination",
            "AWS says the contrary: order is the business of the layer above"),
        no(
            "S0:14",
            "80 to 90 % of the memory of a large model is pinned",
            "a property of the job; the article names none"),
        no(
            "S1:62",
            "the NIC's own congestion control reacts faster than DCQCN",
            "the vendor's claim; how that control works is not published"),
        no(
            "S2:45",
            "retimers without LCRC save 12 ns",
            "retimers work below the layer that has the LCRC: there is nothing to switch off; hosts.pcie.retimerLcrc has them as the article would"),
        no(
            "S2:55",
            "CXL joins chassis, RDMA racks",
            "no fabric of CXL 3 is on the market to measure"),
        no(
            "S2:179",
            "functions of a NIC lose 20 % to the mapping in its firmware",
            "the ratio of the article's own two latencies is 1.21; that firmware is the cause has no source"),
        no(
            "S2:269",
            "optics of 800G must stay under 70 degrees",
            "the limit of commercial modules (OSFP MSA), no result of a run"),
        no(
            "S2:279",
            "72 hours without a drop before a cluster is handed over",
            "a policy; in a lossless class no drop is what any run must show"),
        no(
            "S2:378",
            "HPCC++ was published at SIGCOMM 2025",
            "HPCC was, in 2019; HPCC++ is a series of drafts of 2020 to 2024"),
        no(
            "S3:287",
            "the next fabrics aim at a latency below 100 ns",
            "a target, of parts that are not there yet; of today's, data sheets give a switch 200 to 800 ns"));
  }

  private static Claim no(String id, String words, String why) {
    return new Claim.Untestable(id, words, why);
  }
}
