import java.io.IOException;
import java.io.OutputStream;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.lang.constant.ClassDesc;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;

/**
 * Writes the jar {@code FROM} again as {@code TO}, with the same classes in the format of Java 11.
 *
 * <p>picocli's classes are of Java 5's format. They have no stack maps, so that Java can neither
 * keep them in an ahead-of-time cache nor check them fast; see docs/decisions/004. The build runs
 * this once for each version. Nothing but the format changes, and one empty class is added: picocli
 * asks at each start whether Groovy is there, and to learn that it is not, Java would open every
 * jar of the class path.
 */
final class RenewClasses {
    private static final int JAVA_11 = 55;
    private static final String ASKED_FOR = "groovy.lang.Closure";

    private RenewClasses() {}

    public static void main(String[] arguments) throws IOException {
        Path from = Path.of(arguments[0]);
        Path to = Path.of(arguments[1]);
        try (JarFile jar = new JarFile(from.toFile());
                URLClassLoader loader = new URLClassLoader(new URL[] {from.toUri().toURL()});
                OutputStream file = Files.newOutputStream(to);
                JarOutputStream renewed = new JarOutputStream(file)) {
            ClassFile format =
                    ClassFile.of(
                            ClassFile.StackMapsOption.GENERATE_STACK_MAPS,
                            ClassFile.ClassHierarchyResolverOption.of(
                                    ClassHierarchyResolver.ofResourceParsing(loader)));
            for (JarEntry entry : Collections.list(jar.entries())) {
                byte[] bytes = jar.getInputStream(entry).readAllBytes();
                JarEntry copy = new JarEntry(entry.getName());
                copy.setTime(entry.getTime());
                renewed.putNextEntry(copy);
                renewed.write(isOldClass(entry, bytes) ? renew(format, bytes) : bytes);
            }
            JarEntry added = new JarEntry(ASKED_FOR.replace('.', '/') + ".class");
            added.setTime(jar.entries().nextElement().getTime());
            renewed.putNextEntry(added);
            renewed.write(format.build(ClassDesc.of(ASKED_FOR), _ -> {}));
        }
    }

    private static boolean isOldClass(JarEntry entry, byte[] bytes) {
        return entry.getName().endsWith(".class") && bytes[7] < JAVA_11;
    }

    private static byte[] renew(ClassFile format, byte[] bytes) {
        ClassModel old = format.parse(bytes);
        ClassTransform newCode = ClassTransform.transformingMethodBodies(CodeTransform.ACCEPT_ALL);
        ClassTransform newVersion =
                (ClassBuilder builder, ClassElement element) ->
                        builder.with(
                                element instanceof ClassFileVersion
                                        ? ClassFileVersion.of(JAVA_11, 0)
                                        : element);
        return format.transformClass(old, newCode.andThen(newVersion));
    }
}
