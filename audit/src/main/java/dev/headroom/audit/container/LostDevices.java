package dev.headroom.audit.container;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Rule that reports GPUs or RDMA devices of a Kubernetes node that pods cannot get. */
final class LostDevices extends HostRule {
  private static final String NEEDS = "kubectl describe node, or kubectl get node -o yaml";

  /** Resources of device plugins have a domain; cpu and memory have none. */
  private static final Pattern CAPACITY =
      Pattern.compile("status\\.capacity\\.([\\w.-]+/[\\w.-]+)");

  /** Resources of the usual plugins for RDMA, which stay behind with 0 when no device matches. */
  private static final Pattern RDMA = Pattern.compile("(?i)^rdma/|/(?:rdma|efa|hca|ib|roce|sriov)");

  private static final Pattern QUANTITY = Pattern.compile("(\\d{1,6})(k?)");
  private static final int THOUSAND = 1000;

  LostDevices() {
    super(
        RuleInfo.error("container.devices-not-allocatable")
            .title("pods can get all GPUs and RDMA devices of the node")
            .inputs(NEEDS)
            .cause(
                "The device plugin counts a device as unhealthy, so that the kubelet no longer "
                    + "offers it. Pods that request all devices of a node stay pending, or the "
                    + "node is left out of jobs.")
            .source("Kubernetes, device plugins, health of devices; NVIDIA/k8s-device-plugin"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    boolean any = false;
    for (Subject node : host.facts().subjects(SubjectKind.POD)) {
      for (Fact capacity :
          host.facts().firstFactsOf(node, key -> CAPACITY.matcher(key).matches())) {
        Matcher resource = CAPACITY.matcher(capacity.key());
        if (!resource.matches()) {
          continue;
        }
        ReportedValue<String> left =
            host.facts().text(node, "status.allocatable." + resource.group(1));
        any |= left.isReported();
        if (left.isReported()) {
          judge(host, resource.group(1), capacity, left, to);
        }
      }
    }
    if (!any) {
      to.missingInput(host.name(), NEEDS);
    }
  }

  private static void judge(
      HostFacts host,
      String resource,
      Fact capacity,
      ReportedValue<String> left,
      FindingCollector to) {
    int all = count(capacity.value());
    int offered = count(left.get());
    boolean none = all == 0 && RDMA.matcher(resource).find();
    if (offered >= all && !none) {
      to.pass();
      return;
    }
    to.finding(
            host.name(),
            resource,
            none
                ? "the node offers none, although a plugin registered the resource"
                : "pods can get %d of %d of the node".formatted(offered, all))
        .severity(none ? Severity.WARNING : Severity.ERROR)
        .addEvidence(capacity.evidence())
        .addEvidence(left.findEvidence().stream().toList())
        .fix(() ->
            Fix.advice(
                "the device plugin's log names the device and the reason (Xid, link down); "
                    + "repair or reset it, then restart the plugin's pod; drain the node "
                    + "meanwhile"))
        .report();
  }

  /** A quantity of Kubernetes: {@code 1k} is 1000, as plugins of shared devices offer. */
  private static int count(String value) {
    Matcher quantity = QUANTITY.matcher(value.strip().replaceAll("^[\"']|[\"']$", ""));
    return quantity.matches()
        ? Integer.parseInt(quantity.group(1)) * (quantity.group(2).isEmpty() ? 1 : THOUSAND)
        : 0;
  }
}
