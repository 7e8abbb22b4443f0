/** How far the page shows the mesh behind its feed, so that events between two batches can be shown one by one. */
const DELAY = 0.25;
const RETRY_MILLIS = 2000;

/**
 * A mesh as it is now. Batches come ten times a second; their events are applied at their own times, with a small delay.
 * If there are too many, they are applied at once.
 */
export class Live {
  constructor(model, credentials) {
    this.model = model;
    this.credentials = credentials;
    this.unit = 's';
    this.speed = 1;
    this.pending = [];
    this.offset = undefined;
    this.left = 0;
    this.missed = 0;
    this.status = 'connecting';
  }

  async start() {
    for (;;) {
      try {
        await this.#listen();
        this.status = 'over';
        return;
      } catch {
        if (this.status === 'over') return;
        this.status = 'lost';
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_MILLIS));
    }
  }

  async #listen() {
    const response = await fetch('../feed/live', { headers: this.credentials() });
    if (!response.ok) throw new Error(String(response.status));
    this.status = 'live';
    this.offset = undefined;
    for await (const { event, data } of messages(response.body)) {
      if (event === 'end') return;
      this.#take(JSON.parse(data));
    }
    throw new Error('cut off');
  }

  #take(batch) {
    if (batch.title !== undefined) this.model.title = batch.title;
    if (batch.self >= 0) this.model.self = batch.self;
    this.model.problems = batch.problems ?? [];
    this.model.voters = new Map(Object.entries(batch.voters ?? {}).map(([pool, nodes]) => [pool, new Set(nodes)]));
    if (batch.picture) {
      this.pending = [];
      this.model.restore(batch.picture);
    }
    this.pending.push(...batch.events);
    this.left += batch.left;
    this.missed = batch.missed;
    this.model.charts.merge(batch.timeline);
    const offset = batch.now - performance.now() / 1000;
    // The fastest batch gives the best estimate of the offset between the clocks.
    this.offset = this.offset === undefined ? offset : Math.max(this.offset - 0.001, offset);
    if (this.pending.length > 2000) this.#happen(Infinity);
  }

  /** Applies the events that are due. */
  advance() {
    if (this.offset === undefined) return;
    const now = performance.now() / 1000 + this.offset - DELAY;
    this.#happen(now);
    if (this.status === 'live') this.model.t = Math.max(this.model.t, now);
  }

  #happen(until) {
    let count = 0;
    while (count < this.pending.length && this.pending[count].t <= until) this.model.apply(this.pending[count++]);
    if (count > 0) this.pending.splice(0, count);
  }
}

/** The server-sent events of a stream. EventSource cannot send a token. */
async function* messages(stream) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split('\n\n');
    rest = blocks.pop();
    for (const block of blocks) yield parse(block);
  }
}

export function parse(block) {
  const message = { event: 'message', data: '' };
  for (const line of block.split('\n')) {
    if (line.startsWith('data: ')) message.data += line.slice(6);
    else if (line.startsWith('event: ')) message.event = line.slice(7);
  }
  return message;
}
