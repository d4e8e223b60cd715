package dev.headroom.formats.read;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Environment variables that a command line sets for a job. Forms: {@code NCCL_IB_HCA=mlx5_0
 * torchrun ...}, {@code mpirun -x NCCL_IB_HCA=mlx5_0} (Open MPI), {@code -env} and {@code -genv
 * NAME VALUE} (MPICH), {@code docker run -e NAME=VALUE}. Only those of communication: others may be
 * anything.
 */
public final class LaunchVariables {
  private static final String NAME =
      "((?:NCCL|RCCL|UCX|FI|OMPI_MCA|NVSHMEM|HSA|MLX5|GLOO)_[A-Za-z0-9_]{1,80}|CUDA_VISIBLE_DEVICES|LD_LIBRARY_PATH)";
  private static final String VALUE = "(\"[^\"]*\"|'[^']*'|[^\\s\"'\\\\;&|()]+)";
  private static final Pattern ARGUMENT =
      Pattern.compile(
          "(?:^|\\s)(?:(?:-x|-e|--env)(?:\\s+|=)|-g?env\\s+)[\"']?" + NAME + "(?:=|\\s+)" + VALUE);
  private static final Pattern ASSIGNMENT = Pattern.compile(NAME + "=" + VALUE + "(?=[\\s;&|]|$)");

  /** Assignments, and something behind them that is run with them. */
  private static final Pattern BEFORE =
      Pattern.compile(
          "(?:.{0,400}\\b(?:ba)?sh -l?c\\s+[\"'])?\\s*(?:sudo\\s+|export\\s+|env\\s+)*((?:[A-Za-z_]\\w{0,80}=(?:\"[^\"]*\"|'[^']*'|[^\\s\"']+)\\s+){1,40})\\S.*");

  /** Assignments right before what starts a job, where a sentence is around the command. */
  private static final Pattern WITHIN =
      Pattern.compile(
          "(?:^|\\s)((?:"
              + NAME
              + "="
              + VALUE
              + "\\s+){1,40})(?:\\S*/)?(?:srun|mpirun|mpiexec|torchrun|\\w+_perf)\\s");

  private static final Pattern VARIABLE = Pattern.compile(NAME);
  private static final Pattern EXPORT = Pattern.compile("export\\s+(.*)");
  private static final int LONGEST = 4000;
  private static final List<String> BEGINNINGS =
      List.of(
          "CCL_",
          "UCX_",
          "FI_",
          "OMPI_MCA_",
          "NVSHMEM_",
          "HSA_",
          "MLX5_",
          "GLOO_",
          "CUDA_VIS",
          "LD_LIB");

  private LaunchVariables() {}

  /** Looked for before anything else: most lines have no such name in them. */
  private static boolean hasName(String text) {
    if (text.length() >= LONGEST || text.indexOf('_') < 0) {
      return false;
    }
    for (String beginning : BEGINNINGS) {
      if (text.contains(beginning)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a variable is one of communication. */
  public static boolean isName(String variable) {
    return VARIABLE.matcher(variable).matches();
  }

  /** Whether a line names variables as arguments of a command. */
  public static boolean hasVariableArguments(String text) {
    return hasName(text)
        && (text.contains("-x") || text.contains("-e") || text.contains("env"))
        && ARGUMENT.matcher(text).find();
  }

  /** Whether a line sets a variable of communication and then runs something with it. */
  public static boolean hasLeadingVariables(String text) {
    if (text.indexOf('=') < 0 || !hasName(text)) {
      return false;
    }
    Matcher before = BEFORE.matcher(text);
    return before.matches() && ASSIGNMENT.matcher(before.group(1)).find();
  }

  /** Says the variables of a command, and the command as a whole. */
  public static void addVariables(TextLine line, FactSink sink) {
    sink.add(
        line, new Subject(SubjectKind.ITEM, "launch at " + line.number()), "command", line.text());
    addVariables(line, line.text(), sink);
  }

  /** Says the variables of a command that stands in a line. */
  public static void addVariables(TextLine line, String command, FactSink sink) {
    if (command.length() < LONGEST) {
      of(command)
          .forEach((name, value) ->
              sink.add(
                  line, new Subject(SubjectKind.ENV, name), ShellWord.key(name, value), value));
    }
  }

  private static Map<String, String> of(String command) {
    Map<String, String> variables = new LinkedHashMap<>();
    Matcher before = BEFORE.matcher(command);
    Matcher export = EXPORT.matcher(command);
    if (before.matches()) {
      put(ASSIGNMENT.matcher(before.group(1)), variables);
    }
    Matcher within = WITHIN.matcher(command);
    while (within.find()) {
      put(ASSIGNMENT.matcher(within.group(1)), variables);
    }
    if (export.matches()) {
      put(ASSIGNMENT.matcher(export.group(1)), variables);
    }
    put(ARGUMENT.matcher(command), variables);
    return variables;
  }

  private static void put(Matcher found, Map<String, String> variables) {
    while (found.find()) {
      String value = found.group(2);
      boolean quoted = value.startsWith("\"") || value.startsWith("'");
      variables.put(found.group(1), quoted ? value.substring(1, value.length() - 1) : value);
    }
  }
}
