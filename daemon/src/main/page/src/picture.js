/**
 * The mesh at one moment. A feed gives a whole picture now and then, and events in between; both have the form that
 * docs/guide/page.md describes.
 */
export class Picture {
  constructor() {
    this.t = 0;
    /** Node number to name. */
    this.nodes = new Map();
    /** Nodes that do nothing at present, to whether they crashed. */
    this.absent = new Map();
    /** linkKey to {a, b}, a < b. */
    this.links = new Map();
    this.pools = [];
    /** Grows with everything that changes who is linked to whom. */
    this.shape = 0;
    /** Grows with every change. */
    this.version = 0;
  }

  /** Replaces everything by a picture of the feed. */
  restore(json) {
    this.t = json.t;
    this.nodes = new Map(json.nodes);
    this.absent = new Map(json.absent ?? []);
    this.links = new Map(json.links.map(([a, b]) => [linkKey(a, b), link(a, b)]));
    this.pools = json.pools.map(Pool.from);
    this.shape++;
    this.version++;
  }

  name(node) {
    return this.nodes.get(node) ?? String(node);
  }

  /** The pool at this place of the feed's list; a pool that was not announced yet is empty. */
  pool(index) {
    while (this.pools.length <= index) this.pools.push(new Pool(`pool ${this.pools.length + 1}`, 0));
    return this.pools[index];
  }

  apply(event) {
    this.t = Math.max(this.t, event.t);
    this.version++;
    if (event.n !== undefined) this.#meet(event.n);
    if (event.to !== undefined) this.#meet(event.to);
    if (event.e === 'named') this.nodes.set(event.n, event.name);
    else if (event.e === 'pool') Object.assign(this.pool(event.o), { name: event.name, permits: event.h });
    else if (event.e === 'linkUp') this.#linkUp(event);
    else if (event.e === 'linkDown') this.#linkDown(event);
    else if (event.e === 'crashed' || event.e === 'gone' || event.e === 'paused') this.#leave(event);
    else if (event.e === 'restarted' || event.e === 'back' || event.e === 'resumed') this.absent.delete(event.n);
    else if (event.o !== undefined) this.pool(event.o).apply(event);
  }

  #meet(node) {
    if (!this.nodes.has(node)) {
      this.nodes.set(node, String(node));
      this.shape++;
    }
  }

  #leave({ e, n }) {
    const lost = e !== 'paused';
    this.absent.set(n, lost);
    if (lost) for (const pool of this.pools) pool.forget(n);
  }

  #linkUp({ n, to }) {
    const key = linkKey(n, to);
    if (!this.links.has(key)) {
      this.links.set(key, link(n, to));
      this.shape++;
    }
  }

  #linkDown({ n, to }) {
    if (this.links.delete(linkKey(n, to))) this.shape++;
  }
}

/** Who holds, who waits, and where the token is, in one pool. */
export class Pool {
  constructor(name, permits) {
    this.name = name;
    this.permits = permits;
    this.tokens = new Map();
    /** Request to {r, n, h, p, asked, since, g, slots}. */
    this.holds = new Map();
    /** Request to {r, n, h, p, asked}. */
    this.waits = new Map();
    /** Waiting requests that the feed only counted. */
    this.unlisted = 0;
    /** linkKey to the node that the last request over this link went to. */
    this.ways = new Map();
    /** Nodes of which only sums are known: node to {holds, waits}. */
    this.summaries = new Map();
  }

  static from(json) {
    const pool = new Pool(json.name, json.permits);
    pool.tokens = new Map(json.tokens);
    for (const [r, n, h, p, asked, since, g, slots] of json.holds) {
      pool.holds.set(r, { r, n, h, p, asked, since, g, slots });
    }
    for (const [r, n, h, p, asked] of json.waits) pool.waits.set(r, { r, n, h, p, asked });
    pool.unlisted = json.waiting - json.waits.length;
    for (const [from, to] of json.ways) pool.ways.set(linkKey(from, to), to);
    for (const [n, holds, waits] of json.elsewhere ?? []) pool.summaries.set(n, { holds, waits });
    return pool;
  }

