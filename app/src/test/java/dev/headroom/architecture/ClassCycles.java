package dev.headroom.architecture;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Cycles among classes: sets of classes each of which needs all others, directly or through them.
 * Nested classes count as part of the class around them. Read off class files, so a name in a
 * signature, an annotation or {@code permits} counts as much as a call.
 */
final class ClassCycles {
  private static final Pattern OURS = Pattern.compile("L(dev/headroom/[\\w/$]+)[;<]");

  private final Map<String, Set<String>> needs = new TreeMap<>();

  // Tarjan's algorithm (1972).
  private final Map<String, Integer> index = new HashMap<>();
  private final Map<String, Integer> low = new HashMap<>();
  private final Deque<String> open = new ArrayDeque<>();
  private final List<List<String>> cycles = new ArrayList<>();

  private ClassCycles() {}

  /**
   * Those of some folders of class files, the largest first; a class that is in none is not named.
   */
  static List<List<String>> in(List<Path> folders) throws IOException {
    ClassCycles all = new ClassCycles();
    for (Path folder : folders) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.filter(path -> path.toString().endsWith(".class")).toList()) {
          all.read(ClassFile.of().parse(file));
        }
      }
    }
    all.needs.values().forEach(of -> of.retainAll(all.needs.keySet()));
    all.needs.keySet().forEach(all::visit);
    all.cycles.sort(Comparator.comparingInt(cycle -> -cycle.size()));
    return all.cycles;
  }

  private void read(ClassModel type) {
    String own = outermost(type.thisClass().asInternalName());
    Set<String> others = needs.computeIfAbsent(own, _ -> new TreeSet<>());
    for (PoolEntry entry : type.constantPool()) {
      if (entry instanceof ClassEntry named) {
        Matcher array = OURS.matcher(named.asInternalName() + ";");
        others.add(outermost(array.find() ? array.group(1) : named.asInternalName()));
      } else if (entry instanceof Utf8Entry text && text.stringValue().contains("dev/headroom")) {
        OURS.matcher(text.stringValue())
            .results()
            .forEach(of -> others.add(outermost(of.group(1))));
      }
    }
    others.remove(own);
  }

  private static String outermost(String name) {
    int nested = name.indexOf('$');
    return nested < 0 ? name : name.substring(0, nested);
  }

  private void visit(String type) {
    if (index.containsKey(type)) {
      return;
    }
    int number = index.size();
    index.put(type, number);
    low.put(type, number);
    open.push(type);
    for (String other : needs.getOrDefault(type, Set.of())) {
      if (!index.containsKey(other)) {
        visit(other);
        low.merge(type, low.get(other), Math::min);
      } else if (open.contains(other)) {
        low.merge(type, index.get(other), Math::min);
      }
    }
    if (low.get(type) == number) {
      close(type);
    }
  }

  private void close(String first) {
    List<String> cycle = new ArrayList<>();
    String last;
    do {
      last = open.pop();
      cycle.add(last.substring("dev/headroom/".length()).replace('/', '.'));
    } while (!last.equals(first));
    if (cycle.size() > 1) {
      cycles.add(cycle.stream().sorted().toList());
    }
  }
}
