package dev.headroom.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Who may know whom. It lives in {@code app}, the one module that sees the others' classes; a rule
 * about a package that has no classes yet holds.
 */
final class ArchitectureTest {

  /**
   * The modules in order: each may use those before it, but for what {@link #shouldNotKnow} adds.
   */
  private static final List<String> MODULES =
      List.of(
          "unit",
          "congestion",
          "model",
          "formats",
          "wire",
          "collect",
          "sim",
          "run",
          "audit",
          "tune",
          "prove",
          "web",
          "app");

  /** The transports, a package of {@code sim} each. */
  private static final List<String> TRANSPORTS = List.of("rc", "uet", "srd", "falcon", "tcp");

  private static final String SWITCHES = "dev.headroom.formats.switches";

  /** The list of vendors of switches. */
  private static final String VENDORS = SWITCHES + ".vendors";

  /** Packages beside those of vendors: the list, tables, and the emission in any language. */
  private static final Set<String> NO_VENDORS =
      Set.of(VENDORS, SWITCHES + ".table", SWITCHES + ".write");

  private static final Set<String> INEXACT =
      Set.of(
          "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "exp",
          "expm1", "log", "log10", "log1p", "pow", "cbrt", "hypot", "fma");

  private static final Set<String> OPENING =
      Set.of(
          "readString",
          "readAllLines",
          "lines",
          "newBufferedReader",
          "readAllBytes",
          "newInputStream");

  private static final List<String> READERS_OF_THE_SYSTEM =
      List.of(
          "EngineVersion",
          "FlowSpool",
          "FolderLock",
          "LocalMachine",
          "ProcessCost",
          "ProcessIdentity",
          "MachineCollector",
          "MachineView",
          "Sysfs",
          "VerbsLayoutCheck");

  static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .withImportOption(place -> !place.contains("-tests.jar"))
          .importPackages("dev.headroom");

  @Test
  void shouldSeeTheModulesItJudges() {
    assertThat(CLASSES.containPackage("dev.headroom.app")).isTrue();
    assertThat(CLASSES.containPackage("dev.headroom.model")).isTrue();
    assertThat(TRANSPORTS)
        .allMatch(transport -> CLASSES.containPackage("dev.headroom.sim." + transport));
  }

  @ParameterizedTest
  @MethodSource("modules")
  void shouldUseOnlyTheModulesAboveIt(String module, List<String> below) {
    check(
        noClasses()
            .that()
            .resideInAPackage(tree(module))
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(below.stream().map(ArchitectureTest::tree).toArray(String[]::new)));
  }

  static Stream<Arguments> modules() {
    List<Arguments> cases = new ArrayList<>();
    for (int i = 0; i < MODULES.size() - 1; i++) {
      cases.add(Arguments.of(MODULES.get(i), MODULES.subList(i + 1, MODULES.size())));
    }
    return cases.stream();
  }

  @ParameterizedTest
  @MethodSource
  void shouldNotKnow(String module, String stranger) {
    check(
        noClasses()
            .that()
            .resideInAPackage(tree(module))
            .should()
            .dependOnClassesThat()
            .resideInAPackage(stranger));
  }

  static Stream<Arguments> shouldNotKnow() {
    return Stream.of(
        Arguments.of("congestion", tree("wire")),
        Arguments.of("sim", tree("formats")),
        Arguments.of("sim", tree("wire")),
        Arguments.of("sim", tree("collect")),
        Arguments.of("sim", "java.nio.file.."),
        Arguments.of("run", tree("formats")),
        Arguments.of("audit", tree("collect")));
  }

