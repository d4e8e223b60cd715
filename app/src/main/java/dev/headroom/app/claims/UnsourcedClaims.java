package dev.headroom.app.claims;

import java.util.List;

/** What the articles say that nothing here can decide, and why. */
final class UnsourcedClaims {
  private UnsourcedClaims() {}

  static List<Claim> all() {
    return List.of(
        no(
            "S0:14",
            "80 to 90 % of the memory of a large model is pinned",
            "a property of the job; the article names none"),
        no(
            "S1:62",
            "the NIC's own congestion control reacts faster than DCQCN",
            "the vendor's claim; how that control works is not published"),
        no(
            "S2:19",
            "a path over the sockets' link adds 200 to 500 ns",
            "no measurement is named; published ones of reads lie between 100 and 200 ns"),
        no(
            "S2:25",
            "a NIC on the wrong socket costs 30 %",
            "it depends on the link between the sockets, which no scenario has yet; others measured 5 to 64 %"),
        no(
            "S2:45",
            "retimers without LCRC save 12 ns",
            "retimers work below the layer that has the LCRC: there is nothing to switch off"),
        no(
            "S2:55",
            "CXL joins chassis, RDMA racks",
            "no fabric of CXL 3 is on the market to measure"),
        no(
            "S2:137",
            "without GPUDirect Storage latency is 2.5 times as long and takes 40 % of the CPU",
            "no system is named, and no scenario has storage yet"),
        no(
            "S2:141",
            "GPUDirect Storage reads bursts of 1.2 TB/s",
            "a sum over GPUs that are not counted: one reads at most what its PCIe link carries"),
        no(
            "S2:179",
            "functions of a NIC lose 20 % to the mapping in its firmware",
            "the ratio of the article's own two latencies is 1.21; that firmware is the cause has no source"),
        no(
            "S2:184",
            "one tenant's interrupts slow all functions of a NIC",
            "no measurement is named, and no scenario has functions of a NIC yet"),
        no(
            "S2:198",
            "rails reach 98, 95 and 89 % with 1, 4 and 8 of them",
            "it needs NICs that share a PCIe link, which no scenario has yet"),
        no(
            "S2:269",
            "optics of 800G must stay under 70 degrees",
            "the limit of commercial modules (OSFP MSA), no result of a run"),
        no(
            "S2:279",
            "72 hours without a drop before a cluster is handed over",
            "a policy; in a lossless class no drop is what any run must show"),
        no(
            "S2:354",
            "HP-DCQCN keeps links above 95 %",
            "nobody has published HP-DCQCN; hp-dcqcn here is built from the article's words, so that it proves nothing"),
        no(
            "S2:378",
            "HPCC++ was published at SIGCOMM 2025",
            "HPCC was, in 2019; HPCC++ is a series of drafts of 2020 to 2024"),
        no(
            "S3:292",
            "RDMA brings a scaling efficiency of 85 to 95 %",
            "neither model nor cluster size is said"),
        no(
            "S4:88",
            "RDMA costs no CPU at all",
            "threads that post and poll remain (NCCL's proxy); how much they take is not said"));
  }

  private static Claim no(String id, String words, String why) {
    return new Claim.Untestable(id, words, why);
  }
}
