// Put the parts together: one file is chosen at a time, and the list, the map and the panel follow it.

const part = id => document.getElementById(id);
const main = document.querySelector('main'), search = part('search');

function turnTo(pane) {
  main.dataset.shown = pane;
  for (const button of part('panes').children) button.setAttribute('aria-pressed', String(button.dataset.pane === pane));
}

function choose(file, line = 0) {
  map.select(file);
  detail.show(file, line);
  part('told').textContent = `${file.path}, rank ${file.place + 1}, used by ${file.users.length}, uses ${file.uses.length}`;
  history.replaceState(null, '', '#' + encodeURIComponent(file.path));
}

function open(file, line = 0) {
  choose(file, line);
  turnTo('detail');
  part('detail').focus({preventScroll: true});
}

const list = makeList({
  list: part('list'),
  choose: row => { choose(row.file, row.symbol ? row.symbol.line : 0); if (isNarrow()) turnTo('detail'); },
});
const detail = makeDetail({panel: part('detail'), choose: file => { choose(file); list.mark(file); }});
const map = makeMap({
  canvas: part('canvas'), stage: part('stage'), tip: part('tip'), crumbs: part('crumbs'), open,
  choose: file => { choose(file); list.mark(file); },
});
const isNarrow = () => getComputedStyle(part('panes')).display !== 'none';

function fill() {
  const found = searchFor(search.value);
  list.fill(found.rows);
  part('count').textContent = search.value.trim()
    ? `${plural(found.files, 'file')}, ${plural(found.symbols, 'symbol')}`
    : `${plural(found.files, 'file')} by rank`;
}

search.addEventListener('input', () => { fill(); if (isNarrow()) turnTo('files'); });
search.addEventListener('keydown', event => {
  if (event.key === 'Escape' && search.value) { search.value = ''; fill(); event.preventDefault(); }
  else list.key(event, row => open(row.file, row.symbol ? row.symbol.line : 0));
});
part('list').addEventListener('keydown', event => list.key(event, row => open(row.file, row.symbol ? row.symbol.line : 0)));
document.addEventListener('keydown', event => {
  if (event.key === '/' && event.target !== search && !event.ctrlKey && !event.metaKey) {
    search.focus();
    search.select();
    event.preventDefault();
  }
});
part('panes').addEventListener('click', event => { if (event.target.dataset.pane) turnTo(event.target.dataset.pane); });

const count = files.reduce((sum, file) => sum + file.symbols.length, 0);
part('facts').textContent = `${plural(files.length, 'file')} · ${plural(count, 'symbol')} · ${plural(raw.links.length, 'link')}`;
for (const [name, text] of [['user', 'uses the chosen file'], ['used', 'is used by it'],
  ['push', 'area: rank · paler: tests, documents, examples']]) {
  const item = document.createElement('span');
  item.className = name;
  item.append(document.createElement('i'), text);
  if (name === 'push') item.firstChild.remove();
  part('legend').append(item);
}
turnTo('map');
fill();
map.show(tree);
detail.welcome();
const asked = files.find(file => '#' + encodeURIComponent(file.path) === location.hash);
if (asked) { choose(asked); list.mark(asked); }
