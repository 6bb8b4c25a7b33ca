package sluice.schema;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * Reads a schema file: one declaration a line, as Dgraph writes and exports them.
 *
 * <pre>
 * name: string @index(exact, term) @lang .
 * [0x0] &lt;friend&gt;: [uid] @reverse @count .   # a namespace, and a name in brackets
 * type Person {
 *   name
 *   &lt;~friend&gt;
 * }
 * </pre>
 *
 * <p>The first mistake ends the reading with an error that says file, line, column, what was found,
 * what was expected and what to do. Belongs to one thread.
 */
public final class SchemaReader {
    private final String file;
    private final String[] lines;
    private final List<Predicate> predicates = new ArrayList<>();
    private final List<TypeDefinition> types = new ArrayList<>();

    /** Where each name was declared first, by namespace and name. */
    private final Map<String, Integer> lineOfPredicate = new HashMap<>();

    private final Map<String, Integer> lineOfType = new HashMap<>();
    private int next;

    private SchemaReader(String file, String text) {
        this.file = file;
        this.lines = text.split("\n", -1);
    }

    /** Reads the text of {@code file}, whose name is for messages only. */
    public static Schema read(String file, String text) {
        return new SchemaReader(file, text).read();
    }

    /** Reads the bytes of {@code file}, which must be UTF-8. */
    public static Schema read(String file, byte[] utf8) {
        try {
            return read(
                    file,
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString());
        } catch (CharacterCodingException e) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    file + ": found bytes that are not UTF-8, expected a schema; convert the file",
                    e);
        }
    }

    private Schema read() {
        while (next < lines.length) {
            SchemaLine line = nextLine();
            if (!line.isAtEnd()) {
                declaration(line);
            }
        }
        return new Schema(predicates, types);
    }

    private SchemaLine nextLine() {
        String text = lines[next];
        String shown = next == 0 && text.startsWith("\uFEFF") ? text.substring(1) : text;
        next++;
        return new SchemaLine(file, next, shown);
    }

    private void declaration(SchemaLine line) {
        long namespace = line.sees('[') ? line.namespace() : 0;
        line.skipBlanks();
        int begin = line.position();
        if (line.name().equals("type")) {
            line.skipBlanks();
            if (!line.sees(':')) {
                type(line, namespace);
                return;
            }
        }
        line.goBackTo(begin);
        predicate(line, namespace);
    }

    private void predicate(SchemaLine line, long namespace) {
        int begin = line.position();
        String name = predicateName(line);
        String problem = SchemaNames.problem(name);
        if (problem != null) {
            throw line.fault(begin, "found <%s>: %s; rename it".formatted(name, problem));
        }
        once(lineOfPredicate, line, begin, namespace, name);
        line.require(':', "write NAME: TYPE .");
        line.skipBlanks();
        int typeBegin = line.position();
        boolean isList = line.take('[');
        ValueType type = typeName(line);
        if (isList) {
            line.require(']', "write [" + type.written() + "]");
        }
        refuse(line, typeBegin, Predicate.problem(type, isList));
        Set<Directive> directives = EnumSet.noneOf(Directive.class);
        List<Index> indexes = new ArrayList<>();
        while (line.take('@')) {
            directive(line, type, isList, directives, indexes);
        }
        line.require('.', "end the declaration with a space and a dot");
        line.requireEnd("the dot");
        predicates.add(new Predicate(namespace, name, type, isList, directives, indexes));
    }

    private static void refuse(SchemaLine line, int position, @Nullable String problem) {
        if (problem != null) {
            throw line.fault(position, problem);
        }
    }

    private static void once(
            Map<String, Integer> seen, SchemaLine line, int begin, long namespace, String name) {
        Integer first = seen.putIfAbsent(SchemaNames.namespace(namespace) + name, line.number());
        if (first != null) {
            throw line.fault(
                    begin,
                    "found %s, which line %d declares already, expected it once; remove one"
                            .formatted(name, first));
        }
    }

    private static String predicateName(SchemaLine line) {
        line.skipBlanks();
        if (line.sees('<')) {
            return line.inAngles();
        }
        String name = line.name();
        if (name.isEmpty()) {
            throw line.unexpected("the name of a predicate", "write NAME or <NAME>");
        }
        return name;
    }

    private static ValueType typeName(SchemaLine line) {
        line.skipBlanks();
        int begin = line.position();
        String name = line.name();
        if (name.isEmpty()) {
            throw line.unexpected("the name of a type", "write one of " + typeNames());
        }
        ValueType type = ValueType.ofName(name);
        if (type != null) {
            return type;
        }
        if (name.endsWith(".") && ValueType.ofName(name.substring(0, name.length() - 1)) != null) {
            throw line.fault(
                    begin,
                    "found the type %s, expected a space before the dot; write %s ."
                            .formatted(name, name.substring(0, name.length() - 1)));
        }
        throw line.fault(
                begin, "found the type %s, expected one of %s".formatted(name, typeNames()));
    }

    private static String typeNames() {
        List<String> names = new ArrayList<>();
        for (ValueType type : ValueType.values()) {
            if (type != ValueType.OTHER) {
                names.add(type.written());
            }
        }
        return String.join(", ", names);
    }

    private static void directive(
            SchemaLine line,
            ValueType type,
            boolean isList,
            Set<Directive> directives,
            List<Index> indexes) {
        int begin = line.position() - 1;
        String name = line.letters();
        if (name.equals("index")) {
            line.require('(', "write @index(TOKENIZER)");
            do {
                indexes.add(index(line, type, indexes));
            } while (line.take(','));
            line.require(')', "write @index(TOKENIZER, TOKENIZER)");
            return;
        }
        Directive directive = Directive.ofName(name);
        if (directive == null) {
            throw line.fault(
                    begin,
                    ("found @%s, expected @index(...), @reverse, @count, @lang, @upsert, @unique or"
                                    + " @noconflict; remove it")
                            .formatted(name));
        }
        refuse(line, begin, Predicate.problem(type, isList, directive));
        directives.add(directive);
    }

    private static Index index(SchemaLine line, ValueType type, List<Index> before) {
        line.skipBlanks();
        int begin = line.position();
        String name = line.name();
        Tokenizer tokenizer = Tokenizer.ofName(name);
        if (tokenizer == null) {
            String expected = "a tokenizer of %s: %s".formatted(type.written(), tokenizers(type));
            throw name.isEmpty()
                    ? line.unexpected(expected, "write @index(TOKENIZER) or remove @index")
                    : line.fault(
                            begin, "found the tokenizer %s, expected %s".formatted(name, expected));
        }
        refuse(line, begin, Predicate.problem(type, before, tokenizer));
        Map<String, String> options = new TreeMap<>();
        if (tokenizer == Tokenizer.HNSW && line.take('(')) {
            do {
                option(line, options);
            } while (line.take(','));
            line.require(')', "write hnsw(NAME: \"VALUE\")");
        }
        return new Index(tokenizer, options);
    }

    private static void option(SchemaLine line, Map<String, String> options) {
        line.skipBlanks();
        int begin = line.position();
        String name = line.name();
        if (name.isEmpty()) {
            throw line.unexpected("the name of an option", "write NAME: \"VALUE\"");
        }
        line.require(':', "write " + name + ": \"VALUE\"");
        if (options.put(name, line.quoted()) != null) {
            throw line.fault(begin, "found the option %s twice; remove one".formatted(name));
        }
    }

    private static String tokenizers(ValueType type) {
        List<String> names = new ArrayList<>();
        for (Tokenizer tokenizer : Tokenizer.values()) {
            if (tokenizer.type() == type) {
                names.add(tokenizer.written());
            }
        }
        return names.isEmpty() ? "there is none" : String.join(", ", names);
    }

    private void type(SchemaLine line, long namespace) {
        int begin = line.position();
        String name = line.sees('<') ? line.inAngles() : line.name();
        String problem = SchemaNames.problem(name);
        if (problem != null) {
            throw line.fault(
                    begin,
                    "expected the name of a type of nodes: %s; write type NAME {"
                            .formatted(problem));
        }
        once(lineOfType, line, begin, namespace, name);
        line.require('{', "write type NAME {");
        line.requireEnd("{");
        List<String> fields = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        while (next < lines.length) {
            SchemaLine inner = nextLine();
            if (inner.isAtEnd()) {
                continue;
            }
            if (inner.take('}')) {
                inner.requireEnd("}");
                types.add(new TypeDefinition(namespace, name, fields));
                return;
            }
            field(inner, fields, seen);
        }
        throw line.fault(
                begin, "found no } for the type %s; add one on a line of its own".formatted(name));
    }

    private static void field(SchemaLine line, List<String> fields, Set<String> seen) {
        int begin = line.position();
        String name = predicateName(line);
        String problem = SchemaNames.problemOfField(name);
        if (problem != null) {
            throw line.fault(begin, "found <%s>: %s; rename it".formatted(name, problem));
        }
        if (!seen.add(name)) {
            throw line.fault(begin, "found the field %s twice; remove one".formatted(name));
        }
        if (line.take(':')) {
            oldFieldType(line);
        }
        line.requireEnd("a field");
        fields.add(name);
    }

    /** What older versions of Dgraph want behind a field: {@code [T!]!}. It says nothing. */
    private static void oldFieldType(SchemaLine line) {
        boolean isList = line.take('[');
        if (line.name().isEmpty()) {
            throw line.unexpected("the name of a type", "remove the colon");
        }
        line.take('!');
        if (isList) {
            line.require(']', "close the bracket");
            line.take('!');
        }
    }
}
