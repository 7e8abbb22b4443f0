import { fitted } from './canvas.js';
import { colours } from './colours.js';
import { brief, moment } from './words.js';

const FACTORS = [1 / 16, 1 / 8, 1 / 4, 1 / 2, 1, 2, 4, 8, 16];

/** Play, pause, step, speed, and a scrubber over an overview of the run. */
export class Controls {
  constructor(elements, replay, model) {
    this.elements = elements;
    this.replay = replay;
    this.model = model;
    elements.controls.hidden = false;
    elements.play.addEventListener('click', () => this.toggle());
    elements.back.addEventListener('click', () => replay.back());
    elements.forward.addEventListener('click', () => replay.forward());
    elements.scrubber.addEventListener('input', () => this.#scrub());
    elements.speed.addEventListener('change', () => this.#speed(Number(elements.speed.value)));
    for (const factor of FACTORS) {
      const speed = replay.base * factor;
      const text = replay.unit === 's' ? `${brief(speed)}×` : `${brief(speed)} units/s`;
      elements.speed.append(new Option(text, String(speed), factor === 1, factor === 1));
    }
  }

  toggle() {
    const { replay } = this;
    if (!replay.playing && this.model.t >= replay.end) replay.seek(0).then(() => (replay.playing = true));
    else replay.playing = !replay.playing;
  }

  faster(steps) {
    const { speed } = this.elements;
    speed.selectedIndex = Math.max(0, Math.min(FACTORS.length - 1, speed.selectedIndex + steps));
    this.#speed(Number(speed.value));
  }

  #speed(value) {
    this.replay.speed = value;
  }

  #scrub() {
    const share = Number(this.elements.scrubber.value) / 1000;
    this.replay.seek(share * this.replay.end);
  }

  draw() {
    const { elements, replay, model } = this;
    const playing = String(replay.playing);
    if (elements.play.dataset.playing !== playing) {
      elements.play.dataset.playing = playing;
      elements.play.setAttribute('aria-label', replay.playing ? 'Pause' : 'Play');
    }
    const share = replay.end > 0 ? (model.t / replay.end) * 1000 : 0;
    if (document.activeElement !== elements.scrubber || !replay.busy) elements.scrubber.value = String(share);
    const words = `${moment(model.t, replay.end / 10, replay.unit)} of ${moment(replay.end, replay.end / 10, replay.unit)}`;
    if (elements.time.textContent !== words) elements.time.textContent = words;
    elements.scrubber.setAttribute('aria-valuetext', words);
    this.#overview();
  }

  /** Grants over the whole run, and where links changed. */
  #overview() {
    const surface = fitted(this.elements.overview);
    if (!surface) return;
    const { context, width, height } = surface;
    const { charts } = this.model;
    const [times, rate] = charts.series();
    const most = Math.max(1e-9, ...rate);
    const x = (t) => (t / Math.max(this.replay.end, 1e-9)) * width;
    context.fillStyle = colours.faint;
    context.fillRect(0, 0, width, height);
    times.forEach((t, i) => {
      const w = Math.max(1, x(t + charts.width) - x(t) - 0.5);
      const h = (rate[i] / most) * (height - 6);
      context.fillStyle = t <= this.model.t ? colours.line1 : colours.link;
      context.fillRect(x(t), height - h, w, h);
    });
  }
}
