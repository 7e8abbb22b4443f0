import { brief, count, moment, sentence, span } from './words.js';

const MOST_ROWS = 100;

/** What the drawing shows, in words and numbers. */
export class Tables {
  constructor(elements, model, select) {
    this.elements = elements;
    this.model = model;
    this.select = select;
    this.logged = -1;
  }

  draw(unit) {
    const { picture } = this.model;
    const { look } = this.model;
    const e = this.elements;
    e.meshFacts.textContent = `${count(picture.nodes.size, 'node')}, ${count(picture.links.size, 'link')}`;
    if (!look) return;
    const now = this.model.t;
    const of = look.permits > 0 ? ` of ${look.permits}` : '';
    e.holdersFacts.textContent = `${look.out}${of} permits out`;
    e.waitersFacts.textContent = count(look.waiting, 'request');
    this.#fill(e.holders, look.holders, 'nobody', (hold) => [
      this.#name(hold.n, true), hold.slots?.length ? `${hold.h} (${hold.slots.join(', ')})` : hold.h, hold.p ?? '–', since(hold.since, now, unit),
    ]);
    this.#fill(e.waiters, look.queue, 'nobody', (request) => [
      this.#name(request.n, true), request.h, request.p ?? '–', since(request.asked, now, unit),
    ]);
    this.#urgency(unit);
    this.#log(unit);
  }

  /** The table of all nodes; slower, and not needed as often. */
  drawNodes(pool) {
    const { picture } = this.model;
    const places = this.model.look?.places ?? new Map();
    const neighbours = new Map();
    for (const { a, b } of picture.links.values()) {
      push(neighbours, a, b);
      push(neighbours, b, a);
    }
    const nodes = [...picture.nodes.keys()].sort((a, b) => a - b);
    this.elements.nodesFacts.textContent = nodes.length > MOST_ROWS ? `the first ${MOST_ROWS} of ${nodes.length}` : '';
    this.#fill(this.elements.nodeRows, nodes, 'none', (n) => {
      const place = places.get(n);
      const names = (neighbours.get(n) ?? []).sort((a, b) => a - b).map((other) => picture.name(other));
      const list = names.length > 12 ? `${names.slice(0, 12).join(', ')} and ${names.length - 12} more` : names.join(', ');
      return [this.#name(n, false), place?.tokens > 0 ? 'here' : '', this.model.votes(n, pool) ? 'yes' : '', place?.held || '', place?.waits || '', list || 'nobody'];
    });
  }

  /** Puts rows into a table, with as few changes as possible: somebody may be reading it. */
  #fill(body, items, nothing, cells) {
    const rows = items.slice(0, MOST_ROWS);
    if (rows.length === 0) {
      if (body.dataset.empty !== 'true') body.replaceChildren(emptyRow(nothing));
      body.dataset.empty = 'true';
      return;
    }
    if (body.dataset.empty === 'true') body.replaceChildren();
    body.dataset.empty = 'false';
    while (body.rows.length > rows.length) body.deleteRow(-1);
    rows.forEach((item, i) => this.#row(body, i, cells(item)));
  }

  #row(body, i, values) {
    const head = body.parentElement.tHead.rows[0].cells;
    const row = body.rows[i] ?? body.insertRow();
    values.forEach((value, column) => {
      const cell = row.cells[column] ?? row.insertCell();
      cell.className = head[column].className;
      if (value?.node !== undefined) this.#nameCell(cell, value);
      else if (cell.textContent !== String(value)) cell.textContent = String(value);
    });
  }

  #name(node, marked) {
    return { node, marked };
  }

  #nameCell(cell, { node, marked }) {
    const name = this.model.picture.name(node);
    let button = cell.querySelector('button');
    if (!button) {
      if (marked) cell.append(Object.assign(document.createElement('i'), { className: 'mark' }));
      button = Object.assign(document.createElement('button'), { type: 'button' });
      button.addEventListener('click', () => this.select(Number(button.dataset.node)));
      cell.append(button);
    }
    button.dataset.node = node;
    if (button.textContent !== name) button.textContent = name;
  }

  #urgency(unit) {
    const groups = this.model.charts.groups();
    const longest = Math.max(1e-9, ...groups.map((group) => group.mean));
    const body = this.elements.urgency;
    while (body.rows.length > groups.length) body.deleteRow(-1);
    groups.forEach(({ label, grants, mean }, i) => {
      const row = body.rows[i] ?? barRow(body);
      row.cells[0].textContent = label;
      row.cells[1].textContent = grants.toLocaleString('en');
      const cell = row.cells[2].firstChild;
      cell.firstChild.style.width = `${(70 * mean) / longest}%`;
      cell.lastChild.textContent = span(mean, unit) || brief(mean);
    });
  }

  #log(unit) {
    if (this.logged === this.model.logged && this.model.log.length > 0) return;
    this.logged = this.model.logged;
    const lines = this.model.log.slice(-40).reverse().map((event) => [event, sentence(event, this.model.picture)]);
    this.elements.log.replaceChildren(
      ...lines.filter(([, words]) => words).map(([event, words]) => {
        const item = document.createElement('li');
        item.append(Object.assign(document.createElement('time'), { textContent: moment(event.t, 20, unit) }), words);
        return item;
      }),
    );
  }
}

/** How long ago; a dash if nobody knows. */
function since(t, now, unit) {
  return t === undefined ? '–' : span(Math.max(0, now - t), unit);
}

function push(map, key, value) {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

function emptyRow(words) {
  const row = document.createElement('tr');
  row.className = 'none';
  row.append(Object.assign(document.createElement('td'), { textContent: words, colSpan: 5 }));
  return row;
}

function barRow(body) {
  const row = body.insertRow();
  row.insertCell().className = 'number';
  row.insertCell().className = 'number';
  const cell = Object.assign(document.createElement('div'), { className: 'bar-cell' });
  cell.append(Object.assign(document.createElement('span'), { className: 'bar' }), document.createElement('span'));
  row.insertCell().append(cell);
  return row;
}
