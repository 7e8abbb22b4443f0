/** Requests of the recent past as bars: asked, held from, held to. Bounded: the oldest finished ones are forgotten. */
export class History {
  constructor(limit = 6000) {
    this.limit = limit;
    this.clear();
  }

  clear() {
    this.open = new Map();
    this.done = [];
    this.version = 0;
  }

  /** Takes over what a picture shows, and ends what it does not show any more. */
  reconcile(picture) {
    const seen = new Set();
    picture.pools.forEach((pool, o) => {
      for (const request of pool.waits.values()) this.#see(seen, o, request, undefined);
      for (const hold of pool.holds.values()) this.#see(seen, o, hold, hold.since);
    });
    for (const [key, bar] of this.open) {
      if (!seen.has(key)) this.#end(key, bar, picture.t);
    }
  }

  #see(seen, o, { r, n, h, p, asked }, from) {
    const key = `${o}:${r}`;
    seen.add(key);
    const bar = this.open.get(key);
    if (bar) bar.from = from;
    else this.open.set(key, { o, n, r, h, p, asked, from, to: undefined });
    this.version++;
  }

  apply(event) {
    const key = `${event.o}:${event.r}`;
    const bar = this.open.get(key);
    switch (event.e) {
      case 'requested':
        this.open.set(key, { o: event.o, n: event.n, r: event.r, h: event.h, p: event.p, asked: event.t });
        this.version++;
        break;
      case 'granted':
        if (bar) bar.from = event.t;
        this.version++;
        break;
      case 'released':
      case 'grantLost':
      case 'rejected':
      case 'withdrawn':
        if (bar) this.#end(key, bar, event.t);
        break;
      case 'crashed':
        for (const [each, open] of this.open) if (open.n === event.n) this.#end(each, open, event.t);
        break;
    }
  }

  #end(key, bar, t) {
    bar.to = t;
    this.open.delete(key);
    this.done.push(bar);
    if (this.done.length > this.limit) this.done.splice(0, this.limit / 4);
    this.version++;
  }

  /** The bars of a pool that touch this span of time. */
  *bars(o, from, to) {
    for (const bar of this.done) if (bar.o === o && bar.to >= from && bar.asked <= to) yield bar;
    for (const bar of this.open.values()) if (bar.o === o && bar.asked <= to) yield bar;
  }
}
