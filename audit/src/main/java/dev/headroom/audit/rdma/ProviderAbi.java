package dev.headroom.audit.rdma;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;

/**
 * Rule that reports a device with a kernel driver that programs cannot open, because the user-space
 * provider library does not match.
 */
final class ProviderAbi extends HostRule {
  ProviderAbi() {
    super(
        RuleInfo.error("rdma.provider-abi")
            .title("the RDMA library supports the kernel driver of each device")
            .inputs("the output of ibv_devinfo or another RDMA program, with its warnings")
            .cause(
                "The libibverbs provider for the NIC uses another ABI version than the kernel "
                    + "driver. rdma link lists the device, but no program can open it. The usual "
                    + "cause is the vendor's driver on the host with the distribution's library "
                    + "in the container.")
            .modes(2)
            .source("rdma-core, libibverbs/init.c; k8snetworkplumbingwg/sriov-cni#348"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    for (Subject device : host.facts().subjects(SubjectKind.RDMA)) {
      ReportedValue<String> kernel = host.facts().text(device, "provider.abi.kernel");
      if (!kernel.isReported() || isSoftware(device)) {
        continue;
      }
      to.finding(
              host.name(),
              device.name(),
              "the kernel uses ABI version %s of %s; the library supports at most %s"
                  .formatted(
                      kernel.get(),
                      host.facts().text(device, "provider").orElse("its driver"),
                      host.facts().text(device, "provider.abi.most").orElse("another")))
          .addEvidence(kernel.findEvidence().stream().toList())
          .fix(() ->
              Fix.advice(
                  "install the library of the host's driver (such as the vendor's libbnxt_re or "
                      + "libmlx5) in the image, instead of the distribution's"))
          .report();
    }
    if (host.facts().subjects(SubjectKind.RDMA).stream()
        .anyMatch(each -> UnopenedDevice.isOpened(host, each))) {
      to.pass();
    } else {
      info().inputs().forEach(input -> to.missingInput(host.name(), input));
    }
  }

  /**
   * Soft-RoCE and soft-iWARP: a NIC's part of the library warns of them, as they lie on that NIC's
   * interface, and their own part takes them (open-mpi/ompi#11623).
   */
  private static boolean isSoftware(Subject device) {
    return device.name().startsWith("rxe") || device.name().startsWith("siw");
  }
}
