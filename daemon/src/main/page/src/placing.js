import { UNFOLDED_UP_TO, unfold } from './unfold.js';
import { forceCollide, forceLink, forceManyBody, forceSimulation, forceX, forceY } from 'd3-force';

const HOP = 62;

/**
 * Where nodes are drawn. A recorded run whose nodes move says where they were; otherwise linked nodes attract each other and
 * all others keep apart. A mesh that changes moves gently from where it was.
 */
export class Placing {
  constructor() {
    this.bodies = new Map();
    this.shape = -1;
    this.paths = undefined;
    this.grown = { nodes: 0, links: 0 };
    this.simulation = forceSimulation()
      .stop()
      .force('charge', forceManyBody().strength(-120).distanceMax(600))
      .force('link', forceLink().distance(HOP).strength(0.35))
      .force('collide', forceCollide(16))
      .force('x', forceX().strength(0.03))
      .force('y', forceY().strength(0.06));
  }

  /** Takes the places from recorded paths, node to [[t, x, y], …]; undefined for none. */
  follow(paths) {
    this.paths = paths && new Map(paths);
  }

  /** Brings every node to its place at this time. Returns whether anything moves. */
  update(picture) {
    const changed = this.shape !== picture.shape;
    if (changed) this.#reshape(picture);
    if (this.paths) {
      for (const [n, body] of this.bodies) this.#along(body, this.paths.get(n), picture.t);
      return true;
    }
    if (changed && this.#hasGrown(picture)) this.#begin(picture);
    else if (changed) this.simulation.alpha(Math.max(this.simulation.alpha(), 0.12));
    if (this.simulation.alpha() < 0.01) return changed;
    this.simulation.tick();
    return true;
  }

  /** A mesh that is much larger than it was is laid out anew; one that merely changes is not. */
  #hasGrown(picture) {
    return picture.nodes.size > 1.2 * this.grown.nodes || picture.links.size > 1.3 * this.grown.links;
  }

  #begin(picture) {
    this.grown = { nodes: picture.nodes.size, links: picture.links.size };
    const bodies = [...this.bodies.values()];
    const small = bodies.length <= UNFOLDED_UP_TO;
    if (small) unfold(bodies, [...picture.links.values()].map(({ a, b }) => [a, b]), HOP);
    this.simulation.alpha(small ? 0.25 : 1).tick(small ? 20 : 30);
  }

  #reshape(picture) {
    this.shape = picture.shape;
    const bodies = new Map();
    for (const n of picture.nodes.keys()) bodies.set(n, this.bodies.get(n) ?? { n, ...this.#beside(n, picture) });
    this.bodies = bodies;
    this.simulation.nodes([...bodies.values()]);
    const links = [];
    for (const { a, b } of picture.links.values()) links.push({ source: bodies.get(a), target: bodies.get(b) });
    this.simulation.force('link').links(links);
  }

  /** A newcomer appears beside a neighbour that has a place already. */
  #beside(n, picture) {
    for (const { a, b } of picture.links.values()) {
      const neighbour = a === n ? this.bodies.get(b) : b === n ? this.bodies.get(a) : undefined;
      if (neighbour) return { x: neighbour.x + 20, y: neighbour.y + ((n % 7) - 3) * 8 };
    }
    return {};
  }

  #along(body, points, t) {
    if (!points?.length) return;
    let low = 0;
    let high = points.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (points[middle][0] < t) low = middle + 1;
      else high = middle;
    }
    const [t1, x1, y1] = points[low];
    const [t0, x0, y0] = points[Math.max(0, low - 1)];
    const share = t1 > t0 ? Math.max(0, Math.min(1, (t - t0) / (t1 - t0))) : 1;
    body.x = x0 + (x1 - x0) * share;
    body.y = -(y0 + (y1 - y0) * share);
  }

  /** [left, top, right, bottom] of all nodes. */
  extent() {
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const { x, y } of this.bodies.values()) {
      if (x === undefined) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
    return left > right ? [-1, -1, 1, 1] : [left, top, right, bottom];
  }
}
