/** Larger meshes start as they are: this looks at every pair of nodes. */
export const UNFOLDED_UP_TO = 400;

const ROUNDS = 18;

/**
 * Places nodes so that on the screen they are as far apart as they are in hops, pair by pair, each time moving less: stress
 * minimized by gradient descent. A ring becomes a ring, which attraction and repulsion alone do not always find.
 *
 * @param bodies [{n, x, y}]
 * @param links [[a, b]] numbers of nodes
 * @param length of a hop on the screen
 */
export function unfold(bodies, links, length) {
  const hops = distances(bodies, links);
  const count = bodies.length;
  bodies.forEach((body, i) => {
    body.x = Math.cos((2 * Math.PI * i) / count) * length * Math.sqrt(count);
    body.y = Math.sin((2 * Math.PI * i) / count) * length * Math.sqrt(count);
  });
  const longest = Math.max(1, ...hops.flatMap((row) => row.filter(Number.isFinite)));
  for (let round = 0; round < ROUNDS; round++) {
    const step = longest ** 2 * (0.1 / longest ** 2) ** (round / (ROUNDS - 1));
    for (let i = 0; i < count; i++) {
      for (let j = 0; j < i; j++) {
        const d = Number.isFinite(hops[i][j]) ? hops[i][j] : longest + 1;
        pull(bodies[i], bodies[j], d * length, Math.min(1, step / d ** 2));
      }
    }
  }
}

function pull(a, b, wanted, share) {
  const dx = a.x - b.x || 0.01;
  const dy = a.y - b.y;
  const distance = Math.hypot(dx, dy);
  const move = (share * (distance - wanted)) / (2 * distance);
  a.x -= dx * move;
  a.y -= dy * move;
  b.x += dx * move;
  b.y += dy * move;
}

/** Hops between all pairs; Infinity where no way leads. */
function distances(bodies, links) {
  const place = new Map(bodies.map(({ n }, i) => [n, i]));
  const neighbours = bodies.map(() => []);
  for (const [a, b] of links) {
    neighbours[place.get(a)].push(place.get(b));
    neighbours[place.get(b)].push(place.get(a));
  }
  return bodies.map((_, start) => {
    const hops = new Array(bodies.length).fill(Infinity);
    hops[start] = 0;
    const queue = [start];
    for (const here of queue) {
      for (const next of neighbours[here]) {
        if (hops[next] === Infinity) {
          hops[next] = hops[here] + 1;
          queue.push(next);
        }
      }
    }
    return hops;
  });
}
