// The list beside the map: only the rows in sight are in the document, so that a hundred thousand cost nothing.

const SPARE = 6; // rows beyond the edge, so that a quick scroll shows no gap

function makeList({list, choose}) {
  let rows = [], at = -1;
  const spacer = document.createElement('div');
  list.append(spacer);
  const height = () => parseInt(getComputedStyle(list).getPropertyValue('--row'), 10);

  function element(className, text) {
    const made = document.createElement('span');
    made.className = className;
    made.textContent = text;
    return made;
  }

  function rowOf(number, size) {
    const {file, symbol} = rows[number];
    const row = document.createElement('div');
    row.className = 'row';
    row.id = 'row' + number;
    row.setAttribute('role', 'option');
    row.setAttribute('aria-selected', String(number === at));
    row.setAttribute('aria-posinset', String(number + 1));
    row.setAttribute('aria-setsize', String(rows.length));
    row.style.top = number * size + 'px';
    row.title = symbol ? `${symbol.kind} ${symbol.name} in ${file.path}:${symbol.line}` : file.path;
    if (symbol) {
      row.append(element('kind', symbol.kind), element('name', symbol.name), element('where', file.name));
    } else {
      const meter = element('meter', ''), bar = document.createElement('i');
      bar.style.width = Math.max(4, 100 * Math.sqrt(file.score / best)) + '%';
      meter.append(bar);
      row.append(meter, element('name', file.name), element('where', file.folder));
    }
    row.addEventListener('click', () => { at = number; choose(rows[number]); draw(); });
    return row;
  }

  function draw() {
    const size = height();
    spacer.style.height = rows.length * size + 'px';
    const first = Math.max(0, Math.floor(list.scrollTop / size) - SPARE);
    const last = Math.min(rows.length, Math.ceil((list.scrollTop + list.clientHeight) / size) + SPARE);
    const made = [spacer];
    for (let number = first; number < last; number++) made.push(rowOf(number, size));
    list.replaceChildren(...made);
    const active = at >= first && at < last ? 'row' + at : '';
    for (const owner of [list, document.getElementById('search')]) {
      if (active) owner.setAttribute('aria-activedescendant', active);
      else owner.removeAttribute('aria-activedescendant');
    }
  }

  function move(to) {
    if (!rows.length) return;
    at = Math.max(0, Math.min(rows.length - 1, to));
    const size = height();
    if (at * size < list.scrollTop) list.scrollTop = at * size;
    if ((at + 1) * size > list.scrollTop + list.clientHeight) list.scrollTop = (at + 1) * size - list.clientHeight;
    draw();
  }

  // Moves the mark for a key; returns whether the key was one of the list's. Enter opens what is marked.
  function key(event, open) {
    const page = Math.max(1, Math.floor(list.clientHeight / height()) - 1);
    const steps = {ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + page, PageUp: at - page};
    if (event.key in steps) move(steps[event.key]);
    else if (event.key === 'Home' && event.target === list) move(0);
    else if (event.key === 'End' && event.target === list) move(rows.length - 1);
    else if (event.key === 'Enter' && rows.length) { move(at); open(rows[at]); }
    else return false;
    event.preventDefault();
    return true;
  }

  list.addEventListener('scroll', draw, {passive: true});
  new ResizeObserver(draw).observe(list);

  return {
    key,
    fill(found) { rows = found; at = -1; list.scrollTop = 0; draw(); },
    mark(file) { const found = rows.findIndex(row => row.file === file && !row.symbol); if (found >= 0) move(found); },
  };
}
