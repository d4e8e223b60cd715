package dev.headroom.audit.host;

import dev.headroom.audit.Card;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.Judgement;
import dev.headroom.audit.fix.Change;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.Setting;
import dev.headroom.formats.fact.Known;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.host.HostFacts;

/** Neither nvidia-peermem nor a driver with DMA-BUF: GPUDirect RDMA has no way in. */
final class PeerMemory extends HostRule {
  PeerMemory() {
    super(
        Card.error("gpudirect.peermem")
            .title("nvidia-peermem is loaded, or DMA-BUF is there")
            .needs("lsmod")
            .cause(
                "The RDMA core reaches GPU memory through nvidia-peermem, or through DMA-BUF with the"
                    + " open kernel modules of the GPU driver and Linux 5.12. Without either NCCL"
                    + " copies through host memory.")
            .modes(10, 12)
            .source("NVIDIA driver README, GPUDirect RDMA peer memory client; article S1:22"));
  }

  @Override
  protected void judge(HostFacts host, Judgement to) {
    Known<Boolean> driver = host.moduleLoaded("nvidia");
    if (!driver.isSaid()) {
      to.needs(host.name(), "lsmod");
      return;
    }
    boolean rdma =
        host.moduleLoaded("mlx5_ib").equalTo(true)
            || host.moduleLoaded("bnxt_re").equalTo(true)
            || host.moduleLoaded("ib_core").equalTo(true);
    if (!driver.get() || !rdma) {
      to.notHere(host.name(), "no NVIDIA GPU, or no RDMA core, is in use");
      return;
    }
    boolean loaded =
        host.moduleLoaded("nvidia_peermem").equalTo(true)
            || host.moduleLoaded("nv_peer_mem").equalTo(true);
    boolean open =
        host.facts()
            .text(Subject.module("nvidia"), "license")
            .is(license -> license.contains("MIT") || license.contains("GPL"));
    if (loaded || open) {
      to.pass();
      return;
    }
    to.find(
            host.name(),
            "nvidia_peermem",
            "it is not loaded, and nothing says that DMA-BUF takes its place")
        .seen(
            host.facts().first(Subject.module("nvidia"), "size").map(f -> f.evidence()).stream()
                .toList())
        .seen(driver.where().stream().limit(0).toList())
        .fix(() -> Fix.of(Change.of(Setting.MODULE_LOADED, "nvidia_peermem", "yes")))
        .curedAnew(Subject.module("nvidia_peermem"), "size", "16384")
        .report();
  }
}
