/** Chunks that are kept; the others can be asked for again. */
const KEPT = 12;
/** How much of what came before is shown in the bars, in chunks, when one jumps. */
const BEFORE = 1;

/** What a step stops at: everything but messages and names. */
export function isStep({ e }) {
  return e !== 'sent' && e !== 'delivered' && e !== 'hopped' && e !== 'named' && e !== 'pool' && e !== 'reported';
}

/**
 * A recorded run. It comes in chunks of time: each has the picture that it begins with and the events that follow, so that any
 * moment can be shown from one chunk, forwards and backwards.
 */
export class Replay {
  constructor(model, about, fetchJson) {
    this.model = model;
    this.fetchJson = fetchJson;
    this.cache = new Map();
    this.playing = false;
    this.busy = false;
    this.chunk = undefined;
    this.number = -1;
    this.index = 0;
    this.status = 'replay';
    this.update(about);
    this.base = niceSpeed(comfort(about));
    this.speed = this.base;
  }

  /** Takes news about a run that is still being read. */
  update(about) {
    this.about = about;
    this.unit = about.unit;
    this.end = about.end;
    this.starts = about.chunks;
  }

  /** A chunk that is here already has it as `ready`. */
  load(number) {
    let chunk = this.cache.get(number);
    if (chunk === undefined) {
      chunk = this.fetchJson(`../feed/chunks/${number}`);
      const asked = chunk;
      asked.then(
        (value) => (asked.ready = value),
        () => this.cache.delete(number),
      );
    }
    this.cache.delete(number); // the latest used is the last to be forgotten
    this.cache.set(number, chunk);
    for (const old of this.cache.keys()) {
      if (this.cache.size <= KEPT) break;
      this.cache.delete(old);
    }
    return chunk;
  }

  /** The number of the last chunk that begins at this time or earlier. */
  numberAt(t) {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle] <= t) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Shows the moment t. */
  async seek(t) {
    const wanted = Math.max(0, Math.min(this.end, t));
    const number = this.numberAt(wanted);
    await this.#show(number, (chunk) => {
      let index = 0;
      while (index < chunk.events.length && chunk.events[index].t <= wanted) index++;
      return index;
    }, wanted);
  }

  /** Shows the run as it was after so many events of a chunk. */
  async #show(number, indexIn, t) {
    if (this.starts.length === 0) return;
    const ticket = (this.ticket = {});
    this.busy = true;
    try {
      const first = Math.max(0, number - BEFORE);
      const chunks = await Promise.all(range(first, number).map((each) => this.load(each)));
      if (ticket !== this.ticket) return; // somebody has jumped elsewhere meanwhile
      const chunk = chunks[chunks.length - 1];
      const index = indexIn(chunk);
      this.model.restore(chunks[0].picture, true);
      for (const earlier of chunks.slice(0, -1)) this.model.applyAll(earlier.events, earlier.events.length);
      this.model.applyAll(chunk.events, index);
      this.#enter(number, chunk, index);
      this.model.t = t ?? chunk.events[index - 1]?.t ?? chunk.from;
      this.model.landed();
    } finally {
      if (ticket === this.ticket) this.busy = false;
    }
  }

  #enter(number, chunk, index) {
    this.number = number;
    this.chunk = chunk;
    this.index = index;
    this.model.follow(chunk.paths);
    if (number + 1 < this.starts.length) this.load(number + 1).catch(() => {});
  }

  /** Lets so many seconds of the page's time pass. */
  advance(seconds) {
    if (!this.playing || this.busy || !this.chunk) return;
    const until = Math.min(this.end, this.model.t + seconds * this.speed);
    this.#happen(until);
    if (this.busy) return;
    this.model.t = until;
    if (until >= this.end && this.about.complete) this.playing = false;
  }

  #happen(until) {
    for (;;) {
      const events = this.chunk.events;
      while (this.index < events.length && events[this.index].t <= until) this.model.apply(events[this.index++]);
      const next = this.number + 1;
      if (this.index < events.length || next >= this.starts.length || this.starts[next] > until) return;
      const chunk = this.load(next).ready;
      if (!chunk) {
        this.#await(next);
        return;
      }
      this.#enter(next, chunk, 0);
    }
  }

  /** Time stands still until the next chunk is here. */
  #await(next) {
    this.busy = true;
    const ticket = (this.ticket = {});
    this.load(next).then(
      (chunk) => {
        if (ticket !== this.ticket) return;
        this.#enter(next, chunk, 0);
        this.busy = false;
      },
      () => {
        if (ticket !== this.ticket) return;
        this.playing = false;
        this.busy = false;
      },
    );
  }

  /** One event on. */
  async forward() {
    this.playing = false;
    if (!this.chunk || this.busy) return;
    for (;;) {
      const events = this.chunk.events;
      while (this.index < events.length) {
        const event = events[this.index++];
        this.model.apply(event);
        if (isStep(event)) {
          this.model.t = event.t;
          return;
        }
      }
      if (this.number + 1 >= this.starts.length) return;
      this.#enter(this.number + 1, await this.load(this.number + 1), 0);
    }
  }

  /** One event back: to where it was after the event before. */
  async back() {
    this.playing = false;
    if (!this.chunk || this.busy) return;
    let [number, chunk, index] = [this.number, this.chunk, this.index];
    let wanted = 2; // the latest step is to be undone: look for the one before
    for (;;) {
      while (wanted > 0 && index > 0) if (isStep(chunk.events[--index])) wanted--;
      if (wanted === 0) return this.#show(number, () => index + 1);
      if (number === 0) return this.#show(0, () => 0);
      chunk = await this.load(--number);
      index = chunk.events.length;
    }
  }
}

function range(from, to) {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

/** Time per second at which an eye can follow: neither too many grants nor too many links at once, and no standstill. */
function comfort({ end, timeline }) {
  let [links, grants] = [0, 0];
  for (const span of timeline.spans) {
    links += span[2];
    grants += span[3];
  }
  return Math.min(end / 45, (4 * end) / Math.max(1, grants), (40 * end) / Math.max(1, links));
}

/** 1, 2 or 5 times a power of ten. */
export function niceSpeed(x) {
  if (!(x > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(x));
  const digit = x / power;
  return power * (digit < 1.5 ? 1 : digit < 3.5 ? 2 : digit < 7.5 ? 5 : 10);
}
