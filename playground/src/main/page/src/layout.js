/** Where nodes are: an area of 1000 by 700, as that of the mobility models. */
export const WIDTH = 1000;
export const HEIGHT = 700;

const circle = (n, i, r = 290, from = -Math.PI / 2) => {
  const angle = from + (i / n) * 2 * Math.PI;
  return { x: WIDTH / 2 + Math.cos(angle) * r * 1.35, y: HEIGHT / 2 + Math.sin(angle) * r };
};

const SHAPES = {
  line: (n, i) => ({ x: n === 1 ? WIDTH / 2 : 60 + (i / (n - 1)) * (WIDTH - 120), y: HEIGHT / 2 + (n > 6 ? Math.sin(i * 1.1) * 60 : 0) }),
  ring: (n, i) => circle(n, i),
  full: (n, i) => circle(n, i),
  star: (n, i) => (i === 0 ? { x: WIDTH / 2, y: HEIGHT / 2 } : circle(n - 1, i - 1)),
  grid: (n, i) => {
    const columns = Math.ceil(Math.sqrt(n));
    const rows = Math.ceil(n / columns);
    return { x: spread(i % columns, columns, WIDTH), y: spread(Math.floor(i / columns), rows, HEIGHT) };
  },
  tree: (n, i) => {
    const level = Math.floor(Math.log2(i + 1));
    const levels = Math.floor(Math.log2(n)) + 1;
    const across = 2 ** level;
    return { x: spread(i + 1 - across, across, WIDTH), y: spread(level, levels, HEIGHT) };
  },
};

const spread = (i, n, size) => 70 + ((i + 0.5) / n) * (size - 140);

/** The same numbers every time: a picture is part of what a link shows. */
function dice(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

/** Places for a named shape; nodes of any other kind are strewn, at a distance from each other. */
export function arrange(topology, n, seed = 1) {
  const shape = SHAPES[topology];
  if (shape) return Array.from({ length: n }, (_, i) => shape(n, i));
  const random = dice(seed * 7919 + n);
  const places = [];
  for (let i = 0; i < n; i++) {
    let best;
    for (let tries = 0; tries < (n > 300 ? 1 : 12); tries++) {
      const place = { x: 60 + random() * (WIDTH - 120), y: 60 + random() * (HEIGHT - 120) };
      const room = n > 300 ? 0 : Math.min(...places.map((other) => Math.hypot(other.x - place.x, other.y - place.y)), Infinity);
      if (!best || room > best.room) best = { ...place, room };
    }
    places.push({ x: best.x, y: best.y });
  }
  return places;
}

/** Draws linked nodes together and others apart, a few rounds. */
export function relax(places, links, rounds = 120) {
  const n = places.length;
  if (n > 250) return;
  const ideal = Math.sqrt((WIDTH * HEIGHT) / n) * 0.75;
  for (let round = 0; round < rounds; round++) {
    const heat = 18 * (1 - round / rounds);
    const moves = places.map(() => [0, 0]);
    for (let a = 0; a < n; a++) {
      for (let b = a + 1; b < n; b++) {
        const dx = places[a].x - places[b].x || 0.1;
        const dy = places[a].y - places[b].y || 0.1;
        const d = Math.max(8, Math.hypot(dx, dy));
        const push = (ideal * ideal) / d / d;
        moves[a][0] += (dx / d) * push * 20;
        moves[a][1] += (dy / d) * push * 20;
        moves[b][0] -= (dx / d) * push * 20;
        moves[b][1] -= (dy / d) * push * 20;
      }
    }
    for (const [a, b] of links) {
      const dx = places[a].x - places[b].x;
      const dy = places[a].y - places[b].y;
      const pull = (Math.hypot(dx, dy) / ideal) * 0.12;
      moves[a][0] -= dx * pull;
      moves[a][1] -= dy * pull;
      moves[b][0] += dx * pull;
      moves[b][1] += dy * pull;
    }
    places.forEach((place, i) => {
      const size = Math.hypot(...moves[i]) || 1;
      const step = Math.min(size, heat) / size;
      place.x = Math.max(40, Math.min(WIDTH - 40, place.x + moves[i][0] * step));
      place.y = Math.max(40, Math.min(HEIGHT - 40, place.y + moves[i][1] * step));
    });
  }
}

/** All pairs that are nearer than the range. */
export function near(places, radius) {
  const pairs = [];
  for (let a = 0; a < places.length; a++) {
    if (places[a].gone) continue;
    for (let b = a + 1; b < places.length; b++) {
      if (!places[b].gone && Math.hypot(places[a].x - places[b].x, places[a].y - places[b].y) <= radius) pairs.push([a, b]);
    }
  }
  return pairs;
}

/** Whether the segments a-b and c-d cross. */
export function cross(a, b, c, d) {
  const side = (p, q, r) => Math.sign((q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x));
  return side(a, b, c) !== side(a, b, d) && side(c, d, a) !== side(c, d, b);
}

/** The part of the area that has to be seen for all places to be. */
export function bounds(places) {
  const there = places.filter((place) => !place.gone);
  const [xs, ys] = [there.map((place) => place.x), there.map((place) => place.y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const [w, h] = [Math.max(300, right - left), Math.max(120, bottom - top)];
  return { x: (left + right - w) / 2, y: (top + bottom - h) / 2, w, h };
}
