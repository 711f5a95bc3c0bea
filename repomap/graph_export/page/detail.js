// The panel of one file: its symbols, its pseudocode, who uses it and what it uses.

const VALUES = new Set(['field', 'member', 'constant', 'variable', 'property']); // said in one line, like a step

function makeDetail({panel, choose}) {
  let current = null, tab = 'pseudocode';

  function make(tag, className, ...inside) {
    const made = document.createElement(tag);
    if (className) made.className = className;
    made.append(...inside);
    return made;
  }

  function symbols(file) {
    if (!file.symbols.length) return make('p', 'empty', 'No definitions.');
    return make('ul', '', ...file.symbols.map(symbol => {
      const item = make('button', 'item', make('span', 'line', String(symbol.line)), make('span', 'kind', symbol.kind),
        make('span', 'name', symbol.name));
      item.onclick = () => { tab = 'pseudocode'; show(file, symbol.line); };
      return make('li', '', item);
    }));
  }

  // A line of pseudocode as it is in the mirror: the source's line, two blanks, the indented text.
  function pseudocode(file, line) {
    const text = pageOf(file);
    if (!text) return make('p', 'empty', 'No pseudocode.');
    const kinds = new Map(file.symbols.map(symbol => [String(symbol.line), symbol.kind]));
    const code = make('div', 'code');
    for (const row of text.replace(/\n$/, '').split('\n')) {
      const [, number, indent, said] = /^(\d+)  ( *)(.*)$/.exec(row) || [null, '', '', row];
      const kind = number ? kinds.get(number) || '' : 'head';
      kinds.delete(number);
      const [, signature, doc] = (kind && number && /^(.*?\S) {2,}(\S.*)$/.exec(said)) || [null, said, ''];
      const written = make('span', 'text', signature, ...doc ? [make('small', '', doc)] : []);
      written.style.marginLeft = indent.length + 'ch';
      const made = make('div', kind === 'head' ? 'head' : !kind || VALUES.has(kind) ? '' : 'defined',
        make('span', 'line', number), written);
      if (line && number === String(line)) { made.classList.add('here'); line = 0; }
      code.append(made);
    }
    return code;
  }

  function links(found, none) {
    if (!found.length) return make('p', 'empty', none);
    return make('ul', '', ...found.map(({file, weight, names, count}) => {
      const bar = make('i', '');
      bar.style.width = Math.max(6, 100 * Math.min(1, weight / found[0].weight)) + '%';
      const more = count > names.length ? ` and ${count - names.length} more` : '';
      const item = make('button', 'item', make('span', 'meter', bar),
        make('span', 'name', file.path, make('small', '', names.join(', ') + more)));
      item.onclick = () => choose(file);
      return make('li', '', item);
    }));
  }

  const TABS = {
    symbols: {title: file => `Symbols ${grouped(file.symbols.length)}`, fill: symbols},
    pseudocode: {title: () => 'Pseudocode', fill: pseudocode},
    users: {title: file => `Used by ${grouped(file.users.length)}`, fill: file => links(file.users, 'No other file uses it.')},
    uses: {title: file => `Uses ${grouped(file.uses.length)}`, fill: file => links(file.uses, 'It uses no other file.')},
  };

  function show(file, line = 0) {
    current = file;
    const about = make('div', 'about',
      make('h2', '', make('small', '', file.folder || ' '), file.name),
      make('p', '', [`rank ${grouped(file.place + 1)} of ${grouped(files.length)}`, file.language,
        ...file.role === 'source' ? [] : [file.role]].join(' · ')));
    const tabs = make('div', '');
    tabs.setAttribute('role', 'tablist');
    const names = Object.keys(TABS);
    for (const name of names) {
      const button = make('button', '', TABS[name].title(file));
      button.id = 'tab-' + name;
      button.setAttribute('role', 'tab');
      button.setAttribute('aria-selected', String(name === tab));
      button.setAttribute('aria-controls', 'panel');
      button.tabIndex = name === tab ? 0 : -1;
      button.onclick = () => turn(name);
      button.onkeydown = event => {
        const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
        if (step) turn(names[(names.indexOf(name) + step + names.length) % names.length]);
      };
      tabs.append(button);
    }
    const body = make('div', '', TABS[tab].fill(file, line));
    body.id = 'panel';
    body.tabIndex = 0;
    body.setAttribute('role', 'tabpanel');
    body.setAttribute('aria-labelledby', 'tab-' + tab);
    panel.replaceChildren(about, tabs, body);
    panel.setAttribute('aria-label', 'Details of ' + file.path);
    const here = body.querySelector('.here');
    if (here) here.scrollIntoView({block: 'center'});
  }

  function turn(name) {
    tab = name;
    show(current);
    document.getElementById('tab-' + name).focus();
  }

  function welcome() {
    const keys = [['/', 'search files and symbols'], ['↑ ↓', 'move in the list, or on the map with ← →'],
      ['Enter', 'open what is marked'], ['+ −', 'into a folder of the map, and out of it']];
    const list = make('dl', '');
    for (const [key, does] of keys) list.append(make('dt', '', make('kbd', '', key)), make('dd', '', does));
    panel.replaceChildren(make('div', 'about', make('h2', '', 'Choose a file'),
      make('p', '', 'A cell is a file; its area grows with its rank, which is how much the rest stands on it.'
        + ' A click shows what uses it and what it uses, its symbols and its pseudocode.'), list));
  }

  return {show, welcome};
}