  /**
   * A simulator and a real endpoint drive the same controllers: they may know neither, nor anything
   * that tells the time or draws a number.
   */
  @Test
  void shouldKeepControllersPure() {
    check(
        classes()
            .that()
            .resideInAPackage(tree("congestion"))
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                tree("congestion"),
                tree("unit"),
                "java.lang..",
                "java.util",
                "java.util.concurrent",
                "java.util.function",
                "java.util.stream",
                "org.jspecify..")
            .andShould()
            .onlyDependOnClassesThat(
                describe(
                    "neither tell the time nor draw numbers nor run",
                    c ->
                        !c.getName().matches("java\\.util\\.(Random|Timer|UUID|Date|Calendar).*")
                            && (!c.getPackageName().equals("java.util.concurrent")
                                || c.isEquivalentTo(ConcurrentHashMap.class))
                            && !c.isEquivalentTo(Thread.class))));
    check(
        noClasses()
            .that()
            .resideInAPackage(tree("congestion"))
            .should()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(System.class, "currentTimeMillis"));
  }

  /** {@code Math} may answer differently on another machine; {@code StrictMath} may not. */
  @Test
  void shouldGetTheSameNumbersOnEveryMachine() {
    check(
        noClasses()
            .that()
            .resideInAnyPackage(tree("congestion"), tree("sim"))
            .should()
            .callMethodWhere(
                describe(
                    "is a function of Math that platforms may round differently",
                    call ->
                        call.getTarget().getOwner().isEquivalentTo(Math.class)
                            && INEXACT.contains(call.getTarget().getName()))));
  }

  @Test
  void shouldNotOpenFilesInTheSimulator() {
    check(
        noClasses()
            .that()
            .resideInAPackage(tree("sim"))
            .should()
            .dependOnClassesThat()
            .haveNameMatching("java\\.io\\.(File|RandomAccessFile).*"));
  }

  /**
   * What a user names may be endless, or no text: it comes in through {@code UserFile} alone. The
   * others that read files read those of the system, or their own.
   */
  @Test
  void shouldReadFilesThroughOneDoor() {
    check(
        noClasses()
            .that()
            .resideOutsideOfPackages("dev.headroom.model.text", tree("bench"))
            .and()
            .haveNameNotMatching(".*\\.(" + String.join("|", READERS_OF_THE_SYSTEM) + ")(\\$.*)?")
            .should()
            .callMethodWhere(
                describe(
                    "opens a file to read",
                    call ->
                        call.getTarget().getOwner().isEquivalentTo(Files.class)
                            && OPENING.contains(call.getTarget().getName())))
            .orShould()
            .callConstructorWhere(
                describe(
                    "opens a file to read",
                    call ->
                        Set.of(
                                "java.io.FileInputStream",
                                "java.io.FileReader",
                                "java.io.RandomAccessFile",
                                "java.util.Scanner",
                                "java.util.zip.ZipFile")
                            .contains(call.getTarget().getOwner().getName()))));
  }

  /** Of a full disk the system says no name, so whoever writes files does it by those that do. */
  @Test
  void shouldWriteFilesThroughThoseThatNameThem() {
    check(
        noClasses()
            .that()
            .resideOutsideOfPackages("dev.headroom.model.text", tree("bench"))
            .should()
            .callMethodWhere(
                describe(
                    "opens a file to write",
                    call ->
                        call.getTarget().getOwner().isEquivalentTo(Files.class)
                            && Set.of(
                                    "write", "writeString", "newBufferedWriter", "newOutputStream")
                                .contains(call.getTarget().getName()))));
  }

  @Test
  void shouldKeepTheKernelIgnorantOfNetworks() {
    check(
        noClasses()
            .that()
            .resideInAPackage("dev.headroom.sim.kernel..")
            .should()
            .dependOnClassesThat(
                describe(
                    "are in other packages of sim",
                    c ->
                        c.getPackageName().startsWith("dev.headroom.sim")
                            && !c.getPackageName().startsWith("dev.headroom.sim.kernel"))));
  }

  /** What they share lies in packages that know none of them. */
  @ParameterizedTest
  @MethodSource("transports")
  void shouldKeepTransportsApart(String transport) {
    check(
        noClasses()
            .that()
            .resideInAnyPackage(
                tree("sim." + transport),
                tree("sim.message"),
                tree("sim.delivery"),
                tree("sim.host"),
                tree("sim.ideal"))
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                transports()
                    .filter(other -> !other.equals(transport))
                    .map(other -> tree("sim." + other))
                    .toArray(String[]::new)));
  }

  static Stream<String> transports() {
    return TRANSPORTS.stream();
  }

  /**
   * What a vendor of switches knows stays in its package: the list of vendors alone names it. Rules
   * ask that list, and so do readers that several vendors share.
   */
  @ParameterizedTest
  @MethodSource("switchVendors")
  void shouldKeepSwitchVendorsToTheirList(String vendor) {
    check(
        noClasses()
            .that()
            .resideOutsideOfPackages(vendor, VENDORS)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(vendor));
  }

  static Stream<String> switchVendors() {
    return CLASSES.getPackage(SWITCHES).getSubpackages().stream()
        .map(each -> each.getName())
        .filter(name -> !NO_VENDORS.contains(name));
  }

  @Test
  void shouldSeeTheSwitchVendorsItJudges() {
    assertThat(switchVendors())
        .contains(SWITCHES + ".sonic", SWITCHES + ".eos", SWITCHES + ".nxos")
        .hasSizeGreaterThan(5);
  }

  @Test
  void shouldPrintOnlyInTheApp() {
    check(
        noClasses()
            .that()
            .resideOutsideOfPackages(tree("app"), tree("bench"))
            .should(ACCESS_STANDARD_STREAMS));
  }

  @Test
  void shouldExitOnlyInTheApp() {
    check(
        noClasses()
            .that()
            .resideOutsideOfPackage(tree("app"))
            .should()
            .callMethod(System.class, "exit", int.class)
            .orShould()
            .callMethod(Runtime.class, "exit", int.class)
            .orShould()
            .callMethod(Runtime.class, "halt", int.class));
  }

  @Test
  void shouldHaveNoCyclesBetweenPackages() {
    check(slices().matching("dev.headroom.(**)").should().beFreeOfCycles());
  }

  private static void check(ArchRule rule) {
    rule.allowEmptyShould(true).check(CLASSES);
  }

  private static String tree(String module) {
    return "dev.headroom." + module + "..";
  }
}
