// What the page shows: the files with their links, the tree of folders, and the search over names.

const raw = JSON.parse(document.getElementById('data').textContent);

// Documents beside the code: by their own names, and in a folder whose name only ends in it, such as versioned_docs.
const DOCUMENTS = /[._-]docs\/|\.(md|mdx|rst|adoc)$/i;

const files = raw.files.map(([path, language, role, score, symbols], place) => {
  const cut = path.lastIndexOf('/') + 1;
  return {
    place, path, language, role, score, folder: path.slice(0, cut), name: path.slice(cut),
    aside: role !== 'source' || DOCUMENTS.test(path),
    symbols: symbols.map(([line, kind, name]) => ({line, kind, name})), uses: [], users: [],
  };
});
for (const [user, used, weight, names, count] of raw.links) {
  files[user].uses.push({file: files[used], weight, names, count});
  files[used].users.push({file: files[user], weight, names, count});
}
for (const file of files) file.users.sort((a, b) => b.weight - a.weight);
const best = files.length ? files[0].score || 1 : 1;

// The area of a file: by the square root, or the best ten would leave no room for the others.
const areaOf = file => Math.sqrt(file.score / best) + 0.02;

function makeTree() {
  const root = {name: '', path: '', children: [], folders: new Map()};
  for (const file of files) {
    let folder = root;
    for (const part of file.folder.split('/').slice(0, -1)) {
      let inner = folder.folders.get(part);
      if (!inner) {
        inner = {name: part, path: folder.path + part + '/', children: [], folders: new Map()};
        folder.folders.set(part, inner);
        folder.children.push(inner);
      }
      folder = inner;
    }
    folder.children.push({name: file.name, path: file.path, file});
  }
  return root;
}

// A folder that holds one folder and nothing else stands with it on one line: src/main/java.
function joinChains(folder) {
  if (!folder.children) return folder;
  while (folder.path && folder.children.length === 1 && folder.children[0].children) {
    const only = folder.children[0];
    Object.assign(folder, {name: folder.name + '/' + only.name, path: only.path, children: only.children});
  }
  folder.children.forEach(joinChains);
  return folder;
}

const tree = d3.hierarchy(joinChains(makeTree()), node => node.children)
  .sum(node => node.file ? areaOf(node.file) : 0)
  .sort((a, b) => b.value - a.value || (a.data.path < b.data.path ? -1 : 1));
tree.leaves().forEach(leaf => { if (leaf.data.file) leaf.data.file.leaf = leaf; });

// Hues go to the parts of the repository that a reader would name: the files at the top, with the folders too small to
// tell apart, and the largest folders, split while one is too large.
const HUES = [212, 28, 152, 266, 96, 340, 188, 48, 300, 10, 232, 130];
(function giveHues() {
  const groups = [tree], open = [tree];
  while (open.length && groups.length <= HUES.length) {
    const largest = open.reduce((a, b) => b.value > a.value ? b : a);
    if (largest !== tree && largest.value < tree.value / 5) break;
    open.splice(open.indexOf(largest), 1);
    const inner = (largest.children || []).filter(node => node.children && node.value > tree.value / 50);
    groups.push(...inner);
    open.push(...inner);
  }
  // a group's hue holds for what stands in it, until a group inside it has another
  groups.forEach((group, number) => group.each(node => { node.hue = HUES[number % HUES.length]; }));
})();

const allSymbols = files.flatMap(file => file.symbols.map(symbol => ({file, symbol, key: symbol.name.toLowerCase()})));
const pathKeys = files.map(file => file.path.toLowerCase());
const MOST_SYMBOLS = 1000; // that a search lists: nobody scrolls further, and a letter would match them all

// Files whose path holds every word, then symbols whose name does; the nearest to the words first, then by rank.
function searchFor(text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return {rows: files.map(file => ({file})), files: files.length, symbols: 0};
  const has = key => words.every(word => key.includes(word));
  const last = words[words.length - 1];
  const closeness = name => name === last || name.startsWith(last + '.') ? 0 : name.startsWith(last) ? 1 : name.includes(last) ? 2 : 3;
  const foundFiles = files.filter(file => has(pathKeys[file.place]))
    .map(file => ({file, close: closeness(file.name.toLowerCase())}));
  const foundSymbols = allSymbols.filter(({key}) => has(key)).map(({file, symbol, key}) => (
    {file, symbol, close: closeness(key.slice(key.lastIndexOf('.') + 1))}));
  const nearest = (a, b) => a.close - b.close || a.file.place - b.file.place;
  const symbols = foundSymbols.sort(nearest);
  const rows = foundFiles.sort(nearest).concat(symbols.slice(0, MOST_SYMBOLS));
  return {rows, files: foundFiles.length, symbols: symbols.length};
}

function pageOf(file) {
  const element = document.getElementById('p' + file.place);
  return element ? JSON.parse(element.textContent) : '';
}

const grouped = number => String(number).replace(/\B(?=(\d{3})+$)/g, '\u00a0');
const plural = (number, word) => `${grouped(number)} ${word}${number === 1 ? '' : 's'}`;
