import { FONT, fitted } from './canvas.js';
import { colours } from './colours.js';
import { drawNode } from './nodes.js';
import { linkKey } from './picture.js';

const MARGIN = 46;
/** How long, in seconds of the page's time, a message is on its way on the screen, and a change of a link glows. */
const FLIGHT = 0.5;
const GLOW = 0.8;
const MOST_GLOWS = 80;
const ARROWS_UP_TO = 120;
/** More links than this are drawn fainter, or they hide each other and everything else. */
const PLAIN_LINKS = 400;
/** Messages that keep a pool alive: they say nothing about who gets what, and there are many. */
const BEACONS = new Set(['BEACON', 'ECHO', 'ALIVE', 'LINK']);

/** Requests, grants and what comes back are what one looks for; the rest is grey. */
function messageColour(type) {
  if (type === 'REQUEST' || type === 'CANCEL') return colours.wait;
  if (type === 'GRANT') return colours.hold;
  return type === 'RELEASE' ? colours.message : colours.way;
}

/** The mesh as a drawing. */
export class MeshView {
  constructor(canvas, model) {
    this.canvas = canvas;
    this.model = model;
    this.zoom = 1;
    this.shift = [0, 0];
    this.box = undefined;
    this.selected = undefined;
    this.hovered = undefined;
    this.pool = 0;
    this.beacons = false;
    this.still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  }

  reset() {
    this.zoom = 1;
    this.shift = [0, 0];
  }

  /** Zooms around a place of the canvas. */
  zoomBy(factor, x = this.canvas.clientWidth / 2, y = this.canvas.clientHeight / 2) {
    const zoom = Math.max(0.5, Math.min(20, this.zoom * factor));
    const scale = zoom / this.zoom;
    const [cx, cy] = [this.canvas.clientWidth / 2, this.canvas.clientHeight / 2];
    this.shift = [(this.shift[0] - (x - cx)) * scale + (x - cx), (this.shift[1] - (y - cy)) * scale + (y - cy)];
    this.zoom = zoom;
  }

  /** @param speed the mesh's time per second of the page's */
  draw(speed) {
    const surface = fitted(this.canvas);
    if (!surface) return;
    const { picture, placing } = this.model;
    placing.update(picture);
    this.#frame(surface, placing.extent());
    const pool = picture.pools[this.pool];
    const places = pool ? pool.places() : new Map();
    const now = this.model.t;
    this.#links(surface.context, pool);
    this.#glow(surface.context, now, speed);
    if (!this.still) this.#flights(surface.context, now, speed);
    this.#nodes(surface.context, places);
  }

