package dev.headroom.app.plugin;

import dev.headroom.congestion.Controller;
import dev.headroom.congestion.roce.Swift;
import dev.headroom.congestion.tcp.Cubic;
import dev.headroom.congestion.uet.Nscc;
import dev.headroom.model.knob.SpellingSuggestion;
import dev.headroom.sim.plugin.LoadBalancer;
import dev.headroom.sim.plugin.Marker;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Suggestions for compile errors about an unknown field, method or constant of a Headroom type.
 * javac names the error, not the existing members.
 */
final class MemberSuggestions {
  /**
   * {@code symbol: variable rtt; location: variable f of type dev.headroom.congestion.Feedback}.
   */
  private static final Pattern UNKNOWN =
      Pattern.compile(
          "symbol:\\s+(?:variable|method) (\\w+).*location:\\s+(?:.* of type |class |interface |enum )?([\\w.]+)$");

  private static final Pattern UNKNOWN_TYPE =
      Pattern.compile("symbol:\\s+(?:class|variable) ([A-Z]\\w*)");

  private static final String OVERRIDES_NOTHING = "method does not override";

  /** What a user's class may extend, and the option that takes it. */
  private static final Map<Class<?>, String> BASES =
      Map.of(
          Controller.class,
          "--control",
          LoadBalancer.class,
          "--routing",
          Marker.class,
          "--marking");

  /** The packages of the types that a user's class may ask. */
  private static final List<String> OURS =
      Stream.of(Controller.class, LoadBalancer.class, Swift.class, Nscc.class, Cubic.class)
          .map(type -> type.getPackageName() + ".")
          .toList();

  /** Packages of the JDK whose types are often asked for. */
  private static final List<String> OFTEN = List.of("java.util.", "java.util.function.");

  private MemberSuggestions() {}

  /**
   * {@code "; did you mean 'rttPs'? Feedback has ackedBytes, ..."}, or nothing.
   *
   * @param message javac's, in one line
   * @param base what the class is to extend
   */
  static String hint(String message, Class<?> base) {
    if (message.startsWith(OVERRIDES_NOTHING)) {
      return "; " + base.getSimpleName() + " has " + String.join(", ", signatures(base));
    }
    Matcher type = UNKNOWN_TYPE.matcher(message);
    String toImport = type.find() ? toImport(type.group(1)) : "";
    return toImport.isEmpty() ? ofMember(message) : toImport;
  }

  /** Says of classes that extend what another option takes, which option that is. */
  static String otherOptionHint(Collection<Class<?>> classes) {
    return BASES.entrySet().stream()
        .flatMap(each ->
            classes.stream()
                .filter(each.getKey()::isAssignableFrom)
                .map(type ->
                    "; %s extends %s, which %s accepts"
                        .formatted(
                            type.getSimpleName(), each.getKey().getSimpleName(), each.getValue())))
        .findFirst()
        .orElse("");
  }

  private static String toImport(String name) {
    return Stream.concat(OURS.stream(), OFTEN.stream())
        .flatMap(place -> known(place + name).stream())
        .findFirst()
        .map(type -> "; import " + type.getName())
        .orElse("");
  }

  /** {@code marksComing(DataPacket, long)}. */
  private static List<String> signatures(Class<?> base) {
    return Stream.of(base.getDeclaredMethods())
        .filter(method -> Modifier.isPublic(method.getModifiers()))
        .map(method ->
            Stream.of(method.getParameterTypes())
                .map(Class::getSimpleName)
                .collect(Collectors.joining(", ", method.getName() + "(", ")")))
        .sorted()
        .toList();
  }

  private static String ofMember(String message) {
    Matcher unknown = UNKNOWN.matcher(message);
    if (!unknown.find()) {
      return "";
    }
    Optional<Class<?>> type = ofOurs(unknown.group(2));
    boolean ofAnObject = message.contains(" of type ");
    Set<String> names = type.map(each -> names(each, ofAnObject)).orElse(Set.of());
    return names.isEmpty()
        ? ""
        : SpellingSuggestion.hint(unknown.group(1), names)
            + "; "
            + type.orElseThrow().getSimpleName()
            + " has "
            + String.join(", ", names);
  }

  /** The type of ours that a name is; empty where it is of the file's own, or somebody else's. */
  private static Optional<Class<?>> ofOurs(String name) {
    if (name.contains(".")) {
      return OURS.stream().anyMatch(name::startsWith) ? known(name) : Optional.empty();
    }
    return OURS.stream().flatMap(ours -> known(ours + name).stream()).findFirst();
  }

  private static Optional<Class<?>> known(String name) {
    try {
      return Optional.of(Class.forName(name, false, MemberSuggestions.class.getClassLoader()));
    } catch (ClassNotFoundException e) {
      return Optional.empty();
    }
  }

  /**
   * @param ofAnObject whether only what each object has is of use
   */
  private static Set<String> names(Class<?> type, boolean ofAnObject) {
    Stream<Member> members =
        Stream.of(type.getDeclaredFields(), type.getDeclaredMethods()).flatMap(Stream::of);
    Set<String> names = new TreeSet<>();
    members
        .filter(member -> Modifier.isPublic(member.getModifiers()))
        .filter(member -> !ofAnObject || !Modifier.isStatic(member.getModifiers()))
        .filter(member -> !(member instanceof Method method) || !isOfEvery(method))
        .filter(member -> !(member instanceof Field field) || !field.isSynthetic())
        .map(Member::getName)
        .forEach(names::add);
    return names;
  }

  /** What every record, enumeration or object has. */
  private static boolean isOfEvery(Method method) {
    Collection<String> every = Set.of("equals", "hashCode", "toString", "valueOf", "values");
    return every.contains(method.getName());
  }
}
