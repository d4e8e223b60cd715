package dev.headroom.formats.host;

import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Devices that outputs of NVIDIA's per-device tools are about. Looked for once a host: several
 * rules ask, and a server has tens of thousands of facts, most of them of PCI functions.
 *
 * @param subjects by tool
 */
record ToolSubjects(Map<String, List<Subject>> subjects) {
  private static final List<String> TOOLS = List.of("mlxlink", "mlxconfig");
  private static final List<SubjectKind> THINGS =
      List.of(SubjectKind.RDMA, SubjectKind.PCI, SubjectKind.ITEM);

  static ToolSubjects of(HostFacts host) {
    FactSet facts = host.facts();
    Map<String, List<Subject>> subjects = new LinkedHashMap<>();
    for (String tool : TOOLS) {
      List<Subject> told = new ArrayList<>();
      THINGS.forEach(thing -> told.addAll(facts.subjects(thing, tool + ".")));
      subjects.put(tool, List.copyOf(told));
    }
    return new ToolSubjects(subjects);
  }

  /**
   * Those of one tool.
   *
   * @throws IllegalArgumentException if it is none of these tools
   */
  List<Subject> tool(String name) {
    List<Subject> told = subjects.get(name);
    if (told == null) {
      throw new IllegalArgumentException("not one of " + TOOLS + ": " + name);
    }
    return told;
  }
}
