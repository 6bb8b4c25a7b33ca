package sluice.house;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * What Error Prone and NullAway find in sources. They look at many at once, in one run of javac: as
 * part of each module's build they took four fifths of all compiling.
 *
 * <p>Checks that find mistakes are errors, those of taste are off: docs/decisions/002.
 */
final class Mistakes {
    /** Warnings of Error Prone that find mistakes, beside its own errors. */
    private static final List<String> CHECKS =
            List.of(
                    // Numbers.
                    "BigDecimalEquals",
                    "BoxedPrimitiveEquality",
                    "CompareToZero",
                    "ErroneousBitwiseExpression",
                    "FloatCast",
                    "NarrowingCompoundAssignment",
                    "TimeUnitConversionChecker",
                    // Equality.
                    "CollectionUndefinedEquality",
                    "ComparableAndComparator",
                    "EqualsUnsafeCast",
                    "EqualsUsingHashCode",
                    "InconsistentHashCode",
                    "NonOverridingEquals",
                    "UndefinedEquals",
                    // Text.
                    "DefaultCharset",
                    "ObjectToString",
                    "StringCaseLocaleUsage",
                    "StringCharset",
                    "ToStringReturnsNull",
                    // Control.
                    "ArgumentSelectionDefectChecker",
                    "CatchAndPrintStackTrace",
                    "DistinctVarargsChecker",
                    "EmptyCatch",
                    "Finally",
                    "HidingField",
                    "InstanceOfAndCastMatchWrongType",
                    "IterableAndIterator",
                    "MissingCasesInEnumSwitch",
                    "MissingOverride",
                    "ModifiedButNotUsed",
                    "ModifyCollectionInEnhancedForLoop",
                    "NullableOptional",
                    "OptionalMapToOptional",
                    "OptionalNotPresent",
                    "UnusedMethod",
                    "UnusedNestedClass",
                    // Resources.
                    "InputStreamSlowMultibyteRead",
                    "MustBeClosedChecker",
                    "StreamResourceLeak",
                    // Threads.
                    "DoubleCheckedLocking",
                    "ErroneousThreadPoolConstructorChecker",
                    "FutureReturnValueIgnored",
                    "LockNotBeforeTry",
                    "NonAtomicVolatileUpdate",
                    "PrimitiveAtomicReference",
                    "StaticAssignmentInConstructor",
                    "StaticGuardedByInstance",
                    "SynchronizeOnNonFinalField",
                    "ThreadPriorityCheck",
                    "UnsynchronizedOverridesSynchronized");

    /** The same in tests alone. */
    private static final List<String> CHECKS_OF_TESTS =
            List.of("AssertionFailureIgnored", "CatchFail", "MissingFail", "MissingTestCall");

    /**
     * Errors of Error Prone about libraries and annotations that are not used here: they take time.
     */
    private static final List<String> FOREIGN_CHECKS =
            List.of(
                    "BanJNDI",
                    "CheckNotNullMultipleTimes",
                    "CompileTimeConstant",
                    "ForOverride",
                    "FormatStringAnnotation",
                    "GuardedBy",
                    "Immutable",
                    "JodaToSelf",
                    "JUnit3TestNotRun",
                    "JUnit4TestsNotRunWithinEnclosed",
                    "LenientFormatStringValidation",
                    "PrivateSecurityContractProtoAccess",
                    "ProtoBuilderReturnValueIgnored",
                    "RedundantSetterCall",
                    "RestrictedApi");

    /** A test fails by itself where one of these matters: in tests they are off. */
    private static final List<String> CHECKS_OF_MAIN =
            List.of(
                    "NullAway",
                    "IncrementInForLoopAndHeader",
                    "LongFloatConversion",
                    "NarrowCalculation",
                    "ReturnValueIgnored",
                    "UnusedVariable");

    private static final String NULLAWAY =
            " -XepOpt:NullAway:AnnotatedPackages=sluice"
                    + " -XepOpt:NullAway:HandleTestAssertionLibraries=true";

    /** Which sources they are. */
    enum Kind {
        MAIN,
        TEST
    }

    private Mistakes() {}

    /**
     * Looks at {@code sources}, which may use each other and {@code classPath}. Returns each
     * mistake with its place, one a line; nothing without any.
     *
     * @param classes an empty folder
     */
    static String find(Kind kind, List<Path> sources, List<Path> classPath, Path classes)
            throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        List<String> options =
                List.of(
                        "-proc:none",
                        "-XDcompilePolicy=simple",
                        "--should-stop=ifError=FLOW",
                        // The modules' builds have made the classes.
                        "--should-stop=ifNoError=FLOW",
                        "-Xmaxerrs",
                        "1000",
                        "-processorpath",
                        System.getProperty("java.class.path"),
                        plugin(kind),
                        "-classpath",
                        classPath.stream()
                                .map(Path::toString)
                                .collect(Collectors.joining(File.pathSeparator)),
                        "-d",
                        classes.toString());
        boolean isDone;
        try (StandardJavaFileManager manager =
                compiler.getStandardFileManager(found, Locale.ROOT, null)) {
            isDone =
                    compiler.getTask(
                                    null,
                                    manager,
                                    found,
                                    options,
                                    null,
                                    manager.getJavaFileObjectsFromPaths(sources))
                            .call();
        }
        String mistakes =
                found.getDiagnostics().stream()
                        .filter(each -> each.getKind() == Diagnostic.Kind.ERROR)
                        .map(Mistakes::line)
                        .collect(Collectors.joining("\n"));
        if (isDone != mistakes.isEmpty()) {
            throw new IllegalStateException("javac ended with %s: %s".formatted(isDone, mistakes));
        }
        return mistakes;
    }

    private static String plugin(Kind kind) {
        boolean isMain = kind == Kind.MAIN;
        return Stream.of(
                        set(CHECKS, true),
                        set(CHECKS_OF_MAIN, isMain),
                        set(CHECKS_OF_TESTS, !isMain),
                        set(FOREIGN_CHECKS, false))
                .flatMap(each -> each)
                .collect(
                        Collectors.joining(
                                " ", "-Xplugin:ErrorProne -XepDisableAllWarnings ", NULLAWAY));
    }

    private static Stream<String> set(List<String> checks, boolean on) {
        return checks.stream().map(check -> "-Xep:%s:%s".formatted(check, on ? "ERROR" : "OFF"));
    }

    private static String line(Diagnostic<? extends JavaFileObject> mistake) {
        JavaFileObject source = mistake.getSource();
        return "%s:%d: %s"
                .formatted(
                        source == null ? "javac" : source.getName(),
                        mistake.getLineNumber(),
                        mistake.getMessage(Locale.ROOT));
    }

    /**
     * The jars that any module is compiled with, as Maven listed them in the modules' targets. Two
     * versions of one library may be among them; that of the lower module comes first.
     */
    static List<Path> jars() throws IOException {
        Set<Path> jars = new LinkedHashSet<>();
        List<String> modules = new ArrayList<>(House.MODULES);
        modules.add("house");
        for (String module : modules) {
            Path list = House.ROOT.resolve(module).resolve("target").resolve("compile.classpath");
            if (Files.exists(list)) {
                Arrays.stream(Files.readString(list).strip().split(File.pathSeparator, -1))
                        .map(Path::of)
                        .filter(jar -> jar.toString().endsWith(".jar") && !isOfSluice(jar))
                        .forEach(jars::add);
            }
        }
        return List.copyOf(jars);
    }

    private static boolean isOfSluice(Path jar) {
        return jar.getFileName().toString().startsWith("sluice-");
    }
}
