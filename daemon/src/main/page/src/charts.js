import uPlot from 'uplot';
import { colours, onTheme } from './colours.js';
import { brief, span } from './words.js';

const HEIGHT = 170;
const MOST_POINTS = 100;

/** Charts of throughput and waits. */
export class Charts {
  constructor(elements, model) {
    this.elements = elements;
    this.model = model;
    this.version = -1;
    this.cursor = undefined;
    onTheme(() => this.#forget());
    new ResizeObserver(() => this.#resize()).observe(elements.rate);
  }

  #forget() {
    this.rate?.destroy();
    this.wait?.destroy();
    this.rate = this.wait = undefined;
    this.version = -1;
  }

  #resize() {
    for (const name of ['rate', 'wait']) {
      const width = this.elements[name].clientWidth;
      if (this[name] && width > 0 && Math.abs(this[name].width - width) > 1) this[name].setSize({ width, height: HEIGHT });
    }
  }

  /** @param marker a moment to mark, in a replay */
  draw(unit, marker) {
    const { charts } = this.model;
    const moved = marker !== this.cursor;
    this.cursor = marker;
    if (this.version === charts.version && !moved) return;
    this.version = charts.version;
    const all = charts.series(MOST_POINTS);
    // In a replay nobody knows yet what comes after the moment that is shown; the axis has room for it.
    const known = marker === undefined ? all[0].length : all[0].filter((t) => t <= marker).length;
    const [times, rate, mean, longest] = [all[0], ...all.slice(1).map((line) => line.map((y, i) => (i < known ? y : null)))];
    const per = unit === 's' ? 'second' : 'unit of time';
    this.rate ??= this.#make('rate', [line('grants', colours.line1, true)], unit);
    this.wait ??= this.#make('wait', [line('longest', colours.line3), line('mean', colours.line2, true)], unit);
    this.rate.setData([times, rate]);
    this.wait.setData([times, longest, mean]);
    // The last span is not over in a live mesh: its rate would be too small.
    const latest = rate[Math.max(0, known - (marker === undefined ? 2 : 1))] ?? 0;
    const means = mean.filter((x) => x !== null);
    this.elements.rateFacts.textContent = `grants per ${per}, last ${brief(latest)}`;
    this.elements.waitFacts.textContent =
      means.length > 0 ? `mean (filled) and longest, last mean ${span(means[means.length - 1], unit)}` : 'nothing granted yet';
    this.elements.urgencyFacts.textContent = marker === undefined ? '' : 'of the whole run';
  }

  #make(name, series, unit) {
    const axis = { stroke: colours.soft, grid: { stroke: colours.faint, width: 1 }, ticks: { show: false }, font: '11px system-ui' };
    const options = {
      width: this.elements[name].clientWidth || 300,
      height: HEIGHT,
      padding: [10, 12, 0, 0],
      scales: { x: { time: false }, y: { range: (_, low, high) => [0, Math.max(high * 1.1, 1e-6)] } },
      axes: [
        { ...axis, size: 26, values: (_, ticks) => ticks.map((t) => (unit === 's' ? `${brief(t)} s` : brief(t))) },
        { ...axis, size: 54, values: (_, ticks) => ticks.map((y) => (name === 'wait' ? span(y, unit) : brief(y))) },
      ],
      cursor: { y: false },
      series: [{}, ...series],
      hooks: { draw: [(chart) => this.#mark(chart)] },
    };
    return new uPlot(options, [[], ...series.map(() => [])], this.elements[name]);
  }

  #mark(chart) {
    if (this.cursor === undefined) return;
    const x = chart.valToPos(this.cursor, 'x', true);
    const { ctx, bbox } = chart;
    ctx.fillStyle = colours.focus;
    ctx.fillRect(x - 1, bbox.top, 2, bbox.height);
  }
}

function line(label, stroke, filled = false) {
  return { label, stroke, width: 1.8, fill: filled ? `${stroke}2a` : undefined, points: { show: false }, spanGaps: true };
}