  apply(event) {
    switch (event.e) {
      case 'requested':
        this.waits.set(event.r, { r: event.r, n: event.n, h: event.h, p: event.p, asked: event.t });
        break;
      case 'granted':
        this.#granted(event);
        break;
      case 'released':
      case 'grantLost':
        this.holds.delete(event.r);
        break;
      case 'givenBack':
        this.#givenBack(event);
        break;
      case 'rejected':
      case 'withdrawn':
        this.waits.delete(event.r);
        break;
      case 'tokens':
        if (event.held > 0) this.tokens.set(event.n, event.held);
        else this.tokens.delete(event.n);
        break;
      case 'resized':
        this.permits = event.k;
        break;
      case 'reported':
        this.summaries.set(event.n, { holds: event.h, waits: event.w });
        if (event.held > 0) this.tokens.set(event.n, event.held);
        else this.tokens.delete(event.n);
        break;
      case 'sent':
        if (event.m === 'REQUEST') this.ways.set(linkKey(event.n, event.to), event.to);
        break;
    }
  }

  /** Removes the requests, grants and tokens of a node that crashed. */
  forget(n) {
    for (const list of [this.holds, this.waits]) for (const [r, each] of list) if (each.n === n) list.delete(r);
    this.tokens.delete(n);
    this.summaries.delete(n);
  }

  #granted({ r, n, h, g, slots, t }) {
    const request = this.waits.get(r);
    this.waits.delete(r);
    this.holds.set(r, { r, n, h, g, slots, p: request?.p ?? 0, asked: request?.asked ?? t, since: t });
  }

  #givenBack({ r, h, slots }) {
    const hold = this.holds.get(r);
    if (!hold) return;
    this.holds.set(r, { ...hold, h: hold.h - h, slots: hold.slots?.filter((slot) => !slots?.includes(slot)) });
  }

  get out() {
    let sum = 0;
    for (const hold of this.holds.values()) sum += hold.h;
    for (const other of this.summaries.values()) sum += other.holds;
    return sum;
  }

  get waiting() {
    let sum = this.waits.size + this.unlisted;
    for (const other of this.summaries.values()) sum += other.waits;
    return sum;
  }

  /** Holders, the longest first; last those of whom no more is known than how much they hold. */
  holders() {
    const known = [...this.holds.values()].sort((a, b) => a.since - b.since || a.r - b.r);
    for (const [n, { holds }] of this.summaries) if (holds > 0) known.push({ n, h: holds });
    return known;
  }

  /** Who waits, the most urgent first; last those of whom no more is known than how many they are. */
  queue() {
    const known = [...this.waits.values()].sort((a, b) => b.p - a.p || a.asked - b.asked || a.r - b.r);
    for (const [n, { waits }] of this.summaries) if (waits > 0) known.push({ n, h: waits === 1 ? '1 request' : `${waits} requests` });
    return known;
  }

  /** What each node has: node to {held, waits, tokens}. Nodes that have nothing are left out. */
  places() {
    const places = new Map();
    const at = (n) => {
      if (!places.has(n)) places.set(n, { held: 0, waits: 0, urgency: -Infinity, tokens: 0 });
      return places.get(n);
    };
    for (const { n, h } of this.holds.values()) at(n).held += h;
    for (const { n, p } of this.waits.values()) {
      const place = at(n);
      place.waits++;
      place.urgency = Math.max(place.urgency, p);
    }
    for (const [n, held] of this.tokens) at(n).tokens = held;
    for (const [n, { holds, waits }] of this.summaries) {
      at(n).held += holds;
      at(n).waits += waits;
    }
    return places;
  }
}

export function linkKey(a, b) {
  return a < b ? `${a}-${b}` : `${b}-${a}`;
}

function link(a, b) {
  return a < b ? { a, b } : { a: b, b: a };
}
