package dev.headroom.audit.host;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.host.HostFacts;

/** Rule that reports a host where nouveau is loaded in place of NVIDIA's driver. */
final class NouveauDriver extends HostRule {
  NouveauDriver() {
    super(
        RuleInfo.warning("gpu.nouveau")
            .title("NVIDIA's driver is loaded, and not nouveau")
            .inputs("lsmod")
            .cause(
                "nouveau claims each NVIDIA GPU that it finds. NVIDIA's driver then cannot load, "
                    + "CUDA and NCCL find no GPU, and nvidia-smi cannot reach a driver.")
            .source("NVIDIA, driver installation guide, disabling nouveau"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    ReportedValue<Boolean> nouveau = host.moduleLoaded("nouveau");
    if (!nouveau.isReported()) {
      to.missingInput(host.name(), "lsmod");
      return;
    }
    if (!nouveau.get() || host.moduleLoaded("nvidia").equalTo(true)) {
      to.pass();
      return;
    }
    to.finding(host.name(), "nouveau", "it is loaded, and NVIDIA's driver is not")
        .addEvidence(
            host.facts().first(Subject.module("nouveau"), "size").stream()
                .map(fact -> fact.evidence())
                .toList())
        .fix(() ->
            Fix.advice(
                "printf 'blacklist nouveau\\noptions nouveau modeset=0\\n' > "
                    + "/etc/modprobe.d/blacklist-nouveau.conf; rebuild the initramfs "
                    + "(update-initramfs -u, or dracut --force), reboot, and install NVIDIA's "
                    + "driver"))
        .report();
  }
}
