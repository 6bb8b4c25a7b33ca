package sluice.house;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Circles of files: sets in which each file uses every other one, directly or through more. */
final class FileCircles {
    private static Map<String, Set<String>> usesInMain = Map.of();

    private final Map<String, Set<String>> uses;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final Map<String, Integer> lows = new HashMap<>();
    private final Deque<String> open = new ArrayDeque<>();
    private final List<Set<String>> circles = new ArrayList<>();

    private FileCircles(Map<String, Set<String>> uses) {
        this.uses = uses;
    }

    /** The circles of two files or more among {@code uses}, by Tarjan's algorithm. */
    static List<Set<String>> of(Map<String, Set<String>> uses) {
        FileCircles circles = new FileCircles(uses);
        for (String file : uses.keySet()) {
            if (!circles.numbers.containsKey(file)) {
                circles.visit(file);
            }
        }
        return circles.circles;
    }

    /** Which main file of the project uses which; read once. */
    static synchronized Map<String, Set<String>> inMain() {
        if (usesInMain.isEmpty()) {
            usesInMain = uses(House.classes("classes"));
        }
        return usesInMain;
    }

    /** Which file uses which: nested classes belong to the file of the outermost one. */
    private static Map<String, Set<String>> uses(JavaClasses classes) {
        Map<String, Set<String>> uses = new TreeMap<>();
        for (JavaClass from : classes) {
            Set<String> used = uses.computeIfAbsent(file(from.getName()), _ -> new TreeSet<>());
            from.getDirectDependenciesFromSelf().stream()
                    .map(dependency -> dependency.getTargetClass().getBaseComponentType())
                    .filter(to -> classes.contain(to.getName()))
                    .map(to -> file(to.getName()))
                    .filter(to -> !to.equals(file(from.getName())))
                    .forEach(used::add);
        }
        return uses;
    }

    private static String file(String className) {
        int nested = className.indexOf('$');
        return nested < 0 ? className : className.substring(0, nested);
    }

    private void visit(String file) {
        int number = numbers.size();
        numbers.put(file, number);
        lows.put(file, number);
        open.push(file);
        for (String used : uses.getOrDefault(file, Set.of())) {
            if (!numbers.containsKey(used)) {
                visit(used);
                lows.merge(file, lows.get(used), Math::min);
            } else if (open.contains(used)) {
                lows.merge(file, numbers.get(used), Math::min);
            }
        }
        if (lows.get(file) == number) {
            Set<String> circle = new TreeSet<>();
            String member;
            do {
                member = open.pop();
                circle.add(member);
            } while (!member.equals(file));
            if (circle.size() > 1) {
                circles.add(circle);
            }
        }
    }
}
