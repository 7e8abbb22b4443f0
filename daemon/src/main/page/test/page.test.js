import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ChartData } from '../src/chartdata.js';
import { History } from '../src/history.js';
import { parse } from '../src/live.js';
import { Picture } from '../src/picture.js';
import { Replay, niceSpeed } from '../src/replay.js';
import { unfold } from '../src/unfold.js';
import { brief, moment, span, sentence } from '../src/words.js';

const EMPTY = { t: 0, nodes: [[1, 'a'], [2, 'b']], links: [[1, 2]], pools: [pool('docks', 3)] };

function pool(name, permits) {
  return { name, permits, tokens: [[1, 1]], holds: [], waits: [], waiting: 0, ways: [] };
}

test('a request waits, holds and is gone', () => {
  const picture = new Picture();
  picture.restore(EMPTY);
  picture.apply({ t: 1, e: 'requested', o: 0, n: 2, r: 7, h: 2, p: 9 });
  assert.deepEqual(picture.pools[0].queue().map(({ n, p, asked }) => [n, p, asked]), [[2, 9, 1]]);
  picture.apply({ t: 3, e: 'granted', o: 0, n: 2, r: 7, h: 2, g: 1, slots: [1, 3] });
  assert.equal(picture.pools[0].waiting, 0);
  assert.equal(picture.pools[0].out, 2);
  assert.deepEqual(picture.pools[0].places().get(2), { held: 2, waits: 0, urgency: -Infinity, tokens: 0 });
  picture.apply({ t: 4, e: 'released', o: 0, n: 2, r: 7, h: 2, g: 1 });
  assert.equal(picture.pools[0].out, 0);
});

test('a part of a grant is given back, and the rest is held', () => {
  const picture = new Picture();
  picture.restore(EMPTY);
  picture.apply({ t: 1, e: 'granted', o: 0, n: 2, r: 7, h: 3, g: 1, slots: [1, 2, 4] });
  picture.apply({ t: 2, e: 'givenBack', o: 0, n: 2, r: 7, h: 2, g: 1, slots: [2, 4] });
  assert.equal(picture.pools[0].out, 1);
  assert.deepEqual(picture.pools[0].holds.get(7).slots, [1]);
});

test('the most urgent waits first, among equals the one who asked first', () => {
  const picture = new Picture();
  picture.restore(EMPTY);
  [[1, 5], [2, 9], [3, 9], [4, 0]].forEach(([r, p]) => picture.apply({ t: r, e: 'requested', o: 0, n: 1, r, h: 1, p }));
  assert.deepEqual(picture.pools[0].queue().map(({ r }) => r), [2, 3, 1, 4]);
});

test('links come and go, from either end', () => {
  const picture = new Picture();
  picture.restore(EMPTY);
  const before = picture.shape;
  picture.apply({ t: 1, e: 'linkUp', n: 2, to: 1 });
  assert.equal(picture.shape, before, 'it was up already');
  picture.apply({ t: 2, e: 'linkDown', n: 2, to: 1 });
  picture.apply({ t: 3, e: 'linkUp', n: 2, to: 5 });
  assert.deepEqual([...picture.links.values()], [{ a: 2, b: 5 }]);
  assert.equal(picture.name(5), '5');
});

test('the token travels, and requests show the way', () => {
  const picture = new Picture();
  picture.restore(EMPTY);
  picture.apply({ t: 1, e: 'sent', o: 0, n: 2, to: 1, m: 'REQUEST' });
  assert.equal(picture.pools[0].ways.get('1-2'), 1);
  picture.apply({ t: 2, e: 'tokens', o: 0, n: 1, held: 0 });
  picture.apply({ t: 3, e: 'tokens', o: 0, n: 2, held: 1 });
  assert.deepEqual([...picture.pools[0].tokens], [[2, 1]]);
});

test('a crash takes clients and token along', () => {
  const picture = new Picture();
  picture.restore(EMPTY);
  picture.apply({ t: 1, e: 'requested', o: 0, n: 1, r: 7, h: 2, p: 9 });
  picture.apply({ t: 1, e: 'requested', o: 0, n: 2, r: 8, h: 2, p: 9 });
  picture.apply({ t: 2, e: 'granted', o: 0, n: 1, r: 7, h: 2, g: 1 });
  picture.apply({ t: 3, e: 'crashed', o: 0, n: 1 });
  assert.equal(picture.pools[0].out, 0);
  assert.equal(picture.pools[0].waiting, 1);
  assert.equal(picture.pools[0].tokens.size, 0);
  assert.equal(picture.absent.get(1), true);
  picture.apply({ t: 4, e: 'restarted', o: 0, n: 1 });
  assert.equal(picture.absent.size, 0);
});

