import { FONT, fitted } from './canvas.js';
import { colours } from './colours.js';
import { moment } from './words.js';

const ALL_UP_TO = 16;
const MOST_ROWS = 40;
const FEW_ROWS = 14;
const AXIS = 20;

/** Who waited and who held permits in the last moments, a row for each node. */
export class Gantt {
  constructor(canvas, model) {
    this.canvas = canvas;
    this.model = model;
    this.pool = 0;
  }

  /**
   * @param length how much time is shown
   * @param unit of time
   */
  draw(length, unit) {
    const { model } = this;
    const to = model.t;
    const from = to - length;
    const bars = [...model.history.bars(this.pool, from, to)];
    const nodes = this.#rows(bars);
    const height = nodes.length > ALL_UP_TO ? 13 : 20;
    const width = this.canvas.parentElement.clientWidth;
    const total = nodes.length * height + AXIS;
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${total}px`;
    const surface = fitted(this.canvas, width, total);
    if (!surface) return nodes.length;
    const { context } = surface;
    context.font = `${height > 15 ? 12.5 : 10.5}px ${FONT}`;
    const names = nodes.map((n) => model.picture.name(n));
    const gutter = Math.min(150, 14 + Math.max(30, ...names.map((name) => context.measureText(name).width)));
    const x = (t) => gutter + ((Math.max(from, t) - from) / length) * (width - gutter);
    this.#ground(context, { names, height, gutter, width });
    this.#axis(context, { from, to, length, unit, x, y: total, width });
    const row = new Map(nodes.map((n, i) => [n, AXIS + i * height]));
    for (const bar of bars) if (row.has(bar.n)) drawBar(context, bar, { x, y: row.get(bar.n), height, now: to });
    return nodes.length;
  }

  /** In a small mesh all nodes; in a large one those that held something, and some that wait. */
  #rows(bars) {
    const known = [...this.model.picture.nodes.keys()];
    if (known.length <= ALL_UP_TO) return known.sort((a, b) => a - b);
    const rows = new Set(bars.filter((bar) => bar.from !== undefined).map((bar) => bar.n).slice(-MOST_ROWS));
    const urgent = bars.filter((bar) => bar.to === undefined).sort((a, b) => b.p - a.p || a.asked - b.asked);
    for (const { n } of urgent) if (rows.size < FEW_ROWS) rows.add(n);
    return [...rows].sort((a, b) => a - b);
  }

  #ground(context, { names, height, gutter, width }) {
    names.forEach((name, i) => {
      context.fillStyle = colours.faint;
      if (i % 2 === 0) context.fillRect(gutter, AXIS + i * height, width - gutter, height);
      context.fillStyle = colours.soft;
      context.textAlign = 'right';
      context.fillText(name, gutter - 8, AXIS + i * height + height * 0.72);
    });
  }

  #axis(context, { from, to, length, unit, x, y, width }) {
    const step = niceStep(length / Math.max(2, width / 130));
    context.fillStyle = colours.soft;
    context.strokeStyle = colours.edge;
    context.lineWidth = 1;
    context.font = `11px ${FONT}`;
    context.textAlign = 'center';
    for (let t = Math.ceil(Math.max(0, from) / step) * step; t <= to; t += step) {
      const at = Math.round(x(t)) + 0.5;
      context.beginPath();
      context.moveTo(at, AXIS - 5);
      context.lineTo(at, y);
      context.stroke();
      if (at < width - 20) context.fillText(moment(t, length, unit), at, AXIS - 8);
    }
  }
}

function drawBar(context, bar, { x, y, height, now }) {
  const end = bar.to ?? now;
  const asked = x(bar.asked);
  const from = bar.from === undefined ? x(end) : x(bar.from);
  const middle = y + height / 2;
  context.fillStyle = colours.wait;
  const thin = Math.max(3, height * 0.24);
  context.fillRect(asked, middle - thin / 2, Math.max(1, from - asked), thin);
  if (bar.from === undefined) return;
  const width = Math.max(1.5, x(end) - from);
  context.fillStyle = colours.hold;
  context.beginPath();
  context.roundRect(from, y + 2, width, height - 4, Math.min(4, width / 2));
  context.fill();
  if (width < 22 || height < 16) return;
  context.fillStyle = colours.holdInk;
  context.font = `600 11px ${FONT}`;
  context.textAlign = 'left';
  const text = `${bar.h}, priority ${bar.p}`;
  context.fillText(context.measureText(text).width < width - 8 ? text : String(bar.h), from + 5, middle + 4);
}

/** 1, 2 or 5 times a power of ten, at least x. */
export function niceStep(x) {
  const power = 10 ** Math.floor(Math.log10(x));
  for (const digit of [1, 2, 5]) if (digit * power >= x) return digit * power;
  return 10 * power;
}
