import { FONT, fitted } from './shared/canvas.js';
import { colours } from './shared/colours.js';
import { drawNode } from './shared/nodes.js';
import { HEIGHT, WIDTH } from './layout.js';

const MARGIN = 46;
const GLOW = 900; // milliseconds

/** One mesh on a canvas: what is drawn, and what is where. */
export class View {
  constructor(canvas) {
    this.canvas = canvas;
    this.zoom = 1;
    this.shift = [0, 0];
    this.messages = []; // [x, y, flight] as last drawn
    this.glows = new Map(); // link to [since, up]
    this.before = new Set();
  }

  reset() {
    this.zoom = 1;
    this.shift = [0, 0];
  }

  #fit(width, height, { x, y, w, h }) {
    const margin = Math.min(MARGIN, height * 0.2);
    const scale = Math.min((width - 2 * margin) / w, (height - 2 * margin) / h) * this.zoom;
    this.scale = scale;
    this.origin = [width / 2 - (x + w / 2) * scale + this.shift[0], height / 2 - (y + h / 2) * scale + this.shift[1]];
  }

  toScreen({ x, y }) {
    return [this.origin[0] + x * this.scale, this.origin[1] + y * this.scale];
  }

  toPlace(x, y) {
    return { x: (x - this.origin[0]) / this.scale, y: (y - this.origin[1]) / this.scale };
  }

  /** Draws a scene. `look` says what besides: selected, hovered, tool, range, arrows, beacons, flying. */
  draw(scene, places, look) {
    const fit = fitted(this.canvas);
    if (!fit) return;
    const { context, width, height } = fit;
    this.#fit(width, height, look.box);
    const count = places.filter((place) => !place.gone).length;
    const room = Math.sqrt((WIDTH * HEIGHT) / Math.max(1, count)) * this.scale * (count < 6 ? 1.4 : 1);
    this.radius = Math.max(2.5, Math.min(count > 60 ? 13 : count > 5 ? 21 : 28, room * 0.2));
    this.at = places.map((place) => (place.gone ? undefined : this.toScreen(place)));
    if (look.range) this.#range(context, look);
    this.#links(context, scene, look);
    if (look.arrows) this.#arrows(context, scene, look.arrows);
    this.#glow(context, scene, look);
    this.#flights(context, scene, look);
    this.#nodes(context, scene, look);
    if (look.line) this.#pencil(context, look.line, look.tool);
  }

  #range(context, { range, selected }) {
    const at = this.at[selected];
    if (!at) return;
    context.beginPath();
    context.arc(...at, range * this.scale, 0, 2 * Math.PI);
    context.fillStyle = colours.badge || colours.faint;
    context.globalAlpha = 0.35;
    context.fill();
    context.globalAlpha = 1;
    context.strokeStyle = colours.focus;
    context.setLineDash([4, 5]);
    context.lineWidth = 1;
    context.stroke();
    context.setLineDash([]);
  }

  #segment(context, a, b) {
    const from = this.at[a];
    const to = this.at[b];
    if (!from || !to) return false;
    context.moveTo(...from);
    context.lineTo(...to);
    return true;
  }

  #links(context, scene, { link }) {
    context.strokeStyle = colours.link;
    const many = scene.links.length > 1500;
    context.globalAlpha = many ? 0.45 : 1;
    context.lineWidth = this.radius > 10 ? 2 : this.radius > 5 ? 1.2 : 0.7;
    context.beginPath();
    for (const [a, b] of scene.links) this.#segment(context, a, b);
    context.stroke();
    context.globalAlpha = 1;
    if (link && scene.isLinked(...link)) {
      context.strokeStyle = colours.focus;
      context.lineWidth = 5;
      context.globalAlpha = 0.6;
      context.beginPath();
      this.#segment(context, ...link);
      context.stroke();
      context.globalAlpha = 1;
    }
  }

  /** Heights: an arrow down each link. */
  #arrows(context, scene, heights) {
    if (this.radius < 5) return;
    const size = Math.max(4, this.radius * 0.4);
    context.fillStyle = colours.way;
    for (const [a, b] of scene.links) {
      const order = heights(a, b);
      if (!order || !this.at[a] || !this.at[b]) continue;
      const [from, to] = order > 0 ? [this.at[a], this.at[b]] : [this.at[b], this.at[a]];
      const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
      const length = Math.hypot(dx, dy);
      if (length < 3 * this.radius) continue;
      const [ux, uy] = [dx / length, dy / length];
      const [x, y] = [from[0] + dx * 0.5, from[1] + dy * 0.5];
      context.beginPath();
      context.moveTo(x + ux * size, y + uy * size);
      context.lineTo(x - ux * size - uy * size * 0.8, y - uy * size + ux * size * 0.8);
      context.lineTo(x - ux * size + uy * size * 0.8, y - uy * size - ux * size * 0.8);
      context.fill();
    }
  }

  /** Links that came or went a moment ago. */
  #glow(context, scene, { now }) {
    if (scene.linkSet !== this.before) {
      if (this.scene === scene && this.before.size + scene.linkSet.size < 4000) {
        for (const link of scene.linkSet) if (!this.before.has(link)) this.glows.set(link, [now, true]);
        for (const link of this.before) if (!scene.linkSet.has(link)) this.glows.set(link, [now, false]);
      } else {
        this.glows.clear();
      }
      this.before = scene.linkSet;
      this.scene = scene;
    }
    for (const [link, [since, up]] of this.glows) {
      const share = (now - since) / GLOW;
      if (share > 1) {
        this.glows.delete(link);
        continue;
      }
      context.globalAlpha = (1 - share) * 0.85;
      context.strokeStyle = up ? colours.fresh : colours.lost;
      context.lineWidth = 3;
      context.setLineDash(up ? [] : [6, 6]);
      context.beginPath();
      this.#segment(context, ...link.split('-').map(Number));
      context.stroke();
    }
    context.setLineDash([]);
    context.globalAlpha = 1;
  }

  /** A message beside its link, on the right of its way, so that two that meet can be told apart. */
  #spot(from, to, share) {
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const length = Math.hypot(dx, dy) || 1;
    const off = Math.min(7, this.radius * 0.35);
    const inset = Math.min(this.radius / length, 0.4);
    const along = inset + share * (1 - 2 * inset);
    return [from[0] + dx * along - (dy / length) * off, from[1] + dy * along + (dx / length) * off];
  }

  #flights(context, scene, look) {
    this.messages = [];
    const size = Math.max(2, Math.min(6.5, this.radius * 0.32));
    const flights = scene.kind === 'world' ? this.#flying(scene, look) : this.#parked(scene, look);
    const labelled = flights.length <= 14 && this.radius > 12;
    for (const { from, to, share, type, token, faint, text } of flights) {
      if (!this.at[from] || !this.at[to]) continue;
      const [x, y] = this.#spot(this.at[from], this.at[to], share);
      context.globalAlpha = faint ? 0.35 : 1;
      context.fillStyle = token ? colours.token : colours.message;
      context.beginPath();
      if (token) hexagon(context, x, y, size * 1.6);
      else context.arc(x, y, faint ? size * 0.5 : size, 0, 2 * Math.PI);
      context.fill();
      if (token) {
        context.strokeStyle = colours.tokenEdge;
        context.lineWidth = 1.4;
        context.stroke();
      }
      context.globalAlpha = 1;
      if (labelled && !faint) {
        context.font = `600 10.5px ${FONT}`;
        context.textAlign = 'center';
        context.lineWidth = 3;
        context.lineJoin = 'round';
        context.strokeStyle = colours.panel;
        context.strokeText(type, x, y - size - 4);
        context.fillStyle = colours.ink;
        context.fillText(type, x, y - size - 4);
      }
      this.messages.push([x, y, { from, to, text, faint }]);
    }
  }

  #flying(scene, { beacons, t }) {
    const flights = [];
    for (const [from, to, sent, arrival, type, tokens, datagram, text] of scene.view.flights) {
      if (datagram && !beacons) continue;
      const share = arrival > sent ? (t - sent) / (arrival - sent) : 1;
      flights.push({ from, to, share: Math.max(0, Math.min(1, share)), type, token: tokens > 0, faint: datagram === 1, text: text || type });
    }
    return flights;
  }

  /** Messages that wait on their links, the oldest in front; the one that is delivered flies. */
  #parked(scene, { flying }) {
    const queues = new Map();
    const next = scene.nextFlight;
    return scene.view.flights.map(([from, to, text]) => {
      const way = `${from}-${to}`;
      const place = (queues.get(way) ?? 0) + 1;
      queues.set(way, place);
      const parked = Math.max(0.12, 0.5 - 0.14 * (place - 1));
      const moves = flying > 0 && next && next[0] === from && next[1] === to && next[2] === place;
      const type = text.match(/^[A-Z_]+/)?.[0] ?? text;
      return { from, to, text, type, token: type === 'TOKEN', share: moves ? parked + (1 - parked) * flying : parked };
    });
  }

  #nodes(context, scene, { selected, hovered, from }) {
    const labels = [];
    const all = this.radius >= 9;
    for (let node = 0; node < this.at.length; node++) {
      const at = this.at[node];
      if (!at) continue;
      const state = scene.view.states[node];
      const place = scene.places.get(node);
      drawNode(context, at, this.radius, place, node === selected, state === 'down' || state === 'away');
      if (state === 'paused') pauseSign(context, at, this.radius);
      if (node === from) ring(context, at, this.radius + 8, colours.focus);
      if (all || node === selected || node === hovered || (place?.tokens > 0 && labels.length < 40)) labels.push([node, at]);
    }
    const size = this.radius >= 11 ? 12.5 : 11;
    context.textAlign = 'center';
    context.lineJoin = 'round';
    context.lineWidth = 3.5;
    context.strokeStyle = colours.panel;
    context.fillStyle = colours.ink;
    for (const [node, [x, y]] of labels) {
      const marked = node === selected || node === hovered;
      context.font = `${marked ? 700 : 500} ${size}px ${FONT}`;
      const words = scene.name(node);
      context.strokeText(words, x, y + this.radius + size + 3);
      context.fillText(words, x, y + this.radius + size + 3);
    }
  }

  /** The line of a cut, or of a link that is being drawn. */
  #pencil(context, [a, b], tool) {
    context.strokeStyle = tool === 'link' ? colours.fresh : colours.lost;
    context.lineWidth = 3;
    context.setLineDash(tool === 'link' ? [] : [8, 6]);
    context.beginPath();
    context.moveTo(...this.toScreen(a));
    context.lineTo(...this.toScreen(b));
    context.stroke();
    context.setLineDash([]);
  }

  nodeAt(x, y) {
    let nearest;
    let best = Math.max(12, this.radius + 5);
    this.at?.forEach((at, node) => {
      if (!at) return;
      const distance = Math.hypot(at[0] - x, at[1] - y);
      if (distance < best) [nearest, best] = [node, distance];
    });
    return nearest;
  }

  messageAt(x, y) {
    let nearest;
    let best = 14;
    for (const [mx, my, flight] of this.messages) {
      const distance = Math.hypot(mx - x, my - y);
      if (distance < best) [nearest, best] = [flight, distance];
    }
    return nearest;
  }

  linkAt(scene, x, y) {
    let nearest;
    let best = 9;
    for (const [a, b] of scene.links) {
      if (!this.at[a] || !this.at[b]) continue;
      const distance = toSegment([x, y], this.at[a], this.at[b]);
      if (distance < best) [nearest, best] = [[a, b], distance];
    }
    return nearest;
  }

  /** The node that one gets to from another in a direction. */
  beyond(node, dx, dy) {
    const here = this.at[node];
    if (!here) return this.at.findIndex(Boolean);
    let next = node;
    let best = Infinity;
    this.at.forEach((at, other) => {
      if (!at || other === node) return;
      const [x, y] = [at[0] - here[0], at[1] - here[1]];
      const along = x * dx + y * dy;
      if (along <= 1) return;
      const cost = along + 2.5 * Math.abs(x * dy - y * dx);
      if (cost < best) [next, best] = [other, cost];
    });
    return next;
  }
}

function hexagon(context, x, y, size) {
  for (let i = 0; i < 6; i++) context.lineTo(x + Math.cos((i * Math.PI) / 3) * size, y + Math.sin((i * Math.PI) / 3) * size);
  context.closePath();
}

function ring(context, [x, y], r, colour) {
  context.beginPath();
  context.arc(x, y, r, 0, 2 * Math.PI);
  context.strokeStyle = colour;
  context.lineWidth = 2.5;
  context.stroke();
}

function pauseSign(context, [x, y], r) {
  const bar = Math.max(2, r * 0.22);
  context.fillStyle = colours.lost;
  context.fillRect(x - bar * 1.6, y - r * 0.5, bar, r);
  context.fillRect(x + bar * 0.6, y - r * 0.5, bar, r);
}

function toSegment([x, y], [ax, ay], [bx, by]) {
  const [dx, dy] = [bx - ax, by - ay];
  const share = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(ax + dx * share - x, ay + dy * share - y);
}