test('of nodes elsewhere sums are known', () => {
  const picture = new Picture();
  picture.restore(EMPTY);
  picture.apply({ t: 1, e: 'pool', o: 1, name: 'lanes', h: 2 });
  picture.apply({ t: 1, e: 'named', n: 9, name: 'far' });
  picture.apply({ t: 2, e: 'reported', o: 1, n: 9, h: 2, w: 1, held: 1 });
  const lanes = picture.pools[1];
  assert.deepEqual([lanes.name, lanes.permits, lanes.out, lanes.waiting], ['lanes', 2, 2, 1]);
  assert.deepEqual(lanes.places().get(9), { held: 2, waits: 1, urgency: -Infinity, tokens: 1 });
  assert.deepEqual(lanes.queue(), [{ n: 9, h: '1 request' }]);
  assert.equal(picture.name(9), 'far');
  picture.apply({ t: 3, e: 'reported', o: 1, n: 9, h: 0, w: 0, held: 0 });
  assert.deepEqual([lanes.out, lanes.waiting, lanes.tokens.size], [0, 0, 0]);
});

test('bars end with what a new picture does not show any more', () => {
  const history = new History();
  history.apply({ t: 1, e: 'requested', o: 0, n: 1, r: 1, h: 1, p: 0 });
  history.apply({ t: 2, e: 'granted', o: 0, n: 1, r: 1, h: 1 });
  const picture = new Picture();
  picture.restore({ ...EMPTY, t: 9 });
  history.reconcile(picture);
  assert.deepEqual([...history.bars(0, 0, 10)].map(({ asked, from, to }) => [asked, from, to]), [[1, 2, 9]]);
});

test('history is bounded', () => {
  const history = new History(100);
  for (let r = 0; r < 1000; r++) {
    history.apply({ t: r, e: 'requested', o: 0, n: 1, r, h: 1, p: 0 });
    history.apply({ t: r, e: 'withdrawn', o: 0, n: 1, r });
  }
  assert.ok(history.done.length <= 100);
});

/** Three chunks of four events each: requests 1 to 6 of node 1, granted half a unit later. */
function run() {
  const chunks = [];
  const picture = new Picture();
  picture.restore(EMPTY);
  for (let number = 0; number < 3; number++) {
    const events = [];
    for (let i = 0; i < 2; i++) {
      const r = number * 2 + i + 1;
      events.push({ t: r, e: 'requested', o: 0, n: 1, r, h: 1, p: 0 });
      events.push({ t: r, e: 'sent', o: 0, n: 1, to: 2, m: 'REQUEST' });
      events.push({ t: r + 0.5, e: 'granted', o: 0, n: 1, r, h: 1, g: r });
    }
    const holds = [...picture.pools[0].holds.values()].map((h) => [h.r, h.n, h.h, h.p, h.asked, h.since, h.g, []]);
    chunks.push({ from: events[0].t, picture: { ...EMPTY, t: picture.t, pools: [{ ...pool('docks', 3), holds }] }, events });
    events.forEach((event) => picture.apply(event));
  }
  return chunks;
}

class Screen {
  constructor() {
    this.picture = new Picture();
    this.t = 0;
  }
  restore(picture) {
    this.picture.restore(picture);
  }
  apply(event) {
    this.picture.apply(event);
  }
  applyAll(events, count) {
    events.slice(0, count).forEach((event) => this.picture.apply(event));
  }
  follow() {}
  landed() {}
  get holds() {
    return [...this.picture.pools[0].holds.keys()];
  }
}

function replay() {
  const chunks = run();
  const screen = new Screen();
  const about = { unit: '', end: 6.5, complete: true, chunks: chunks.map((c) => c.from), timeline: { spans: [] } };
  const player = new Replay(screen, about, async (url) => chunks[Number(url.split('/').pop())]);
  return { screen, player };
}

test('any moment can be shown', async () => {
  const { screen, player } = replay();
  for (const [t, holds] of [[0, 0], [1.5, 1], [4.2, 3], [6.5, 6], [2.6, 2], [0.9, 0]]) {
    await player.seek(t);
    assert.equal(screen.holds.length, holds, `at ${t}`);
  }
});

