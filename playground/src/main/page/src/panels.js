import { brief } from './shared/words.js';
import { algorithm } from './engine.js';

const MOST_ROWS = 200;
const MOST_NEWS = 150;

const $ = (id) => document.getElementById(id);

function element(tag, words, properties = {}) {
  const made = Object.assign(document.createElement(tag), properties);
  if (words !== undefined) made.textContent = words;
  return made;
}

/** Replaces the rows of a table only if they say something else: focus and scrolling stay. */
function rows(body, key, make) {
  if (body.dataset.key === key) return;
  body.dataset.key = key;
  body.replaceChildren(...make());
}

function none(columns, words) {
  const row = element('tr', undefined, { className: 'none' });
  row.append(element('td', words, { colSpan: columns }));
  return [row];
}

/** Tables, figures and words: everything that is on the page besides the meshes. */
export class Panels {
  constructor(app) {
    this.app = app;
    this.news = [];
  }

  clear() {
    this.news = [];
    $('log').replaceChildren();
  }

  /** Takes what the scenes have to tell. */
  collect() {
    const { scenes } = this.app;
    scenes.forEach((scene, side) => {
      for (const [t, , words] of scene.news) this.news.push([t, side, words.trim()]);
      scene.news = [];
    });
    if (this.news.length > MOST_NEWS) this.news.splice(0, this.news.length - MOST_NEWS);
  }

  show() {
    this.#requests('holding');
    this.#requests('waiting');
    this.#tokens();
    this.#log();
    this.#node();
    this.app.scenes.forEach((scene, side) => this.#figures(scene, side));
  }

  #figures(scene, side) {
    const { tally, held, permits } = scene.view;
    const figures = [
      ['permits out', `${held} of ${permits}`],
      ['entries', String(tally.entries)],
      ['messages per entry', tally.entries ? brief((tally.hops || tally.messages) / tally.entries) : '–'],
    ];
    if (tally.waited !== undefined) {
      figures.push(['mean wait', tally.entries ? brief(tally.waited / tally.entries) : '–'], ['longest', brief(tally.longest)]);
    }
    const list = document.querySelector(`#pane-${side} .figures`);
    const key = JSON.stringify(figures);
    if (list.dataset.key !== key) {
      list.dataset.key = key;
      list.replaceChildren(
        ...figures.map(([name, value]) => {
          const pair = element('div');
          pair.append(element('dt', name), element('dd', value));
          return pair;
        }),
      );
    }
    const verdict = document.querySelector(`#pane-${side} .verdict`);
    const { problem } = scene;
    const words = problem?.words ?? '';
    if (verdict.dataset.words !== words) {
      verdict.dataset.words = words;
      verdict.hidden = !problem;
      verdict.dataset.bad = String(problem?.bad ?? false);
      verdict.replaceChildren(element('span', words));
      if (scene.kind === 'world' && scene.view.broken) {
        verdict.append(element('button', 'Go on anyway', { type: 'button', onclick: () => this.app.goOn() }));
      }
    }
  }

