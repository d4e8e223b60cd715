package dev.headroom.audit.host;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.Rule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.host.Gpu;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.RdmaDevice;
import dev.headroom.formats.rdma.RdmaKeys;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Rule that reports a GPU or NIC with another value than most of the same model in the host. */
final class UnlikeSiblings extends HostRule {
  private static final Pattern POWER_LIMIT =
      Pattern.compile(
          "(?:nvidia-smi\\.query\\.)?(?:enforced\\.)?power\\.limit(?:-w)?"
              + "|(?:gpu[-_])?power[-_]readings\\.(?:current[-_])?power[-_]limit");

  private final String noun;
  private final Function<HostFacts, List<Part>> parts;
  private final String advice;

  /** A device, its model, and the value that devices of one model share. */
  private record Part(String name, String model, ReportedValue<String> value) {}

  private UnlikeSiblings(
      RuleInfo info, String noun, Function<HostFacts, List<Part>> parts, String advice) {
    super(info);
    this.noun = noun;
    this.parts = parts;
    this.advice = advice;
  }

  static List<Rule> all() {
    return List.of(
        new UnlikeSiblings(
            RuleInfo.warning("gpu.vbios-differs")
                .title("GPUs of one model in a host have the same VBIOS")
                .inputs("nvidia-smi -q, or --query-gpu=vbios_version, of all GPUs")
                .cause(
                    "A GPU that was exchanged or missed an update has other clocks, power limits "
                        + "or faults. A collective waits for the slowest GPU.")
                .source("nvidia-smi(1), VBIOS Version"),
            "VBIOS",
            host -> gpus(host, Gpu::vbios),
            "update the VBIOS of the GPU that differs, on a drained node"),
        new UnlikeSiblings(
            RuleInfo.warning("gpu.power-limit-differs")
                .title("GPUs of one model in a host have the same power limit")
                .inputs("nvidia-smi -q -d POWER, or --query-gpu=power.limit, of all GPUs")
                .cause(
                    "A GPU with a lower power limit lowers its clocks under load, and all ranks "
                        + "wait for it in each collective.")
                .source("nvidia-smi(1), Power Limit"),
            "power limit",
            host -> gpus(host, UnlikeSiblings::powerLimit),
            "set the same limit on all GPUs (nvidia-smi -pl, as root); if the limit is that of the "
                + "VBIOS, update the VBIOS"),
        new UnlikeSiblings(
            RuleInfo.warning("gpu.link-width-differs")
                .title("GPUs of one model in a host have PCIe links of the same width")
                .inputs("nvidia-smi -q, or --query-gpu=pcie.link.width.current, of all GPUs")
                .cause(
                    "A link that trained with fewer lanes has that share of the bandwidth to "
                        + "host memory and NICs. Unlike the speed, the width does not drop when "
                        + "the GPU is idle.")
                .source("nvidia-smi(1), GPU Link Info; PCI Express Base Specification 6.0, 4.2.6"),
            "PCIe link width",
            host -> gpus(host, UnlikeSiblings::width),
            "reseat the GPU or its riser, and try another slot"),
        new UnlikeSiblings(
            RuleInfo.warning("link.firmware-differs")
                .title("NICs of one model in a host have the same firmware")
                .inputs("ibv_devinfo or ibstat of all RDMA devices")
                .cause("One rail then behaves differently, and appears as a slow or failing one.")
                .source("scitix/sichek and cluster-health-scanner compare firmware versions"),
            "firmware",
            UnlikeSiblings::nics,
            "update the firmware of the NIC that differs (mlxfwmanager), on a drained node"));
  }

  private static List<Part> gpus(HostFacts host, Function<Gpu, ReportedValue<String>> value) {
    List<Part> parts = new ArrayList<>();
    for (Gpu gpu : host.gpus()) {
      if (gpu.product().isReported()) {
        parts.add(new Part("GPU " + gpu.number(), gpu.product().get(), value.apply(gpu)));
      }
    }
    return parts;
  }

  private static ReportedValue<String> width(Gpu gpu) {
    return gpu.facts().firstFactsOf(gpu.subject(), key -> key.equals("link.width")).stream()
        .findFirst()
        .map(UnlikeSiblings::reported)
        .orElseGet(() -> ReportedValue.unreported("the link width of GPU " + gpu.number()));
  }

  private static ReportedValue<String> powerLimit(Gpu gpu) {
    return gpu
        .facts()
        .firstFactsOf(gpu.subject(), key -> POWER_LIMIT.matcher(key).matches())
        .stream()
        .filter(fact -> fact.value().matches("\\s*\\d.*"))
        .findFirst()
        .map(UnlikeSiblings::reported)
        .orElseGet(() -> ReportedValue.unreported("the power limit of GPU " + gpu.number()));
  }

  private static ReportedValue<String> reported(Fact fact) {
    return ReportedValue.reported(fact.value().strip(), fact.evidence());
  }

  /** Only of boards that are known: one model has boards with different firmware. */
  private static List<Part> nics(HostFacts host) {
    List<Part> parts = new ArrayList<>();
    for (RdmaDevice device : host.rdmaDevices()) {
      ReportedValue<String> board = host.facts().text(device.subject(), RdmaKeys.BOARD);
      if (board.isReported()) {
        parts.add(new Part(device.name(), board.get(), device.firmware()));
      }
    }
    return parts;
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    Map<String, Map<String, List<Part>>> models = new LinkedHashMap<>();
    for (Part part : parts.apply(host)) {
      if (part.value().isReported()) {
        models
            .computeIfAbsent(part.model(), _ -> new LinkedHashMap<>())
            .computeIfAbsent(part.value().get().strip(), _ -> new ArrayList<>())
            .add(part);
      }
    }
    models.values().removeIf(model -> model.values().stream().mapToInt(List::size).sum() < 2);
    if (models.isEmpty()) {
      to.missingInput(host.name(), info().inputs().getFirst());
    }
    models.values().forEach(values -> judge(host, values, to));
  }

  private void judge(HostFacts host, Map<String, List<Part>> values, FindingCollector to) {
    if (values.size() == 1) {
      to.pass();
      return;
    }
    String usual =
        values.entrySet().stream()
            .max(Comparator.comparingInt(each -> each.getValue().size()))
            .map(Map.Entry::getKey)
            .orElseThrow();
    List<Part> most = values.getOrDefault(usual, List.of());
    values.forEach((value, those) -> {
      if (!value.equals(usual)) {
        String others =
            most.size() == 1 ? most.getFirst().name() : most.size() + " others of its model";
        those.forEach(part ->
            to.finding(
                    host.name(),
                    part.name(),
                    "its %s is %s, that of %s is %s".formatted(noun, value, others, usual))
                .addEvidence(lines(part, most.getFirst()))
                .fix(() -> Fix.advice(advice))
                .report());
      }
    });
  }

  private static List<Evidence> lines(Part... parts) {
    List<Evidence> lines = new ArrayList<>();
    for (Part part : parts) {
      part.value().findEvidence().ifPresent(lines::add);
    }
    return lines;
  }
}