test('a step back undoes a step on, also over the edge of a chunk', async () => {
  const { screen, player } = replay();
  await player.seek(0);
  const seen = [];
  for (let i = 0; i < 12; i++) {
    await player.forward();
    seen.push([screen.t, screen.holds.length]);
  }
  assert.deepEqual(seen[11], [6.5, 6]);
  for (let i = 10; i >= 0; i--) {
    await player.back();
    assert.deepEqual([screen.t, screen.holds.length], seen[i], `step ${i}`);
  }
});

test('playing waits for a chunk, and ends at the end', async () => {
  const { screen, player } = replay();
  await player.seek(0);
  player.playing = true;
  player.speed = 1;
  for (let i = 0; i < 100 && player.playing; i++) {
    player.advance(0.25);
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.equal(player.playing, false);
  assert.equal(screen.t, 6.5);
  assert.equal(screen.holds.length, 6);
});

test('spans that were not over are replaced', () => {
  const data = new ChartData();
  data.merge({ from: 0, width: 1, spans: [[5, 2, 0, 1, 0.5, 0.5]], byPriority: [] });
  data.merge({ from: 0, width: 1, spans: [[9, 2, 0, 2, 3, 2], [1, 0, 0, 0, 0, 0]], byPriority: [[0, 1, 1], [9, 1, 2]] });
  assert.deepEqual(data.series(), [[0, 1], [2, 0], [1.5, null], [2, null]]);
  assert.deepEqual(data.series(1), [[0], [1], [1.5], [2]]);
  assert.deepEqual(data.groups().map((group) => group.label), ['9', '0']);
});

test('many priorities are grouped', () => {
  const data = new ChartData();
  data.merge({ from: 0, width: 1, spans: [], byPriority: Array.from({ length: 100 }, (_, p) => [p, 1, p]) });
  assert.equal(data.groups().length, 10);
  assert.deepEqual(data.groups()[0], { label: '90–99', grants: 10, mean: 94.5 });
});

test('a ring is drawn as a ring', () => {
  const bodies = Array.from({ length: 8 }, (_, n) => ({ n: (n * 3) % 8 }));
  const links = bodies.map((_, n) => [n, (n + 1) % 8]);
  unfold(bodies, links, 60);
  const angle = (n) => {
    const { x, y } = bodies.find((body) => body.n === n);
    return Math.atan2(y, x);
  };
  const turns = links.map(([a, b]) => Math.sin(angle(b) - angle(a)));
  assert.ok(turns.every((turn) => turn > 0.3) || turns.every((turn) => turn < -0.3), `one way round: ${turns}`);
});

test('words', () => {
  assert.deepEqual([0, 0.01234, 1.234, 12.34, 1234].map(brief), ['0', '0.012', '1.23', '12.3', '1,234']);
  assert.deepEqual([0.0123, 1.5, 130, 9000].map((t) => span(t, 's')), ['12.3 ms', '1.5 s', '2 min 10 s', '2 h 30 min']);
  assert.equal(moment(12.3456, 10, 's'), '12.35 s');
  assert.deepEqual([0.9, 3, 40, 800].map(niceSpeed), [1, 2, 50, 1000]);
  assert.deepEqual(parse('event: end\ndata: {}'), { event: 'end', data: '{}' });
});

test('a node out of reach has nothing, and comes back', () => {
  const picture = new Picture();
  picture.restore({ ...EMPTY, nodes: [[1, 'a'], [9, 'far']] });
  picture.apply({ t: 1, e: 'reported', o: 0, n: 9, h: 2, w: 1, held: 1 });
  assert.equal(picture.pools[0].tokens.get(9), 1);
  picture.apply({ t: 2, e: 'gone', n: 9 });
  assert.ok(picture.absent.has(9));
  assert.deepEqual([picture.pools[0].out, picture.pools[0].waiting, picture.pools[0].tokens.has(9)], [0, 0, false]);
  picture.apply({ t: 3, e: 'back', n: 9 });
  assert.equal(picture.absent.size, 0);
});

test('what happens names its pool if there are several', () => {
  const picture = new Picture();
  picture.restore({ ...EMPTY, nodes: [[1, 'a'], [2, 'b']] });
  const granted = { t: 1, e: 'granted', o: 1, n: 1, r: 1, h: 1 };
  assert.equal(sentence({ ...granted, o: 0 }, picture), 'a gets 1 permit');
  picture.apply({ t: 0, e: 'pool', o: 1, name: 'uplink', h: 2 });
  assert.equal(sentence(granted, picture), 'uplink: a gets 1 permit');
  assert.equal(sentence({ t: 1, e: 'gone', n: 2 }, picture), 'b is out of reach');
  assert.equal(sentence({ t: 1, e: 'linkUp', n: 1, to: 2 }, picture), 'a and b are linked');
});