  #where(side) {
    return side === 0 ? 'left' : 'right';
  }

  #requests(which) {
    const lines = [];
    this.app.scenes.forEach((scene, side) => {
      for (const each of scene.view[which]) {
        const since = scene.kind === 'world' ? brief(Math.max(0, scene.t - each.since)) : '';
        lines.push([side, each.node, scene.name(each.node), each.permits, each.priority ?? '', since]);
      }
    });
    $('holding-facts').textContent = this.app.scenes.map((scene) => `${scene.view.held} of ${scene.view.permits}`).join(' | ');
    rows($(which), JSON.stringify(lines), () =>
      lines.length === 0
        ? none(5, 'nobody')
        : lines.slice(0, MOST_ROWS).map(([side, node, name, permits, priority, since]) => {
            const row = element('tr');
            row.append(element('td', this.#where(side), { className: 'side' }), this.#nodeCell(node, name));
            for (const value of [permits, priority, since]) row.append(element('td', String(value), { className: 'number' }));
            return row;
          }),
    );
  }

  #nodeCell(node, name) {
    const cell = element('td');
    cell.append(element('button', name, { type: 'button', ariaLabel: `node ${name}`, onclick: () => this.app.select(node) }));
    return cell;
  }

  /** Who has tokens, with what they say of themselves: the ledger among it; and what is registered where. */
  #tokens() {
    const lines = [];
    this.app.scenes.forEach((scene, side) => {
      const holders = [...scene.places].filter(([, place]) => place.tokens > 0);
      for (const [node, place] of holders.slice(0, 12)) {
        const count = place.tokens > 1 ? `${place.tokens} tokens; ` : '';
        lines.push([side, node, scene.name(node), count + ledger(scene.describe(node))]);
      }
      if (holders.length === 0 && algorithm(scene.facts.algorithm.split(' ')[0])) {
        const flying = scene.view.flights.find((flight) => (scene.kind === 'world' ? flight[5] > 0 : flight[2].startsWith('TOKEN')));
        if (flying) lines.push([side, flying[0], scene.name(flying[0]), `on its way: ${flying.at(-1)}`]);
      }
      if (scene.view.nodes <= 60) {
        for (const [from, to, ...keys] of scene.inside().registered) {
          lines.push([side, from, scene.name(from), `registered at ${scene.name(to)}: ${keys.join(', ')}`]);
        }
      }
    });
    rows($('tokens'), JSON.stringify(lines), () =>
      lines.length === 0
        ? none(3, 'no token: this algorithm goes without, or it is lost')
        : lines.map(([side, node, name, words]) => {
            const row = element('tr');
            row.append(element('td', this.#where(side), { className: 'side' }), this.#nodeCell(node, name), element('td', words, { className: 'words' }));
            return row;
          }),
    );
  }

  #log() {
    const list = $('log');
    const key = `${this.news.length} ${this.news.at(-1)?.join()}`;
    if (list.dataset.key === key) return;
    list.dataset.key = key;
    const beside = this.app.scenes.length > 1;
    list.replaceChildren(
      ...this.news.slice(-60).reverse().map(([t, side, words]) => {
        const item = element('li');
        item.append(element('time', brief(t)));
        if (beside) item.append(element('b', this.#where(side)));
        item.append(element('span', words));
        return item;
      }),
    );
  }

  #node() {
    const { app } = this;
    const node = app.selected;
    const known = node !== undefined && app.scenes.length > 0;
    $('node-none').hidden = known;
    $('node-body').hidden = !known;
    document.querySelector('#node-title small').textContent = known ? app.scenes[0].name(node) : '';
    if (!known) return;
    const mine = [];
    app.scenes.forEach((scene, side) => {
      for (const which of ['holding', 'waiting']) {
        for (const each of scene.view[which]) if (each.node === node) mine.push([side, which, each]);
      }
    });
    const list = $('requests');
    const key = JSON.stringify([node, mine]);
    if (list.dataset.key !== key) {
      list.dataset.key = key;
      list.replaceChildren(
        ...mine.slice(0, 12).map(([side, which, each]) => {
          const item = element('li');
          const holds = which === 'holding';
          const where = app.scenes.length > 1 ? `${this.#where(side)}: ` : '';
          item.append(element('span', `${where}${holds ? 'holds' : 'waits for'} ${each.permits}`));
          const words = holds ? 'Release' : 'Cancel';
          item.append(element('button', words, { type: 'button', onclick: () => app.hands.end(node, side, each) }));
          return item;
        }),
      );
    }
    $('ask-permits').max = String(app.mostAsked);
    this.#deeds(node);
    $('mind').textContent = app.scenes.map((scene) => (scene.view.states[node] === 'down' ? 'down' : scene.describe(node))).join(' | ');
  }

  #deeds(node) {
    const { app } = this;
    const deeds = app.hands.deeds(node);
    const bar = $('deeds');
    const key = JSON.stringify(deeds.map(({ words, off }) => [words, off]));
    if (bar.dataset.key === key && bar.dataset.node === String(node)) return;
    bar.dataset.key = key;
    bar.dataset.node = String(node);
    bar.replaceChildren(
      ...deeds.map(({ words, title, off, act }) => element('button', words, { type: 'button', title: title ?? '', disabled: Boolean(off), onclick: act })),
    );
  }
}

/** What a token's holder says of itself, without what it knows of its neighbours. */
function ledger(words) {
  const from = words.indexOf('neighbours [');
  if (from < 0) return words;
  let depth = 0;
  for (let at = words.indexOf('[', from); at < words.length; at++) {
    depth += words[at] === '[' ? 1 : words[at] === ']' ? -1 : 0;
    if (depth === 0) return words.slice(0, from) + words.slice(at + 1).trim();
  }
  return words;
}
