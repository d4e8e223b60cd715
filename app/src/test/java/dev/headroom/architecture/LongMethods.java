package dev.headroom.architecture;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** How many lines methods and constructors have, as the compiler sees them. */
final class LongMethods {
  /**
   * One of them.
   *
   * @param lines from the first of its header to its closing brace
   */
  record Sized(String name, long lines) {}

  private LongMethods() {}

  /** Those of some source files, the longest first. */
  static List<Sized> in(List<Path> sources) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<Sized> found = new ArrayList<>();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null,
                  files,
                  null,
                  List.of("-proc:none"),
                  null,
                  files.getJavaFileObjects(sources.toArray(Path[]::new)));
      SourcePositions positions = Trees.instance(task).getSourcePositions();
      for (CompilationUnitTree unit : task.parse()) {
        Path file = Path.of(unit.getSourceFile().toUri());
        new TreeScanner<Void, Void>() {
          @Override
          public Void visitMethod(MethodTree method, Void none) {
            String name = file.getFileName() + " " + method.getName();
            found.add(new Sized(name, lines(unit, method, positions)));
            return super.visitMethod(method, null);
          }
        }.scan(unit, null);
      }
    }
    found.sort(Comparator.comparingLong(sized -> -sized.lines()));
    return found;
  }

  private static long lines(CompilationUnitTree unit, Tree tree, SourcePositions positions) {
    LineMap map = unit.getLineMap();
    long last = map.getLineNumber(positions.getEndPosition(unit, tree));
    return last - map.getLineNumber(positions.getStartPosition(unit, tree)) + 1;
  }
}
