package sluice.house;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The main sources of the project as javac's parser reads them. */
final class Sources {
    private static List<Source> parsed = List.of();

    private Sources() {}

    /** One main source: where it is, its text and its methods. */
    record Source(Path path, String module, String packageName, String text, List<Method> methods) {
        Source {
            methods = List.copyOf(methods);
        }

        String name() {
            String file = path.getFileName().toString();
            return file.substring(0, file.length() - ".java".length());
        }

        boolean isPackageInfo() {
            return name().equals("package-info");
        }

        /** Whether it is a verb of the command. */
        boolean isVerb() {
            return module.equals("cli") && name().endsWith("Command");
        }

        int lines() {
            return (int) text.lines().count();
        }
    }

    /**
     * A method or constructor with a body; {@code lines} from its name to its last brace. A
     * record's constructor counts as having no parameters, since they are its components.
     */
    record Method(String type, String name, int parameters, int lines) {}

    /** Every main source, in the order of paths. The first call parses the whole project. */
    static synchronized List<Source> all() throws IOException {
        if (parsed.isEmpty()) {
            parsed = parse();
        }
        return parsed;
    }

    private static List<Source> parse() throws IOException {
        List<Path> files = House.sources("main");
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<Source> sources = new ArrayList<>();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task =
                    (JavacTask)
                            compiler.getTask(
                                    null,
                                    manager,
                                    null,
                                    List.of("-proc:none"),
                                    null,
                                    manager.getJavaFileObjectsFromPaths(files));
            SourcePositions positions = Trees.instance(task).getSourcePositions();
            for (CompilationUnitTree unit : task.parse()) {
                sources.add(source(unit, positions));
            }
        }
        return sources;
    }

    private static Source source(CompilationUnitTree unit, SourcePositions positions)
            throws IOException {
        Path path = Path.of(unit.getSourceFile().toUri());
        String relative = House.ROOT.relativize(path).toString();
        String module = relative.substring(0, relative.indexOf("/src/main/java/"));
        List<Method> methods = new ArrayList<>();
        new MethodScanner(unit, positions, methods).scan(unit, null);
        String packageName = unit.getPackageName() == null ? "" : unit.getPackageName().toString();
        return new Source(path, module, packageName, Files.readString(path), methods);
    }

    private static final class MethodScanner extends TreeScanner<Void, String> {
        private final CompilationUnitTree unit;
        private final SourcePositions positions;
        private final List<Method> methods;
        private final Deque<Boolean> records = new ArrayDeque<>();

        MethodScanner(CompilationUnitTree unit, SourcePositions positions, List<Method> methods) {
            this.unit = unit;
            this.positions = positions;
            this.methods = methods;
        }

        @Override
        public Void visitClass(ClassTree type, String outer) {
            boolean isRecord = type.getKind() == Tree.Kind.RECORD;
            records.push(isRecord);
            super.visitClass(type, type.getSimpleName().toString());
            records.pop();
            return null;
        }

        @Override
        public Void visitMethod(MethodTree method, String type) {
            LineMap lines = unit.getLineMap();
            long end = positions.getEndPosition(unit, method);
            Tree first = method.getReturnType() == null ? method.getBody() : method.getReturnType();
            if (method.getBody() != null && end >= 0) {
                long begin = positions.getStartPosition(unit, first == null ? method : first);
                boolean isRecords = records.peek() && method.getName().contentEquals("<init>");
                int length = (int) (lines.getLineNumber(end) - lines.getLineNumber(begin) + 1);
                methods.add(
                        new Method(
                                type,
                                method.getName().toString(),
                                isRecords ? 0 : method.getParameters().size(),
                                length));
            }
            return super.visitMethod(method, type);
        }
    }
}