  /** Maps places of nodes to the canvas; follows a mesh that spreads, without haste. */
  #frame({ width, height }, extent) {
    const haste = this.box && this.steady ? 0.08 : 1;
    this.box = extent.map((edge, i) => (this.box ? this.box[i] + (edge - this.box[i]) * haste : edge));
    this.steady = this.model.placing.bodies.size > 1;
    const [left, top, right, bottom] = this.box;
    const count = Math.max(1, this.model.placing.bodies.size);
    const legend = width < 600 ? 40 : 14; // it has two lines, then
    const inner = [width - 2 * MARGIN, height - 2 * MARGIN - legend];
    const fit = Math.min(inner[0] / Math.max(1, right - left), inner[1] / Math.max(1, bottom - top), count < 30 ? 5 : 30);
    const scale = fit * this.zoom;
    const [cx, cy] = [(left + right) / 2, (top + bottom) / 2];
    this.toScreen = (x, y) => [
      (x - cx) * scale + width / 2 + this.shift[0],
      (y - cy) * scale + (height - legend) / 2 + this.shift[1],
    ];
    const room = Math.sqrt((inner[0] * inner[1]) / count);
    this.radius = Math.max(2.4, Math.min(24, (this.model.placing.paths ? 0.085 : 0.12) * room)) * Math.min(2, Math.sqrt(this.zoom));
  }

  at(n) {
    const body = this.model.placing.bodies.get(n);
    return body?.x === undefined ? undefined : this.toScreen(body.x, body.y);
  }

  #links(context, pool) {
    const { links, nodes } = this.model.picture;
    const near = this.selected;
    context.lineWidth = nodes.size > 400 ? 0.5 : this.radius > 10 ? 1.6 : 0.9;
    const arrows = nodes.size <= ARROWS_UP_TO || this.zoom > 2;
    context.strokeStyle = colours.link;
    context.globalAlpha = Math.max(0.12, Math.min(1, (PLAIN_LINKS / Math.max(1, links.size)) * Math.min(4, this.zoom)));
    context.beginPath();
    for (const { a, b } of links.values()) this.#line(context, a, b);
    context.stroke();
    context.globalAlpha = 1;
    if (near !== undefined) {
      context.strokeStyle = colours.focus;
      context.beginPath();
      for (const { a, b } of links.values()) if (a === near || b === near) this.#line(context, a, b);
      context.stroke();
    }
    if (!arrows || !pool) return;
    context.fillStyle = colours.way;
    for (const [key, to] of pool.ways) {
      const link = links.get(key);
      if (link) this.#arrow(context, link.a === to ? link.b : link.a, to);
    }
  }

  #line(context, a, b) {
    const from = this.at(a);
    const to = this.at(b);
    if (!from || !to) return;
    context.moveTo(...from);
    context.lineTo(...to);
  }

  #arrow(context, a, b) {
    const from = this.at(a);
    const to = this.at(b);
    if (!from || !to) return;
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const length = Math.hypot(dx, dy);
    const size = Math.max(3.5, Math.min(8, this.radius * 0.42));
    if (length < 3 * this.radius + size) return;
    const [ux, uy] = [dx / length, dy / length];
    const [x, y] = [from[0] + dx * 0.56, from[1] + dy * 0.56];
    context.beginPath();
    context.moveTo(x + ux * size, y + uy * size);
    context.lineTo(x - ux * size - uy * size * 0.75, y - uy * size + ux * size * 0.75);
    context.lineTo(x - ux * size + uy * size * 0.75, y - uy * size - ux * size * 0.75);
    context.fill();
  }

  /** Links that came or went a moment ago. */
  #glow(context, now, speed) {
    const { flashes, picture } = this.model;
    for (const event of flashes.slice(-MOST_GLOWS)) {
      const share = (now - event.t) / (GLOW * speed);
      if (share < 0 || share > 1 || event.to === undefined) continue;
      const gone = event.e === 'linkDown';
      if (gone === picture.links.has(linkKey(event.n, event.to))) continue;
      context.globalAlpha = (1 - share) * 0.8;
      context.strokeStyle = gone || event.e === 'lost' ? colours.lost : colours.fresh;
      context.lineWidth = this.radius > 10 ? 2.4 : 1.4;
      context.setLineDash(gone ? [5, 5] : []);
      context.beginPath();
      this.#line(context, event.n, event.to);
      context.stroke();
    }
    context.setLineDash([]);
    context.globalAlpha = 1;
    while (flashes.length > 0 && now - flashes[0].t > GLOW * speed) flashes.shift();
  }

  #flights(context, now, speed) {
    const { flights } = this.model;
    const size = Math.max(1.6, Math.min(4.5, this.radius * 0.22));
    for (const event of flights) {
      const share = (now - event.t) / (FLIGHT * speed);
      if (share < 0 || share > 1 || (event.o !== undefined && event.o !== this.pool)) continue;
      if (!this.beacons && BEACONS.has(event.m) && !(event.tokens > 0)) continue;
      const from = this.at(event.n);
      const to = this.at(event.to);
      if (!from || !to) continue;
      const eased = share * share * (3 - 2 * share);
      const [x, y] = [from[0] + (to[0] - from[0]) * eased, from[1] + (to[1] - from[1]) * eased];
      const token = event.tokens > 0;
      context.fillStyle = token ? colours.token : messageColour(event.m);
      context.globalAlpha = token ? 1 : 0.85;
      context.beginPath();
      context.arc(x, y, token ? size * 2.1 : size, 0, 2 * Math.PI);
      context.fill();
      if (token) {
        context.strokeStyle = colours.tokenEdge;
        context.lineWidth = 1.5;
        context.stroke();
      }
    }
    context.globalAlpha = 1;
    while (flights.length > 0 && now - flights[0].t > FLIGHT * speed) flights.shift();
  }

  #nodes(context, places) {
    const { picture, placing } = this.model;
    const labels = [];
    const all = this.radius >= 11 || placing.bodies.size <= 30;
    for (const n of placing.bodies.keys()) {
      const at = this.at(n);
      if (!at) continue;
      const place = places.get(n);
      const marked = n === this.selected || n === this.hovered;
      drawNode(context, at, this.radius, place, n === this.selected, picture.absent.has(n));
      if (all || marked || n === this.model.self || (labels.length < 40 && place && (place.tokens > 0 || (place.held > 0 && this.radius > 4)))) {
        labels.push([n, at, marked]);
      }
    }
    this.#labels(context, labels, picture);
  }

  #labels(context, labels, picture) {
    const size = this.radius >= 11 ? 12.5 : 11;
    context.textAlign = 'center';
    context.lineJoin = 'round';
    context.lineWidth = 3.5;
    context.strokeStyle = colours.panel;
    for (const [n, [x, y], marked] of labels) {
      context.font = `${marked ? 600 : 400} ${size}px ${FONT}`;
      context.fillStyle = colours.ink;
      const below = y + this.radius + size + 2;
      const name = n === this.model.self ? `${picture.name(n)} (this node)` : picture.name(n);
      context.strokeText(name, x, below);
      context.fillText(name, x, below);
    }
  }

  /** The node at a place of the canvas. */
  nodeAt(x, y) {
    let nearest;
    let best = Math.max(10, this.radius + 4);
    for (const n of this.model.placing.bodies.keys()) {
      const at = this.at(n);
      if (!at) continue;
      const distance = Math.hypot(at[0] - x, at[1] - y);
      if (distance < best) [nearest, best] = [n, distance];
    }
    return nearest;
  }

  /** The node that one gets to from the selected one in a direction; the first one if none is selected. */
  beyond(dx, dy) {
    const bodies = [...this.model.placing.bodies.keys()];
    const here = this.selected === undefined ? undefined : this.at(this.selected);
    if (!here) return bodies[0];
    let next = this.selected;
    let best = Infinity;
    for (const n of bodies) {
      const at = this.at(n);
      if (n === this.selected || !at) continue;
      const [x, y] = [at[0] - here[0], at[1] - here[1]];
      const along = x * dx + y * dy;
      if (along <= 1) continue;
      const cost = along + 2.5 * Math.abs(x * dy - y * dx);
      if (cost < best) [next, best] = [n, cost];
    }
    return next;
  }
}
