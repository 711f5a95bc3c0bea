// The map: a treemap on a canvas. A cell is a file, its area its rank; lines join the chosen file with its links.

const MOST_LINES = 60; // drawn from a file at once, the heaviest: more are a blot, and all are listed beside

function makeMap({canvas, stage, tip, crumbs, choose, open}) {
  const pen = canvas.getContext('2d');
  let shown = tree; // the folder that fills the stage
  let chosen = null, hovered = null;
  let width = 0, height = 0;
  let colours = {};

  const dark = matchMedia('(prefers-color-scheme: dark)');
  function readColours() {
    const style = getComputedStyle(document.documentElement);
    for (const name of ['ink', 'soft', 'gap', 'user', 'used', 'panel']) colours[name] = style.getPropertyValue('--' + name);
  }

  function fillOf(node) {
    const file = node.data.file;
    if (node.children) return `hsl(${node.hue} 23% ${dark.matches ? 15 : 90}%)`;
    const strength = Math.sqrt(file.score / best);
    const light = dark.matches ? 24 + 18 * strength : 84 - 20 * strength;
    return `hsl(${node.hue} ${file.aside ? 10 : 46}% ${light}%)`;
  }

  function layout() {
    const box = stage.getBoundingClientRect();
    width = Math.max(1, Math.round(box.width));
    height = Math.max(1, Math.round(box.height));
    const scale = window.devicePixelRatio || 1;
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    // d3 lays out a whole tree, so the folder that is shown becomes the root of one of its own
    const copy = shown.copy();
    const roomy = node => node.x1 - node.x0 > 44 && node.y1 - node.y0 > 30;
    d3.treemap().size([width, height]).paddingInner(1)
      .paddingOuter(node => node.depth && node.x1 - node.x0 > 8 && node.y1 - node.y0 > 8 ? 2 : 0)
      .paddingTop(node => node.depth && roomy(node) ? 17 : node.depth ? 1 : 0)(copy);
    const originals = shown.descendants();
    copy.descendants().forEach((node, at) => {
      const {x0, y0, x1, y1} = node;
      Object.assign(originals[at], {x0, y0, x1, y1, labelled: Boolean(node.depth) && roomy(node)});
    });
  }

  const inside = node => node === shown || node.ancestors().includes(shown);
  const place = file => file.leaf && inside(file.leaf) ? file.leaf : null;
  const middle = node => [(node.x0 + node.x1) / 2, (node.y0 + node.y1) / 2];

  function label(text, node, y, size, weight, colour) {
    const room = node.x1 - node.x0 - 8;
    if (room < 24) return;
    pen.font = `${weight} ${size}px system-ui, "DejaVu Sans", sans-serif`;
    pen.fillStyle = colour;
    let written = text;
    if (pen.measureText(written).width > room) {
      const fits = Math.max(1, Math.floor(written.length * room / pen.measureText(written).width) - 1);
      if (fits < 3) return;
      written = written.slice(0, fits) + '…';
    }
    pen.fillText(written, node.x0 + 4, y);
  }

  function cell(node) {
    const w = node.x1 - node.x0, h = node.y1 - node.y0;
    if (w < 0.5 || h < 0.5) return;
    pen.fillStyle = fillOf(node);
    pen.fillRect(node.x0, node.y0, w, h);
    if (node.children) {
      if (node.labelled) label(node.data.name + '/', node, node.y0 + 9, 11, 600, colours.ink);
    } else if (w > 34 && h > 15) {
      const size = Math.min(14, Math.max(10, Math.sqrt(w * h) / 9));
      label(node.data.name, node, node.y0 + 6 + size / 2, size, node.data.file === chosen ? 700 : 400, colours.ink);
    }
  }

  function draw() {
    if (!width) return;
    pen.clearRect(0, 0, width, height);
    pen.fillStyle = colours.gap;
    pen.fillRect(0, 0, width, height);
    pen.textBaseline = 'middle';
    shown.each(node => { if (node !== shown) cell(node); });
    if (chosen) drawLinks(chosen);
    if (hovered && hovered !== chosen) outline(hovered, colours.ink, 1.5);
  }

  function drawLinks(file) {
    const from = place(file);
    pen.fillStyle = dark.matches ? 'rgb(15 17 20 / 45%)' : 'rgb(251 250 247 / 55%)';
    if (file.uses.length || file.users.length) pen.fillRect(0, 0, width, height);
    for (const [links, colour] of [[file.users, colours.user], [file.uses, colours.used]]) {
      const seen = links.map(link => [link, place(link.file)]).filter(([, node]) => node);
      for (const [, node] of seen) {
        cell(node);
        outline(node.data.file, colour, 1.25);
      }
      if (!from) continue;
      const heaviest = links[0] ? links[0].weight : 1;
      for (const [link, node] of seen.slice(0, MOST_LINES)) {
        const [ax, ay] = middle(from), [bx, by] = middle(node);
        pen.strokeStyle = colour;
        pen.globalAlpha = 0.35 + 0.5 * Math.min(1, link.weight / heaviest);
        pen.lineWidth = 1 + 2 * Math.sqrt(Math.min(1, link.weight / heaviest));
        pen.beginPath();
        pen.moveTo(ax, ay);
        pen.quadraticCurveTo((ax + bx) / 2 + (by - ay) * 0.12, (ay + by) / 2 - (bx - ax) * 0.12, bx, by);
        pen.stroke();
        pen.globalAlpha = 1;
      }
    }
    if (from) {
      cell(from);
      outline(file, colours.ink, 3);
    }
  }

  function outline(file, colour, line) {
    const node = place(file);
    if (!node) return;
    pen.strokeStyle = colour;
    pen.lineWidth = line;
    pen.strokeRect(node.x0 + line / 2, node.y0 + line / 2,
      Math.max(2, node.x1 - node.x0 - line), Math.max(2, node.y1 - node.y0 - line));
  }

  function at(x, y) {
    let node = shown;
    for (;;) {
      const inner = (node.children || []).find(n => x >= n.x0 && x <= n.x1 && y >= n.y0 && y <= n.y1);
      if (!inner) return node;
      node = inner;
    }
  }

  const pointed = event => {
    const box = canvas.getBoundingClientRect();
    return at(event.clientX - box.left, event.clientY - box.top);
  };

  function showCrumbs() {
    crumbs.replaceChildren();
    for (const node of shown.ancestors().reverse()) {
      if (crumbs.childNodes.length) crumbs.append('/');
      const button = document.createElement('button');
      button.textContent = node === tree ? raw.title : node.data.name;
      if (node === shown) button.setAttribute('aria-current', 'true');
      button.onclick = () => show(node);
      crumbs.append(button);
    }
    const told = document.createElement('span');
    told.textContent = ` · ${plural(shown.leaves().length, 'file')}`;
    crumbs.append(told);
  }

  function show(node) {
    shown = node.children ? node : node.parent || tree;
    layout();
    showCrumbs();
    draw();
  }

  // The nearest cell whose middle lies in the direction: a step to the side costs twice a step ahead.
  function neighbour(dx, dy) {
    const from = chosen && place(chosen);
    const leaves = shown.leaves().filter(node => node.data.file);
    if (!from) return leaves.length ? leaves.reduce((a, b) => a.data.file.score >= b.data.file.score ? a : b) : null;
    const [x, y] = middle(from);
    let nearest = null, least = Infinity;
    for (const node of leaves) {
      const [nx, ny] = middle(node);
      const ahead = (nx - x) * dx + (ny - y) * dy, aside = Math.abs((nx - x) * dy) + Math.abs((ny - y) * dx);
      if (ahead > 0.5 && ahead + 2 * aside < least) [nearest, least] = [node, ahead + 2 * aside];
    }
    return nearest;
  }

  function deeper() {
    const way = chosen && place(chosen) ? place(chosen).ancestors() : [];
    const next = way[way.indexOf(shown) - 1];
    if (next && next.children) show(next);
  }

  const MOVES = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
  canvas.addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (MOVES[event.key]) {
      const node = neighbour(...MOVES[event.key]);
      if (node) choose(node.data.file);
    } else if (event.key === 'Enter' && chosen) open(chosen);
    else if (event.key === '+' || event.key === '=') deeper();
    else if ((event.key === '-' || event.key === 'Backspace' || event.key === 'Escape') && shown.parent) show(shown.parent);
    else return;
    event.preventDefault();
  });
  canvas.addEventListener('click', event => {
    const node = pointed(event);
    if (node.data.file) choose(node.data.file);
    else if (node !== shown) show(node);
  });
  canvas.addEventListener('dblclick', event => {
    const way = pointed(event).ancestors();
    const next = way[way.indexOf(shown) - 1];
    if (next && next.children) show(next);
  });
  canvas.addEventListener('pointermove', event => {
    const node = pointed(event);
    const file = node.data.file || null;
    tip.hidden = node === shown || event.pointerType === 'touch';
    tip.textContent = file ? `${file.path} · rank ${grouped(file.place + 1)}`
      : `${node.data.path} · ${plural(node.leaves().length, 'file')} · click to open`;
    const box = canvas.getBoundingClientRect(), x = event.clientX - box.left, y = event.clientY - box.top;
    tip.style.left = Math.max(0, Math.min(x + 12, width - tip.offsetWidth - 4)) + 'px';
    tip.style.top = (y + 40 > height ? y - 34 : y + 16) + 'px';
    if (file !== hovered) { hovered = file; draw(); }
  });
  canvas.addEventListener('pointerleave', () => { tip.hidden = true; hovered = null; draw(); });
  dark.addEventListener('change', () => { readColours(); draw(); });
  new ResizeObserver(() => { if (stage.clientWidth) { layout(); draw(); } }).observe(stage);
  readColours();

  return {
    show,
    select(file) {
      chosen = file;
      if (file && !place(file)) show(tree);
      else draw();
    },
  };
}
