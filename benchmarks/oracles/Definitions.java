import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;
import javax.lang.model.element.*;
import javax.tools.*;

/** Tells where names are defined, by javac: reads "file\tline\tcolumn" lines, prints "file\tline" or "". */
public class Definitions {
    public static void main(String[] arguments) throws Exception {
        Path root = Path.of(arguments[0]).toRealPath();
        List<Path> files;
        try (Stream<Path> walk = Files.walk(root)) {
            files = walk.filter(p -> p.toString().endsWith(".java") && !p.toString().contains("module-info")).collect(Collectors.toList());
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StandardJavaFileManager manager = compiler.getStandardFileManager(d -> { }, null, StandardCharsets.UTF_8);
        JavacTask task = (JavacTask) compiler.getTask(null, manager, d -> { },
            List.of("-proc:none", "--should-stop=ifError=FLOW", "-Xmaxerrs", "1"), null, manager.getJavaFileObjectsFromPaths(files));
        Trees trees = Trees.instance(task);
        List<CompilationUnitTree> units = new ArrayList<>();
        task.parse().forEach(units::add);
        task.analyze();
        Map<String, String> found = new HashMap<>();
        for (CompilationUnitTree unit : units) {
            String source = unit.getSourceFile().getCharContent(true).toString();
            LineMap map = unit.getLineMap();
            new TreePathScanner<Void, Void>() {
                private void keep(Tree tree, String name, Element element, boolean last) {
                    if (element == null) return;
                    long start = trees.getSourcePositions().getStartPosition(unit, tree);
                    long end = trees.getSourcePositions().getEndPosition(unit, tree);
                    if (start < 0 || end < 0) return;
                    int at = last ? source.lastIndexOf(name, (int) end) : (int) start;
                    if (at < 0) return;
                    TreePath place = trees.getPath(element);
                    String answer = element.asType().getKind() == javax.lang.model.type.TypeKind.ERROR ? "" : "outside\t0";
                    if (place != null) {
                        CompilationUnitTree other = place.getCompilationUnit();
                        long begin = trees.getSourcePositions().getStartPosition(other, place.getLeaf());
                        answer = Path.of(other.getSourceFile().toUri()) + "\t" + other.getLineMap().getLineNumber(Math.max(0, named(other, place, element, begin)));
                    }
                    String key = root.relativize(Path.of(unit.getSourceFile().toUri())) + "\t" + map.getLineNumber(at) + "\t" + name;
                    found.putIfAbsent(key, answer);
                }
                private long named(CompilationUnitTree other, TreePath place, Element element, long begin) {
                    try {
                        String text = other.getSourceFile().getCharContent(true).toString();
                        String name = element.getKind() == ElementKind.CONSTRUCTOR
                            ? element.getEnclosingElement().getSimpleName().toString() : element.getSimpleName().toString();
                        Tree modifiers = place.getLeaf() instanceof ClassTree ? ((ClassTree) place.getLeaf()).getModifiers()
                            : place.getLeaf() instanceof MethodTree ? ((MethodTree) place.getLeaf()).getModifiers()
                            : place.getLeaf() instanceof VariableTree ? ((VariableTree) place.getLeaf()).getModifiers() : null;
                        long from = modifiers == null ? begin : Math.max(begin, trees.getSourcePositions().getEndPosition(other, modifiers));
                        java.util.regex.Matcher word = java.util.regex.Pattern.compile("\\b" + java.util.regex.Pattern.quote(name) + "\\b").matcher(text);
                        return word.find((int) from) ? word.start() : begin;
                    } catch (java.io.IOException error) {
                        return begin;
                    }
                }
                @Override public Void visitIdentifier(IdentifierTree tree, Void nothing) {
                    keep(tree, tree.getName().toString(), trees.getElement(getCurrentPath()), false);
                    return super.visitIdentifier(tree, nothing);
                }
                @Override public Void visitMemberSelect(MemberSelectTree tree, Void nothing) {
                    keep(tree, tree.getIdentifier().toString(), trees.getElement(getCurrentPath()), true);
                    return super.visitMemberSelect(tree, nothing);
                }
            }.scan(unit, null);
        }
        for (String line : (Iterable<String>) new java.io.BufferedReader(new java.io.InputStreamReader(System.in)).lines()::iterator) {
            String[] parts = line.split("\t");
            System.out.println(found.getOrDefault(parts[0] + "\t" + parts[1] + "\t" + parts[3], ""));
        }
    }
}
