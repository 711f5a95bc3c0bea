// Tells where names are defined, by Go's own type checker: reads "file\tline\tcolumn" lines, prints "file\tline" or "".
package main

import (
	"bufio"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

type loader struct {
	fset    *token.FileSet
	root    string
	module  string
	std     types.Importer
	done    map[string]*types.Package
	defined map[string]types.Object // "file:line:column" of a used name
}

func (l *loader) Import(path string) (*types.Package, error) {
	if p, ok := l.done[path]; ok {
		return p, nil
	}
	l.done[path] = types.NewPackage(path, filepath.Base(path))
	if path == l.module || strings.HasPrefix(path, l.module+"/") {
		dir := filepath.Join(l.root, strings.TrimPrefix(path, l.module))
		if p := l.check(path, dir, false); p != nil {
			l.done[path] = p
		}
	} else if !strings.Contains(strings.Split(path, "/")[0], ".") {
		if p, err := l.std.Import(path); err == nil {
			l.done[path] = p
		}
	}
	l.done[path].MarkComplete()
	return l.done[path], nil
}

func (l *loader) check(path, dir string, tests bool) *types.Package {
	parsed, _ := parser.ParseDir(l.fset, dir, func(info os.FileInfo) bool {
		return tests || !strings.HasSuffix(info.Name(), "_test.go")
	}, parser.SkipObjectResolution)
	var found *types.Package
	for name, pkg := range parsed {
		var files []*ast.File
		for _, f := range pkg.Files {
			files = append(files, f)
		}
		info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
		config := types.Config{Importer: l, Error: func(error) {}, FakeImportC: true}
		p, _ := config.Check(path, l.fset, files, info)
		if !strings.HasSuffix(name, "_test") && name != "main" || found == nil {
			found = p
		}
		for ident, object := range info.Uses {
			at := l.fset.Position(ident.Pos())
			l.defined[fmt.Sprintf("%s:%d:%d", at.Filename, at.Line, at.Column)] = object
		}
	}
	return found
}

func main() {
	root, _ := filepath.Abs(os.Args[1])
	l := &loader{fset: token.NewFileSet(), root: root, done: map[string]*types.Package{}, defined: map[string]types.Object{}}
	l.std = importer.ForCompiler(l.fset, "source", nil)
	text, _ := os.ReadFile(filepath.Join(root, "go.mod"))
	for _, line := range strings.Split(string(text), "\n") {
		if strings.HasPrefix(line, "module ") {
			l.module = strings.TrimSpace(line[7:])
		}
	}
	checked := map[string]bool{}
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		parts := strings.Split(lines.Text(), "\t")
		file := filepath.Join(root, parts[0])
		if dir := filepath.Dir(file); !checked[dir] {
			checked[dir] = true
			relative, _ := filepath.Rel(root, dir)
			l.check(strings.TrimSuffix(l.module+"/"+relative, "/."), dir, true)
		}
		column, _ := strconv.Atoi(parts[2])
		object := l.defined[fmt.Sprintf("%s:%s:%d", file, parts[1], column+1)]
		if object == nil {
			fmt.Println("")
		} else if at := l.fset.Position(object.Pos()); at.IsValid() {
			fmt.Printf("%s\t%d\n", at.Filename, at.Line)
		} else {
			fmt.Println("builtin\t0")
		}
	}
}
