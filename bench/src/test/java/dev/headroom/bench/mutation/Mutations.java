package dev.headroom.bench.mutation;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewArrayTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ThrowTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * All changes of a module's sources: numbers are halved (0 becomes 1, and 1 becomes 2), conditions
 * become their opposites, and "and" becomes "or". To a {@code long} of 0, and to one of 1 where it
 * is a least, a million is added: it is a quantity, as of bytes or picoseconds, of which one more
 * is less than a packet, and less than what any result is told to.
 *
 * <p>Left out is what no result depends on: how large an array or list begins, messages of
 * exceptions, hash codes, annotations; numbers of less than {@link #TOLERANCE}; and types that
 * decide how fast a run goes, and not what comes of it, which the digests hold them to: those in
 * {@link #FOR_SPEED}, and those whose Javadoc says {@linkplain #MEASURES_NOTHING that nothing
 * measured depends on them}.
 */
final class Mutations extends TreePathScanner<@Nullable Void, @Nullable Void> {
  private static final Map<Tree.Kind, String> OPPOSITES =
      Map.of(
          Tree.Kind.LESS_THAN, ">=",
          Tree.Kind.LESS_THAN_EQUAL, ">",
          Tree.Kind.GREATER_THAN, "<=",
          Tree.Kind.GREATER_THAN_EQUAL, "<",
          Tree.Kind.EQUAL_TO, "!=",
          Tree.Kind.NOT_EQUAL_TO, "==",
          Tree.Kind.CONDITIONAL_AND, "||",
          Tree.Kind.CONDITIONAL_OR, "&&");

  /** Bytes, picoseconds or whatever else that make a difference: several packets, a microsecond. */
  private static final long MANY = 1_000_000;

  private static final Set<String> LEAST_OR_MOST = Set.of("Math.max", "Math.min");

  /** Smaller numbers keep a division from nothing, or say when a search is near enough. */
  private static final double TOLERANCE = 1e-9;

  /** What the Javadoc says of types that share out work. */
  private static final String MEASURES_NOTHING = "Nothing that a run measures depends on it.";

  /** Threads, when they share work, and what is fetched into caches ahead of time. */
  private static final Set<String> FOR_SPEED =
      Set.of("WindowWorkers", "ParallelismTuner", "ArrivalPrefetch");

  private static final Set<String> WITHOUT_RESULT = Set.of("hashCode", "toString", "equals");

  private final String module;
  private final Path file;
  private final String source;
  private final CompilationUnitTree unit;
  private final DocTrees docs;
  private final SourcePositions positions;
  private final List<Mutation> found = new ArrayList<>();
  private final Map<String, Integer> times = new HashMap<>();

  /** The constant that is gone through now. */
  private String constant = "";

  private Mutations(
      String module, Path file, String source, CompilationUnitTree unit, DocTrees docs) {
    this.module = module;
    this.file = file;
    this.source = source;
    this.unit = unit;
    this.docs = docs;
    positions = docs.getSourcePositions();
  }

  /**
   * Those of a module, in the order of its files.
   *
   * @param classPath what it is compiled with
   */
  static List<Mutation> of(Path project, String module, String classPath) throws IOException {
    Path root = project.resolve(module).resolve("src/main/java");
    List<Path> files;
    try (Stream<Path> all = Files.walk(root)) {
      files =
          all.filter(path -> path.toString().endsWith(".java"))
              .filter(path -> !path.endsWith("package-info.java"))
              .sorted()
              .toList();
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<Mutation> found = new ArrayList<>();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      Iterable<? extends JavaFileObject> sources = manager.getJavaFileObjectsFromPaths(files);
      List<String> options = List.of("-proc:none", "-nowarn", "-cp", classPath);
      JavacTask task = (JavacTask) compiler.getTask(null, manager, null, options, null, sources);
      DocTrees docs = DocTrees.instance(task);
      List<CompilationUnitTree> units = new ArrayList<>();
      task.parse().forEach(units::add);
      task.analyze();
      for (CompilationUnitTree unit : units) {
        Path file = Path.of(unit.getSourceFile().toUri());
        String source = Files.readString(file);
        Mutations scanner = new Mutations(module, root.relativize(file), source, unit, docs);
        scanner.scan(unit, null);
        found.addAll(scanner.found);
      }
    }
    return found;
  }

  private void add(int start, int end, String after) {
    long line = unit.getLineMap().getLineNumber(start);
    int lineStart = (int) unit.getLineMap().getStartPosition(line);
    String text = source.substring(lineStart, source.indexOf('\n', start));
    String place = "%s %s %s".formatted(file, text.strip(), after);
    int before = times.merge(place, 1, Integer::sum);
    found.add(
        new Mutation(
            module,
            file,
            line,
            start,
            end,
            source.substring(start, end),
            after,
            constant,
            place + " " + before));
  }

  @Override
  public @Nullable Void visitVariable(VariableTree node, @Nullable Void unused) {
    Set<Modifier> modifiers = node.getModifiers().getFlags();
    String outer = constant;
    if (modifiers.contains(Modifier.STATIC) && !modifiers.contains(Modifier.PRIVATE)) {
      constant = node.getName().toString();
    }
    scan(node.getInitializer(), null);
    constant = outer;
    return null;
  }

  @Override
  public @Nullable Void visitLiteral(LiteralTree node, @Nullable Void unused) {
    String halved =
        switch (node.getValue()) {
          case Integer number -> half(number) + "";
          case Long number -> half(number) + "L";
          case Double number when number == 0 -> "1.0";
          case Double number when number > TOLERANCE -> number / 2 + "";
          case null, default -> "";
        };
    if (!halved.isEmpty()) {
      add(
          (int) positions.getStartPosition(unit, node),
          (int) positions.getEndPosition(unit, node),
          halved);
    }
    return null;
  }

  private long half(long number) {
    if (number > 1 || number < 0) {
      return number < 0 ? number + 1 : number / 2;
    }
    boolean isLeast =
        getCurrentPath().getParentPath().getLeaf() instanceof MethodInvocationTree call
            && LEAST_OR_MOST.contains(call.getMethodSelect().toString());
    boolean isLarge = (number == 0 || isLeast) && Targets.isLong(docs, getCurrentPath());
    return number + (isLarge ? MANY : 1);
  }

  @Override
  public @Nullable Void visitBinary(BinaryTree node, @Nullable Void unused) {
    String opposite = OPPOSITES.get(node.getKind());
    if (opposite != null) {
      int from = (int) positions.getEndPosition(unit, node.getLeftOperand());
      int until = (int) positions.getStartPosition(unit, node.getRightOperand());
      String between = source.substring(from, until);
      int start = from + between.length() - between.stripLeading().length();
      int length = opposite(node.getKind(), between);
      if (length > 0) {
        add(start, start + length, opposite);
      }
    }
    return super.visitBinary(node, null);
  }

  /** Length of the operator; 0 where a bracket or a comment stands before it. */
  private static int opposite(Tree.Kind kind, String between) {
    String operator =
        switch (kind) {
          case LESS_THAN -> "<";
          case LESS_THAN_EQUAL -> "<=";
          case GREATER_THAN -> ">";
          case GREATER_THAN_EQUAL -> ">=";
          case EQUAL_TO -> "==";
          case NOT_EQUAL_TO -> "!=";
          case CONDITIONAL_AND -> "&&";
          default -> "||";
        };
    return between.strip().startsWith(operator) ? operator.length() : 0;
  }

  @Override
  public @Nullable Void visitClass(ClassTree node, @Nullable Void unused) {
    String javadoc = docs.getDocComment(getCurrentPath());
    boolean isForSpeed =
        FOR_SPEED.contains(node.getSimpleName().toString())
            || (javadoc != null && javadoc.replaceAll("\\s+", " ").contains(MEASURES_NOTHING));
    return isForSpeed ? null : super.visitClass(node, null);
  }

  @Override
  public @Nullable Void visitMethod(MethodTree node, @Nullable Void unused) {
    return WITHOUT_RESULT.contains(node.getName().toString())
        ? null
        : super.visitMethod(node, null);
  }

  @Override
  public @Nullable Void visitNewArray(NewArrayTree node, @Nullable Void unused) {
    return scan(node.getInitializers(), null);
  }

  @Override
  public @Nullable Void visitNewClass(NewClassTree node, @Nullable Void unused) {
    String type = node.getIdentifier().toString();
    boolean isCollection = type.contains("List") || type.contains("Map") || type.contains("Set");
    return isCollection ? null : super.visitNewClass(node, null);
  }

  /** A case that is another would not compile where both are there. */
  @Override
  public @Nullable Void visitCase(CaseTree node, @Nullable Void unused) {
    scan(node.getStatements(), null);
    return scan(node.getBody(), null);
  }

  @Override
  public @Nullable Void visitThrow(ThrowTree node, @Nullable Void unused) {
    return null;
  }

  @Override
  public @Nullable Void visitAnnotation(AnnotationTree node, @Nullable Void unused) {
    return null;
  }
}
