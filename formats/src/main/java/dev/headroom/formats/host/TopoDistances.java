package dev.headroom.formats.host;

import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Connections between GPUs and NICs in the terms of {@code nvidia-smi topo}. PIX is one PCIe
 * switch, PXB several, PHB the CPU's host bridge, NODE the bridges of a NUMA node, SYS the link
 * between sockets, NV with a number NVLinks.
 */
public final class TopoDistances {
  private final FactSet facts;

  /** The RDMA devices' names in the matrix: {@code NIC0}, or their own. */
  private final Map<String, String> shortNames = new LinkedHashMap<>();

  TopoDistances(FactSet facts) {
    this.facts = facts;
    for (Subject item : facts.subjects(SubjectKind.ITEM)) {
      if (item.name().startsWith("NIC")) {
        facts
            .text(item, "rdma")
            .optional()
            .ifPresent(device -> shortNames.put(device, item.name()));
      }
    }
  }

  public boolean isEmpty() {
    return facts.subjects(SubjectKind.PAIR).stream()
        .noneMatch(pair -> facts.text(pair, "path").isReported());
  }

  /** NICs of the matrix, by the names of their devices where a legend has them. */
  public List<String> nics() {
    Map<String, String> devices = new LinkedHashMap<>();
    shortNames.forEach((device, name) -> devices.put(name, device));
    TreeSet<Subject> found = new TreeSet<>();
    for (Subject pair : facts.subjects(SubjectKind.PAIR)) {
      for (String end : pair.name().split(" ", 2)) {
        if (!end.startsWith("GPU") && !end.startsWith("CPU") && !end.startsWith("column")) {
          found.add(Subject.rdma(devices.getOrDefault(end, end)));
        }
      }
    }
    return found.stream().map(Subject::name).toList();
  }

  /** Whether NVLinks join any two GPUs. */
  public boolean hasNvlink() {
    return facts.subjects(SubjectKind.PAIR).stream()
        .filter(pair -> pair.name().matches("GPU\\d+ GPU\\d+"))
        .anyMatch(pair -> facts.text(pair, "path").matches(kind -> kind.startsWith("NV")));
  }

  /** Between a GPU's number and an RDMA device. */
  public ReportedValue<String> gpuToNic(String gpu, String device) {
    return between("GPU" + gpu, shortName(device));
  }

  public ReportedValue<String> gpuToGpu(String one, String other) {
    return between("GPU" + one, "GPU" + other);
  }

  /** Whether a GPU has distances to what the matrix does not name, for want of its heading. */
  public boolean hasNameless(String gpu) {
    return facts.subjects(SubjectKind.PAIR).stream()
        .map(Subject::name)
        .anyMatch(pair -> pair.startsWith("GPU" + gpu + " column"));
  }

  private String shortName(String device) {
    return Optional.ofNullable(shortNames.get(device)).orElse(device);
  }

  private ReportedValue<String> between(String one, String other) {
    return facts
        .text(Subject.pair(one, other), "path")
        .orElseReported(facts.text(Subject.pair(other, one), "path"));
  }
}
