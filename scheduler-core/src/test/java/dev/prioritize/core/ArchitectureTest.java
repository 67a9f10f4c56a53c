package dev.prioritize.core;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.WeakHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Goal: a second run of the engine from the same commands does precisely the same, on any machine.
 *
 * <p>Method: the compiled core is searched for everything that could differ between two runs (time,
 * chance, the environment, threads, hash order) and for everything that reaches outside of it. What
 * byte code does not show is not found: a {@code HashMap} that another class hands out as a {@code
 * Map} and a third one iterates.
 */
@AnalyzeClasses(
    packages = "dev.prioritize.core",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  // --- What the core may know ---

  @ArchTest
  static final ArchRule coreUsesOnlyTheJdkAndItself =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("dev.prioritize.core..", "java..")
          .because(
              "the engine decides alone; Kafka, files and GPUs belong to the shells around it");

  @ArchTest
  static final ArchRule coreDoesNoInputOrOutput =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("java.io..", "java.nio.file..", "java.nio.channels..", "java.net..")
          .because("commands come in and events go out as values; the shells read and write");

  @ArchTest
  static final ArchRule coreDoesNotLog =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("java.util.logging..")
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(System.Logger.class)
          .because("what the engine has to say stands in its events");

  @ArchTest
  static final ArchRule coreDoesNotPrint =
      noClasses()
          .should()
          .accessField(System.class, "out")
          .orShould()
          .accessField(System.class, "err")
          .orShould()
          .accessField(System.class, "in")
          .because("what the engine has to say stands in its events");

  // --- Time, chance, environment, threads ---

  @ArchTest
  static final ArchRule coreReadsNoClock =
      noClasses()
          .should()
          .accessTargetWhere(codeUnit("now() of java.time", access -> isNow(access)))
          .orShould()
          .accessTargetWhere(methodsOf(System.class, "currentTimeMillis", "nanoTime"))
          .orShould()
          .dependOnClassesThat()
          .haveNameMatching(
              "java\\.time\\.(Clock|InstantSource)|java\\.util\\.(Date|Calendar|Timer|TimerTask)")
          .because("time arrives in commands; a replay must see the time of the first run");

  @ArchTest
  static final ArchRule coreDrawsNoRandomNumbers =
      noClasses()
          .should()
          .dependOnClassesThat()
          .belongToAnyOf(Random.class, SplittableRandom.class)
          .orShould()
          .dependOnClassesThat()
          .resideInAnyPackage("java.util.random..")
          .orShould()
          .dependOnClassesThat(ofJavaSecurityButDigests())
          .orShould()
          .accessTargetWhere(methodsOf(Math.class, "random"))
          .orShould()
          .accessTargetWhere(methodsOf(StrictMath.class, "random"))
          .orShould()
          .accessTargetWhere(methodsOf(UUID.class, "randomUUID"))
          .orShould()
          .accessTargetWhere(methodsOf(Collections.class, "shuffle"))
          .because("chance and ids arrive in commands; a replay must draw the same");

  @ArchTest
  static final ArchRule coreDoesNotAskItsEnvironment =
      noClasses()
          .should()
          .accessTargetWhere(
              methodsOf(System.class, "getenv", "getProperty", "getProperties", "identityHashCode"))
          .orShould()
          .accessTargetWhere(methodsOf(Locale.class, "getDefault"))
          .orShould()
          .accessTargetWhere(
              codeUnit(
                  "the default zone or charset",
                  access -> List.of("systemDefault", "defaultCharset").contains(access.getName())))
          .orShould()
          .dependOnClassesThat()
          .belongToAnyOf(Runtime.class, Process.class, ProcessBuilder.class)
          .because("the same commands must give the same events on every machine");

  @ArchTest
  static final ArchRule coreHasNoThreads =
      noClasses()
          .should()
          .dependOnClassesThat()
          .belongToAnyOf(Thread.class, ThreadLocal.class)
          .orShould()
          .dependOnClassesThat()
          .resideInAnyPackage("java.util.concurrent..")
          .because(
              "one thread calls the engine, one command at a time; order is part of the result");

  @ArchTest
  static final ArchRule coreDoesNotWorkInParallel =
      noClasses()
          .should()
          .accessTargetWhere(
              codeUnit(
                  "parallel streams and parallel array methods",
                  access -> access.getName().startsWith("parallel") && ofTheJdk(access)))
          .because(
              "one thread calls the engine, and the order of side effects is part of the result");

  // --- Hash order ---

  private static final Set<String> MAP_VIEWS =
      Set.of("entrySet", "keySet", "values", "forEach", "replaceAll");

  @ArchTest
  static final ArchRule hashMapsAreForPointLookupsOnly =
      noClasses()
          .should()
          .accessTargetWhere(
              codeUnit(
                  "iteration over a HashMap",
                  access ->
                      access.getOwner().isEquivalentTo(HashMap.class)
                          && MAP_VIEWS.contains(access.getName())))
          .because(
              "a HashMap has no order to rely on; iterate over a TreeMap, LinkedHashMap or List");

  @ArchTest
  static final ArchRule whoMakesHashMapsIteratesOnlyOverMapsDeclaredOrdered =
      noClasses()
          .that(
              new DescribedPredicate<>("construct a HashMap") {
                @Override
                public boolean test(JavaClass javaClass) {
                  return javaClass.getAccessesFromSelf().stream()
                      .anyMatch(access -> constructs(access, HashMap.class));
                }
              })
          .should()
          .accessTargetWhere(
              codeUnit(
                  "iteration over a Map of unknown kind",
                  access ->
                      access.getOwner().isEquivalentTo(Map.class)
                          && MAP_VIEWS.contains(access.getName())))
          .because(
              "it might be the HashMap; declare HashMaps as HashMap, and what is iterated as"
                  + " SortedMap, TreeMap or LinkedHashMap")
          // No class at all that makes one is fine too.
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule hashSetsAreNotIterated =
      noClasses()
          .should()
          .accessTargetWhere(methodsOf(HashSet.class, "iterator", "stream", "forEach"))
          .because("a HashSet has no order to rely on");

  @ArchTest
  static final ArchRule noHashSetsOrIdentityMapsAreMade =
      noClasses()
          .should()
          .accessTargetWhere(
              new DescribedPredicate<JavaAccess<?>>(
                  "construction of a HashSet, IdentityHashMap or WeakHashMap") {
                @Override
                public boolean test(JavaAccess<?> access) {
                  return constructs(access, HashSet.class)
                      || constructs(access, IdentityHashMap.class)
                      || constructs(access, WeakHashMap.class);
                }
              })
          .because(
              "a set gets iterated sooner or later: take a TreeSet, LinkedHashSet, EnumSet or BitSet;"
                  + " identity differs between two runs");

  @ArchTest
  static final ArchRule noUnorderedCollectors =
      noClasses()
          .should()
          .accessTargetWhere(
              codeUnit(
                  "a collector into a hash set or hash map",
                  access ->
                      access.getOwner().isEquivalentTo(Collectors.class)
                          && isUnorderedCollector(access)))
          .because(
              "their results have hash order; use toCollection(TreeSet::new) or the overload that"
                  + " takes the map to fill (TreeMap::new)");

  @ArchTest
  static final ArchRule noUnorderedImmutableSetsOrMaps =
      noClasses()
          .should()
          .accessTargetWhere(methodsOf(Set.class, "of", "copyOf"))
          .orShould()
          .accessTargetWhere(methodsOf(Map.class, "of", "ofEntries", "copyOf"))
          .because(
              "their order is drawn anew by each JVM; use List.of, or an unmodifiable view of a"
                  + " TreeMap or LinkedHashMap");

  // --- How the rules are said ---

  private static boolean isNow(CodeUnitAccessTarget target) {
    return target.getName().equals("now")
        && target.getOwner().getPackageName().startsWith("java.time");
  }

  /** A digest is a function of its bytes. */
  private static DescribedPredicate<JavaClass> ofJavaSecurityButDigests() {
    return JavaClass.Predicates.resideInAPackage("java.security..")
        .and(
            DescribedPredicate.not(
                JavaClass.Predicates.belongToAnyOf(
                    MessageDigest.class, DigestException.class, NoSuchAlgorithmException.class)));
  }

  private static boolean ofTheJdk(CodeUnitAccessTarget target) {
    return target.getOwner().getPackageName().startsWith("java.");
  }

  /** The overloads that are told which map to fill are fine. */
  private static boolean isUnorderedCollector(CodeUnitAccessTarget target) {
    return switch (target.getName()) {
      case "toSet", "toUnmodifiableSet", "toUnmodifiableMap", "toConcurrentMap" -> true;
      case "toMap", "groupingBy", "groupingByConcurrent" ->
          target.getRawParameterTypes().stream()
              .noneMatch(parameter -> parameter.isEquivalentTo(Supplier.class));
      default -> false;
    };
  }

  private static boolean constructs(JavaAccess<?> access, Class<?> type) {
    return access.getTarget() instanceof CodeUnitAccessTarget target
        && target.getName().equals("<init>")
        && target.getOwner().isEquivalentTo(type);
  }

  private static DescribedPredicate<JavaAccess<?>> methodsOf(Class<?> owner, String... names) {
    List<String> wanted = Arrays.asList(names);
    return codeUnit(
        owner.getSimpleName() + "." + wanted,
        target -> target.getOwner().isEquivalentTo(owner) && wanted.contains(target.getName()));
  }

  /** Calls and method references alike. */
  private static DescribedPredicate<JavaAccess<?>> codeUnit(
      String description, Predicate<CodeUnitAccessTarget> matches) {
    return new DescribedPredicate<>("target is " + description) {
      @Override
      public boolean test(JavaAccess<?> access) {
        return access.getTarget() instanceof CodeUnitAccessTarget target && matches.test(target);
      }
    };
  }
}
